// Old names of the command line: each leads to an operation that exists and refuses what the old one refused.
import { describe, expect, it } from 'vitest';
import { formerOperations, successorOf } from '../../../../main/shell/terminal-successors.ts';
import { operations, samples } from '../../../support/contract-samples.ts';

const schemas = new Map(operations);
const form = {
  connection: 'c-1',
  code: '0112',
  edition: 1,
  dataFormatId: '3012',
  dataFormatVersion: '1',
};

/** What version 0.1 took, by its names. */
const OLD: Readonly<Record<string, object>> = {
  'metadata.list': { connection: 'c-1' },
  'metadata.get': { connection: 'c-1', kind: 'formtask', code: '0112', edition: 1 },
  'metadata.xsd': form,
  'metadata.saveXsd': { ...form, target: 'file-AAAAAAAAAAAAAAAAAAAAAAAA' },
  'metadata.roleDefinitions': { connection: 'c-1', language: 1044 },
  'metadata.roleDefinition': { connection: 'c-1', role: 4, language: 1033 },
  'codeLists.list': { connection: 'c-1', language: 2068 },
  'codeLists.get': { connection: 'c-1', name: 'Units', version: 2, language: 1044 },
  'roleRequirements.get': { connection: 'c-1', of: { service: { code: '3811', edition: 1 } } },
};

const found = (old: string) => {
  const successor = successorOf(old);
  if (successor === undefined) throw new Error(`${old} has no successor.`);
  const input = schemas.get(successor.name)?.input;
  if (input === undefined) throw new Error(`${successor.name} is no operation.`);
  return { successor, accepts: (given: unknown) => input.safeParse(given).success };
};

describe('old names of the command line', () => {
  it('are those of version 0.1, each with an operation that there is', () => {
    expect([...formerOperations()].sort()).toEqual(Object.keys(OLD).sort());
    for (const old of formerOperations()) {
      const { successor } = found(old);
      expect(Object.keys(samples), old).toContain(successor.name);
      expect(successor.note).toContain(`${old} is now ${successor.name} with "fresh": true`);
      expect(successor.note).not.toContain('\n');
    }
  });

  it('take what they took, and ask the platform', () => {
    for (const [old, input] of Object.entries(OLD)) {
      const { successor, accepts } = found(old);
      const given = successor.inputOf(input);
      expect(given, old).toMatchObject({ connection: 'c-1', fresh: true });
      expect(accepts(given), old).toBe(true);
    }
    const saved = found('metadata.saveXsd').successor.inputOf(OLD['metadata.saveXsd']);
    expect(saved).toMatchObject({ exact: true });
    const { inputOf } = found('roleRequirements.get').successor;
    const of = (what: object) => inputOf({ connection: 'c-1', of: what });
    const asked = { connection: 'c-1', fresh: true };
    expect(of({ service: { code: '1', edition: 2 } })).toEqual({ ...asked, code: '1', edition: 2 });
    expect(of({ delegationScheme: 3 })).toEqual({ ...asked, delegationScheme: 3 });
    expect(of({ app: { org: 'a', name: 'b' } })).toEqual({
      ...asked,
      app: { org: 'a', name: 'b' },
    });
  });

  it('refuse what they refused, without an error of the program', () => {
    const wrong: unknown[] = [null, 0, 'text', true, [], [{ connection: 'c-1' }], {}];
    for (const [old, input] of Object.entries(OLD)) {
      const { successor, accepts } = found(old);
      for (const given of [...wrong, { ...input, other: 1 }, { ...input, connection: 7 }])
        expect(accepts(successor.inputOf(given)), `${old} ${JSON.stringify(given)}`).toBe(false);
    }
    const { successor, accepts } = found('roleRequirements.get');
    const both = { service: { code: '1', edition: 2 }, delegationScheme: 3 };
    for (const of of [undefined, null, 7, [], {}, { service: 7 }, { service: {} }, both])
      expect(accepts(successor.inputOf({ connection: 'c-1', of })), JSON.stringify(of)).toBe(false);
  });

  it('are no others: not what every object has', () => {
    for (const name of ['reference.roles', 'constructor', '__proto__', 'toString', 'metadata'])
      expect(successorOf(name), name).toBeUndefined();
  });
});
