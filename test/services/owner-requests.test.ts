// Consents for services of one's own, delegation requests and recipients, through the whole program.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { itAtLength } from '../support/at-length.ts';
import { inEveryMediaType, type MediaType } from '../support/media-types.ts';
import { openReading } from '../support/open-reading.ts';
import { valueOf } from '../support/steward.ts';
import { tempFolder } from '../support/temp-folder.ts';

const world = openReading({ messages: 2 });
const kari = { identityNumber: '14857912345', lastName: 'Steinvåg' };
const sunniva = { identityNumber: '27828434567' };
const reset = { kind: 'reset' } as const;
const USUAL = {
  repeatedParameters: 'both',
  continuationToken: 'both',
  lastPage: 'end',
  consentEdition: 'both',
  consentStatus: 'Active',
} as const;

function desk(mediaType: MediaType = 'application/hal+json') {
  const { steward, platform } = world();
  const { control } = platform;
  Object.assign(control.shape, USUAL);
  const connection = world().in(mediaType);
  const giver = control.register.find(({ number }) => number !== platform.organisationNumber);
  const service = control.metadata.services.find(({ code }) => Number(code) % 9 !== 0);
  return {
    all: steward.client.ownerRequests,
    app: steward.app,
    connection,
    control,
    own: platform.organisationNumber,
    steward,
    sent: (operation: string) =>
      control.requests.filter((one) => one.operation === `ownerDelegationRequests.${operation}`)
        .length,
    wish: {
      connection,
      receiver: { organisationNumber: platform.organisationNumber },
      giver: { organisationNumber: giver?.number ?? '' },
      giverName: giver?.name ?? '',
      services: [
        { code: service?.code ?? '', edition: service?.edition ?? 0, operations: ['Read'] },
      ],
      message: 'Vi trenger lesetilgang.',
      redirectUrl: 'https://retur.fjordtrafikk.example/tilgang',
    },
  };
}

inEveryMediaType((mediaType) => {
  it('OCO-01 consents are listed with state, parties and end, those of one state and one service under every notation', async () => {
    const { all, connection, control } = desk(mediaType);
    const active = control.consents.make({
      status: 'Accepted',
      resources: [{ code: 'K108', edition: 2, metadata: {} }],
    });
    const revoked = control.consents.make({
      status: 'Accepted',
      resources: [{ code: 'K108', edition: 2, metadata: {} }],
    });
    control.consents.revoke(revoked.id);
    const service = { code: 'K108', edition: 2 };
    const { consents, completeness } = await valueOf(all.consents({ connection, service }));
    expect(completeness).toMatchObject({ complete: true, because: null });
    expect(consents.find(({ code }) => code === active.id)).toMatchObject({
      status: { known: 'active' },
      giver: { name: control.named.byNumber(active.offeredBy)?.name },
      receiver: {
        organisationNumber: active.coveredBy,
        name: control.named.byNumber(active.coveredBy)?.name,
      },
      handledBy: null,
      validTo: expect.stringMatching(/Z$/) as string,
    });
    expect(JSON.stringify(consents)).not.toMatch(/(?<![\w-])\d{11}(?![\w-])/);
    for (const repeatedParameters of ['both', 'plain', 'indexed'] as const)
      for (const consentEdition of ['both', 'serviceEdition', 'serviceEditionCode'] as const)
        for (const consentStatus of ['Active', 'active'] as const) {
          Object.assign(control.shape, { repeatedParameters, consentEdition, consentStatus });
          const found = await valueOf(all.consents({ connection, service, statuses: ['active'] }));
          expect(found.consents.map(({ code }) => code)).toContain(active.id);
          expect(found.consents.every(({ status }) => status.known === 'active')).toBe(true);
          const other = { code: 'K108', edition: 1 };
          expect((await valueOf(all.consents({ connection, service: other }))).consents).toEqual(
            [],
          );
        }
  });

  it('ODR-01 requests are listed whole over all pages, narrowed, and one is read by its id', async () => {
    const { all, connection, control, own } = desk(mediaType);
    const count = control.delegationRequests.all.length;
    for (const continuationToken of ['both', 'link', 'field'] as const)
      for (const lastPage of ['end', 'next'] as const) {
        Object.assign(control.shape, { continuationToken, lastPage, pageSize: 2 });
        const { requests, completeness } = await valueOf(all.list({ connection }));
        expect([requests.length, completeness.complete]).toEqual([count, true]);
      }
    Object.assign(control.shape, { ...USUAL, pageSize: 50 });
    expect(control.requests.some(({ query }) => /continuation.*\$skip/.test(query))).toBe(false);
    for (const repeatedParameters of ['both', 'plain', 'indexed'] as const) {
      Object.assign(control.shape, { repeatedParameters });
      const answered = await valueOf(
        all.list({ connection, statuses: ['accepted', 'rejected'], receiver: own }),
      );
      expect(new Set(answered.requests.map(({ status }) => status.known))).toEqual(
        new Set(['accepted', 'rejected']),
      );
    }
    const [first] = control.delegationRequests.all;
    expect(await valueOf(all.get({ connection, request: first?.id ?? '' }))).toMatchObject({
      id: first?.id,
      receiver: { organisationNumber: own },
      giverName: first?.offeredByName,
      services: [{ operations: ['Read'] }],
    });
  });

  it('ODR-02 a request is made once, and removed', async () => {
    const { all, connection, control, own, wish, sent } = desk(mediaType);
    const before = sent('create');
    const made = await valueOf(all.create(wish));
    expect(made).toMatchObject({ status: { known: 'created' }, message: wish.message });
    expect(sent('create') - before).toBe(1);
    expect(control.delegationRequests.find(made.id)).toMatchObject({
      coveredBy: own,
      services: [{ operations: ['Read'] }],
    });
    await valueOf(all.remove({ connection, request: made.id }));
    expect(control.delegationRequests.find(made.id)).toBeUndefined();
  });
});

