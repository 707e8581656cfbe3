// The architecture as tests: allowed imports, one door per library, and words that no product file may contain.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { builtinModules } from 'node:module';
import { describe, expect, it } from 'vitest';
import { doors } from '../build/doors.mjs';
import { library, root, sources, type SourceFile } from './support/imports.ts';

const files = sources();
const packageJson = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
};
const inFolder = (folder: string) => files.filter((f) => f.path.startsWith(`${folder}/`));
const isOwn = (name: string) => /^(main|preload|renderer|test|build)\//.test(name);
const isNode = (name: string) =>
  name.startsWith('node:') || builtinModules.includes(library(name)) || name === 'electron';

/** "file imports target" for every own import that does not fit. */
function wrong(folder: string, allowed: (target: string, file: SourceFile) => boolean): string[] {
  return inFolder(folder).flatMap((file) =>
    file.imports
      .filter((target) => isOwn(target) && !allowed(target, file))
      .map((target) => `${file.path} imports ${target}`),
  );
}

const startsWithAny = (target: string, ...starts: string[]) =>
  starts.some((start) => target.startsWith(start));
/** Only shapes: `import type` lines do not tie modules together at run time. */
const typeOnly = (file: SourceFile, target: string) => {
  const name = path.posix.basename(target).replaceAll('.', '\\.');
  const lines = file.text.match(new RegExp(`import[^;]*?['"][^'"]*${name}['"]`, 'g')) ?? [];
  return lines.every((line) => line.startsWith('import type'));
};

/** Each call of these functions, and whether it gives one literal that names every field. */
function callsOf(names: readonly string[], file: SourceFile) {
  const calls: { name: string; literal: boolean }[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && names.includes(node.expression.getText())) {
      const [given] = node.arguments;
      const literal =
        given !== undefined &&
        ts.isObjectLiteralExpression(given) &&
        !given.properties.some(ts.isSpreadAssignment);
      calls.push({ name: node.expression.getText(), literal });
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file.path, file.text, ts.ScriptTarget.Latest, true));
  return calls;
}

/** What knows nothing of Steward's features, and everything in main may use. */
const COMMON = [
  'main/charset.ts',
  'main/cancel.ts',
  'main/diagnostics/error-id.ts',
  'main/pauses.ts',
  'main/problem.ts',
  'main/problems.ts',
  'main/process-end.ts',
  'main/secret.ts',
  'main/serial.ts',
  'main/threads.ts',
];

