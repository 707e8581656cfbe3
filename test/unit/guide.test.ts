// Checks the guide and the READMEs: the links, pictures, files, scripts, checks and versions they name exist.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { endpoints } from '../../preload/contract/endpoints.ts';
import { operationsByEndpoint, placesOf, platformPage } from '../../build/platform-reference.mjs';
import { day } from '../support/a-day.ts';
import { needApproval } from '../support/contract-samples.ts';
import { mit } from '../../build/licences.mjs';
import { newestNotes } from '../../build/release-notes.mjs';
import { checks, limitedChecks, testsByCheck } from '../../build/test-index.mjs';

const root = path.resolve(import.meta.dirname, '../..');
const GUIDE = 'build/guide';
const OTHER_FOLDERS = new Set(['node_modules', 'dist', 'test-results', '.git', '.ci']);
const MOST_BYTES = 150_000;
const MOST_BYTES_TOGETHER = 3_000_000;

const text = (file: string): string => readFileSync(path.join(root, file), 'utf8');

/** Every README and every page of the guide, as paths from the root. */
const documents = readdirSync(root, { recursive: true, withFileTypes: true })
  .filter((one) => one.isFile() && one.name.endsWith('.md'))
  .map((one) => path.relative(root, path.join(one.parentPath, one.name)).replaceAll('\\', '/'))
  .filter((file) => !file.split('/').some((part) => OTHER_FOLDERS.has(part)))
  .sort();
const guide = documents.filter((file) => file.startsWith(`${GUIDE}/`));

