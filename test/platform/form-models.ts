// The model of a data format: groups and fields with their limits, the same for the same id and version.
import { createChance, type Chance } from './randomness.ts';

export interface DataFormat {
  readonly id: string;
  readonly version: number;
  /** `registry`: forms of a form registry (root Skjema); `model`: forms of a data-model system (root melding). */
  readonly provider: 'registry' | 'model';
  readonly title: string;
}

export type Facets =
  | {
      readonly base: 'string';
      readonly minLength?: number;
      readonly maxLength?: number;
      readonly pattern?: string;
      readonly values?: readonly string[];
    }
  | { readonly base: 'integer'; readonly min: number; readonly max: number }
  | { readonly base: 'decimal'; readonly totalDigits: number; readonly fractionDigits: number }
  | { readonly base: 'date' }
  | { readonly base: 'boolean' };

export interface Field {
  readonly kind: 'field';
  readonly name: string;
  readonly label: string;
  readonly required: boolean;
  readonly facets: Facets;
  /** A value that fits the facets. */
  readonly sample: string;
}

export interface Group {
  readonly kind: 'group';
  readonly name: string;
  readonly label: string;
  readonly min: number;
  /** `unbounded` or a number. */
  readonly max: number | 'unbounded';
  readonly children: readonly (Field | Group)[];
}

/** What is unusual in the schema of a data format; it follows from the id. */
export type Oddity = 'namespace' | 'unused-import' | 'utf-16' | undefined;

export function oddityOf({ id }: Pick<DataFormat, 'id'>): Oddity {
  return (['namespace', 'unused-import', 'utf-16'] as const)[seedOf(`schema ${id}`) % 9];
}

/** The target namespace of the formats that have one: with letters that are not ASCII. */
export const namespaceOf = ({ id, version }: DataFormat): string =>
  `http://skjema.fjordvik.example/søknad/årsmelding/${id}/${version}`;

export interface FormModel {
  readonly format: DataFormat;
  readonly root: 'melding' | 'Skjema';
  readonly groups: readonly Group[];
}

const field = (
  name: string,
  label: string,
  facets: Facets,
  sample: string,
  required = true,
): Field => ({ kind: 'field', name, label, facets, sample, required });

const text = (maxLength: number, minLength = 0): Facets =>
  minLength > 0 ? { base: 'string', minLength, maxLength } : { base: 'string', maxLength };
const pattern = (of: string): Facets => ({ base: 'string', pattern: of });
const values = (...of: string[]): Facets => ({ base: 'string', values: of });
const integer = (min: number, max: number): Facets => ({ base: 'integer', min, max });
const decimal = (totalDigits: number, fractionDigits: number): Facets => ({
  base: 'decimal',
  totalDigits,
  fractionDigits,
});

const group = (
  name: string,
  label: string,
  children: readonly (Field | Group)[],
  min = 1,
  max: Group['max'] = 1,
): Group => ({ kind: 'group', name, label, children, min, max });

const innsender = group('Innsender', 'Innsender', [
  field('Organisasjonsnummer', 'Organisasjonsnummer', pattern('[89][0-9]{8}'), '910514318'),
  field('Navn', 'Navn på virksomheten', text(175, 1), 'Fjordtrafikk AS'),
  group('Adresse', 'Forretningsadresse', [
    field('Gateadresse', 'Gateadresse', text(105), 'Kaivegen 12', false),
    field('Postnummer', 'Postnummer', pattern('[0-9]{4}'), '0518'),
    field('Poststed', 'Poststed', text(35, 1), 'Ytre Ålvik'),
  ]),
]);

const kontaktperson = group('Kontaktperson', 'Kontaktperson', [
  field('Navn', 'Navn', text(140, 1), 'Åse Fjelltun'),
  field('Telefonnummer', 'Telefon', pattern('[+]?[0-9]{8,15}'), '+4790000418', false),
  field('Epostadresse', 'E-post', text(100, 6), 'kontakt@fjordtrafikk.example'),
]);

