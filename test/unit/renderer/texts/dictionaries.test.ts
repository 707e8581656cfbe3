// The dictionaries: the same texts in both languages, none left untranslated, none empty, none broken by its arguments.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { en } from '../../../../renderer/texts/en.ts';
import { nb } from '../../../../renderer/texts/nb.ts';

type Leaf = string | ((...given: unknown[]) => unknown);

function leaves(of: unknown, path = ''): [string, Leaf][] {
  if (typeof of === 'string' || typeof of === 'function') return [[path, of as Leaf]];
  return Object.entries(of as object).flatMap(([key, value]) =>
    leaves(value, path === '' ? key : `${path}.${key}`),
  );
}

const english = new Map(leaves(en));
const norwegian = new Map(leaves(nb));

/** With numbers for numbers and words for words: a text that ignores or breaks its argument shows. */
const said = (text: Leaf): string[] =>
  typeof text === 'string' ? [text] : [1, 2, 1234].map((n) => spoken(text, n));

function spoken(text: Exclude<Leaf, string>, n: number): string {
  const given = <T>(value: T) => Array.from({ length: text.length }, () => value);
  try {
    return String(text(...given(n)));
  } catch (error) {
    // One that writes a word in small letters takes no number.
    if (error instanceof TypeError) return String(text(...given(String(n))));
    throw error;
  }
}

/** Names, units and words that are the same in both languages. */
const SAME = new Set([
  'consents.columns.status',
  'consents.create.givers.person',
  'lookups.notations.xml',
  'lookups.kinds.xml',
  'lookups.kinds.json',
  'fileTransfer.statusLabel',
  'fileTransfer.columns.status',
  'fileTransfer.send.go',
  'firstRun.testName',
  'signing.read.original',
  'connections.facts.proxy',
  'connections.form.proxy',
  'connections.proxies.system',
  'onThisComputer.places.windows',
  'onThisComputer.places.macos',
  'onThisComputer.places.linux',
  'onThisComputer.backup',
  'acting.person',
  'failures.host',
  'managed.facts.proxy',
  'managed.proxyLabel',
  'settings.schemes.auto',
  'settings.languages.auto',
  'signIn.shortWays.person',
  'reportees.oneKind.person',
  'delegations.kind.person',
  'delegations.give.who.person',
  'reportees.columns.status',
  'reportees.facts.type',
  'roleDefinitions.type',
  'reportees.facts.status',
  'roles.tabs.picture',
  'signIn.left.minutes',
  'signIn.token',
  'words.test',
  'enterpriseUsers.environment.test',
  'activity.environment.test',
  'jobs.pause',
  'serviceRights.kind.person',
  'partyAccess.columns.status',
  'partyAccess.kind.person',
  'ownerRequests.status',
  'ownerRequests.consents.columns.status',
  'ownerRequests.requests.columns.receiver',
  'ownerRequests.requests.columns.status',
  'ownerRequests.requests.new.kind.person',
  'serviceOwner.recipient.kinds.person',
  'words.byHelperKey',
  'words.exporting.format',
  'words.exporting.formats.csv',
  'frame.keys.Enter',
  'frame.keys.Alt',
  'frame.keys.Mod',
  'frame.keys.Escape',
  'frame.keys.Home',
  'frame.keys.End',
  'frame.keys.PageUp',
  'frame.keys.PageDown',
  'frame.keys.Delete',
  'frame.keys.ArrowLeft',
  'frame.keys.ArrowRight',
  'frame.keys.ArrowUp',
  'frame.keys.ArrowDown',
  'failures.status',
  'settings.platform',
  'settings.platforms.windows',
  'activity.object.minutes',
  'settings.platforms.macos',
  'settings.platforms.linux',
  'settings.languages.en',
  'settings.languages.nb',
  'connections.tls.TLSv1.2',
  'connections.mediaTypes.application/json',
  'connections.mediaTypes.application/xml',
  'connections.form.proxyPort',
  'credentials.facts.fingerprint',
  'services.ruleColumns.type',
  'services.comparison.names.type',
  'services.comparison.names.eusEnabled',
  'codeLists.format',
  'codeLists.formats.csv',
  'roleEditor.ofAll.format',
  'roleEditor.ofAll.formats.json',
  'roleEditor.ofAll.formats.csv',
  'xsd.kinds.element',
  'xsd.details.type',
  'messages.filter.type',
  'messages.filter.status',
  'formDesk.attachments.columns.type',
  'formFields.modes.xml',
  'formFields.facts.type',
  'failures.needs.scope',
  'handOver.start',
]);

