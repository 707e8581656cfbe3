// The local platform against the published shapes: it sends and takes nothing else, but for what is listed.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startPlatform, type Platform } from '../platform/platform.ts';
import { goneFrom, isExpected } from '../platform/published/expected-failures.ts';
import { type Misfit, misfitsOf } from '../platform/published/misfits.ts';
import { entries, entryFor } from '../platform/published/schemas.ts';
import { type Shape, usualShape } from '../platform/shape.ts';
import { askRound, everyPart, type Part } from '../support/published-round.ts';

/** Switches that change what an answer looks like, where it is asked for; more than one where their values meet in one answer. */
const TURNED: readonly (readonly [Part, Partial<Shape>])[] = [
  ['metadata', { requirementFields: 'page' }],
  ['metadata', { requirementFields: 'spec' }],
  ['metadata', { words: 'nb' }],
  ['users', { single: 'object' }],
  ['users', { userFields: 'spec' }],
  ['users', { single: 'object', userFields: 'spec' }],
  ['parties', { errorWords: 'model' }],
  ['authorization', { roleDefinitionList: 'hal' }],
  ['authorization', { roleRights: 'embedded' }],
  ['authorization', { rightSources: 'spec' }],
  ['authorization', { emptyReceiver: 'missing' }],
  ['messages', { createdField: 'CreateDate' }],
  ['messages', { createdField: 'CreatedDate', zonelessTimes: 'utc' }],
  ['messages', { trashBinItems: 'older' }],
  ['messages', { signingText: 'text' }],
  ['files', { fileStatus: 'number' }],
  ['files', { uploadAnswer: 'empty' }],
  ['consents', { consentErrors: 'pascal' }],
  ['consents', { consentErrors: 'inside' }],
  ['consents', { consentErrors: 'reason' }],
  ['consents', { tokenServices: 'ServiceCodes', continuationToken: 'link' }],
  ['consents', { tokenServices: 'comma', continuationToken: 'field' }],
  ['delegationRequests', { consentErrors: 'pascal' }],
  ['delegationRequests', { consentErrors: 'inside' }],
  ['owners', { officialContactsLink: 'absent', consentStatus: 'active' }],
  ['owners', { ownerRoleLinks: 'metadata' }],
  ['rules', { srr: 'picture' }],
  ['rules', { srrRead: 201 }],
];

/** Entry -> why no call asks for it here. */
const NOT_ASKED: Readonly<Record<string, string>> = {
  'attachments.createAt': 'not asked for yet: no client sends to a place of its own choice',
  'attachments.authorized': 'not asked for yet: the client follows links instead',
  'consent-requests.return': "where the giver's browser goes, not the platform's own",
  'errors.model': 'it is the body of every refusal, and held with each of them',
  'payment.link': 'a page for a browser',
  'tokens.machine.grant': 'a part of a request: the claims that are signed',
  'consent-tokens.claims': 'a part of an answer: what the token holds',
  'consent-tokens.header': 'a part of an answer: the head of the token',
};

let platform: Platform;
const found = new Map<string, Misfit>();
const answered = new Set<string>();
let answers = 0;
beforeAll(async () => {
  platform = await startPlatform({
    ...{ users: 4, messages: 12, services: 150, seed: 11, identity: true },
    watch(exchange, switches) {
      const entry = entryFor(exchange.method, exchange.path);
      if (entry !== undefined) answered.add(entry.id);
      answers += 1;
      for (const one of misfitsOf(exchange, switches)) found.set(JSON.stringify(one), one);
    },
  });
  const { shape } = platform.control;
  const turn = (chosen: Partial<Shape>) =>
    Object.assign(shape, usualShape(), { switchedOffStillOn: true }, chosen);
  turn({});
  await askRound(platform, 'application/hal+json');
  await askRound(
    platform,
    'application/json',
    everyPart.filter((part) => part !== 'signIn'),
  );
  for (const [part, chosen] of TURNED) {
    turn(chosen);
    await askRound(platform, 'application/hal+json', [part]);
  }
});
afterAll(() => platform.stop());

it('all that it answers fits what is published, but for what is listed', () => {
  const all = [...found.values()];
  expect(all.filter((one) => !isExpected(one))).toEqual([]);
  expect(goneFrom('local platform', all), 'take them out').toEqual([]);
});

it('every entry of the documents is asked for', () => {
  expect(answers).toBeGreaterThan(500);
  const missing = entries().filter(({ id }) => !answered.has(id));
  expect(missing.map(({ id }) => id)).toEqual(Object.keys(NOT_ASKED));
});