const periode = group('Periode', 'Perioden det meldes for', [
  field('FraDato', 'Fra og med', { base: 'date' }, '2026-01-01'),
  field('TilDato', 'Til og med', { base: 'date' }, '2026-06-30'),
  field('Termin', 'Termin', integer(1, 6), '3', false),
]);

const bekreftelse = group('Bekreftelse', 'Bekreftelse', [
  field('OpplysningeneErRiktige', 'Opplysningene er riktige', { base: 'boolean' }, 'true'),
  field('Bekreftelsesdato', 'Dato', { base: 'date' }, '2026-07-02', false),
]);

/** What the forms are about; each data format has some of them. */
const topics: readonly [Group, ...Group[]] = [
  group('Anlegg', 'Anlegg', [
    field('Lokalitetsnummer', 'Lokalitetsnummer', pattern('[0-9]{5}'), '01184'),
    field('Art', 'Art', values('laks', 'ørret', 'torsk', 'blåskjell'), 'ørret'),
    field('Biomasse', 'Biomasse i tonn', decimal(9, 2), '1240.50'),
    group(
      'Utslipp',
      'Utslipp',
      [
        field('Stoff', 'Stoff', values('nitrogen', 'fosfor', 'kobber'), 'fosfor'),
        field('Mengde', 'Mengde i kilo', decimal(10, 3), '18.125'),
      ],
      0,
      'unbounded',
    ),
  ]),
  group('Tilskudd', 'Tilskudd', [
    field('Formaal', 'Formål', text(1000, 10), 'Ny rampe ved kaia & bedre lys på <plass 2>'),
    field('Belop', 'Søknadsbeløp i kroner', integer(1, 50_000_000), '350000'),
    group(
      'Kostnad',
      'Kostnader',
      [
        field('Beskrivelse', 'Beskrivelse', text(255, 1), 'Stål og sveising'),
        field('Belop', 'Beløp i kroner', integer(0, 50_000_000), '210000'),
      ],
      1,
      20,
    ),
  ]),
  group('Rutetilbud', 'Rutetilbud', [
    field('Linje', 'Linje', pattern('[0-9]{2}-[0-9]{3}'), '05-118'),
    field('AntallAvganger', 'Avganger i perioden', integer(0, 99_999), '1460'),
    field('Innstilte', 'Innstilte avganger', integer(0, 99_999), '12', false),
    field('Drivstoff', 'Drivstoff', values('elektrisk', 'hydrogen', 'diesel'), 'elektrisk'),
  ]),
  group('Arbeidsforhold', 'Arbeidsforhold', [
    field('AntallAnsatte', 'Antall ansatte', integer(0, 100_000), '84'),
    field('Stillingsprosent', 'Samlet stillingsprosent', decimal(7, 1), '7650.5'),
    field('Merknad', 'Merknad', text(500), '', false),
  ]),
  group('Hendelse', 'Hendelse', [
    field('Tidspunkt', 'Dato for hendelsen', { base: 'date' }, '2026-05-17'),
    field('Alvorlighet', 'Alvorlighet', values('0', '1', '2', '3'), '2'),
    field('Beskrivelse', 'Hva skjedde?', text(4000, 1), 'Grunnstøting i stille vær'),
    field('Personskade', 'Personskade', { base: 'boolean' }, 'false'),
  ]),
];

/** The model of a data format: which topics it has comes from its id, how far they go from its version. */
export function modelOf(format: DataFormat): FormModel {
  const chance: Chance = createChance(seedOf(format.id));
  const chosen = chance.shuffle(topics).slice(0, 1 + chance.below(3));
  const grown = format.version > 1 ? [...chosen, periode] : chosen;
  return {
    format,
    root: format.provider === 'model' ? 'melding' : 'Skjema',
    groups: [innsender, kontaktperson, ...grown, bekreftelse],
  };
}

/** A number of 32 bits for a text (FNV-1a), so that a name chooses its chance. */
export function seedOf(name: string): number {
  let hash = 0x811c9dc5;
  for (const sign of name) hash = Math.imul(hash ^ (sign.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
}
