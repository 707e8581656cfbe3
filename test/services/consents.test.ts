// Consents through the whole program: requests listed whole, made once, withdrawn; tokens checked and never kept.
import { beforeEach, describe, expect, it } from 'vitest';
import type { NewRequest } from '../../preload/contract/consents.ts';
import type { Shape } from '../platform/shape.ts';
import { inEveryMediaType, type MediaType } from '../support/media-types.ts';
import { openReading } from '../support/open-reading.ts';
import { valueOf } from '../support/steward.ts';

const world = openReading();
const usual: Partial<Shape> = {};
beforeEach(() => {
  const { shape } = world().platform.control;
  if (Object.keys(usual).length === 0) Object.assign(usual, shape);
  Object.assign(shape, usual);
});

const failure = (kind: string, more: object = {}) => ({ ok: false, failure: { kind, ...more } });
const reset = { kind: 'reset' } as const;
/** Of the platform's persons. */
const bratthammer = {
  kind: 'person' as const,
  identityNumber: '27828434567',
  lastName: 'Bratthammer',
};
const DAY = 86_400_000;

function desk(mediaType: MediaType = 'application/hal+json') {
  const { steward, platform } = world();
  const { control, organisationNumber: own } = platform;
  const connection = world().in(mediaType);
  const set = (chosen: Partial<Shape>) => Object.assign(control.shape, chosen);
  let days = 100 + Math.floor(Math.random() * 1_000_000);
  /** Each of its own content. */
  const request = (change: Partial<NewRequest> = {}): NewRequest => ({
    receiver: own,
    giver: bratthammer,
    validTo: new Date(
      Math.floor(Date.now() / 1000) * 1000 + (days += 1) * 1000 + DAY,
    ).toISOString(),
    returnAddress: 'https://retur.fjordtrafikk.example/ferdig?sak=7',
    resources: [
      {
        serviceCode: 'K107',
        serviceEdition: 1,
        metadata: [
          { name: 'inntektsaar', value: '2025' },
          { name: 'formaal', value: 'lån' },
        ],
      },
    ],
    message: { nb: 'Kan vi?', nn: 'Kan vi?', en: 'May we?' },
    ...change,
  });
  return {
    all: steward.client.consents,
    at: { connection },
    steward,
    own,
    control,
    consents: control.consents,
    set,
    request,
    shell: steward.shell,
    sent: (operation: string) => control.executed(`consents.${operation}`),
    count: () => control.consents.all.length,
  };
}

const codesOf = (requests: readonly { readonly code: string }[]) =>
  requests.map(({ code }) => code).sort();

inEveryMediaType((mediaType) => {
  it('CNS-01 lists requests both ways, with what they ask for; no number of a person is whole', async () => {
    const { all, at, consents, own, set } = desk(mediaType);
    set({ requestFields: 'table' });
    const { id } = consents.make({
      offeredBy: '27828434567',
      offeredByName: 'Bratthammer',
      requiredDelegator: '27828434567',
      requiredDelegatorName: 'Bratthammer',
      resources: [{ code: 'K107', edition: 1, metadata: { inntektsaar: '2025', formaal: 'lån' } }],
    });
    const { requests, completeness } = await valueOf(all.list(at));
    expect(completeness).toMatchObject({ complete: true, because: null });
    expect(codesOf(requests)).toEqual(
      codesOf(mine(consents.all, own).map((one) => ({ code: one.id }))),
    );
    expect(new Set(requests.map((one) => one.direction))).toEqual(
      new Set(['incoming', 'outgoing']),
    );
    const one = requests.find(({ code }) => code === id);
    expect(one).toMatchObject({
      status: { known: 'unopened', word: 'Unopened' },
      direction: 'outgoing',
      receiver: { organisationNumber: own, identityNumber: null },
      giver: { organisationNumber: null, identityNumber: '278284•••••' },
      giverName: 'Bratthammer',
      onlyBy: { party: { identityNumber: '278284•••••' }, name: 'Bratthammer' },
      returnAddress: 'https://retur.fjordtrafikk.example/samtykke',
      message: { nb: 'Kan vi lese opplysninger om driften?' },
      validTo: expect.stringMatching(/Z$/) as string,
      page: expect.stringContaining(id) as string,
    });
    expect(one?.resources).toEqual([
      {
        serviceCode: 'K107',
        serviceEdition: 1,
        metadata: [
          { name: 'inntektsaar', value: '2025' },
          { name: 'formaal', value: 'lån' },
        ],
      },
    ]);
    expect(JSON.stringify(requests)).not.toMatch(/(?<![\w-])\d{11}(?![\w-])/);
    expect(await valueOf(all.get({ ...at, code: id }))).toEqual(one);
  });

  it('CNS-02 a request is made with all that it says, and withdrawn', async () => {
    const { all, at, consents, request, own } = desk(mediaType);
    const given = request({ onlyBy: { identityNumber: '03916823456', lastName: 'Lyngmyr' } });
    const made = await valueOf(all.create({ ...at, ...given, inPortal: true }));
    expect(made).toMatchObject({
      status: { known: 'unopened' },
      giver: { identityNumber: '278284•••••' },
      validTo: given.validTo,
    });
    expect(consents.find(made.code)).toMatchObject({
      coveredBy: own,
      offeredBy: '27828434567',
      requiredDelegator: '03916823456',
      portalView: 'Show',
      message: { 'no-nb': 'Kan vi?', 'no-nn': 'Kan vi?', en: 'May we?' },
    });
    expect(await valueOf(all.withdraw({ ...at, code: made.code }))).toEqual({});
    expect(consents.find(made.code)).toBeUndefined();
  });
});

