// The contract as a whole: nothing in it without a handler, a subject or a safe shape.
import { describe, expect, it } from 'vitest';
import { createPolicy } from '../../../main/policy/policy.ts';
import { createOperations } from '../../../main/border/operations.ts';
import { contract, events } from '../../../preload/contract/contract.ts';
import { isOrganisationNumber } from '../../../preload/contract/rules.ts';
import { z } from '../../../preload/contract/schema.ts';
import { failure, fieldProblem } from '../../../preload/result.ts';
import { operations, samples } from '../../support/contract-samples.ts';
import {
  createRememberingJournal,
  createRememberingLog,
  handlersDoing,
} from '../../support/handlers.ts';
import { nobodyAsked } from '../../support/consent.ts';

describe('the contract', () => {
  it('every operation has a fitting sample, so that the tests of the border cover it', () => {
    expect(operations.map(([name]) => name).sort()).toEqual(Object.keys(samples).sort());
    for (const [name, operation] of operations) {
      expect(operation.input.safeParse(samples[name]).success, name).toBe(true);
    }
  });

  it('every write names its subject, and the subject holds nothing of a secret field', () => {
    for (const [name, operation] of operations) {
      expect(operation.subject !== undefined, name).toBe(operation.effect === 'write');
      const subject = operation.subject?.(operation.input.parse(samples[name]));
      expect(JSON.stringify(subject ?? {})).not.toMatch(/passphrase|abc-def|file-A/);
    }
  });

  it('names are plain words, so that a name is one operation and no way into an object', () => {
    for (const [name] of operations) expect(name).toMatch(/^[a-zA-Z]+\.[a-zA-Z]+$/);
    const ancestral = Object.getOwnPropertyNames(Object.prototype);
    const words = Object.entries(contract).flatMap(([f, group]) => [f, ...Object.keys(group)]);
    expect(words.filter((word) => ancestral.includes(word))).toEqual([]);
  });

  it('IPC-03 every input is a strict object: an unknown field is refused, never dropped', () => {
    for (const [name, operation] of operations) {
      const found = operation.input.safeParse({ ...samples[name], unknown: 1 });
      expect(
        found.error?.issues.map((issue) => issue.code),
        name,
      ).toContain('unrecognized_keys');
    }
  });

  it('IPC-01 a name outside the contract is answered as not found, whatever it reaches for', async () => {
    const { perform } = createOperations({
      consent: nobodyAsked,
      putAway: { allow: () => undefined },
      nameSubject: (_, __, subject) => subject,
      policy: createPolicy(null),
      handlers: () => handlersDoing(() => () => Promise.reject(new Error('ran'))),
      journal: createRememberingJournal(),
      connections: { find: () => expect.unreachable() },
      log: createRememberingLog(),
    });
    const call = { signal: new AbortController().signal, report: () => undefined };
    const names = ['', '.', 'app', 'app.', 'app.start.x', 'app.constructor', '__proto__.toString'];
    for (const name of [...names, 'constructor.keys', 'app.__proto__', 'hasOwnProperty.call']) {
      const result = await perform(name, {}, call);
      expect(result).toMatchObject({ ok: false, failure: { kind: 'not-found' } });
    }
  });

  it('an organisation number is right in exactly one of ten check digits or none', () => {
    expect(isOrganisationNumber('974760673')).toBe(true);
    expect(isOrganisationNumber('974760674')).toBe(false);
    expect(isOrganisationNumber('97476067')).toBe(false);
    expect(isOrganisationNumber('9747606733')).toBe(false);
    expect(isOrganisationNumber('97476067３')).toBe(false);
    for (let stem = 91000000; stem < 91000200; stem++) {
      const fitting = [...'0123456789'].filter((d) => isOrganisationNumber(`${String(stem)}${d}`));
      expect(fitting.length).toBeLessThanOrEqual(1);
    }
  });

  it('every way to fail can be told apart and shown, and events have a shape', () => {
    const kinds = failure.options.map((option) => option.shape.kind.value);
    expect(new Set(kinds).size).toBe(kinds.length);
    expect(kinds).toContain('outcome-unknown');
    expect(fieldProblem.options.length).toBeGreaterThan(10);
    for (const [name, shape] of Object.entries(events)) {
      expect(shape instanceof z.ZodType, name).toBe(true);
    }
  });
});