describe('delegation requests', () => {
  it('RTY-06 ODR-02 a lost answer is settled by looking, and nothing is sent twice', async () => {
    const { all, connection, control, wish, sent } = desk();
    control.fault({ operation: 'ownerDelegationRequests.create', acts: true, effect: reset });
    const made = await valueOf(all.create(wish));
    expect(sent('create')).toBe(1);
    control.fault({ operation: 'ownerDelegationRequests.remove', acts: true, effect: reset });
    await valueOf(all.remove({ connection, request: made.id }));
    expect(sent('remove')).toBe(1);
    control.fault({ operation: 'ownerDelegationRequests.create', acts: false, effect: reset });
    expect(await all.create(wish)).toMatchObject({ failure: { kind: 'outcome-unknown' } });
  });

  it('RTY-06 LIM-02 a request that was only missing in a list of which the platform held back a part is not taken for the new one', async () => {
    const { all, connection, control, wish } = desk();
    const made = await valueOf(all.create(wish));
    control.fault({
      operation: 'ownerDelegationRequests.list',
      acts: true,
      effect: { kind: 'alter', headers: { 'X-Warning-LimitReached': 'true' }, body: '[]' },
    });
    control.fault({ operation: 'ownerDelegationRequests.create', acts: false, effect: reset });
    expect(await all.create(wish)).toMatchObject({ failure: { kind: 'outcome-unknown' } });
    await valueOf(all.remove({ connection, request: made.id }));
  });

  it('ODR-02 a giver may be a person: the number is in no address, no answer, no question and no journal', async () => {
    const { all, control, own, steward, wish } = desk();
    steward.shell.asked.length = 0;
    const made = await valueOf(all.create({ ...wish, giver: sunniva, giverName: 'Bratthammer' }));
    expect(made.giver).toEqual({ organisationNumber: null, identityNumber: '278284•••••' });
    const { lines } = await valueOf(steward.client.activity.list({ filter: {}, limit: 5 }));
    for (const said of [lines, steward.shell.asked, made, control.requests])
      expect(JSON.stringify(said)).not.toContain(sunniva.identityNumber);
    expect(steward.shell.asked).toMatchObject([{ why: 'send', targets: ['Bratthammer', own] }]);
    expect(control.delegationRequests.find(made.id)?.offeredBy).toBe(sunniva.identityNumber);
  });

  it('ODR-02 what is wrong with one is said in the platform’s words, each', async () => {
    const { all, wish } = desk();
    const answer = await all.create({ ...wish, giverName: 'Somebody else' });
    expect(answer).toMatchObject({ failure: { kind: 'refused', status: 400 } });
    expect(JSON.stringify(answer)).toContain('do not match the register');
  });

  it('ODR-02 making and removing wait for a person', async () => {
    const { all, connection, control, steward, wish } = desk();
    const [first] = control.delegationRequests.all;
    const { answer } = steward.shell;
    steward.shell.answer = () => false;
    try {
      const refused = { failure: { kind: 'cancelled' } };
      expect(await all.create(wish)).toMatchObject(refused);
      expect(await all.remove({ connection, request: first?.id ?? '' })).toMatchObject(refused);
    } finally {
      steward.shell.answer = answer;
    }
    expect(control.delegationRequests.find(first?.id ?? '')).toBeDefined();
  });
});

