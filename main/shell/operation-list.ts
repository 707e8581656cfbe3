// Prints every operation of the contract with its input shape, read from the schemas themselves.
import { contract } from '../../preload/contract/contract.ts';
import type { Operation } from '../../preload/contract/operation.ts';
import { z } from '../../preload/contract/schema.ts';

/** The part of JSON Schema that the contract's shapes come out as. */
export interface Shape {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly items?: Shape;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Shape[];
  readonly oneOf?: readonly Shape[];
  readonly pattern?: string;
  readonly additionalProperties?: boolean | Shape;
  /** Of a text into which variables and earlier answers may be put (preload/contract/schema.ts). */
  readonly takes?: 'secret' | 'id';
  /** Of a file: whether the operation reads it, or writes there. */
  readonly handle?: 'read' | 'save';
}

export interface ListedOperation {
  readonly name: string;
  readonly effect: 'read' | 'write';
  readonly input: Shape;
}

export function listOperations(): readonly ListedOperation[] {
  return Object.entries(contract).flatMap(([feature, operations]) =>
    Object.entries(operations as Readonly<Record<string, Operation>>).map(([name, operation]) => ({
      name: `${feature}.${name}`,
      effect: operation.effect,
      input: inputOf(operation),
    })),
  );
}

const inputOf = ({ input }: Operation): Shape =>
  z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Shape;

/** Undefined for a name that the contract does not have. */
export function inputShapeOf(name: string): Shape | undefined {
  const features: Readonly<Record<string, object>> = contract;
  const [feature = '', operation = '', ...more] = name.split('.');
  if (!Object.hasOwn(features, feature) || more.length > 0) return undefined;
  const operations = features[feature] as Readonly<Record<string, Operation>>;
  const found = Object.hasOwn(operations, operation) ? operations[operation] : undefined;
  return found && inputOf(found);
}

/** One line per operation: `write  enterpriseUsers.create  { connection: id, userName: text }`. */
export function describeOperation({ name, effect, input }: ListedOperation): string {
  return `${effect.padEnd(5)}  ${name}  ${describe(input)}`;
}

/** The shared shapes that are told apart by their pattern (preload/contract/schema.ts). */
const NAMED: readonly (readonly [string, string])[] = [
  ['^file-', 'file'],
  ['^[a-z0-9-]{1,64}$', 'id'],
];

function describe(shape: Shape): string {
  if (shape.const !== undefined) return JSON.stringify(shape.const);
  if (shape.enum) return shape.enum.map((value) => JSON.stringify(value)).join(' | ');
  const choices = shape.anyOf ?? shape.oneOf;
  if (choices) return choices.map(describe).join(' | ');
  switch (shape.type) {
    case 'object':
      return describeObject(shape);
    case 'array':
      return `[${describe(shape.items ?? {})}, ...]`;
    case 'string':
      return NAMED.find(([pattern]) => shape.pattern?.startsWith(pattern))?.[1] ?? 'text';
    case 'integer':
      return 'number';
    default:
      return shape.type ?? 'anything';
  }
}

function describeObject({ properties = {}, required = [] }: Shape): string {
  const fields = Object.entries(properties).map(([key, shape]) => {
    const mark = required.includes(key) ? '' : '?';
    return `${key}${mark}: ${describe(shape)}`;
  });
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
}
