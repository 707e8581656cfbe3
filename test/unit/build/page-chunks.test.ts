// What a start of the page loads: the built page, made here, by what is in its files.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import * as vite from 'vite';
import { buildRenderer } from '../../../build/build.mjs';
import { enOfScreens } from '../../../renderer/texts/en-of-screens.ts';
import { root } from '../../support/imports.ts';

/** Script that every start loads: about a fiftieth more than it is now. A screen has its own. */
const MOST_AT_START = 474_000;

interface Chunk {
  readonly name: string;
  readonly bytes: number;
  readonly imports: readonly string[];
  /** Below the project, of what was kept of them. */
  readonly modules: readonly string[];
}
let chunks: ReadonlyMap<string, Chunk>;
let entry: Chunk;
/** Of all of them. */
let code = '';

beforeAll(async () => {
  // As a test runner sets it, unless a build before has set it already.
  vi.stubEnv('NODE_ENV', 'test');
  const { output } = await buildRenderer(vite, { write: false });
  expect(process.env['NODE_ENV']).toBe('test');
  vi.unstubAllEnvs();
  const found = output.flatMap((one) => (one.type === 'chunk' ? [one] : []));
  chunks = new Map(
    found.map(({ fileName, code, imports, modules }) => [
      fileName,
      {
        name: fileName,
        bytes: Buffer.byteLength(code),
        imports,
        modules: Object.entries(modules)
          .filter(([, { renderedLength }]) => renderedLength > 0)
          .map(([id]) => path.relative(root, id).replaceAll(path.sep, '/')),
      },
    ]),
  );
  code = found.map((one) => one.code).join('\n');
  const first = found.find(({ isEntry }) => isEntry);
  entry = chunkOf(first?.fileName ?? '');
});

function chunkOf(name: string): Chunk {
  const chunk = chunks.get(name);
  if (chunk === undefined) throw new Error(`There is no ${name}.`);
  return chunk;
}

/** These and what they import, and so on: loaded before any of them runs. */
function withImports(first: readonly Chunk[]): readonly Chunk[] {
  const all = new Set(first);
  for (const chunk of all) for (const name of chunk.imports) all.add(chunkOf(name));
  return [...all];
}
const modulesOf = (all: readonly Chunk[]) => all.flatMap(({ modules }) => modules);
const holding = (module: string) => {
  const found = [...chunks.values()].filter(({ modules }) => modules.includes(module));
  expect(found, module).toHaveLength(1);
  return found;
};

it('is made for production, also where tests make it: without what components tell developers', () => {
  expect(code).not.toContain('componentTag');
  expect(code.length).toBeGreaterThan(MOST_AT_START);
});

describe('a start', () => {
  it('loads neither screens nor Norwegian, schemas or what only screens need', () => {
    const modules = modulesOf(withImports([entry]));
    expect(modules).toContain('renderer/App.svelte');
    expect(modules).toContain('renderer/texts/en-at-start.ts');
    expect(modules).not.toContain('renderer/texts/en-of-screens.ts');
    const screens = modules.filter((name) => name.startsWith('renderer/screens/'));
    // What may stand over any screen is part of the frame: the window for a secret that is shown once.
    expect(screens.filter((name) => !name.includes('/enterprise-users/'))).toEqual([]);
    expect(screens).toContain('renderer/screens/enterprise-users/OneTimeSecret.svelte');
    expect(screens).not.toContain('renderer/screens/enterprise-users/EnterpriseUsers.svelte');
    expect(modules.filter((name) => name.startsWith('renderer/texts/nb'))).toEqual([]);
    expect(modules.filter((name) => name.startsWith('node_modules/zod/'))).toEqual([]);
    expect(modules.filter((name) => name.startsWith('preload/')).sort()).toEqual([
      'preload/contract/endpoints.ts',
      'preload/contract/locale.ts',
      'preload/contract/managed-rules.ts',
      'preload/contract/rules.ts',
      'preload/contract/scope-names.ts',
      'preload/contract/used-credentials.ts',
      // Seven words of forms, in both languages: main writes them as well.
      'preload/forms/part-words.ts',
      'preload/parts.ts',
      'preload/writing.ts',
    ]);
    expect(
      modules.filter((name) => /node_modules\/(dompurify|@codemirror|@lezer)\//.test(name)),
    ).toEqual([]);
  });

  it(`loads at most ${String(MOST_AT_START)} bytes of script before its screen`, () => {
    const bytes = withImports([entry]).reduce((sum, chunk) => sum + chunk.bytes, 0);
    expect(bytes).toBeLessThan(MOST_AT_START);
    expect(bytes).toBeGreaterThan(MOST_AT_START / 2);
  });
});

it('nothing of a start says what only screens have words for', () => {
  const ofScreens = new RegExp(`\\b(?:t|texts)\\.(?:${Object.keys(enOfScreens).join('|')})\\b`);
  const says = (module: string) => ofScreens.test(readFileSync(path.join(root, module), 'utf8'));
  const written = (modules: readonly string[]) =>
    modules.filter((name) => /^renderer\/(?!texts\/).*\.(?:ts|svelte)$/.test(name));
  const atStart = written(modulesOf(withImports([entry])));
  expect(atStart.length).toBeGreaterThan(100);
  expect(atStart.filter(says)).toEqual([]);
  const inbox = holding('renderer/screens/messages/Inbox.svelte');
  expect(written(modulesOf(inbox)).filter(says).length).toBeGreaterThan(10);
});

it('a language is loaded without another one', () => {
  const [start] = withImports([entry]);
  for (const part of ['at-start', 'of-screens']) {
    const all = withImports(holding(`renderer/texts/nb-${part}.ts`));
    const english = all.filter((chunk) => chunk !== start).flatMap(({ modules }) => modules);
    expect(english.filter((name) => name.startsWith('renderer/texts/en'))).toEqual([]);
  }
});

describe('a screen', () => {
  it.each([
    ['messages/Inbox.svelte', 'renderer/screens/reference/'],
    ['reference/Services.svelte', 'renderer/screens/messages/'],
    ['settings/Settings.svelte', 'renderer/screens/connections/'],
  ])('%s comes with its own feature and nothing of %s', (screen, other) => {
    const modules = modulesOf(withImports(holding(`renderer/screens/${screen}`)));
    expect(modules).toContain(`renderer/screens/${screen}`);
    expect(modules.filter((name) => name.startsWith(other))).toEqual([]);
  });

  it('comes in few files: its feature, what features share, schemas where it checks fields, the fields of forms where it has any', () => {
    for (const [screen, most] of [
      ['messages/Inbox', 4],
      ['reference/Services', 3],
      ['role-definitions/RoleDefinitions', 3],
    ] as const) {
      const atStart = withImports([entry]);
      const more = withImports(holding(`renderer/screens/${screen}.svelte`)).filter(
        (chunk) => !atStart.includes(chunk) && chunk.bytes > 1000,
      );
      expect(more.length, screen).toBeLessThanOrEqual(most);
    }
  });

  it('of enterprise users, where most begin, needs no schemas', () => {
    const home = 'renderer/screens/enterprise-users/EnterpriseUsers.svelte';
    const modules = modulesOf(withImports(holding(home)));
    expect(modules.filter((name) => name.startsWith('node_modules/zod/'))).toEqual([]);
  });
});