/** Those that the organisation has a part in. */
const mine = <T extends { coveredBy: string; offeredBy: string; handledBy?: string }>(
  all: readonly T[],
  own: string,
): readonly T[] => all.filter((one) => [one.coveredBy, one.offeredBy, one.handledBy].includes(own));

describe('the list', () => {
  it.each(['both', 'plain', 'indexed'] as const)(
    'CNS-01 statuses choose in whichever notation the server sees (%s)',
    async (repeatedParameters) => {
      const { all, at, set, consents, own } = desk();
      set({ repeatedParameters });
      const { requests } = await valueOf(all.list({ ...at, statuses: ['opened', 'rejected'] }));
      const wanted = mine(consents.all, own).filter(({ status }) =>
        ['Opened', 'Rejected'].includes(status),
      );
      expect(wanted.length).toBeGreaterThan(1);
      expect(codesOf(requests)).toEqual(codesOf(wanted.map((one) => ({ code: one.id }))));
    },
  );

  it('CNS-01 what a server does not narrow at all is narrowed here', async () => {
    const { all, at, control, consents } = desk();
    const body = { _embedded: { consentRequests: [] as unknown[] }, _links: {} };
    const { id } = consents.make({ status: 'Opened' });
    const other = consents.make({ status: 'Accepted' });
    for (const [code, RequestStatus] of [
      [id, 'Opened'],
      [other.id, 'Accepted'],
    ])
      body._embedded.consentRequests.push({
        AuthorizationCode: code,
        RequestStatus,
        CoveredBy: other.coveredBy,
        OfferedBy: other.offeredBy,
        RequestResources: [],
      });
    control.fault({
      operation: 'consents.list',
      acts: true,
      times: 5,
      effect: { kind: 'alter', body: JSON.stringify(body) },
    });
    const { requests } = await valueOf(
      all.list({ ...at, statuses: ['opened'], direction: 'outgoing' }),
    );
    expect(codesOf(requests)).toEqual([id]);
  });

  it('CNS-01 direction and service narrow it', async () => {
    const { all, at, consents, own } = desk();
    const list = async (more: object) => (await valueOf(all.list({ ...at, ...more }))).requests;
    const incoming = await list({ direction: 'incoming' });
    expect(incoming.map((one) => one.direction)).toEqual(incoming.map(() => 'incoming'));
    expect(incoming.length).toBeGreaterThan(0);
    const ofService = await list({ service: { code: 'K108', edition: 2 } });
    const known = mine(consents.all, own).filter(({ resources }) =>
      resources.some(({ code }) => code === 'K108'),
    );
    expect(ofService.length).toBeGreaterThan(0);
    expect(codesOf(ofService)).toEqual(codesOf(known.map((one) => ({ code: one.id }))));
  });

  it.each([
    { requestPages: 'untold' },
    { requestPages: 'told', continuationToken: 'both' },
    { requestPages: 'told', continuationToken: 'link' },
    { requestPages: 'told', continuationToken: 'field' },
    { requestPages: 'told', continuationToken: 'both', lastPage: 'next' },
  ] satisfies Partial<Shape>[])(
    'CNS-01 it is read to its end, each request once, however the next page is told (%o)',
    async (chosen) => {
      const { all, at, set, consents, own } = desk();
      consents.fill(130, { status: 'Unopened' });
      set({ ...chosen, pageSize: 20 });
      const { requests, completeness } = await valueOf(all.list(at));
      expect(completeness.complete).toBe(true);
      expect(codesOf(requests)).toEqual(
        codesOf(mine(consents.all, own).map((one) => ({ code: one.id }))),
      );
    },
  );

  it('CNS-01 a next page that cannot be asked for leaves the list incomplete, and it says so', async () => {
    const { all, at, control, consents } = desk();
    const [one] = consents.all;
    const body = JSON.stringify({
      _embedded: {
        consentRequests: [
          { AuthorizationCode: one?.id, CoveredBy: one?.coveredBy, OfferedBy: one?.offeredBy },
        ],
      },
      _links: { next: { href: '/api/consentRequests?page=2' } },
    });
    control.fault({
      operation: 'consents.list',
      acts: true,
      times: 3,
      effect: { kind: 'alter', body },
    });
    const { completeness } = await valueOf(all.list(at));
    expect(completeness).toMatchObject({ complete: false, because: 'limit' });
  });

  it('CNS-01 an area that is closed is said to be not offered any more', async () => {
    const { all, at, control } = desk();
    control.retire('consents', 404, 'all');
    expect(await all.list(at)).toMatchObject(failure('refused', { cause: 'not-offered-any-more' }));
  });
});

