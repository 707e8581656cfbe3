// Reads a table of requests for consent: each line is one request, checked before anything is sent.
import {
  newRequest,
  type NewRequest,
  type PlannedConsent,
  resourcesOf,
} from '../../preload/contract/consents.ts';
import { type FieldProblem, fieldProblem } from '../../preload/result.ts';
import { withMaskedNumbers } from '../http/identity-number.ts';
import { instantOf } from '../http/values.ts';
import {
  cleanLine,
  cleanNumber,
  cleanWord,
  organisationNumberOf,
} from '../../preload/contract/rules.ts';
import type { CsvRow } from '../storage/csv-reading.ts';
import type { HeadingRule } from './headings.ts';
import { excerpt, headingKey, unfitFile } from './text-files.ts';

const LONGEST_TEXT = 100;
/** The contract takes no more at once. */
const MOST_LINES = 2_000;

/** A line as it stands; only its text leaves main. */
export type ConsentLine = Pick<PlannedConsent, 'line' | 'text'> &
  ({ readonly problem: FieldProblem } | { readonly request: NewRequest });

export interface ConsentFileFacts {
  /** Number of the organisation that signs in. */
  readonly own: string;
  readonly now: Date;
}

const HEADINGS = {
  identityNumber: [
    ...['nationalidentitynumber', 'identitynumber', 'socialsecuritynumber'],
    ...['fødselsnummer', 'fodselsnummer', 'fnr'],
  ],
  lastName: ['lastname', 'surname', 'etternavn'],
  organisationNumber: [
    ...['organisationnumber', 'organizationnumber', 'orgno', 'orgnumber'],
    ...['organisasjonsnummer', 'orgnr'],
  ],
  name: ['name', 'organisationname', 'organizationname', 'navn', 'organisasjonsnavn'],
  onlyNumber: ['onlyby', 'requireddelegator', 'mustbeansweredby', 'måbesvaresav'],
  onlyName: ['onlybylastname', 'requireddelegatorname', 'måbesvaresavetternavn'],
  receiver: ['receiver', 'coveredby', 'mottaker'],
  service: ['service', 'services', 'tjeneste', 'tjenester'],
  validTo: ['validto', 'validuntil', 'gyldigtil', 'gyldigtilogmed'],
  returnAddress: ['returnaddress', 'redirecturl', 'returadresse'],
  nb: ['messagenb', 'meldingnb', 'melding', 'message'],
  nn: ['messagenn', 'meldingnn'],
  en: ['messageen', 'meldingen'],
} as const satisfies Readonly<Record<string, readonly string[]>>;
type Column = keyof typeof HEADINGS;
const COLUMNS = Object.keys(HEADINGS) as readonly Column[];
/** `value: inntektsaar`, `verdi: inntektsaar`: what the services ask about, by its very name. */
const VALUE = /^\s*(?:value|verdi|metadata)\s*:\s*(\S.*?)\s*$/i;

function columnsIn(heads: readonly string[]): (name: Column) => number {
  const keys = heads.map(headingKey);
  return (name) => {
    const names: readonly string[] = HEADINGS[name];
    return keys.findIndex((key) => names.includes(key));
  };
}

export const CONSENT_TABLE: HeadingRule = {
  named(cells) {
    const column = columnsIn(cells);
    return COLUMNS.filter((name) => column(name) >= 0).length;
  },
  isLine({ cells }, head) {
    const column = columnsIn(head.cells);
    return servicesIn(cleanLine(cells[column('service')] ?? '')) !== undefined;
  },
};

/** Problem invalid-input{file: no-headings} without headings, {file: too-many} beyond 2 000 lines. */
export function consentLines(
  rows: readonly CsvRow[],
  facts: ConsentFileFacts,
): readonly ConsentLine[] {
  const [first, ...body] = rows;
  const heads = first?.cells ?? [];
  const column = columnsIn(heads);
  const values = heads.flatMap((head, index) => {
    const name = VALUE.exec(head)?.[1];
    return name === undefined ? [] : [{ name, index }];
  });
  if (COLUMNS.every((name) => column(name) < 0))
    throw unfitFile('no-headings', 'No line at the top names the columns.');
  if (body.length > MOST_LINES) throw unfitFile('too-many', 'The file has too many lines.');
  return body.map(({ line, cells }) => {
    const cell = (index: number) => cleanLine(cells[index] ?? '');
    const given = Object.fromEntries(COLUMNS.map((name) => [name, cell(column(name))])) as Cells;
    const metadata = values
      .map(({ name, index }) => ({ name, value: cell(index) }))
      .filter(({ value }) => value !== '');
    return lineOf(line, given, metadata, facts);
  });
}

