// The workflow of a release as data: no draft of what was not tried, and keys where they are needed.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { kinds } from '../../../build/packaging/try-package.mjs';
import { root } from '../../support/imports.ts';
import { readYaml } from '../../support/yaml.ts';

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
}
interface Job {
  readonly needs?: string;
  readonly steps?: readonly Step[];
  readonly environment?: string;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly strategy?: {
    readonly matrix: { readonly include: readonly Readonly<Record<string, string>>[] };
  };
}
const text = readFileSync(path.join(root, '.github/workflows/release.yml'), 'utf8');
const { jobs } = readYaml(text) as { readonly jobs: Readonly<Record<string, Job>> };
const job = (name: string): Job => jobs[name] ?? expect.fail(`There is no job ${name}.`);
const stepsOf = (name: string): readonly Step[] => job(name).steps ?? [];

describe('INS-10 a release', () => {
  it('INS-10 is a draft only when every package was tried, and attested', () => {
    expect(job('draft').needs).toBe('attest');
    expect(job('attest').needs).toBe('try');
    expect(job('try').needs).toBe('packages');
    expect(job('packages').needs).toBe('check');
  });

  it('INS-10 is tried in every kind of package, on both processors', () => {
    const rows = job('try').strategy?.matrix.include ?? [];
    expect([...new Set(rows.map(({ kind }) => kind))].sort()).toEqual([...kinds].sort());
    for (const kind of kinds) {
      const files = rows.filter((row) => row['kind'] === kind).map(({ file }) => file ?? '');
      expect([kind, files.length]).toEqual([kind, 2]);
      expect(
        files.some((file) => /arm64|aarch64/.test(file)),
        kind,
      ).toBe(true);
    }
    const [last] = stepsOf('try').slice(-1);
    expect(last?.run).toContain('build/packaging/try-package.mjs');
  });

  it('UPD-02 is attested where there is nothing but the packages, and signed where no library is installed', () => {
    const attested = stepsOf('attest');
    expect(attested.map(({ uses }) => uses?.split('@')[0])).toEqual([
      'actions/download-artifact',
      'actions/attest-build-provenance',
    ]);
    const may = Object.entries(jobs).filter(([, { permissions }]) => permissions?.['id-token']);
    expect(may.map(([name]) => name)).toEqual(['attest']);
    for (const name of ['try', 'attest', 'draft'])
      expect(JSON.stringify(stepsOf(name))).not.toContain('npm ci');
    expect(JSON.stringify(stepsOf('draft'))).toContain('build/sign-lists.mjs --key');
  });

  it('UPD-02 has its keys in the steps that need them, in jobs that somebody has to allow', () => {
    for (const [name, { steps = [], environment }] of Object.entries(jobs)) {
      const withSecrets = steps.filter((step) => JSON.stringify(step).includes('secrets.'));
      if (withSecrets.length > 0) expect([name, environment]).toEqual([name, 'release']);
      for (const { env, run } of withSecrets) {
        expect(run).toBeDefined();
        // Never on a command line, which others can read.
        expect(run).not.toContain('secrets.');
        expect(Object.keys(env ?? {}).length).toBeGreaterThan(0);
      }
    }
  });

  it('UPD-02 uses no action by a name that somebody may move', () => {
    const used = [...text.matchAll(/uses: (\S+)/g)].map(([, name = '']) => name);
    const moving = used.filter((name) => !name.startsWith('./') && !/@[0-9a-f]{40}$/.test(name));
    expect(moving).toEqual([]);
  });
});