describe('making a request', () => {
  it('CNS-02 ATK-03 main asks first, and names the giver and the services; without a yes nothing is sent', async () => {
    const { all, at, request, shell, sent } = desk();
    shell.answer = () => false;
    const before = sent('create');
    expect(await all.create({ ...at, ...request() })).toMatchObject(failure('cancelled'));
    expect(sent('create')).toBe(before);
    shell.answer = () => true;
    const asked = shell.asked.at(-1);
    expect(asked).toMatchObject({ why: 'send', targets: ['Bratthammer'] });
    expect(asked?.detail).toContain('K107/1');
    expect(JSON.stringify(asked)).not.toContain(bratthammer.identityNumber);
  });

  it('CNS-02 AUD-01 neither journal nor log nor any event has the number of the giver', async () => {
    const { all, at, request, steward } = desk();
    const before = steward.sent.length;
    const made = await valueOf(all.create({ ...at, ...request() }));
    expect(made.code).not.toBe('');
    const { lines } = await valueOf(steward.client.activity.list({ filter: {}, limit: 5 }));
    expect(lines[0]).toMatchObject({
      operation: 'consents.create',
      object: 'consent request for K107/1',
    });
    expect(JSON.stringify([lines, steward.sent.slice(before)])).not.toContain(
      bratthammer.identityNumber,
    );
  });

  it('CNS-02 what is certainly wrong is not sent', async () => {
    const { all, at, request, sent, own } = desk();
    const before = sent('create');
    const giver = {
      kind: 'organisation' as const,
      organisationNumber: own,
      name: 'Fjordtrafikk AS',
    };
    expect(await all.create({ ...at, ...request({ giver }) })).toMatchObject(
      failure('invalid-input', { fields: { 'giver.organisationNumber': 'same-as-before' } }),
    );
    const over = request({ validTo: '2020-01-01T00:00:00Z' });
    expect(await all.create({ ...at, ...over })).toMatchObject(
      failure('invalid-input', { fields: { validTo: 'out-of-range' } }),
    );
    const plain = request({ returnAddress: 'http://retur.example/' });
    expect(await all.create({ ...at, ...plain })).toMatchObject(failure('invalid-input'));
    expect(sent('create')).toBe(before);
  });

  it.each(['camel', 'pascal', 'inside', 'reason'] as const)(
    'CNS-02 all that the platform says is wrong is said, in whichever form it says it (%s)',
    async (consentErrors) => {
      const { all, at, request, set } = desk();
      set({ consentErrors });
      const wrong = request({
        giver: { ...bratthammer, lastName: 'Noen Andre' },
        resources: [{ serviceCode: 'K107', serviceEdition: 1, metadata: [] }],
      });
      const refused = await all.create({ ...at, ...wrong });
      expect(refused).toMatchObject(failure('refused', { status: 400 }));
      const said = JSON.stringify(refused);
      for (const words of ['do not match the register', 'lacks inntektsaar', 'lacks formaal'])
        expect(said).toContain(words);
    },
  );

  it('CNS-02 numbers that the platform quotes are masked', async () => {
    const { all, at, request, control } = desk();
    control.fault({
      operation: 'consents.create',
      acts: false,
      effect: {
        kind: 'alter',
        status: 400,
        body: JSON.stringify([{ errorCode: 4, errorDescription: 'OfferedBy 27828434567 is odd.' }]),
      },
    });
    const refused = await all.create({ ...at, ...request() });
    expect(refused).toMatchObject(
      failure('refused', { reason: expect.stringContaining('278284•••••') as string }),
    );
    expect(JSON.stringify(refused)).not.toContain('27828434567');
  });

  it('CNS-02 RTY-06 after a lost answer it is found in the list, and made once', async () => {
    const { all, at, request, control, count, sent } = desk();
    const before = { count: count(), sent: sent('create') };
    control.fault({ operation: 'consents.create', acts: true, effect: reset });
    const made = await valueOf(all.create({ ...at, ...request() }));
    expect(made).toMatchObject({ status: { known: 'unopened' } });
    expect([count() - before.count, sent('create') - before.sent]).toEqual([1, 1]);
  });

  it('CNS-02 RTY-06 where nothing like it is in the list the outcome stays unknown, and nothing is sent again', async () => {
    const { all, at, request, control, count } = desk();
    const before = count();
    control.fault({ operation: 'consents.create', acts: false, effect: reset });
    expect(await all.create({ ...at, ...request() })).toMatchObject(failure('outcome-unknown'));
    expect(count()).toBe(before);
  });

  it('CNS-02 RTY-06 one of the same content that was made before is not taken for it', async () => {
    const { all, at, request, control } = desk();
    const same = request();
    await valueOf(all.create({ ...at, ...same }));
    control.fault({ operation: 'consents.create', acts: false, effect: reset });
    expect(await all.create({ ...at, ...same })).toMatchObject(failure('outcome-unknown'));
  });

  it('CNS-02 a supplier asks for another organisation', async () => {
    const { all, at, request, control, own, consents } = desk();
    const receiver = control.register[5]?.number ?? '';
    const made = await valueOf(all.create({ ...at, ...request({ receiver, handledBy: own }) }));
    expect(made).toMatchObject({ direction: 'outgoing', handledBy: { organisationNumber: own } });
    expect(consents.find(made.code)?.handledBy).toBe(own);
  });
});