type Cells = Readonly<Record<Column, string>>;

function lineOf(
  line: number,
  given: Cells,
  metadata: readonly { readonly name: string; readonly value: string }[],
  { own, now }: ConsentFileFacts,
): ConsentLine {
  const text = textOf(given);
  const refused = (problem: FieldProblem) => ({ line, text, problem });
  const isPerson = given.identityNumber !== '';
  if (isPerson === (given.organisationNumber !== ''))
    return refused(isPerson ? 'exactly-one' : 'required');
  const resources = servicesIn(given.service);
  if (resources === undefined) return refused(given.service === '' ? 'required' : 'wrong-type');
  const validTo = endOf(given.validTo);
  if (validTo === undefined) return refused(given.validTo === '' ? 'required' : 'time');
  const receiver = organisationNumberOf(given.receiver);
  const isForOther = receiver !== '' && receiver !== own;
  const message = Object.fromEntries(
    (['nb', 'nn', 'en'] as const).flatMap((name) =>
      given[name] === '' ? [] : [[name, given[name]]],
    ),
  );
  const read = newRequest.safeParse({
    receiver: isForOther ? receiver : own,
    ...(isForOther && { handledBy: own }),
    giver: isPerson
      ? {
          kind: 'person',
          identityNumber: cleanNumber(given.identityNumber),
          lastName: given.lastName,
        }
      : {
          kind: 'organisation',
          organisationNumber: organisationNumberOf(given.organisationNumber),
          name: given.name,
        },
    ...(given.onlyNumber !== '' && {
      onlyBy: { identityNumber: cleanNumber(given.onlyNumber), lastName: given.onlyName },
    }),
    validTo,
    returnAddress: given.returnAddress,
    resources: resources.map((one) => ({ ...one, metadata })),
    ...(Object.keys(message).length > 0 && { message }),
  });
  if (!read.success) {
    const known = fieldProblem.safeParse(read.error.issues[0]?.message);
    return refused(known.success ? known.data : 'wrong-type');
  }
  const { giver } = read.data;
  if (giver.kind === 'organisation' && giver.organisationNumber === read.data.receiver)
    return refused('same-as-before');
  if (Date.parse(validTo) <= now.getTime()) return refused('out-of-range');
  return { line, text, request: read.data };
}

/** Who, and what: of a number of a person its first digits. */
function textOf({ identityNumber, lastName, organisationNumber, name, service }: Cells): string {
  const number = cleanNumber(identityNumber).replace(/(?<=^.{6}).*$/s, (rest) =>
    '•'.repeat(rest.length),
  );
  const parts = [lastName || name, number, organisationNumber, service];
  const shown = parts.filter((part) => part !== '').join(' ');
  return excerpt(withMaskedNumbers(shown) ?? '', LONGEST_TEXT);
}

/** `K107/1`, several with a comma, a semicolon or a blank between them. */
function servicesIn(text: string) {
  const all = cleanWord(text)
    .split(/[\s,;]+/)
    .filter((part) => part !== '');
  const read = all.map((part) => /^([A-Za-z0-9_-]+)\/(\d{1,9})$/.exec(part));
  if (all.length === 0 || read.includes(null)) return undefined;
  return read.map((found) => ({
    serviceCode: found?.[1] ?? '',
    serviceEdition: Number(found?.[2]),
  }));
}

/** A moment, or a day, which is included as a whole. */
function endOf(text: string): string | undefined {
  const [, day, month, year] = /^(\d{1,2})[./](\d{1,2})[./](\d{4})$/.exec(text) ?? [];
  const iso =
    year === undefined
      ? text
      : `${year}-${(month ?? '').padStart(2, '0')}-${(day ?? '').padStart(2, '0')}`;
  const moment = /^\d{4}-\d{2}-\d{2}$/.test(iso) ? `${iso}T23:59:59` : iso;
  return instantOf(moment) ?? undefined;
}

/** What makes two lines ask for the same. */
export const requestKey = ({ receiver, giver, resources, validTo }: NewRequest): string =>
  JSON.stringify([
    receiver,
    giver.kind === 'person' ? giver.identityNumber : giver.organisationNumber,
    resources.map((one) => [resourcesOf([one]), one.metadata]),
    validTo,
  ]);
