// The published shapes: what public documents show of each call, and whether a value fits it.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

/** JSON Schema, as far as the published shapes use it; a test holds that they use nothing else. */
export interface Schema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly string[];
  readonly const?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  /** Values that documents show where they do not say that there are no others. */
  readonly examples?: readonly string[];
  /** Names below it are not the platform's. */
  readonly 'x-open'?: boolean;
  /** Forms that documents show of a text or number. */
  readonly 'x-seen'?: readonly string[];
}

export type Of = 'request' | 'response' | 'error';

/** What another document shows. */
interface Variant {
  readonly of: Of;
  readonly status?: number | readonly number[];
  readonly note?: string;
  readonly source: string;
  readonly schema: Schema;
  readonly example: unknown;
}

export interface Entry {
  readonly id: string;
  /** The file it stands in: what its neighbours show of errors holds for it too. */
  readonly area: string;
  readonly method: string;
  /** Below the base address; what does not begin with a slash only says in words what it is. */
  readonly path: string;
  /** Names of the query's parameters, and what is said of each. */
  readonly query: Readonly<Record<string, string>>;
  readonly requestMediaTypes: readonly string[];
  readonly responseMediaTypes: readonly string[];
  readonly request: Schema | null;
  /** Where the request stands, if it is not the body. */
  readonly requestIn?: string;
  readonly status: readonly number[];
  readonly statusNote?: string;
  /** Names of headers, and what is said of each. */
  readonly headers: Readonly<Record<string, string>>;
  readonly response: Schema | null;
  readonly variants: readonly Variant[];
  readonly example: { readonly request?: unknown; readonly response?: unknown };
}

/** One of the shapes that a value may have, and the document's own example of it. */
export interface Shape {
  readonly by: string;
  readonly schema: Schema;
  readonly example: unknown;
}

export interface Fit {
  /** Undefined where no document shows a shape: then nothing may be demanded. */
  readonly fits: boolean | undefined;
  /** What is wrong by the shape that it is nearest to. */
  readonly wrong: readonly string[];
  /** Fields that no document shows. */
  readonly unpublished: readonly string[];
}

const folder = import.meta.dirname;
let all: readonly Entry[] | undefined;

/** All of them, read when they are first asked for. */
export const entries = (): readonly Entry[] =>
  (all ??= readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => {
      const read = JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as Omit<
        Entry,
        'area'
      >[];
      return read.map((entry) => ({ ...entry, area: name }));
    }));

const ajv = new Ajv2020({ allErrors: true, strictTypes: false });
const addFormats = formats.default as (to: Ajv2020) => unknown;
addFormats(ajv);
ajv.addVocabulary(['x-open', 'x-seen', 'x-source']);

/** Compiled when the first value is held against it: most processes meet a few of them. */
const compiled = new Map<Schema, ValidateFunction>();

function validatorOf(schema: Schema): ValidateFunction {
  const known = compiled.get(schema);
  if (known !== undefined) return known;
  const made = ajv.compile(schema);
  compiled.set(schema, made);
  return made;
}

/** What is wrong with a value: where, without numbers of items, and what. */
export function wrongIn(schema: Schema, value: unknown): string[] {
  const isValid = validatorOf(schema);
  if (isValid(value)) return [];
  const all = (isValid.errors ?? []).map(
    ({ instancePath, message }) =>
      `${instancePath.replaceAll(/\/\d+(?=\/|$)/g, '[]') || '/'} ${message ?? ''}`,
  );
  return [...new Set(all)];
}

/** Fields that no document shows; where a schema has several forms, by the one that names most. */
export function unpublished(schema: Schema, value: unknown, at = ''): string[] {
  if (typeof value !== 'object' || value === null) return [];
  if (schema.anyOf !== undefined) {
    const all = schema.anyOf.filter((one) => validatorOf(one)(value));
    return fewest(all.map((one) => unpublished(one, value, at)));
  }
  if (Array.isArray(value)) {
    const { items = {} } = schema;
    return [...new Set(value.flatMap((one) => unpublished(items, one, `${at}[]`)))];
  }
  const { properties } = schema;
  if (schema['x-open'] === true || properties === undefined) return [];
  return Object.entries(value).flatMap(([name, one]) => {
    const known = properties[name];
    return known === undefined ? [`${at}/${name}`] : unpublished(known, one, `${at}/${name}`);
  });
}

const fewest = (lists: readonly string[][]): string[] =>
  lists.toSorted((a, b) => a.length - b.length)[0] ?? [];