describe('one request', () => {
  it('CNS-03 its state follows what the giver does', async () => {
    const { all, at, consents } = desk();
    const { id: code } = consents.make();
    const state = async () => (await valueOf(all.get({ ...at, code }))).status.known;
    expect(await state()).toBe('unopened');
    consents.answer(code, 'Opened');
    expect(await state()).toBe('opened');
    consents.answer(code, 'Accepted');
    expect(await state()).toBe('accepted');
  });

  it('CNS-03 the page where it is answered opens in the language that was chosen', async () => {
    const { all, at, consents, shell } = desk();
    const { id: code } = consents.make();
    for (const [language, said] of [
      ['en', 'en'],
      ['nb', 'nb-NO'],
      ['nn', 'nn-NO'],
    ] as const) {
      await valueOf(all.openPage({ ...at, code, language }));
      const opened = new URL(shell.opened.at(-1) ?? '');
      expect(opened.pathname).toContain(code);
      expect(opened.searchParams.get('languageCode')).toBe(said);
    }
  });

  it('CNS-03 the whole number of a giver is read on purpose only; the log has a line without it', async () => {
    const { all, at, consents, own } = desk();
    const { id: code } = consents.make({ offeredBy: '27828434567' });
    expect(await valueOf(all.revealNumber({ ...at, code, whose: 'giver' }))).toEqual({
      identityNumber: '27828434567',
    });
    expect(await valueOf(all.revealNumber({ ...at, code, whose: 'only-by' }))).toEqual({
      identityNumber: null,
    });
    const other = consents.make({ offeredBy: own, coveredBy: '987654325' });
    expect(await valueOf(all.revealNumber({ ...at, code: other.id, whose: 'giver' }))).toEqual({
      identityNumber: null,
    });
  });

  it('CNS-04 an answered request is not withdrawn, and nothing is sent', async () => {
    const { all, at, consents, sent } = desk();
    const { id: code } = consents.make({ status: 'Accepted' });
    const before = sent('remove');
    expect(await all.withdraw({ ...at, code })).toMatchObject(failure('conflict'));
    expect(sent('remove')).toBe(before);
    expect(consents.find(code)).toBeDefined();
  });

  it('CNS-04 ATK-03 a person is asked before a request is withdrawn', async () => {
    const { all, at, consents, shell } = desk();
    const { id: code } = consents.make();
    shell.answer = () => false;
    expect(await all.withdraw({ ...at, code })).toMatchObject(failure('cancelled'));
    shell.answer = () => true;
    expect(shell.asked.at(-1)).toMatchObject({ why: 'erase', targets: [code] });
    expect(consents.find(code)).toBeDefined();
  });

  it('CNS-04 RTY-06 after a lost answer a withdrawal is proven by asking', async () => {
    const { all, at, consents, control } = desk();
    const [one, other] = [consents.make(), consents.make()];
    control.fault({ operation: 'consents.remove', acts: true, effect: reset });
    expect(await valueOf(all.withdraw({ ...at, code: one.id }))).toEqual({});
    control.fault({ operation: 'consents.remove', acts: false, effect: reset });
    expect(await all.withdraw({ ...at, code: other.id })).toMatchObject(failure('outcome-unknown'));
  });
});

