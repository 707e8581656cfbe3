// The words that Steward does not use, in its texts, its guide and what main says, each with the one it uses.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { en } from '../../renderer/texts/en.ts';
import { nb } from '../../renderer/texts/nb.ts';

const root = path.resolve(import.meta.dirname, '../..');

interface Rule {
  readonly never: RegExp;
  /** A sentence that breaks it, so that a pattern which finds nothing is noticed. */
  readonly bad: string;
  readonly better: string;
}
const rule = (never: RegExp, bad: string, better: string): Rule => ({ never, bad, better });

/** Of everything in English: texts, guide, and what main says. */
const english: readonly Rule[] = [
  // One word for one thing.
  rule(/\b(un)?tick(s|ed|ing)?\b/i, 'Tick the rows.', 'select'),
  rule(/\b(un)?settl(e|es|ed|ing)\b/i, 'Settled by your organisation.', 'resolve, managed by'),
  rule(/\bdid not succeed\b/i, 'Getting the list did not succeed', 'could not …'),
  rule(/\b(to look at$|needs a look)\b/i, 'The answer needs a look', 'needs attention'),
  rule(
    /\bt(ake[ns]?|aking|ook)\b[^.]{0,30}\boff (the list|this computer)\b/i,
    'Take it off the list',
    'remove from',
  ),
  rule(/\bas the system\b/i, 'As the system', 'system'),
  rule(/\bonce more\b/i, 'Passphrase once more', 'again, repeat'),
  rule(/\bnot alike\b/i, 'The two are not alike.', 'don’t match'),
  rule(/\bsent along\b/i, 'Sent along', 'chain'),
  rule(/\b(look|what is) inside\b/i, 'What is inside', 'open, details'),
  rule(/\btak(e|es|ing) over into mine\b|\bdiscard mine\b/i, 'Discard mine', 'discard my changes'),
  rule(/\bwhich one holds\b/i, 'Which one holds?', 'which one to keep'),
  rule(/\bholds itself\b/i, 'It holds itself.', 'recursive'),
  rule(/\bthe way of signing in\b/i, 'The way of signing in', 'sign-in method'),
  // Errors.
  rule(/\bif (it|this) stays\b/i, 'If it stays, call.', 'if it keeps happening'),
  rule(/\bgive the reference\b/i, 'Give the reference to support.', 'send the error ID'),
  rule(/\bcould not be had\b/i, 'It could not be had.', 'could not load'),
  rule(/\b(put|set) (it )?right\b/i, 'Put it right.', 'correct'),
  // Riddles and translated idiom.
  rule(
    /\bwhat stands\b|\bmay stand\b|\bstands? (there|here)\b/i,
    'What may stand there',
    'what is allowed here',
  ),
  rule(/\bwhat is there\b/i, 'because of what is there', 'say the thing'),
  rule(/\b(held|holds?) against\b/i, 'Held against the XSD', 'checked against'),
  rule(/\b(speaks?|stands?) against\b/i, 'Something speaks against it.', 'may not be accepted'),
  rule(/\bnobody (tells|knows|is asked|was asked)\b/i, 'Nobody tells', 'unknown'),
  rule(/\b(found|signs in|again|answers?) by itself\b/i, 'Found by itself', 'automatic'),
  rule(/\bwhat be(comes|came) of\b/i, 'What becomes of each line', 'preview'),
  rule(/\bnothing of (this|it|yours)\b/i, 'Nothing of this folder', 'no … in'),
  rule(/\bonly [^.]* (is|are) read\b/i, 'Only messages changed since X are read.', 'showing'),
  rule(/\b(has|have) not been read\b/i, 'Older messages have not been read.', 'not loaded'),
  rule(/\breading goes on\b/i, 'Reading goes on after the sign-in.', 'continues'),
  rule(/\beverything that was asked for\b/i, 'Everything that was asked for came.', 'complete'),
  rule(/\bon a train\b/i, 'to find them on a train', 'say nothing'),
  rule(/\bbring something\b|\bknown already\b/i, '1 bring something', 'to add, already there'),
  rule(/\bpress again\b/i, 'a change you press again', 'repeat'),
  rule(/\ball the same\b/i, 'Install all the same', 'anyway'),
  rule(/\btried out\b/i, 'still being tried out', 'tested'),
  rule(/\bas if somebody\b/i, 'as if somebody held it back', 'someone may be'),
  rule(/\bmend(s|ed|ing)?\b/i, 'until the XML is mended', 'correct'),
  rule(/\bany age tool\b/i, 'Any age tool opens it.', 'any program that reads age files'),
  rule(/\bno column fills in\b/i, 'What no column fills in', 'fields without a column'),
  rule(/\bwhoever you act as\b/i, 'whoever you act as', 'always'),
  rule(/\bload the next ones\b/i, 'Load the next ones', 'load more'),
  rule(/\bnothing brings\b/i, 'Nothing brings them back', 'can’t be restored'),
  rule(/^see that\b|\bor see that\b/i, 'See that it works.', 'check that'),
  rule(/\bkeep in (the )?system keychain\b/i, 'Keep in system keychain', 'keep it here'),
  rule(/\brequired form\b.*\[|\brequired form\b \(/i, 'the required form [0-9]{4}', 'four digits'),
];

/** Of the texts of the window, which are short and know what was counted. */
const englishTexts: readonly Rule[] = [
  rule(/^ask the platform…?$/i, 'Ask the platform', 'advanced filter, check with the platform'),
  rule(/^look$/i, 'Look', 'appearance'),
  rule(/^of this program$/i, 'Of this program', 'app language'),
  rule(/^begin( anyway)?$/i, 'Begin anyway', 'get started, continue anyway'),
  rule(/^change something$/i, 'Change something', 'go back'),
  rule(/\bthe copy\b/i, 'Download the copy', 'the offline copy'),
  rule(/ is in the keychain\.$/, 'Test is in the keychain.', 'saved to the keychain'),
  rule(/^th(ese|is) (are|is) too (many|much|long)/i, 'These are too many.', 'too many'),
  rule(/^fill in this field/i, 'Fill in this field.', 'what to fill in'),
  rule(/\bgo(es)? on\b/i, 'Sign in to go on.', 'continue'),
  rule(/\bNotValidated\b/, 'NotValidated', 'not checked yet'),
  rule(/\bEUSEnabled\b/, 'EUSEnabled', 'enterprise users'),
  rule(/\bAPI enabled\b|^through the API$/i, 'Through the API', 'API submission'),
  rule(/\blargest size\b/i, 'Largest size', 'max size'),
  rule(/\bnone of them is unread\b/i, 'None of them is unread', 'all are'),
  rule(
    /\bbelongs to another (place|environment)\b/i,
    'Belongs to another place',
    'may only be used',
  ),
  rule(/^given to (?!$)/i, 'Given to X', 'X now has'),
  rule(/^give 1 role or right\b/i, 'Give 1 role or right', 'give role'),
  rule(
    /(^|[^0-9])1( \w+s)? (are|were|have|need)\b/i,
    'Rotating 8 secrets: 1 are rotated.',
    '1 of 8 done',
  ),
];

/** Of everything in Norwegian. */
const norwegian: readonly Rule[] = [
  rule(/legitimasjon/i, 'Legitimasjoner', 'sertifikater og nøkler'),
  rule(/mellomtjener/i, 'Mellomtjener', 'proxy'),
  rule(/(^|[^m])tjener(e|en|ne|ens|navn)?\b/i, 'en https-tjener', 'server'),
  rule(/^prøving\b/i, 'Prøving', 'test'),
  rule(/^ikke svar\b/i, 'Ikke svar', 'ingen svar'),
  rule(/\blyktes ikke\b|\bmislyktes\b/i, 'Lesingen lyktes ikke', 'kunne ikke …'),
  rule(
    /^å (lese|hente|lagre|vise|velge|starte|endre|fjerne|sjekke)\b/i,
    'Å lese meldinger',
    'leser …, kunne ikke lese …',
  ),
  rule(/\bav listen\b/i, 'Ta jobben av listen', 'fjern fra listen'),
  rule(/\bbestemt (av|dette)\b|\ber bestemt\b/i, 'Bestemt av IT', 'administreres av'),
  rule(/\bomfang(et|ene)?\b/i, 'Endre omfangene', 'scope'),
  rule(/\blegg frem\b/i, 'Legg frem sertifikatet', 'velg'),
  rule(/\buansett hvem du\b/i, 'uansett hvem du opptrer for', 'alltid'),
  rule(/\bslik når plattformen\b/i, 'Slik når plattformen deg', 'varslingsadresser'),
  rule(/\bdet ingen kolonne\b/i, 'Det ingen kolonne fyller ut', 'felt uten kolonne'),
  rule(/\bto ganger på rad\b/i, 'avviste to ganger på rad', 'de to siste'),
  rule(/\bingenting (av det|henter)\b/i, 'Ingenting av det du søker etter', 'blir ikke'),
  rule(/^hemmelighetens alder$/i, 'Hemmelighetens alder', 'alder på hemmeligheten'),
  rule(
    /\bethvert age-|\balle age-verktøy/i,
    'Ethvert age-verktøy',
    'programmer som leser age-filer',
  ),
  rule(/\bhvordan det står til\b/i, 'Se hvordan det står til.', 'sjekk'),
  rule(/\bfeilen varer\b/i, 'Hvis feilen varer, ring.', 'hvis feilen fortsetter'),
  rule(/\boppgi referansen\b/i, 'Oppgi referansen.', 'send feil-ID-en'),
  rule(/\bde to er ikke like\b/i, 'De to er ikke like.', 'er ikke like'),
  rule(/\ben gang til$/i, 'Passordfrasen en gang til', 'gjenta'),
  rule(/\bhold(es|t|er) (opp )?mot\b/i, 'Holdt opp mot XSD-en', 'kontrollert mot'),
  rule(/\btaler mot\b/i, 'Noe taler mot det.', 'blir kanskje ikke godtatt'),
  rule(/\bav seg selv\b/i, 'Det skjer av seg selv.', 'automatisk'),
  rule(/\bingen (ble spurt|vet|sier)\b|\bspørres ingen\b/i, 'Ingen vet', 'ukjent'),
  rule(/\bdatamaskin/i, 'På denne datamaskinen', 'maskinen'),
  rule(/(?<!frakoblede )\bkopien\b(?! av Steward)/i, 'Last ned kopien', 'den frakoblede kopien'),
];

/** Every text of a dictionary with its place. Of a function each text in it, whatever it is called with. */
function* textsOf(
  value: unknown,
  place: string,
): Generator<readonly [place: string, text: string]> {
  if (typeof value === 'string') yield [place, value];
  else if (typeof value === 'function') {
    for (const text of literalsOf(value.toString())) yield [place, text];
    for (const made of madeBy(value as Making)) yield [place, made];
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) yield* textsOf(inner, `${place}.${key}`);
  }
}

type Making = (...given: unknown[]) => unknown;
const ITEM = { now: '2026-01-01', from: '2026-01-01', until: '2026-01-01' };

/** What a text that takes something says of one, of several, and of a word; none where it takes something else. */
const madeBy = (make: Making): string[] =>
  [1, 2, 'X', ITEM].flatMap((one) => {
    try {
      const made = make(one, one, one, one);
      return typeof made === 'string' ? [made] : [];
    } catch {
      return [];
    }
  });

const LITERALS = /'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g;

const literalsOf = (code: string): string[] =>
  [...code.matchAll(LITERALS)].map(([, a, b, c]) => a ?? b ?? c ?? '');

const withoutComments = (code: string): string =>
  code.replaceAll(/^\s*\/\*\*?[\s\S]*?\*\//gm, '').replaceAll(/(^|\s)\/\/.*$/gm, '');

/** What is written as code names something, and is no text. */
const withoutCode = (markdown: string): string =>
  markdown.replaceAll(/^```[\s\S]*?^```$/gm, '').replaceAll(/`[^`\n]*`/g, '');

const filesIn = (folder: string, ending: string): string[] =>
  readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile() && one.name.endsWith(ending))
    .map((one) => path.relative(root, path.join(one.parentPath, one.name)).replaceAll('\\', '/'))
    .sort();

const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

function faults(
  texts: Iterable<readonly [place: string, text: string]>,
  rules: readonly Rule[],
): string[] {
  const found = new Map<string, string>();
  for (const [place, text] of texts) {
    for (const { never, better } of rules) {
      const hit = never.exec(text);
      const what = `${place}: “${hit?.[0] ?? ''}”, better: ${better}`;
      if (hit === null || (found.has(what) && !place.endsWith('.md'))) continue;
      const around = text.slice(Math.max(0, hit.index - 40), hit.index + hit[0].length + 40);
      found.set(place.endsWith('.md') ? what + around : what, `${what}: ${around}`);
    }
  }
  return [...found.values()];
}

describe('the words of Steward', () => {
  const all = [...english, ...englishTexts, ...norwegian];
  it.each(all.map((one) => [one.bad, one] as const))(
    'finds what it forbids: %s',
    (bad, { never }) => {
      expect(bad).toMatch(never);
    },
  );

  it('are the words people know, in every English text of the window', () => {
    expect(faults(textsOf(en, 'en'), [...english, ...englishTexts])).toEqual([]);
  });

  it('are the words people know, in every Norwegian text of the window', () => {
    expect(faults(textsOf(nb, 'nb'), norwegian)).toEqual([]);
  });

  it('are the words people know, in the guide and the first page', () => {
    const pages = ['README.md', ...['.github', 'build/guide'].flatMap((at) => filesIn(at, '.md'))];
    const lines = pages.flatMap((file) =>
      withoutCode(read(file))
        .split(/\n{2,}|\n(?=[-*|#] )/)
        .map((text) => [file, text.replaceAll(/\s+/g, ' ')] as const),
    );
    expect(faults(lines, english)).toEqual([]);
  });

  it('are the words people know, in what main says', () => {
    const said = filesIn('main', '.ts').flatMap((file) =>
      literalsOf(withoutComments(read(file)))
        .filter((text) => /[a-zæøå] [a-zæøå]/i.test(text))
        .map((text) => [file, text] as const),
    );
    expect(faults(said, [...english, ...norwegian])).toEqual([]);
  });
});
