// One list of a hand-over: what it is read by, and how its items become rows in both languages.
import type { Run } from '../../preload/contract/contract.ts';
import type { HandOverPart } from '../../preload/contract/hand-over-parts.ts';
import type { z } from '../../preload/contract/schema.ts';
import type { OwnedService } from './owned-services.ts';

/** One text in both languages of the pages. */
export interface Words {
  readonly en: string;
  readonly nb: string;
}

export interface ListTools {
  readonly run: Run;
  /** The connection that the part is read through. */
  readonly connection: string;
  /** Number of the organisation, and its name as the register has it. */
  readonly who: string;
  readonly organisation: string;
  readonly signal: AbortSignal;
  /** As a service owner; asked for once, whichever list needs them first. */
  readonly owned: () => Promise<readonly OwnedService[]>;
}

export interface Loaded {
  readonly items: readonly unknown[];
  /** Whether the platform gave the whole list. */
  readonly complete: boolean;
  readonly calls: number;
}

/** Items and details come out of files of the folder as well: they are read by their shapes, and what has none is left out. */
export interface HandOverList {
  readonly key: string;
  readonly part: HandOverPart;
  readonly title: Words;
  readonly columns: readonly Words[];
  /** Read on this computer: that it answers says nothing of the platform. */
  readonly isHere: boolean;
  /** Each item has files of its own, as a message has: they are exported, and no call tells more of it. */
  readonly hasFiles: boolean;
  /** Too long to be held: it comes answer by answer into files of its own. `load` gives the first answer. */
  readonly isFeed: boolean;
  /** Rests on what the others name, and is read when they are there. */
  readonly isLast: boolean;
  load(tools: ListTools): Promise<Loaded>;
  idOf(item: unknown): string;
  /** What a person calls it. */
  nameOf(item: unknown): string;
  /** Words of Steward's own are in both languages, what the platform says is as it says it. */
  rowsOf(item: unknown, detail: unknown): readonly (readonly Shown[])[];
  /** Of each item, one call more. */
  readonly detail?: (tools: ListTools, id: string) => Promise<unknown>;
  /** When it was changed last, where the list says so: what has not been changed since is not asked for again. */
  changedOf(item: unknown): string | null;
}

interface Definition<T, D> {
  readonly key: string;
  readonly part: HandOverPart;
  readonly title: Words;
  readonly columns: readonly Words[];
  readonly isHere?: true;
  readonly hasFiles?: true;
  readonly isFeed?: true;
  readonly isLast?: true;
  readonly shape: z.ZodType<T>;
  readonly detailShape?: z.ZodType<D>;
  readonly load: (tools: ListTools) => Promise<{
    readonly items: readonly T[];
    readonly completeness?: { readonly complete: boolean; readonly calls: number };
  }>;
  readonly id: (item: T) => string;
  readonly name: (item: T) => string;
  readonly rows: (item: T, detail: D | undefined) => readonly (readonly Cell[])[];
  readonly detail?: (tools: ListTools, id: string) => Promise<D>;
  readonly changed?: (item: T) => string | null;
}
export type Shown = string | Words;
type Cell = Shown | number | boolean | null | undefined;

export function list<T, D = never>(of: Definition<T, D>): HandOverList {
  const { shape, detailShape, detail, changed } = of;
  const read = (value: unknown) => shape.safeParse(value).data;
  return {
    key: of.key,
    part: of.part,
    title: of.title,
    columns: of.columns,
    isHere: of.isHere === true,
    hasFiles: of.hasFiles === true,
    isFeed: of.isFeed === true,
    isLast: of.isLast === true,
    async load(tools) {
      const { items, completeness } = await of.load(tools);
      return { items, complete: completeness?.complete ?? true, calls: completeness?.calls ?? 1 };
    },
    idOf(value) {
      const item = read(value);
      return item === undefined ? '' : of.id(item);
    },
    nameOf(value) {
      const item = read(value);
      return item === undefined ? '' : of.name(item);
    },
    rowsOf(value, more) {
      const item = read(value);
      if (item === undefined) return [];
      return of.rows(item, detailShape?.safeParse(more).data).map((row) => row.map(shown));
    },
    changedOf(value) {
      const item = read(value);
      return (item === undefined ? undefined : changed?.(item)) ?? null;
    },
    ...(detail !== undefined && { detail }),
  };
}

export const w = (en: string, nb: string): Words => ({ en, nb });

function shown(value: Cell): Shown {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? w('yes', 'ja') : w('no', 'nei');
  return typeof value === 'number' ? String(value) : value;
}

/** Kinds and states that the contract has words for. */
const KNOWN: Readonly<Record<string, Words>> = {
  person: w('person', 'person'),
  organisation: w('organisation', 'virksomhet'),
  'enterprise-user': w('enterprise user', 'virksomhetsbruker'),
  unknown: w('unknown', 'ukjent'),
  initialized: w('announced', 'varslet'),
  uploaded: w('waiting', 'venter'),
  downloaded: w('downloaded', 'lastet ned'),
};
export const known = (word: string): Shown => KNOWN[word] ?? word;
export const ROLE = w('role', 'rolle');
export const RIGHT = w('right', 'rettighet');
export const NAME = w('Name', 'Navn');
export const KIND = w('Kind', 'Type');
export const SERVICE = w('Service', 'Tjeneste');
export const EDITION = w('Edition', 'Utgave');
export const ACTION = w('Action', 'Handling');
export const ORGANISATION_NUMBER = w('Organisation number', 'Organisasjonsnummer');
export const STATUS = w('Status', 'Status');
export const CHANGED = w('Last changed', 'Sist endret');
export const CREATED = w('Created', 'Opprettet');
export const VALID_TO = w('Valid to', 'Gyldig til');
export const ID = w('Id', 'Id');
export const SENT = w('Sent', 'Sendt');

export const partyName = (of: {
  readonly name?: string | null;
  readonly organisationNumber: string | null;
  readonly identityNumber: string | null;
}) => of.name ?? of.organisationNumber ?? of.identityNumber;