describe('tokens', () => {
  const accepted = (wish: object = {}) =>
    world().platform.control.consents.make({ status: 'Accepted', ...wish });
  const two = [
    { code: 'K103', edition: 1, metadata: {} },
    { code: 'K108', edition: 2, metadata: {} },
  ];

  it.each(['Services', 'ServiceCodes', 'comma'] as const)(
    'CNS-05 what a token says is shown with the time left, its signature checked, and never the token (%s)',
    async (tokenServices) => {
      const { all, at, set, own, steward } = desk();
      set({ tokenServices });
      const { id: code } = accepted({ offeredBy: '27828434567', resources: two });
      const before = steward.sent.length;
      const token = await valueOf(all.token({ ...at, code }));
      expect(token).toMatchObject({
        signature: 'valid',
        receiver: { organisationNumber: own },
        giver: { organisationNumber: null, identityNumber: '278284•••••' },
        handledBy: null,
        services: [
          { serviceCode: 'K103', serviceEdition: 1 },
          { serviceCode: 'K108', serviceEdition: 2 },
        ],
        given: expect.stringMatching(/Z$/) as string,
        validTo: expect.stringMatching(/Z$/) as string,
        issuer: expect.any(String) as string,
      });
      // 30 by the clock of the platform; how busy this machine is makes of them no hour.
      expect(Math.abs((token.secondsLeft ?? Infinity) - 30)).toBeLessThan(3600);
      expect(JSON.stringify(steward.sent.slice(before))).not.toMatch(
        /eyJ|(?<![\w-])\d{11}(?![\w-])/,
      );
    },
  );

  it.each(['set', 'array'] as const)(
    'CNS-05 keys are read as a set and as a bare array, and again after a new one has come (%s)',
    async (jwk) => {
      const { all, at, set, consents } = desk();
      set({ jwk });
      const { id: code } = accepted();
      for (const before of ['kept', 'dropped'] as const) {
        expect(await valueOf(all.token({ ...at, code }))).toMatchObject({ signature: 'valid' });
        consents.rotateKey(before);
      }
      expect(await valueOf(all.token({ ...at, code }))).toMatchObject({ signature: 'valid' });
    },
  );

  it.each(['signature', 'unknown-key', 'no-signature'] as const)(
    'CNS-05 a token that none of the keys has signed is said not to be valid, and not copied (%s)',
    async (how) => {
      const { all, at, consents, steward } = desk();
      const { id: code } = accepted();
      consents.spoilToken(how);
      expect(await valueOf(all.token({ ...at, code }))).toMatchObject({ signature: 'not-valid' });
      steward.shell.clipboardText = '';
      consents.spoilToken(how);
      expect(await all.copyToken({ ...at, code })).toMatchObject(
        failure('unexpected-answer', { field: 'signature' }),
      );
      expect(steward.shell.clipboardText).toBe('');
    },
  );

  it('CNS-05 one that is over says so by its time, and keys that cannot be read are said to be so', async () => {
    const { all, at, consents, control } = desk();
    const { id: code } = accepted();
    consents.spoilToken('expired');
    const over = await valueOf(all.token({ ...at, code }));
    expect(over.signature).toBe('valid');
    expect(over.secondsLeft).toBeLessThan(0);
    for (const operation of ['consents.jwk', 'consents.wellKnown'])
      control.fault({
        operation,
        acts: true,
        times: 9,
        effect: { kind: 'alter', status: 404, body: '' },
      });
    expect(await valueOf(all.token({ ...at, code }))).toMatchObject({
      signature: 'keys-not-readable',
    });
  });

  it('CNS-05 where the usual address has no keys, the document that leads to them is asked', async () => {
    const { all, at, control } = desk();
    const { id: code } = accepted();
    control.fault({
      operation: 'consents.jwk',
      acts: true,
      times: 1,
      effect: { kind: 'alter', status: 404, body: '' },
    });
    expect(await valueOf(all.token({ ...at, code }))).toMatchObject({ signature: 'valid' });
  });

  it('CNS-05 PAR-09 a token of another consent is no answer', async () => {
    const { all, at, control } = desk();
    const { id: code } = accepted();
    const foreign = [{ alg: 'none' }, { AuthorizationCode: 'another' }]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.');
    control.fault({
      operation: 'consents.token',
      acts: true,
      effect: { kind: 'alter', body: JSON.stringify(`${foreign}.`) },
    });
    expect(await all.token({ ...at, code })).toMatchObject(failure('unexpected-answer'));
  });

  it.each(['key', 'organisation'] as const)(
    'CNS-06 ATK-03 only a person who was asked has it copied, for a while, and it is nowhere else (%s)',
    async (tokenSignIn) => {
      const { all, at, set, steward, shell } = desk();
      set({ tokenSignIn });
      const { id: code } = accepted();
      const before = steward.sent.length;
      shell.answer = () => false;
      expect(await all.copyToken({ ...at, code })).toMatchObject(failure('cancelled'));
      shell.answer = () => true;
      const copied = await valueOf(all.copyToken({ ...at, code }));
      expect(shell.asked.at(-1)).toMatchObject({ why: 'reveal', targets: [code] });
      expect(copied.clearsInSeconds).toBeGreaterThan(0);
      expect(shell.clipboardText).toMatch(/^eyJ[\w-]+\.[\w-]+\.[\w-]+$/);
      expect(JSON.stringify(steward.sent.slice(before))).not.toContain('eyJ');
      const { lines } = await valueOf(steward.client.activity.list({ filter: {}, limit: 50 }));
      expect(JSON.stringify(lines)).not.toContain('eyJ');
    },
  );

  it('CNS-07 ATK-03 a consent is given up after a person was asked, and a lost answer is found out', async () => {
    const { all, at, consents, control, shell } = desk();
    const [refused, one, lost, kept] = [accepted(), accepted(), accepted(), accepted()];
    shell.answer = () => false;
    expect(await all.giveUp({ ...at, code: refused.id })).toMatchObject(failure('cancelled'));
    shell.answer = () => true;
    expect(consents.find(refused.id)?.revoked).toBe(false);
    expect(await valueOf(all.giveUp({ ...at, code: one.id }))).toEqual({});
    expect(consents.find(one.id)?.revoked).toBe(true);
    control.fault({ operation: 'consents.giveUp', acts: true, effect: reset });
    expect(await valueOf(all.giveUp({ ...at, code: lost.id }))).toEqual({});
    control.fault({ operation: 'consents.giveUp', acts: false, effect: reset });
    expect(await all.giveUp({ ...at, code: kept.id })).toMatchObject(failure('outcome-unknown'));
  });

  it.each(['either', 'body'] as const)(
    'CNS-07 a use is logged wherever the server looks for it, and whether the consent is still given is said (%s)',
    async (logUse) => {
      const { all, at, set, consents } = desk();
      set({ logUse });
      const many = accepted();
      const used = { ...at, code: many.id, serviceCode: 'K103', serviceEdition: 1 };
      expect(await valueOf(all.logUse({ ...used, at: '2026-05-04T10:00:00Z' }))).toEqual({
        stillGiven: true,
      });
      expect(consents.find(many.id)?.uses).toMatchObject([
        { code: 'K103', edition: 1, at: new Date('2026-05-04T10:00:00Z') },
      ]);
      const once = accepted({ resources: [{ code: 'K108', edition: 2, metadata: {} }] });
      expect(
        await valueOf(all.logUse({ ...at, code: once.id, serviceCode: 'K108', serviceEdition: 2 })),
      ).toEqual({ stillGiven: false });
    },
  );

  it('CNS-07 a use of which the answer was lost stays unknown, and is not logged twice', async () => {
    const { all, at, consents, control } = desk();
    const { id: code } = accepted();
    control.fault({ operation: 'consents.logUse', acts: true, effect: reset });
    expect(await all.logUse({ ...at, code, serviceCode: 'K103', serviceEdition: 1 })).toMatchObject(
      failure('outcome-unknown'),
    );
    expect(consents.find(code)?.uses).toHaveLength(1);
  });
});
