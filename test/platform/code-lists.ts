// Code lists (platform.md, Open metadata): named lists of values in three languages and several versions.
import type { Call } from './call.ts';
import type { Acts } from './door.ts';
import { refusals, refuse } from './errors.ts';
import { seedOf } from './form-models.ts';
import { listed } from './lists.ts';
import { createChance } from './randomness.ts';

export const languages = [1033, 1044, 2068] as const;
export type Language = (typeof languages)[number];

/** The language a call asks for; only code lists have a default of their own (section 11). */
export function languageOf(call: Pick<Call, 'given' | 'shape'>, usual?: Language): Language {
  const asked = call.given.get('language');
  const named = languages.find((language) => String(language) === asked);
  return named ?? usual ?? defaultLanguage(call);
}

/** Where no language is named, or where none may be. */
export const defaultLanguage = ({ shape }: Pick<Call, 'shape'>): Language =>
  shape.words === 'en' ? 1033 : 1044;

/** A text in English, bokmål and nynorsk. */
export type Texts = readonly [string, string, string];

export const inLanguage = (texts: Texts, language: Language): string =>
  texts[languages.indexOf(language)] ?? texts[0];

interface CodeList {
  readonly name: string;
  readonly versions: number;
  readonly codes: readonly (readonly [code: string, texts: Texts])[];
}

const units: CodeList['codes'] = [
  ['01', ['Kilogram', 'Kilogram', 'Kilogram']],
  ['02', ['Tonne', 'Tonn', 'Tonn']],
  ['03', ['Litre', 'Liter', 'Liter']],
  ['04', ['Piece', 'Stykk', 'Stykk']],
  ['10', ['Hour', 'Time', 'Time']],
];

const municipalities: CodeList['codes'] = [
  ['0118', ['Fjordvik', 'Fjordvik', 'Fjordvik']],
  ['0204', ['Elvesund', 'Elvesund', 'Elvesund']],
  ['0317', ['Ytterhavn', 'Ytterhavn', 'Ytterhamn']],
  ['0402', ['Bjørkåsen', 'Bjørkåsen', 'Bjørkåsen']],
  ['1109', ['Søre Ørnes', 'Søndre Ørnes', 'Søre Ørnes']],
  ['2030', ['Nordre Vær & Holmer', 'Nordre Vær & Holmer', 'Nordre Vær & Holmar']],
];

const known: readonly CodeList[] = [
  { name: 'Units', versions: 3, codes: units },
  { name: 'Municipalities', versions: 4, codes: municipalities },
  {
    name: 'Fuel',
    versions: 1,
    codes: [
      ['EL', ['Electric', 'Elektrisk', 'Elektrisk']],
      ['H2', ['Hydrogen', 'Hydrogen', 'Hydrogen']],
      ['00', ['Not known', 'Ikke kjent', 'Ikkje kjend']],
      // Codes may be empty: none is a key (section 12).
      ['', ['Choose', 'Velg', 'Vel']],
    ],
  },
  { name: 'Empty list', versions: 1, codes: [] },
];

const subjects = [
  'Art',
  'Fylke',
  'Kai',
  'Naering',
  'Rute',
  'Skade',
  'Stoff',
  'Valuta',
  'Yrke',
] as const;
const sorts = ['Gruppe', 'Kode', 'Type'] as const;

/** So many that a list of 50 does not hold those of one language. */
const codeLists: readonly CodeList[] = [
  ...known,
  ...subjects.flatMap((subject) =>
    sorts.map((sort) => {
      const name = `${subject}${sort}`;
      const chance = createChance(seedOf(name));
      return {
        name,
        versions: 1 + chance.below(4),
        codes: Array.from({ length: 3 + chance.below(40) }, (_, at) => {
          const code = String(at + 1).padStart(3, '0');
          const text = `${subject} ${at + 1}`;
          return [code, [`${text} (en)`, `${text} (nb)`, `${text} (nn)`]] as const;
        }),
      };
    }),
  ),
];

/** One line of a version, with its texts in all languages. */
export interface Code {
  readonly code: string;
  readonly texts: Texts;
  readonly value2?: string;
  readonly value3?: string;
}

export interface CodeListVersion {
  readonly name: string;
  readonly version: number;
  readonly codes: readonly Code[];
}

/** The code lists of one platform, each name with each version, as a test may change them. */
export interface CodeLists {
  readonly all: readonly CodeListVersion[];
  find(name: string, version: number): CodeListVersion | undefined;
  /** Adds the version, or gives it other codes. */
  put(name: string, version: number, codes: readonly Code[]): void;
  remove(name: string, version: number): void;
}

export function createCodeLists(): CodeLists {
  let all = versionsAtFirst;
  const find = (name: string, version: number) =>
    all.find((one) => one.version === version && one.name.toLowerCase() === name.toLowerCase());
  return {
    get all() {
      return all;
    },
    find,
    put(name, version, codes) {
      const before = find(name, version);
      const after = { name: before?.name ?? name, version, codes };
      const last = all.findLastIndex((one) => one.name === name);
      const at = before ? all.indexOf(before) : last < 0 ? all.length : last + 1;
      all = all.toSpliced(at, before ? 1 : 0, after);
    },
    remove(name, version) {
      const gone = find(name, version);
      all = all.filter((one) => one !== gone);
    },
  };
}

/** Newer versions have more codes: the last code comes with the newest version. */
const versionsAtFirst: readonly CodeListVersion[] = codeLists.flatMap(({ name, versions, codes }) =>
  Array.from({ length: versions }, (_, before) => ({
    name,
    version: before + 1,
    codes: codes
      .slice(0, Math.max(0, codes.length - (versions - before - 1)))
      .map(([code, texts], at) => ({
        code,
        texts,
        value2: at % 3 === 0 ? code.padStart(6, '0') : '',
      })),
  })),
);

const pathOf = (name: string, version: number, language: Language): string =>
  `/api/metadata/codelists/${encodeURIComponent(name)}/${version}?language=${language}`;

export function codeListActs(lists: CodeLists) {
  return {
    'codeLists.list'(call) {
      const language = languageOf(call, 1044);
      const self = `/api/metadata/codelists?language=${language}`;
      return listed(lists.all, (one) => headOf(one, language), { self });
    },
    'codeLists.get'(call) {
      const { name = '', version = '' } = call.parts;
      const list =
        lists.find(name, /^\d{1,4}$/.test(version) ? Number(version) : 0) ??
        refuse(refusals.codeListNotFound);
      const language = languageOf(call, 1044);
      return { ...headOf(list, language), Codes: codesOf(list, language) };
    },
  } satisfies Partial<Acts>;
}

function headOf({ name, version }: CodeListVersion, language: Language): object {
  return {
    Name: name,
    Version: version,
    Language: language,
    _links: { self: pathOf(name, version, language) },
  };
}

const codesOf = ({ codes }: CodeListVersion, language: Language): object[] =>
  codes.map(({ code, texts, value2 = '', value3 = '' }) => ({
    Code: code,
    Value1: inLanguage(texts, language),
    Value2: value2,
    Value3: value3,
  }));