/** The shapes a value of this entry may have: that of its main document first, then what others show. */
export function shapesOf(entry: Entry, of: Of): Shape[] {
  const main = of === 'error' ? null : entry[of];
  const example = of === 'error' ? undefined : entry.example[of];
  return [
    ...(main === null ? [] : [{ by: 'main', schema: main, example }]),
    ...entry.variants
      .filter((one) => one.of === of)
      .map(({ note, source, schema, example: shown }) => ({
        by: note ?? source,
        schema,
        example: shown,
      })),
  ];
}

/** Whether a value fits one of the shapes. A field is published where one of them names it, whichever it is that fits. */
export function fit(shapes: readonly Schema[], value: unknown): Fit {
  if (shapes.length === 0) return { fits: undefined, wrong: [], unpublished: [] };
  const tried = shapes.map((schema) => wrongIn(schema, value));
  const isOfKind = (schema: Schema) =>
    (schema.anyOf ?? [schema]).some((one) => Array.isArray(value) === (one.type === 'array'));
  const [first = [], ...others] = shapes
    .filter(isOfKind)
    .map((schema) => unpublished(schema, value));
  const fits = tried.some((wrong) => wrong.length === 0);
  return {
    fits,
    wrong: fits ? [] : nearest(tried),
    unpublished: first.filter((at) => others.every((list) => list.includes(at))),
  };
}

/** What is wrong at the top has few faults, and is farther away than what is wrong deep inside. */
function nearest(lists: readonly string[][]): string[] {
  const depths = lists.map((wrong) => Math.min(...wrong.map(depthOf)));
  return fewest(lists.filter((_, at) => depths[at] === Math.max(...depths)));
}

const depthOf = (wrong: string): number =>
  (wrong.split(' ', 1)[0] ?? '').split(/\/|(?=\[\])/).filter((part) => part !== '').length;

/**
 * What a caller without HAL gets of a resource: no links, what was embedded under its name, and a list alone as a bare array. No document
 * says how a list inside another resource comes: as an array, or with its name.
 */
export function withoutHal(schema: Schema, isInside = false): Schema {
  const inner = (one: Schema) => withoutHal(one, true);
  if (schema.anyOf !== undefined) return { ...schema, anyOf: schema.anyOf.map(inner) };
  if (schema.items !== undefined) return { ...schema, items: inner(schema.items) };
  if (schema.properties === undefined) return schema;
  const { _links: _, _embedded: embedded, ...own } = schema.properties;
  const inside = Object.entries(embedded?.properties ?? {});
  const all = { ...own, ...Object.fromEntries(inside) };
  const required = [...(schema.required ?? []), ...(embedded?.required ?? [])];
  const named = {
    ...schema,
    properties: Object.fromEntries(Object.entries(all).map(([name, one]) => [name, inner(one)])),
    required: required.filter((name) => name in all),
  };
  const [list] = inside.length === 1 && isListAlone(own) ? inside : [];
  if (list?.[1].items === undefined) return named;
  return isInside ? { anyOf: [inner(list[1]), named] } : inner(list[1]);
}

/** Beside the items of a list stands at most where the next page is. */
const isListAlone = (own: Readonly<Record<string, Schema>>): boolean =>
  Object.keys(own).every((name) => name === 'continuationtoken');

const partsOf = (address: string): readonly string[] =>
  address.replace(/\/+$/, '').toLowerCase().split('/');

let byPath: readonly { readonly entry: Entry; readonly template: readonly string[] }[] | undefined;

/** The entry of a call; literal parts come before `{parameters}`. */
export function entryFor(method: string, address: string): Entry | undefined {
  byPath ??= entries()
    .filter((entry) => !entry.path.includes('#'))
    .map((entry) => ({ entry, template: partsOf(entry.path) }))
    .sort((a, b) => parametersIn(a.entry.path) - parametersIn(b.entry.path));
  const [bare = ''] = address.split('?', 1);
  const asked = partsOf(bare);
  const isAsked = ({ path: own }: Entry, template: readonly string[]) =>
    own.startsWith('/')
      ? template.length === asked.length &&
        template.every((part, at) => part.startsWith('{') || part === asked[at])
      : own === bare;
  return byPath.find(({ entry, template }) => entry.method === method && isAsked(entry, template))
    ?.entry;
}

const parametersIn = (address: string): number => address.split('{').length;

export function entryOf(id: string): Entry {
  const found = entries().find((entry) => entry.id === id);
  if (found === undefined) throw new Error(`No document shows ${id}.`);
  return found;
}