const withoutCode = (markdown: string): string =>
  markdown.replaceAll(/^```[\s\S]*?^```$/gm, '').replaceAll(/`[^`\n]*`/g, '');

interface Link {
  readonly file: string;
  readonly target: string;
  readonly isPicture: boolean;
}

const linksOf = (file: string): Link[] =>
  [...withoutCode(text(file)).matchAll(/(!?)\[[^\]]*\]\(([^)\s]+)\)/g)].map(
    ([, mark, target = '']) => ({ file, target, isPicture: mark === '!' }),
  );

/** As the usual viewers make them of headings. */
const anchorsOf = (file: string): string[] =>
  [...text(file).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );

function isBroken({ file, target }: Link): boolean {
  if (/^https?:/.test(target)) return false;
  const [name = '', anchor] = target.split('#');
  const at = name === '' ? file : path.posix.join(path.posix.dirname(file), name);
  if (!existsSync(path.join(root, at))) return true;
  return anchor !== undefined && !anchorsOf(at).includes(anchor);
}

describe('the guide', () => {
  it('has a page for every screen, and its index leads to every page', () => {
    const [, table = ''] = text('renderer/screens.ts').split('export const screens');
    const ids = [...table.matchAll(/\bid: '([a-z-]+)'/g)].map(([, id = '']) => id);
    expect(ids.length).toBeGreaterThan(15);
    const pages = readdirSync(path.join(root, GUIDE, 'screens'));
    expect(ids.filter((id) => !pages.includes(`${id}.md`))).toEqual([]);
    const index = linksOf(`${GUIDE}/README.md`).map(({ target }) => `${GUIDE}/${target}`);
    expect(guide.filter((file) => file !== `${GUIDE}/README.md` && !index.includes(file))).toEqual(
      [],
    );
  });

  it('tells of a day what the journeys count', () => {
    const page = text(`${GUIDE}/a-day.md`);
    const rows = [...page.matchAll(/^\| (\S.*?) +\| (\d+) +\|$/gm)];
    const tasks = Object.values(day);
    expect(rows.map(([, ...cells]) => cells)).toEqual(
      tasks.map(({ title, acts }) => [title, String(acts.length)]),
    );
    const parts = page.split(/^## /m).slice(1);
    expect(parts.map((part) => part.split('\n', 1)[0])).toEqual(tasks.map(({ title }) => title));
    for (const [at, { acts }] of tasks.entries()) {
      const steps = [...(parts[at] ?? '').matchAll(/^\d+\. (.+)$/gm)].map(([, step = '']) => step);
      expect(steps.map((step) => step.toLowerCase())).toEqual(
        acts.map((step) => step.toLowerCase()),
      );
    }
  });

  it('says of every act that needs a consent why it does, and of no other', () => {
    const [, part = ''] = text(`${GUIDE}/security.md`).split('## What a person is asked');
    const rows = [...part.matchAll(/^\| `([a-z]+)` +\| (`.+?`) +\|/gm)].flatMap(
      ([, why, operations = '']) =>
        operations.split(', ').map((operation) => [operation.replaceAll('`', ''), why]),
    );
    expect(rows.sort()).toEqual([...needApproval].sort());
  });

  it('names in each row of the statement on accessibility a test that there is, and says what was not tested', () => {
    const page = text(`${GUIDE}/accessibility.md`);
    const [, tested = '', open = ''] = page.split(/^## What (?:is|was not) tested$/m);
    const lines = tested.match(/^\| \d.*$/gm) ?? [];
    expect(lines.length).toBeGreaterThan(15);
    const rows = lines.map((line) => /\| `(test\/[\w./-]+)` +\| `([^`]+)` +\|$/.exec(line));
    const lost = rows.map((row, at) => {
      const [, file = '', title = ''] = row ?? [];
      const isThere =
        row !== null &&
        existsSync(path.join(root, file)) &&
        ["'", '`'].some((quote) =>
          text(file)
            .replaceAll(/\b(it|test)\(\s*/g, 'test(')
            .includes(`test(${quote}${title}${quote}`),
        );
      return isThere ? '' : lines[at];
    });
    expect(lost.filter((line) => line !== '')).toEqual([]);
    expect(open.match(/^- \*\*/gm)?.length).toBeGreaterThan(5);
  });

  it('shows every picture once, with words for who cannot see it', () => {
    const shown = guide.flatMap(linksOf).filter(({ isPicture }) => isPicture);
    const names = shown.map(({ target }) => path.posix.basename(target)).sort();
    expect(names).toEqual(readdirSync(path.join(root, GUIDE, 'pictures')).sort());
    const wordless = guide.filter((file) => /!\[\s*\]\(/.test(text(file)));
    expect(wordless).toEqual([]);
  });

  it('has the pictures that the journeys draw, and no page without one', () => {
    const journeys = text('build/pictures/pictures.spec.ts');
    const kept = readdirSync(path.join(root, GUIDE, 'pictures')).map((name) =>
      path.basename(name, '.png'),
    );
    const drawn = (name: string) => journeys.includes(`'${name.replace(/-dark$/, '')}'`);
    expect(kept.filter((name) => !drawn(name))).toEqual([]);
    const pages = guide.filter((file) => file.startsWith(`${GUIDE}/screens/`));
    expect(pages.filter((file) => !linksOf(file).some((link) => link.isPicture))).toEqual([]);
  });

  it('has pictures of one size that are small', () => {
    const folder = path.join(root, GUIDE, 'pictures');
    const sizes = readdirSync(folder).map((name) => statSync(path.join(folder, name)).size);
    expect(Math.max(...sizes)).toBeLessThan(MOST_BYTES);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MOST_BYTES_TOGETHER);
    for (const name of readdirSync(folder)) {
      const head = readFileSync(path.join(folder, name)).subarray(0, 24);
      expect([name, head.readUInt32BE(16), head.readUInt32BE(20)]).toEqual([name, 1280, 800]);
    }
  });

  it('names the newest version of the program in its changelog first, with a list of what changed', () => {
    const { version } = JSON.parse(text('package.json')) as { version: string };
    const changelog = text(`${GUIDE}/changelog.md`);
    expect(/^## \[(.+?)\]/m.exec(changelog)?.[1]).toBe(version);
    expect(changelog.split(/^## /m)[1]).toMatch(/^### [A-Z][\s\S]+^- /m);
  });

  it('has every endpoint as the program knows it: node build/platform-reference.mjs writes them', async () => {
    const page = await platformPage(endpoints);
    expect(text(`${GUIDE}/platform.md`)).toBe(page);
    expect(page).not.toMatch(/undefined|\[object/);
    const rows = [...page.matchAll(/^\| (GET|POST|PUT|DELETE) +\| `([^`]+)` /gm)];
    expect(rows.map(([, method, at]) => `${method} ${at}`).sort()).toEqual(
      endpoints.map(({ method, path: at }) => `${method} ${at}`).sort(),
    );
  });

  it('marks each endpoint by what the contract says of its operations, and the contract names no other', () => {
    const plain = (at: string) => at.replaceAll(/\{[^}]*\}/g, '{}').toLowerCase();
    const known = new Set(endpoints.map(({ method, path: at }) => `${method} ${plain(at)}`));
    const named = [...operationsByEndpoint().keys()];
    expect(named.length).toBeGreaterThan(60);
    expect(named.filter((one) => !known.has(one))).toEqual([]);
    const places = placesOf(endpoints);
    const placeOf = (method: string, at: string) =>
      [...places].find(([one]) => one.method === method && one.path === at)?.[1];
    expect(placeOf('POST', 'serviceowner/srr')).toBe('screen');
    expect(placeOf('GET', 'serviceowner/srr/{id}')).toBe('terminal');
    expect(placeOf('GET', 'organizations')).toBe('explorer only');
    expect(placeOf('GET', '{who}/authorization/apprights')).toBe('switched off');
    expect(placeOf('PUT', 'serviceowner/srr/{id}')).toBe('no');
    // What is not offered is written down here, so that a call that gets lost is seen.
    const missing = [...places].filter(([, place]) => place === 'no');
    expect(missing.length).toBeLessThan(15);
  });

  it('gives a release the notes of its version as plain text, and of no other', () => {
    const changelog =
      '# C\n\n## [2.0.0]\n\n### Added\n\n- **New**: one\n  line.\n\n## [1.0.0]\n\n- Old.\n';
    expect(newestNotes('2.0.0', changelog)).toBe('Added\n\n- New: one line.');
    expect(() => newestNotes('2.0.1', changelog)).toThrow('another version than 2.0.1');
    expect(() => newestNotes('2.0.0', '# C\n')).toThrow('another version');
    const { version } = JSON.parse(text('package.json')) as { version: string };
    expect(newestNotes(version)).not.toMatch(/[#*]/);
  });
});

describe('the pages at the door', () => {
  const pages = ['README.md', '.github/CONTRIBUTING.md', '.github/SECURITY.md'];
  /** What a person sees before scrolling: about fifty lines. */
  const firstScreen = text('README.md').split('\n').slice(0, 50).join('\n');

  it.each([
    ['what it is', 'a desktop program'],
    ['for whom', 'people who administer an organisation'],
    ['who holds secrets', '**Main** holds the certificate, the keys and the tokens'],
    ['who calls', 'makes every call'],
    ['how it calls', 'over two-way TLS, with streamed uploads'],
    ['what the page does', '**The page** shows.'],
    ['what it is made with', 'Electron'],
    ['and the page', 'Svelte'],
    ['how to try it', 'npm run demo'],
    ['how to test it', 'npm test'],
    ['what it promises', 'S7 Not promised'],
    ['what still answers', '## What of the platform still answers'],
    ['until when', 'until June 2026'],
  ])('README says on its first screen %s: %s', (_what, words) => {
    expect(firstScreen).toContain(words);
  });

  it('README has two commands and one picture', () => {
    const commands = text('README.md').match(/^ {4}\S.*$/gm) ?? [];
    expect(commands.map((line) => line.trim().split('  ')[0])).toEqual([
      'npm run demo',
      'npm test',
    ]);
    expect(linksOf('README.md').filter(({ isPicture }) => isPicture)).toHaveLength(1);
  });

  it('README gives each promise as the page on security does', () => {
    const rows = [...text('README.md').matchAll(/^\| (S\d) /gm)].map(([, id]) => id);
    const promised = [...text(`${GUIDE}/security.md`).matchAll(/^### (S\d):/gm)];
    expect(rows).toEqual(promised.map(([, id]) => id));
  });

  it.each(pages)('%s is a page, without a sentence that has to be read twice', (file) => {
    const lines = text(file).trim().split('\n');
    expect(lines.length).toBeLessThanOrEqual(85);
    const sentences = withoutCode(lines.filter((line) => !/^( {4}|\|)/.test(line)).join('\n'))
      .replaceAll(/\]\([^)]*\)/g, ']')
      .split(/(?<=[.:?!])\s|\n\n|\n- |\n\d\. /);
    const long = sentences.filter((one) => one.split(/\s+/).length > 25);
    expect(long).toEqual([]);
  });

  it.each(pages)('%s names no person, mail address or host', (file) => {
    expect(text(file)).not.toMatch(/[\w.]@[\w-]|https?:|\bwww\./);
  });

  it('the licence is the one that package.json names, of whom it names as author', () => {
    const { license, author } = JSON.parse(text('package.json')) as {
      license: string;
      author: { name: string };
    };
    expect(`${license} License\n\n`).toBe(text('LICENSE').slice(0, license.length + 10));
    expect(text('LICENSE')).toBe(mit(author.name));
    expect(text('electron-builder.yml')).toMatch(/^ {2}- LICENSE$/m);
  });
});

describe('the guide and the READMEs', () => {
  it('have no link that leads nowhere', () => {
    const links = documents.flatMap(linksOf);
    expect(links.length).toBeGreaterThan(80);
    expect(links.filter(isBroken)).toEqual([]);
  });

  it('name only scripts that there are', () => {
    const { scripts } = JSON.parse(text('package.json')) as { scripts: Record<string, string> };
    const named = documents.flatMap((file) =>
      [...text(file).matchAll(/npm run (?:--silent )?([a-z][\w:]*)/g)].map(([, name = '']) => name),
    );
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
    for (const file of new Set(
      Object.values(scripts)
        .join(' ')
        .match(/build\/[\w-]+\.mjs/g),
    ))
      expect(existsSync(path.join(root, file)), file).toBe(true);
  });

  it('name only checks that there are, and the guide only such with a test or a known limit', () => {
    const known = new Set(checks().map(({ id }) => id));
    const prefixes = new Set([...known].map((id) => id.slice(0, 3)));
    const idsIn = (file: string) =>
      [...text(file).matchAll(/\b([A-Z]{3})-\d\d\b/g)].flatMap(([id, prefix = '']) =>
        prefixes.has(prefix) ? [id] : [],
      );
    const security = idsIn(`${GUIDE}/security.md`);
    expect(security.length).toBeGreaterThan(80);
    expect(documents.flatMap(idsIn).filter((id) => !known.has(id))).toEqual([]);
    const proven = testsByCheck();
    const limited = limitedChecks();
    const open = guide.flatMap(idsIn).filter((id) => !proven.has(id) && !limited.has(id));
    expect(open).toEqual([]);
  });

  it('name only files of the project that there are', () => {
    const pattern = /`((?:main|preload|renderer|test|build)\/[\w./-]*\w(?:\.\w+|\/))`/g;
    const named = [...guide, 'README.md'].flatMap((file) =>
      [...text(file).matchAll(pattern)].map(([, name = '']) => name),
    );
    expect(named.length).toBeGreaterThan(40);
    expect(named.filter((name) => !existsSync(path.join(root, name)))).toEqual([]);
  });
});