/** Selector and declarations of each rule of a style sheet, those inside a layer too. */
const rulesOf = (css: string) =>
  [...css.replace(/\/\*[^]*?\*\//g, '').matchAll(/([^{};]+)\{([^{}]*)\}/g)].map(
    ([, selector = '', body = '']) =>
      [
        selector.trim(),
        body
          .split(';')
          .map((declaration) => declaration.trim().replaceAll(/\s+/g, ' '))
          .filter((declaration) => declaration !== ''),
      ] as const,
  );

describe('who may import whom', () => {
  it('ARC-01 the border imports neither side, no Node and no DOM library', () => {
    expect(
      wrong('preload/contract', (t) => startsWithAny(t, 'preload/contract/', 'preload/result.ts')),
    ).toEqual([]);
    expect(inFolder('preload/contract').flatMap((f) => f.imports.filter(isNode))).toEqual([]);
    expect(wrong('preload', (t) => startsWithAny(t, 'preload/'))).toEqual([]);
  });

  it('ARC-01 the page imports no Node, no electron and nothing of main', () => {
    expect(
      inFolder('renderer').flatMap((f) => f.imports.filter(isNode).map((t) => `${f.path}: ${t}`)),
    ).toEqual([]);
    expect(wrong('renderer', (t) => startsWithAny(t, 'renderer/', 'preload/'))).toEqual([]);
  });

  it('ARC-01 main knows electron only in its shell, and nothing of the page', () => {
    const outside = inFolder('main').filter(
      (f) => !/^main\/shell\/electron(-[a-z]+)?\.ts$/.test(f.path),
    );
    expect(outside.filter((f) => f.imports.includes('electron')).map((f) => f.path)).toEqual([]);
    expect(wrong('main', (t) => startsWithAny(t, 'main/', 'preload/'))).toEqual([]);
  });

  it('a Problem with a factory is made by it, in problems.ts alone', () => {
    const byHand =
      /new Problem\(\s*\{\s*kind: '(conflict|not-found|cancelled|invalid-input|unexpected-answer|internal)'/;
    const makers = inFolder('main').filter((f) => byHand.test(f.text));
    expect(makers.map((f) => f.path)).toEqual(['main/problems.ts']);
  });

  it('components know texts, components and the rules of single values only', () => {
    expect(
      wrong(
        'renderer/components',
        (t, f) =>
          startsWithAny(
            t,
            'renderer/components/',
            'renderer/texts/',
            'preload/contract/rules.ts',
          ) ||
          (startsWithAny(t, 'preload/') && typeOnly(f, t)),
      ),
    ).toEqual([]);
  });

  it('numbers and their units are written by texts/formats.ts, days are asked for by DateField', () => {
    const ways: Readonly<Record<string, { readonly byHand: RegExp; readonly only: string }>> = {
      number: {
        byHand:
          /\.toFixed\(|\.toLocale(Date|Time)?String\(|Intl\.(Number|DateTime)Format|Math\.(round|floor|ceil)\([^)]*\/ ?(60|100|1000|1024|3600)\b|\} ?(bytes?|[kMG]i?B|%)(?![\w"])/,
        only: 'renderer/texts/formats.ts',
      },
      day: {
        byHand: /type="(date|time|month|week|datetime-local)"/,
        only: 'renderer/components/DateField.svelte',
      },
    };
    for (const { byHand, only } of Object.values(ways)) {
      const found = inFolder('renderer').filter((f) =>
        byHand.test(f.text.replace(/<style>[^]*<\/style>/, '')),
      );
      expect(found.map((f) => f.path)).toEqual([only]);
    }
  });

  it('a card has the padding of styles/parts.css: where its parts reach the border it is `flush`', () => {
    // A rule of the component for its card.
    const again = /\.card\b[^{},]*\{[^}]*padding/;
    const found = inFolder('renderer').filter(
      (f) => f.path.endsWith('.svelte') && again.test(/<style>[^]*/.exec(f.text)?.[0] ?? ''),
    );
    expect(found.map((f) => f.path)).toEqual([]);
  });

  it('no component repeats what a class of the layers in renderer/styles says', () => {
    const layers = new Map(
      ['layout', 'parts', 'text'].flatMap((name) =>
        rulesOf(readFileSync(path.join(root, `renderer/styles/${name}.css`), 'utf8')).filter(
          ([selector, body]) => /^\.[\w-]+$/.test(selector) && body.length > 1,
        ),
      ),
    );
    expect(layers.size).toBeGreaterThan(15);
    const found = inFolder('renderer').flatMap((f) => {
      const style = /<style>([^]*)<\/style>/.exec(f.text)?.[1] ?? '';
      // What holds in a narrow window or a state alone cannot be a class.
      const always = style.replace(/@[^{]+\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g, '');
      return rulesOf(always)
        .filter(([selector]) => !selector.includes(':'))
        .flatMap(([selector, body]) =>
          [...layers]
            .filter(([, layer]) => layer.every((declaration) => body.includes(declaration)))
            .map(([name]) => `${f.path}: ${selector} is ${name}`),
        );
    });
    expect(found).toEqual([]);
  });

  it('a list is keyed by what tells its rows apart, never by words: two that are alike would stop the screen', () => {
    const byWords = /\{#each [^\n]+ \((?:\w+\.)?(?:label|text|title|said|words|line)\)\}/;
    expect(byWords.test('{#each facts as { label, value } (label)}')).toBe(true);
    const found = inFolder('renderer').filter(({ text }) => byWords.test(text));
    expect(found.map((file) => file.path)).toEqual([]);
  });

  it('FLD-15 what stands in a path of the platform is encoded by one piece', () => {
    const bare =
      /(?<!encoded)`api\/[^`]*\$\{|`\$\{\w*[pP]ath\.(?!basename)\w+(?:\([^)]*\))?\}\/[^`]*\$\{/;
    // These two fill in the documented forms of paths, whose slashes are their own.
    const filling = ['main/platform/offers.ts', 'main/services/explorer.ts'];
    const found = inFolder('main').filter(({ text }) => bare.test(text));
    expect(found.map((file) => file.path)).toEqual(filling);
  });

  it('a screen imports no other screen', () => {
    const screenOf = (p: string) => p.split('/')[2];
    expect(
      wrong(
        'renderer/screens',
        (t, f) =>
          startsWithAny(
            t,
            'renderer/components/',
            'renderer/forms/',
            'renderer/state/',
            'renderer/texts/',
            'renderer/client.ts',
            'preload/',
          ) ||
          (t.startsWith('renderer/screens/') && screenOf(t) === screenOf(f.path)),
      ),
    ).toEqual([]);
  });

  it('a service imports no other service, no bridge, no shell and no transport', () => {
    expect(
      wrong(
        'main/services',
        (t, f) =>
          startsWithAny(
            t,
            'preload/',
            'main/auth/',
            'main/secrets/',
            'main/storage/',
            ...COMMON,
            'main/platform/api.ts',
            'main/platform/reconcile.ts',
          ) ||
          (startsWithAny(
            t,
            'main/http/',
            'main/platform/',
            'main/diagnostics/log.ts',
            'main/shell/shell.ts',
            'main/diagnostics/request-log.ts',
            'main/policy/policy.ts',
            'main/updates/updates.ts',
          ) &&
            typeOnly(f, t)) ||
          // Pure readers and writers of what the platform writes; the job engine is the deep half of its service.
          startsWithAny(
            t,
            'main/http/addresses.ts',
            'main/http/platform-time.ts',
            'main/http/hal.ts',
            'main/http/links.ts',
            'main/http/reader.ts',
            'main/http/values.ts',
            'main/http/role-reader.ts',
            'main/http/party-reader.ts',
            'main/http/identity-number.ts',
            'main/http/complete-list.ts',
            'main/http/text-answer.ts',
            // What messages, forms and attachments have in common, and drafts of forms.
            'main/messages/',
            // What the services of file transfer and of consents have in common with their jobs.
            'main/transfers/',
            'main/consents/',
            // What a hand-over is, for its service and its job.
            'main/hand-over/',
            // What a backup is, and how one is read.
            'main/backup/',
            // Files that people bring and take.
            'main/file-formats/',
            // The open metadata: how it is asked for, and its copy on this computer.
            'main/reference/',
            'main/xsd/',
          ) ||
          (t === 'main/jobs/jobs.ts' && (f.path === 'main/services/jobs.ts' || typeOnly(f, t))) ||
          (t === 'main/platform/organisations.ts' && f.path === 'main/services/service-owner.ts') ||
          (t === 'main/xsd/xsd.ts' && f.path === 'main/services/xsd.ts') ||
          (t === 'main/platform/entry-points.ts' && f.path === 'main/services/explorer.ts'),
      ),
    ).toEqual([]);
  });

  it('a service gets by name what it uses, never a bag of everything', () => {
    const bags = inFolder('main/services').filter((f) => /\bInfrastructure\b/.test(f.text));
    expect(bags.map((f) => f.path)).toEqual([]);
    const names = inFolder('main/services')
      .map((f) => path.posix.basename(f.path, '.ts'))
      .map((name) => `${name.replace(/-(\w)/g, (_, c: string) => c.toUpperCase())}Service`);
    const builders = inFolder('main').filter((f) => f.text.includes('Service('));
    const calls = builders.flatMap((f) => callsOf(names, f));
    // Whichever is built in another way than by a call would not be seen here.
    expect(calls.map(({ name }) => name).sort()).toEqual(names.sort());
    // The compiler refuses a field too many in a literal, and only there.
    expect(calls.filter(({ literal }) => !literal)).toEqual([]);
  });

  it('http and storage know nothing above them', () => {
    const low = (own: string) => (t: string, f: SourceFile) =>
      startsWithAny(t, own, 'preload/', ...COMMON) ||
      (t === 'main/diagnostics/log.ts' && typeOnly(f, t));
    expect(wrong('main/http', low('main/http/'))).toEqual([]);
    expect(wrong('main/storage', low('main/storage/'))).toEqual([]);
  });

  it('neither signing in nor secrets know the platform’s client or a service', () => {
    const below =
      (...own: string[]) =>
      (t: string, f: SourceFile) =>
        startsWithAny(t, ...own, 'main/storage/', 'main/http/', 'preload/', ...COMMON) ||
        (t === 'main/diagnostics/log.ts' && typeOnly(f, t));
    expect(wrong('main/secrets', below('main/secrets/'))).toEqual([]);
    expect(wrong('main/auth', below('main/auth/', 'main/secrets/'))).toEqual([]);
  });
});

describe('doors', () => {
  it.each(Object.entries(doors))('ARC-02 %s has one door', (name, door) => {
    const users = files.filter((f) => f.imports.some((t) => library(t) === name || t === name));
    expect(users.map((f) => f.path).filter((p) => !door.files.includes(p))).toEqual([]);
  });

  it('every runtime dependency has a door', () => {
    const without = Object.keys(packageJson.dependencies).filter((name) => !(name in doors));
    expect(without).toEqual([]);
  });

  it('UPD-01 every version is exact', () => {
    const all = { ...packageJson.dependencies, ...packageJson.devDependencies };
    const loose = Object.entries(all).filter(
      ([, v]) => !/^(npm:[^@]*@?[^@]+@)?\d+\.\d+\.\d+$/.test(v),
    );
    expect(loose).toEqual([]);
  });
});

describe('words no product file may hold', () => {
  const banned: readonly [string, RegExp, readonly string[]][] = [
    ['TLS-01 the pfx option', /\bpfx\s*:/, []],
    ['TLS-02 a switch that turns server checks off', /rejectUnauthorized\s*:(?!\s*true\b)/, []],
    [
      'RTY-02 a client that repeats calls by itself',
      /\bnet\.(fetch|request)\b|\bRetryAgent\b|[^.\w]fetch\(/,
      [],
    ],
    ['LOG-02 console', /\bconsole\.\w+\(/, []],
    [
      'CSP-03 raw HTML or an inline style',
      /\{@html|\sstyle="|\.innerHTML\b|insertAdjacentHTML/,
      [],
    ],
    ['a default export', /^export default /m, []],
    ['UPD-07 code from text', /\beval\(|new Function\(/, []],
    // What was saved is never opened: it came from somebody else. It is selected in its folder, by one piece.
    ['NAV-07 what has the system open a file', /\bopenPath\b|\bopenItem\b/, []],
    [
      'NAV-07 what has the system show a file',
      /\bshowItemInFolder\b/,
      ['main/shell/electron-dialogs.ts'],
    ],
    [
      'UPD-07 a command as a text, which a shell takes apart',
      /\bexecSync\(|(?<![.\w])exec\(|\bshell:\s*true\b/,
      [],
    ],
    ['a literal spread into a literal', /\.\.\.\{\s*\w/, []],
  ];

  it.each(banned)('%s', (_name, pattern, except) => {
    const found = files.filter((f) => pattern.test(f.text) && !except.includes(f.path));
    expect(found.map((f) => f.path)).toEqual([]);
  });
});

it('UPD-06 nothing starts a development server of Vite; the one that vitest needs listens on 127.0.0.1 alone', () => {
  const settings = ['build', 'test'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true })
      .map((name) => path.posix.join(folder, String(name).replaceAll(path.sep, '/')))
      .filter((name) => /\.(mjs|js|config\.ts)$/.test(name)),
  );
  const textOf = (file: string) => readFileSync(path.join(root, file), 'utf8');
  const starting =
    /\b(createServer|preview)\b[^;]*from 'vite'|\bvite\.(createServer|preview)\(|--host\b/;
  expect(settings.filter((file) => starting.test(textOf(file)))).toEqual([]);
  const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };
  const served = Object.values(scripts).filter((line) =>
    /--host\b|\bvite(\s+(dev|serve|preview)|$)/.test(line),
  );
  expect(served).toEqual([]);
  const hosts = settings.flatMap((file) =>
    [...textOf(file).matchAll(/\bhost: *([^,}\n]+)/g)].map(([, host = '']) => host.trim()),
  );
  expect(hosts).toContain("'127.0.0.1'");
  expect(hosts.filter((host) => /true|0\.0\.0\.0|'::'/.test(host))).toEqual([]);
  expect(textOf('test/page/projects.config.ts')).toMatch(/api: \{ host: '127\.0\.0\.1'/);
});

describe('sources that a reader can open', () => {
  const parts = ['main', 'preload', 'renderer', 'test', 'build'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
      .filter((one) => one.isFile())
      .map((one) => path.relative(root, path.join(one.parentPath, one.name))),
  );
  const named = [...parts, 'README.md', 'electron-builder.yml']
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => /\.(ts|mts|mjs|js|svelte|md|yml|css)$/.test(name));

  it('every source file that a page or a comment names is there', () => {
    const lost = named.flatMap((name) => {
      const text = readFileSync(path.join(root, name), 'utf8');
      const files = text.matchAll(
        name.endsWith('.md')
          ? /(?<![\w./*<-])([a-z][\w/-]*(?:\.[\w-]+)*\.(?:m?ts|mjs|svelte))\b/g
          : /^ *(?:\/\/|\/?\*).*`([a-z][\w-]*(?:\/[\w.-]+)+\.(?:m?ts|mjs|svelte))`/gm,
      );
      return [...files]
        .map(([, file = '']) => file)
        .filter((file) => !named.some((one) => one === file || one.endsWith(`/${file}`)))
        .map((file) => `${name} names ${file}`);
    });
    expect(lost).toEqual([]);
  });

  it('every page that is named is one of the project, and so is its heading', () => {
    expect(named.length).toBeGreaterThan(900);
    const pages = new Set(
      named.filter((name) => name.endsWith('.md')).map((name) => path.posix.basename(name)),
    );
    const headings = [
      ...readFileSync(path.join(root, 'build/guide/platform.md'), 'utf8').matchAll(/^##+ (.+)$/gm),
    ].map(([, title = '']) => title);
    const wrong = named.flatMap((name) => {
      const text = readFileSync(path.join(root, name), 'utf8');
      const unknown = [...text.matchAll(/(?<![\w/${}.-])([a-z][\w-]*\.md)\b(?!\.\w|\[)/g)]
        .map(([, page = '']) => page)
        .filter((page) => !pages.has(page));
      // A comment may break the line within a heading.
      const plain = text.replaceAll(/\n\s*(\*|\/\/)?\s*/g, ' ');
      const lost = [...plain.matchAll(/platform\.md, ([A-Z].{0,40})/g)]
        .map(([, after = '']) => after)
        .filter((after) => !headings.some((title) => after.startsWith(title)));
      return [...unknown, ...lost].map((what) => `${name}: ${what}`);
    });
    expect(wrong).toEqual([]);
  });
});

describe('shape of the tree', () => {
  it('ELC-01 no end hangs on the event `exit` of the process, which a command in Electron never has', () => {
    const waits =
      /\bprocess\s*\.\s*(?:on|once|addListener|prependListener)\(\s*['"`](?:exit|beforeExit)['"`]/;
    expect(waits.test("process.once('exit', () => undefined)")).toBe(true);
    const found = sources(['main']).filter(({ text }) => waits.test(text));
    expect(found.map((file) => file.path)).toEqual([]);
  });

  it('every file says in its first line what it hides', () => {
    const silent = files.filter(
      (f) => !/^(\/\/ |<!-- )\S/.test(f.text) || f.text.startsWith('// @'),
    );
    expect(silent.map((f) => f.path).filter((p) => !p.endsWith('icons.ts'))).toEqual([]);
  });

  it('no first line is longer than 120 characters', () => {
    const sourceFiles = ['main', 'preload', 'renderer', 'build', 'test'].flatMap((folder) =>
      readdirSync(path.join(root, folder), { recursive: true })
        .map((name) => `${folder}/${String(name).replaceAll(path.sep, '/')}`)
        .filter((name) => /\.(ts|mts|mjs|js|svelte|css)$/.test(name)),
    );
    expect(sourceFiles.length).toBeGreaterThan(1_000);
    const long = sourceFiles.filter((name) => {
      const [first = ''] = readFileSync(path.join(root, name), 'utf8').split('\n', 1);
      return first.length > 120;
    });
    expect(long).toEqual([]);
  });

  it('folders are at most three deep and none is called utils, helpers, common, shared or manager', () => {
    const folders = new Set(files.map((f) => path.posix.dirname(f.path)));
    const bad = [...folders].filter(
      (f) =>
        f.split('/').length > 4 || /(^|\/)(utils?|helpers?|common|shared|managers?)(\/|$)/.test(f),
    );
    expect(bad).toEqual([]);
  });

  it('a feature has one name: contract, service and screen texts agree', () => {
    const kebab = (name: string) => name.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`);
    const contract = readFileSync(path.join(root, 'preload/contract/contract.ts'), 'utf8');
    const block = /export const contract = \{([^}]*)\}/.exec(contract)?.[1] ?? '';
    const features = [...block.matchAll(/^\s+(\w+)[,:]/gm)].map((m) => kebab(m[1] ?? ''));
    expect(features.length).toBeGreaterThan(5);
    const missing = features.flatMap((name) =>
      [`preload/contract/${name}.ts`, `main/services/${name}.ts`].filter(
        (f) => !existsSync(path.join(root, f)),
      ),
    );
    expect(missing).toEqual([]);
  });

  it('the top level is the one that was fixed', () => {
    const expected = [
      'build',
      'electron-builder.yml',
      'LICENSE',
      'main',
      'package-lock.json',
      'package.json',
      'preload',
      'README.md',
      'renderer',
      'test',
      'tsconfig.json',
    ];
    const made = ['dist', 'node_modules', 'test-results'];
    const found = readdirSync(root).filter((name) => !name.startsWith('.') && !made.includes(name));
    expect(found.sort()).toEqual(expected.sort());
  });
});
