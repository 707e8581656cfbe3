// Reads the fields of a resource for a service: tolerant in form, strict in meaning; it names what it cannot read.
import type { Problem } from '../problem.ts';
import { unexpectedAnswer } from '../problems.ts';
import {
  fieldOf,
  itemsOf,
  type Link,
  readList,
  readOne,
  readResource,
  type Resource,
} from './hal.ts';
import { booleanOf, dateOrForever, instantOf, integerOf, type Read, textOf } from './values.ts';

export type Names = readonly [string, ...string[]];

/**
 * Every method takes the spellings of one field, the documented one first; letter case does not matter (platform.md,
 * Values). Null means that nothing is there: missing, null or empty. What is there and cannot be understood, and a
 * required field that is not there, is a Problem `unexpected-answer` with the documented name as its `field`.
 */
export class ResourceReader {
  readonly resource: Resource;
  readonly #what: string;

  /** `what` names the resource for a person, with its article: "a message", "the profile". */
  constructor(resource: Resource, what: string) {
    this.resource = resource;
    this.#what = what;
  }

  /** Blanks and line ends after it are taken away; numbers come as their digits. */
  text(...names: Names): string | null {
    return this.#scalar(textOf, names);
  }

  requiredText(...names: Names): string {
    return this.text(...names) ?? raise(this.wrong(names[0]));
  }

  integer(...names: Names): number | null {
    return this.#scalar(integerOf, names);
  }

  requiredInteger(...names: Names): number {
    return this.integer(...names) ?? raise(this.wrong(names[0]));
  }

  boolean(...names: Names): boolean | null {
    return this.#scalar(booleanOf, names);
  }

  requiredBoolean(...names: Names): boolean {
    return this.boolean(...names) ?? raise(this.wrong(names[0]));
  }

  /** ISO 8601 in UTC with Z. */
  instant(...names: Names): string | null {
    return this.#scalar(instantOf, names);
  }

  /** An instant, or FOR_EVER of values.ts for the last day of the year 9999. */
  until(...names: Names): string | null {
    return this.#scalar(dateOrForever, names);
  }

  /** The items as they came; none when nothing is there. */
  items(...names: Names): readonly unknown[] {
    return itemsOf(fieldOf(this.resource.state, ...names));
  }

  /** A list of texts, of whole numbers, of objects: an item of another kind is not understood. */
  texts(...names: Names): readonly string[] {
    return this.#each(textOf, names);
  }

  integers(...names: Names): readonly number[] {
    return this.#each(integerOf, names);
  }

  /** Looks in the fields and in `_embedded`: plain forms have no `_embedded`. */
  readers(...names: Names): readonly ResourceReader[] {
    const embedded = fieldOf(this.resource.embedded, ...names);
    const inside = embedded
      ? (embedded as readonly Resource[])
      : this.items(...names).map((item) => readResource(item) ?? raise(this.wrong(names[0])));
    return inside.map((one) => new ResourceReader(one, this.#what));
  }

  /** An object inside, e.g. ContactInformation of a profile. */
  object(...names: Names): ResourceReader | null {
    const value = fieldOf(this.resource.state, ...names);
    if (itemsOf(value).length === 0) return null;
    return new ResourceReader(readOne(value) ?? raise(this.wrong(names[0])), this.#what);
  }

  /** Every link of a relation, and the first of the first relation that has one; letter case does not matter. */
  links(...relations: Names): readonly Link[] {
    const found = relations.map((relation) => this.resource.links.get(relation.toLowerCase()));
    return found.find((links) => links !== undefined && links.length > 0) ?? [];
  }

  link(...relations: Names): Link | null {
    return this.links(...relations)[0] ?? null;
  }

  /** A rule of the service's own about a field: the Problem this reader throws for one. */
  wrong(field: string): Problem {
    return misunderstood(this.#what, field);
  }

  #scalar<T>(read: (value: unknown) => Read<T>, names: Names): T | null {
    const value = read(fieldOf(this.resource.state, ...names));
    if (value === undefined) throw this.wrong(names[0]);
    return value;
  }

  #each<T>(read: (value: unknown) => Read<T>, names: Names): readonly T[] {
    return this.items(...names).map((item) => read(item) ?? raise(this.wrong(names[0])));
  }
}

/** A whole answer that must be one resource, also when it came as an array of one. Throws Problem unexpected-answer. */
export function readerOf(value: unknown, what: string): ResourceReader {
  return new ResourceReader(readOne(value) ?? raise(misunderstood(what, 'body')), what);
}

/**
 * A whole answer that must be a list, in any shape of `readList`; `names` are the spellings of its array.
 * Throws Problem unexpected-answer: what is no list is never an empty list.
 */
export function readersOf(
  value: unknown,
  what: string,
  ...names: Names
): readonly ResourceReader[] {
  const list = readList(value, ...names) ?? raise(misunderstood(what, names[0]));
  return list.map((resource) => new ResourceReader(resource, what));
}

function misunderstood(what: string, field: string): Problem {
  // The platform said yes: only what it wrote is not understood.
  return unexpectedAnswer(`The answer about ${what} cannot be understood: ${field}.`, { field });
}

function raise(problem: Problem): never {
  throw problem;
}
