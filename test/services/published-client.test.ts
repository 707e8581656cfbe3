// The client against the published shapes: every reader takes each value that they allow, every request is one of them.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { goneFrom, isExpected } from '../platform/published/expected-failures.ts';
import { reasonsTooMany } from '../platform/published/not-shown.ts';
import type { Misfit, Side } from '../platform/published/misfits.ts';
import { entries, type Entry, shapesOf } from '../platform/published/schemas.ts';
import {
  FIXED,
  openPublished,
  type OpenPublished,
  type Read,
  readersOf,
  readEverything,
  sendEverything,
  type Sent,
  tellErrors,
} from '../support/published-reading.ts';
import { WRITERS } from '../support/published-writers.ts';

/** `STEWARD_SEED=7` makes what a failed run has made; without it each run makes others, but where a change waits for it. */
const seed = Number(
  process.env['STEWARD_SEED'] ?? (process.env['CI'] ? 7 : Date.now() % 1_000_000),
);
/** Of each shape, beside those that do not hang on chance; `STEWARD_INSTANCES=200` for a campaign. */
const instances = Number(process.env['STEWARD_INSTANCES'] ?? 3);
const AT_ONCE = ['any', 'any', 'any'] as const;

/** Entry with a published answer -> why nothing reads it. */
const NOT_READ: Readonly<Record<string, string>> = {
  'authentication.exchange': 'a token alone; tests of signing in have it',
  'delegation-requests.list': 'switched off; the explorer shows it',
  'delegation-requests.create': 'switched off',
  'delegation-requests.get': 'switched off; the explorer shows it',
  'delegations.roles': 'the holder itself has them',
  'delegations.rights': 'the holder itself has them',
  'delegations.apprights': 'switched off; the explorer shows it',
  'errors.model': 'it is told as the refusal of every other entry',
  'rights.own-apprights': 'switched off; the explorer shows it',
  'service-owner.apprights': 'switched off; the explorer shows it',
  'service-owner.roledefinitions': 'switched off; the open ones are read',
  'service-owner.roledefinition': 'switched off; the open ones are read',
  'srr.update': 'a rule is revoked and made anew',
  'consent-tokens.get': 'its header and its claims are read',
};

/** Entry with a published request -> why nothing sends it. */
const NOT_SENT: Readonly<Record<string, string>> = {
  'authentication.password': 'tests of signing in have it',
  'delegation-requests.create': 'switched off',
  'service-owner.delegations.create': 'no operation gives the one role',
  'srr.update': 'a rule is revoked and made anew',
  'tokens.machine': 'tests of signing in have it',
  'tokens.machine.grant': 'tests of signing in have it',
};

let opened: OpenPublished;
let fixed: Read;
let errors: Read;
let sent: Sent;
beforeAll(async () => {
  opened = await openPublished();
  fixed = await readEverything(opened, 1, FIXED);
  errors = await tellErrors(opened, 1);
  sent = await sendEverything(opened);
});
afterAll(() => opened.stop());

const of = (side: Side): Misfit[] =>
  [fixed, errors, sent].flatMap(({ misfits }) => misfits.filter((one) => one.side === side));
const unexpected = (all: readonly Misfit[]) => all.filter((one) => !isExpected(one));
const idsOf = (is: (entry: Entry) => boolean) =>
  entries()
    .filter(is)
    .map(({ id }) => id);

it('each published answer is read, and what it says is shown or left out for a reason', () => {
  expect(fixed.answers).toBeGreaterThan(300);
  expect(errors.answers).toBeGreaterThan(200);
  expect(unexpected(of('client'))).toEqual([]);
  expect(goneFrom('client', of('client')), 'take them out').toEqual([]);
  expect(reasonsTooMany([...fixed.reasons, ...errors.reasons]), 'take them out').toEqual([]);
});

it('each request, and each of its parameters, is a published one', () => {
  expect(sent.unsent).toEqual([]);
  expect(unexpected(of('request'))).toEqual([]);
  expect(goneFrom('request', of('request')), 'take them out').toEqual([]);
});

it(
  `so is whatever the schemas allow (STEWARD_SEED=${seed} makes it again)`,
  async () => {
    const misfits = new Map<string, Misfit>();
    for (let round = 0; round * AT_ONCE.length < instances; round += 1) {
      const read = await readEverything(opened, seed + round, AT_ONCE);
      expect(read.answers).toBeGreaterThan(200);
      for (const one of unexpected(read.misfits)) misfits.set(JSON.stringify(one), one);
    }
    expect([...misfits.values()]).toEqual([]);
  },
  120_000 + 2000 * instances,
);

it('nothing that is published is left out of this without a reason', () => {
  const unread = (entry: Entry) =>
    shapesOf(entry, 'response').length > 0 && readersOf(entry).length === 0;
  expect(idsOf(unread).sort()).toEqual(Object.keys(NOT_READ).sort());
  const unsent = (entry: Entry) => shapesOf(entry, 'request').length > 0 && !(entry.id in WRITERS);
  expect(idsOf(unsent).sort()).toEqual(Object.keys(NOT_SENT).sort());
});
