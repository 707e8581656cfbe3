// Limits on what a page may send, checked without recursion before any schema looks at it (IPC-03, IPC-06).
import type { FieldProblem } from '../../preload/result.ts';

const DEEPEST = 32;
const MOST_VALUES = 20_000;
const LONGEST_TEXT = 64 * 1024;
const MOST_TEXT = 1024 * 1024;
/** Keys that reach into an object's ancestry when they are copied. */
const ANCESTRAL_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

export interface Refusal {
  /** Where, as far as it can be named safely; empty for the input as a whole. */
  readonly field: string;
  readonly problem: FieldProblem;
}

interface Visit {
  readonly value: unknown;
  readonly field: string;
  readonly depth: number;
}

/** The first thing that is not plain, bounded JSON, or undefined. Looks at 20 000 values at most. */
export function firstRefusal(input: unknown): Refusal | undefined {
  const waiting: Visit[] = [{ value: input, field: '', depth: 0 }];
  let values = 0;
  let text = 0;
  for (let visit = waiting.pop(); visit; visit = waiting.pop()) {
    values += 1;
    if (values > MOST_VALUES) return { field: '', problem: 'too-many' };
    const problem = refuseValue(visit.value, visit.depth);
    if (problem) return { field: visit.field, problem };
    if (typeof visit.value === 'string') text += visit.value.length;
    if (text > MOST_TEXT) return { field: visit.field, problem: 'too-long' };
    const refused = enter(visit, waiting);
    if (refused) return refused;
  }
  return undefined;
}

function refuseValue(value: unknown, depth: number): FieldProblem | undefined {
  switch (typeof value) {
    case 'string':
      return value.length > LONGEST_TEXT ? 'too-long' : undefined;
    case 'number':
      return Number.isFinite(value) ? undefined : 'not-a-number';
    case 'boolean':
    case 'undefined':
      return undefined;
    case 'object':
      if (value === null) return undefined;
      return depth < DEEPEST && isPlain(value) ? undefined : 'wrong-type';
    default:
      return 'wrong-type';
  }
}

function isPlain(value: object): boolean {
  if (Array.isArray(value)) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function enter({ value, field, depth }: Visit, waiting: Visit[]): Refusal | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const keys = Object.keys(value);
  if (keys.length + waiting.length > MOST_VALUES) return { field, problem: 'too-many' };
  if (Object.getOwnPropertySymbols(value).length > 0) return { field, problem: 'wrong-type' };
  for (const key of keys) {
    const inner = fieldName(field, key);
    if (ANCESTRAL_KEYS.has(key)) return { field: inner, problem: 'unknown-field' };
    const property = Object.getOwnPropertyDescriptor(value, key);
    if (!property || !('value' in property)) return { field: inner, problem: 'wrong-type' };
    waiting.push({ value: property.value, field: inner, depth: depth + 1 });
  }
  return undefined;
}

/** Keys come from the page: what is not a plain name is not repeated. */
export function fieldName(parent: string, key: string): string {
  const name = /^[A-Za-z0-9]{1,40}$/.test(key) ? key : '?';
  return parent === '' ? name : `${parent}.${name}`;
}