/** Said by nothing being there. */
const EMPTY = /\.(none|nowhere|given)$/;

describe('dictionaries', () => {
  it('hold the same texts in both languages', () => {
    expect([...norwegian.keys()].sort()).toEqual([...english.keys()].sort());
  });

  it('leave no text untranslated', () => {
    const same = [...english].filter(([key, text]) => {
      const other = norwegian.get(key);
      return other !== undefined && !SAME.has(key) && said(text).join() === said(other).join();
    });
    expect(
      same.filter(([, text]) => /\p{L}{3}/u.test(said(text).join())).map(([key]) => key),
    ).toEqual([]);
  });

  it('have no empty text and none that shows a programming value', () => {
    for (const [key, text] of [...english, ...norwegian]) {
      if (EMPTY.test(key)) continue;
      for (const words of said(text)) {
        expect(`${key}: ${words}`).not.toMatch(/: $|undefined|NaN|\[object|function/);
        expect(words, key).toBe(words.trim());
      }
    }
  });

  it('write three dots as one sign, with a space before it only in Norwegian', () => {
    for (const [key, text] of english) expect(said(text).join(), key).not.toMatch(/\.\.\.|\s…$/);
    for (const [key, text] of norwegian)
      expect(said(text).join(), key).not.toMatch(/\.\.\.|\p{L}…$/u);
  });

  it('quote as the language does', () => {
    for (const [key, text] of norwegian) expect(said(text).join(), key).not.toMatch(/[“”"]/);
    for (const [key, text] of english) expect(said(text).join(), key).not.toMatch(/[«»"]/);
  });
});

/** Paths of texts that a component is given, in `t` or another name for a part of the dictionary. */
function given(source: string, prop: RegExp): string[] {
  const names = new Map(
    [...source.matchAll(/const (\w+) = \$derived\(language\.t\.?([\w.]*)\)/g)].map((found) => [
      found[1] ?? '',
      found[2] ?? '',
    ]),
  );
  return [...source.matchAll(prop)].flatMap(([, expression = '']) =>
    [...expression.matchAll(/(\blanguage\.t|\b\w+)\.([\w.]+)/g)].flatMap(([, name = '', rest]) => {
      const part = name === 'language.t' ? '' : names.get(name);
      return part === undefined ? [] : [[part, rest].filter((one) => one !== '').join('.')];
    }),
  );
}

it('the heading of an empty place or of a notice is no sentence: it has no full stop', () => {
  const folder = path.resolve(import.meta.dirname, '../../../../renderer');
  const components = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.svelte'))
    .map((name) => readFileSync(path.join(folder, name), 'utf8'));
  const headings = components.flatMap((one) =>
    given(one, /<(?:EmptyState|Callout)\b[^>]*?\btitle=\{([^}]*)\}/gs),
  );
  expect(headings.length).toBeGreaterThan(100);
  const texts = [...english, ...norwegian].filter(
    ([name]) =>
      !name.endsWith('Text') &&
      // A sentence of a paragraph elsewhere.
      name !== 'messagePane.notInArchive' &&
      headings.some((heading) => name === heading || name.startsWith(`${heading}.`)),
  );
  const stopped = texts.flatMap(([name, text]) =>
    said(text)
      .filter((one) => one.endsWith('.'))
      .map((one) => `${name}: ${one}`),
  );
  expect(stopped).toEqual([]);
});
