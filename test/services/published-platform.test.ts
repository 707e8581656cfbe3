// The local platform against the published shapes: it sends and takes nothing else, but for what is listed.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startPlatform, type Platform } from '../platform/platform.ts';
import { goneFrom, isExpected } from '../platform/published/expected-failures.ts';
import { type Misfit, misfitsOf } from '../platform/published/misfits.ts';
import { entries, entryFor } from '../platform/published/schemas.ts';
import { wanted, wantedInVain } from '../platform/published/wanted.ts';
import { type Shape, usualShape } from '../platform/shape.ts';
import { askRound, everyPart, type Part } from '../support/published-round.ts';

/** Switches that change what an answer looks like, where it is asked for; more than one where their values meet in one answer. */
const TURNED: readonly (readonly [Part, Partial<Shape>])[] = [
  ['metadata', { requirementFields: 'spec' }],
  ['metadata', { requirementFields: 'spec', requirementParents: 'all' }],
  ['metadata', { requirementFields: 'mixed', values: 'mixed' }],
  ['metadata', { spellings: 'mixed' }],
  ['metadata', { jwk: 'array' }],
  ['metadata', { words: 'nb' }],
  ['users', { single: 'object' }],
  ['parties', { errorWords: 'model' }],
  ['parties', { values: 'mixed' }],
  ['authorization', { roleDefinitionList: 'hal' }],
  ['authorization', { roleRights: 'embedded' }],
  ['authorization', { rightSources: 'spec', spellings: 'mixed' }],
  ['authorization', { emptyReceiver: 'missing' }],
  ['messages', { createdField: 'CreateDate' }],
  ['messages', { createdField: 'CreatedDate', zonelessTimes: 'utc' }],
  ['messages', { trashBinItems: 'older' }],
  ['messages', { stepLinks: 'given' }],
  ['messages', { signingText: 'text' }],
  ['files', { fileStatus: 'number' }],
  ['files', { uploadAnswer: 'empty' }],
  ['consents', { consentErrors: 'pascal' }],
  ['consents', { consentErrors: 'inside' }],
  ['consents', { consentErrors: 'reason' }],
  ['consents', { tokenServices: 'ServiceCodes', tokenHeader: 'x5t', tokenDates: 'dots' }],
  ['consents', { tokenServices: 'comma', tokenMetadata: false, tokenDates: 'dashes' }],
  ['consents', { requestFields: 'table', requestPages: 'told' }],
  ['consents', { newRequest: 'bare', requiredDelegator: 'untold' }],
  ['consents', { logUse: 'either' }],
  ['delegationRequests', { consentErrors: 'pascal' }],
  ['delegationRequests', { consentErrors: 'inside' }],
  ['delegationRequests', { delegationMessage: 'by-language' }],
  ['delegationRequests', { operationWords: 'lower' }],
  ['owners', { officialContactsLink: 'absent', consentStatus: 'active' }],
  ['owners', { continuationToken: 'link', spellings: 'mixed' }],
  ['owners', { continuationToken: 'field', consentParties: 'numbers' }],
  ['owners', { ownerRoles: 'with-parties' }],
  ['owners', { ownerRoles: 'bare' }],
  ['owners', { ownerRoleLinks: 'metadata' }],
  ['rules', { srr: 'picture' }],
  ['rules', { srr: 'picture', srrOne: 'object' }],
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
  const unwanted = all.filter(({ by }) => by === undefined);
  expect(unwanted.filter((one) => !isExpected(one))).toEqual([]);
  expect(goneFrom('local platform', unwanted), 'take them out').toEqual([]);
});

it('what a switch makes on purpose is named with the switch, and is made by no usual value', () => {
  expect(wantedInVain([...found.values()]), 'take them out').toEqual([]);
  for (const { by } of wanted)
    for (const [name, value] of Object.entries(by))
      expect([name, value]).not.toEqual([name, usualShape()[name as keyof Shape]]);
});

it('every entry of the documents is asked for', () => {
  expect(answers).toBeGreaterThan(500);
  const missing = entries().filter(({ id }) => !answered.has(id));
  expect(missing.map(({ id }) => id)).toEqual(Object.keys(NOT_ASKED));
});