/** What a consent is for where a test names nothing. */
const OF_CONSENTS = { code: 'K103', edition: 1 };

describe('consents', () => {
  itAtLength(
    'OCO-01 more than one answer holds are read on by their tokens, never by $skip',
    async () => {
      const { all, connection, control } = desk();
      control.consents.fill(10_400);
      for (const continuationToken of ['link', 'field'] as const) {
        Object.assign(control.shape, { continuationToken });
        control.forget();
        const { consents, completeness } = await valueOf(
          all.consents({ connection, service: OF_CONSENTS }),
        );
        expect(consents.length).toBeGreaterThanOrEqual(10_400);
        expect(completeness.complete).toBe(true);
        expect(control.requests.some(({ query }) => query.includes('$skip'))).toBe(false);
      }
    },
  );

  it('OCO-02 are saved as a table with masked numbers', async () => {
    const { all, app, connection, control } = desk();
    control.consents.revoke(control.consents.make({ status: 'Accepted' }).id);
    const csv = path.join(tempFolder(), 'consents.csv');
    const saved = await valueOf(
      all.exportConsents({
        connection,
        service: OF_CONSENTS,
        format: 'csv',
        statuses: ['revoked'],
        target: app.targetFor(csv),
      }),
    );
    const text = readFileSync(csv, 'utf8');
    expect(saved.rows).toBe(text.trim().split('\r\n').length - 1);
    expect(text.toLowerCase()).toContain('revoked');
    expect(text).toContain('name of the giver');
    expect(text).not.toMatch(/(?<![\w-])\d{11}(?![\w-])/);
    const asked = { connection, service: OF_CONSENTS };
    const { consents } = await valueOf(all.consents(asked));
    const only = consents.slice(0, 1).map(({ code }) => code);
    const target = app.targetFor(path.join(tempFolder(), 'one.csv'));
    const part = { ...asked, format: 'csv', target, only } as const;
    expect(await valueOf(all.exportConsents(part))).toMatchObject({ rows: 1 });
  });
});

describe('a recipient', () => {
  it('ORE-01 is checked before a notice is sent: an organisation alone, a person by number and last name', async () => {
    const { connection, control, own, steward } = desk();
    const check = (given: object) =>
      steward.client.serviceOwner.validateRecipient({ connection, ...given } as never);
    expect(await valueOf(check({ recipient: { organisationNumber: own } }))).toEqual({
      ...{ inbox: true, sms: true, email: true },
    });
    control.recipients.set(kari.identityNumber, { sms: false });
    expect(await valueOf(check({ recipient: kari }))).toEqual({
      ...{ inbox: true, sms: false, email: true },
    });
    control.recipients.set(kari.identityNumber, {});
    expect(await valueOf(check({ recipient: { ...kari, lastName: 'Feil' } }))).toEqual({
      ...{ inbox: false, sms: false, email: false },
    });
    const [service] = control.metadata.services;
    await valueOf(
      check({
        recipient: { organisationNumber: own },
        service: { code: service?.code, edition: service?.edition },
      }),
    );
    expect(control.requests.at(-1)?.query).toContain(`serviceCode=${service?.code ?? '?'}`);
  });
});
