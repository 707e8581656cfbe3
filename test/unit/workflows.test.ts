// The CI and release workflows: every action pinned, least permissions, and no foreign text run as a command.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../support/imports.ts';
import { readYaml } from '../support/yaml.ts';

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly name?: string;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, unknown>>;
}
interface Job {
  readonly uses?: string;
  readonly permissions?: unknown;
  readonly 'timeout-minutes'?: number;
  readonly 'runs-on'?: string;
  readonly steps?: readonly Step[];
  readonly environment?: string;
}
interface Workflow {
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions: unknown;
  readonly concurrency?: unknown;
  readonly env?: Readonly<Record<string, unknown>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

const folder = path.join(root, '.github/workflows');
const files = readdirSync(folder);
const scripts = (
  JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    scripts: Readonly<Record<string, string>>;
  }
).scripts;

const PINNED = /^(?<action>actions\/[a-z-]+)@(?<commit>[0-9a-f]{40})$/;

describe.each(files)('UPD-02 UPD-03 the workflow %s', (file) => {
  const text = readFileSync(path.join(folder, file), 'utf8');
  const workflow = readYaml(text) as Workflow;
  const jobs = Object.entries(workflow.jobs);
  const steps = jobs.flatMap(([, { steps = [] }]) => steps);

  it('uses only actions of GitHub’s own, by commit, with the version beside it', () => {
    const used = steps.flatMap(({ uses }) => (uses === undefined ? [] : [uses]));
    expect(used.filter((one) => !PINNED.test(one))).toEqual([]);
    const written = text.split('\n').filter((line) => /^\s*-? ?uses: actions\//.test(line));
    expect(written).toHaveLength(used.length);
    for (const line of written) expect(line).toMatch(/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
    for (const [, { uses = './' }] of jobs) expect(uses).toMatch(/^\.\//);
  });

  it('names one commit for one version, in all workflows', () => {
    const all = files.flatMap((name) => [
      ...readFileSync(path.join(folder, name), 'utf8').matchAll(/uses: (\S+)@(\S+) # (\S+)/g),
    ]);
    const commits = new Map<string, Set<string>>();
    for (const [, action = '', commit = ''] of all) {
      commits.set(action, (commits.get(action) ?? new Set()).add(commit));
    }
    expect([...commits].filter(([, found]) => found.size > 1)).toEqual([]);
  });

  it('gives nothing by default, and each job what it names', () => {
    expect(workflow.permissions).toEqual({});
    for (const [name, { permissions }] of jobs) {
      expect(permissions, name).toBeTypeOf('object');
      const writes = Object.entries(permissions as Readonly<Record<string, string>>)
        .filter(([, right]) => right !== 'read')
        .map(([what]) => what);
      expect(writes, name).toEqual(ALLOWED_WRITES[`${file} ${name}`] ?? []);
    }
  });

  it('ends in time, and does not run twice at once', () => {
    expect(workflow.concurrency).toBeTypeOf('object');
    for (const [name, job] of jobs) {
      if (job.uses === undefined) expect(job['timeout-minutes'], name).toBeLessThanOrEqual(90);
    }
  });

  it('is not begun by somebody else’s pull request with our rights, and leaves no credential behind', () => {
    expect(Object.keys(workflow.on)).not.toContain('pull_request_target');
    expect(Object.keys(workflow.on)).not.toContain('workflow_run');
    const checkouts = steps.filter(({ uses = '' }) => uses.startsWith('actions/checkout@'));
    expect(checkouts.length).toBeGreaterThan(0);
    for (const step of checkouts) expect(step.with?.['persist-credentials']).toBe(false);
    const nodes = steps.filter(({ uses = '' }) => uses.startsWith('actions/setup-node@'));
    for (const step of nodes) expect(step.with?.['package-manager-cache']).toBe(false);
  });

  it('puts no expression into a command: values come as variables', () => {
    const commands = steps.flatMap(({ run }) => (run === undefined ? [] : [run]));
    expect(commands.filter((command) => command.includes('${{'))).toEqual([]);
  });

  it('installs by the lock file, with scripts off, and nothing for everyone', () => {
    expect(workflow.env?.['npm_config_ignore_scripts']).toBe('true');
    const commands = steps.map(({ run = '' }) => run).join('\n');
    for (const [command] of commands.matchAll(/npm ci.*/g))
      expect(command).toBe('npm ci --ignore-scripts');
    expect(commands).not.toMatch(
      /npm (install|i|add|exec)\b|npx (?!--no-install)|\bcurl\b|\bwget\b|\| *(ba)?sh\b/,
    );
  });

  it('runs scripts that are there', () => {
    const commands = steps.map(({ run = '' }) => run).join('\n');
    const named = [...commands.matchAll(/npm run ([\w:]+)/g)].map(([, name = '']) => name);
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
    const own = [...commands.matchAll(/node (build\/[\w.-]+)/g)].map(([, name = '']) => name);
    expect(own.filter((name) => !existsIn('build', name))).toEqual([]);
  });

  it('uses secrets only where a person has to agree first', () => {
    for (const [name, job] of jobs) {
      const uses = JSON.stringify(job.steps ?? []).includes('secrets.');
      if (uses) expect(job.environment, name).toBe('release');
    }
    expect(workflow.env === undefined || !JSON.stringify(workflow.env).includes('secrets.')).toBe(
      true,
    );
  });
});

describe('together', () => {
  const all = files.map((name) => readFileSync(path.join(folder, name), 'utf8')).join('\n');

  it('UPD-03 audit, test, check Electron on three systems, and hand on what a release needs', () => {
    for (const said of [
      'npm test',
      'npm audit --audit-level=low',
      'npm run e2e -- --shell electron',
      'npm run verify:electron',
      'ubuntu-24.04',
      'windows-2025',
      'macos-15',
      'bill-of-materials.cdx.json',
      'build/sign-lists.mjs',
      '--draft',
      "cron: '",
    ]) {
      expect(all).toContain(said);
    }
  });
});

const ALLOWED_WRITES: Readonly<Record<string, readonly string[]>> = {
  'release.yml attest': ['id-token', 'attestations'],
  'release.yml draft': ['contents'],
};

function existsIn(name: string, file: string): boolean {
  return readdirSync(path.join(root, name)).includes(path.basename(file));
}
