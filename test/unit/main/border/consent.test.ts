// When a consent is asked for, how it is put in both languages, and how long a yes counts.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type Consent,
  type ConsentNeeds,
  createConsent,
  OVERDUE_MS,
  SAME_VIEW_MS,
} from '../../../../main/border/consent.ts';
import { Problem } from '../../../../main/problem.ts';
import { isSameUse, usesIn } from '../../../../main/secrets/uses.ts';
import type { Question } from '../../../../main/shell/shell.ts';
import type { Connection, SignIn } from '../../../../preload/contract/connections.ts';
import { expectWellPut } from '../../../support/consent.ts';

const connection = {
  id: 'here',
  name: 'Here',
  environment: 'test',
  baseAddress: 'https://here.example',
  organisationName: 'Fjordtrafikk AS',
  organisationNumber: '910514318',
  signIn: { way: 'certificate', certificate: 'cert' },
  apiKey: 'key',
  highestTls: 'TLSv1.3',
  language: 1044,
  mediaType: 'application/hal+json',
  proxy: { use: 'none' },
  formerHosts: [],
  extraCa: null,
} as const satisfies Connection;
const { id: _id, extraCa: _extraCa, ...input } = connection;
/** At the very host that the platform has. */
const signer: Extract<SignIn, { way: 'machine-token' }> = {
  way: 'machine-token',
  tokenEndpoint: 'https://here.example/token',
  audience: 'https://here.example',
  clientId: 'c',
  scopes: ['s'],
  proof: { by: 'certificate', certificate: 'cert' },
};
const credentials = [
  { id: 'key', kind: 'api-key', name: 'Our key' },
  { id: 'cert', kind: 'certificate', name: 'Our certificate' },
  { id: 'pass', kind: 'proxy-password', name: 'Domain' },
].map((one) => ({ ...one, added: '', memoryOnly: false, usedBy: [] })) as unknown as ReturnType<
  ConsentNeeds['credentials']
>;
const secrets = ['one', 'two'].map((id) => ({ id, userName: `user-${id}`, kept: 'keychain' }));

/** Each credential may be used as these connections use it, and has been. */
const allowedAs = (...connections: readonly Connection[]) => allowedFor(connections, true);

function allowedFor(
  connections: readonly Connection[],
  answered: true | undefined,
): ConsentNeeds['allowed'] {
  const all = connections
    .flatMap(usesIn)
    .map(({ credential, use }) => ({ credential, use: { ...use, answered } }));
  return {
    uses: async (credential) =>
      all.filter((one) => one.credential === credential).map(({ use }) => use),
    notAllowed: async (wanted) =>
      wanted.filter(
        (one) =>
          !all.some(
            (other) => other.credential === one.credential && isSameUse(other.use, one.use),
          ),
      ),
  };
}

function world(over: Partial<ConsentNeeds> = {}) {
  const asked: Question[] = [];
  const clock = { now: 0 };
  const person: { answer: (signal: AbortSignal) => Promise<boolean> } = {
    answer: async () => true,
  };
  const consent = createConsent({
    ask: async (question, signal) => {
      expectWellPut(question);
      asked.push(question);
      return person.answer(signal);
    },
    connections: () => [connection],
    credentials: () => credentials,
    allowed: allowedAs(connection),
    keychain: () => 'locked',
    secret: (id) =>
      secrets.find((one) => one.id === id) as unknown as ReturnType<ConsentNeeds['secret']>,
    settings: () => ({
      scheme: 'auto',
      language: 'auto',
      rotationPolicyDays: 365,
      clipboardSeconds: 30,
      idleLockMinutes: 10,
      updateAddress: 'https://updates.example',
      notifications: true,
    }),
    osLanguage: 'en-GB',
    fileName: () => 'root.pem',
    chosenOfFile: async () => ({ connections: [], names: [], credentials: [], settings: {} }),
    isFree: () => false,
    clock: () => clock.now,
    log: { info: () => undefined },
    ...over,
  });
  const allowed = (operation: string, given: unknown, window?: symbol) =>
    outcome(consent, operation, given, window);
  return { consent, asked, clock, person, allowed };
}

const outcome = (consent: Consent, operation: string, given: unknown, window?: symbol) =>
  consent.allow(operation, given, { signal: new AbortController().signal, window }).then(
    () => true,
    () => false,
  );

describe('a file of connections', () => {
  const { id: _none, extraCa: _ca, ...filed } = connection;
  const taken = {
    connections: [
      { ...filed, extraCa: { name: 'root.pem', pem: 'x' }, leftOut: [] },
      { ...filed, signIn: { way: 'none' as const }, apiKey: null, extraCa: null, leftOut: [] },
    ],
    names: ['Fjord', 'Open data'],
    credentials: [
      { id: 'key', kind: 'api-key' as const, name: 'Their key' },
      { id: 'cert', kind: 'certificate' as const, name: 'Their certificate' },
    ],
    settings: { idleLockMinutes: 60, scheme: 'dark' as const },
  };
  const given = { file: 'handle', sum: 'a'.repeat(64), connections: [1, 2], settings: [] };

  it('ATK-02 is taken over after its hosts, what goes there, its authorities and longer limits were named', async () => {
    for (const osLanguage of ['en', 'nb-NO']) {
      const { allowed, asked } = world({ osLanguage, chosenOfFile: async () => taken });
      expect(await allowed('connectionFile.takeOver', given)).toBe(true);
      expect(asked).toMatchObject([{ why: 'place', targets: ['here.example'] }]);
      const { message = '', detail = '' } = asked[0] ?? {};
      expect(message).toMatch(/^(Take over 2 connections to|Ta over 2 tilkoblinger til) here/);
      for (const named of ['Their key', 'Their certificate', 'root.pem', '60'])
        expect(detail).toContain(named);
    }
  });

  it('of which settings alone are taken asks only about a limit that gets longer', async () => {
    const alone = { ...taken, connections: [], names: [], credentials: [] };
    const longer = world({ chosenOfFile: async () => alone });
    expect(await longer.allowed('connectionFile.takeOver', given)).toBe(true);
    expect(longer.asked).toMatchObject([{ targets: ['idleLockMinutes'] }]);
    const shorter = world({
      chosenOfFile: async () => ({ ...alone, settings: { idleLockMinutes: 5 } }),
    });
    expect(await shorter.allowed('connectionFile.takeOver', given)).toBe(true);
    expect(shorter.asked).toEqual([]);
  });

  it('with secrets is saved after the file and the connections were named', async () => {
    for (const osLanguage of ['en', 'nb-NO']) {
      const { allowed, asked } = world({ osLanguage });
      const saved = { target: 'handle', for: 'self', connections: [connection.id] };
      expect(await allowed('connectionFile.saveEncrypted', saved)).toBe(true);
      expect(asked).toMatchObject([{ why: 'reveal', targets: ['root.pem'] }]);
      expect(asked[0]?.detail).toContain(connection.name);
    }
  });
});

describe('a new place', () => {
  it.each<[string, object, string[]]>([
    ['another host', { baseAddress: 'https://there.example' }, ['there.example']],
    ['another port', { baseAddress: 'https://here.example:8443' }, ['here.example:8443']],
    ['another credential', { apiKey: 'other' }, ['here.example']],
    [
      'a proxy',
      { proxy: { use: 'manual', host: 'Typed.Text.example', port: 8080, password: 'pass' } },
      ['typed.text.example:8080'],
    ],
    [
      'another issuer of tokens',
      {
        signIn: {
          way: 'machine-token',
          tokenEndpoint: 'https://tokens.example/t',
          audience: 'a',
          clientId: 'c',
          scopes: ['s'],
          proof: { by: 'certificate', certificate: 'cert' },
        },
      },
      ['tokens.example', 'here.example'],
    ],
    [
      'another place to sign in',
      {
        signIn: {
          way: 'person',
          provider: { found: 'discovery', issuer: 'https://people.example' },
          clientId: 'c',
          scopes: ['s'],
        },
      },
      ['people.example', 'here.example'],
    ],
    ['a file of authorities', { extraCaFile: 'handle' }, ['here.example']],
  ])('is asked for: %s', async (_what, change, targets) => {
    for (const osLanguage of ['en', 'nb-NO']) {
      const { asked, allowed } = world({ osLanguage });
      expect(await allowed('connections.create', { ...input, ...change })).toBe(true);
      expect(asked.map((one) => [one.why, one.targets])).toEqual([['place', targets]]);
    }
  });

  it('is a file of authorities that a copy would trust for another host, and not for the same one', async () => {
    const trusting = { ...connection, extraCa: 'ours.pem' };
    const copy = { ...input, name: 'Copy', copyOf: 'here' };
    const there = { ...copy, baseAddress: 'https://there.example' };
    for (const [given, says] of [
      [copy, []],
      [{ ...there, extraCaFile: null }, [false]],
      [there, [true]],
    ] as const) {
      const { asked, allowed } = world({ connections: () => [trusting] });
      expect(await allowed('connections.create', given)).toBe(true);
      expect(asked.map(({ detail }) => detail.includes('a CA in ours.pem'))).toEqual(says);
    }
  });

  it('names what goes where, in one question', async () => {
    const { asked, allowed } = world({ connections: () => [], allowed: allowedAs() });
    const proxy = { use: 'manual', host: 'proxy.example', port: 80, password: 'pass' };
    await allowed('connections.create', { ...input, proxy, extraCaFile: 'handle' });
    expect(asked).toHaveLength(1);
    expect(asked[0]?.message).toBe('Connect to here.example and proxy.example:80?');
    expect(asked[0]?.detail).toBe(
      [
        'here.example: gets the API key “Our key” and the certificate “Our certificate”.',
        'proxy.example:80: all traffic to here.example passes through it, with the proxy password “Domain”.',
        'A server with a certificate issued by a CA in root.pem is accepted as here.example.',
      ].join('\n'),
    );
  });

  it('names what comes along with a first connection, and what goes because of it', async () => {
    const { signIn: _signIn, apiKey: _apiKey, ...place } = input;
    const given = {
      ...place,
      connection: 'here',
      certificate: { file: 'handle' },
      apiKey: { kept: 'key' },
    };
    const ours = { id: 'cert', kind: 'certificate', name: 'Our certificate', usedBy: ['here'] };
    const { asked, allowed } = world({
      credentials: () => [ours] as unknown as ReturnType<ConsentNeeds['credentials']>,
    });
    expect(await allowed('connections.setUp', given)).toBe(true);
    expect(asked[0]?.detail).toBe(
      [
        'here.example: gets the certificate “root.pem”.',
        '“Our certificate” is replaced and removed from this computer.',
      ].join('\n'),
    );
  });

  it('ATK-02 names where a credential goes that takes the place of another, and who uses it, in both languages', async () => {
    const there = {
      ...connection,
      id: 'there',
      name: 'There',
      baseAddress: 'https://there.example',
    };
    const signing = {
      ...connection,
      id: 'signing',
      name: 'Signing',
      apiKey: 'other',
      signIn: signer,
    };
    const said = {
      en: [
        'Use the certificate “Next year” instead of “Our certificate”?',
        [
          'Used by Here, There and Signing.',
          'here.example: gets the certificate “Next year”, a signature made with the certificate “Next year” for https://here.example and a token got with the certificate “Next year”.',
          'there.example: gets the certificate “Next year”.',
          '“Our certificate” is not removed.',
        ],
      ],
      nb: [
        'Bruke sertifikatet «Next year» i stedet for «Our certificate»?',
        [
          'Brukes av Here, There og Signing.',
          'here.example: får sertifikatet «Next year», en signatur laget med sertifikatet «Next year» for https://here.example og et token hentet med sertifikatet «Next year».',
          'there.example: får sertifikatet «Next year».',
          '«Our certificate» blir ikke fjernet.',
        ],
      ],
    } as const;
    for (const [osLanguage, [message, detail]] of Object.entries(said)) {
      const connections = () => [connection, there, signing];
      const { asked, allowed } = world({ osLanguage, connections });
      const given = { credential: 'cert', name: 'Next year', file: 'handle' };
      expect(await allowed('credentials.replace', given)).toBe(true);
      expect(asked).toMatchObject([{ why: 'place', targets: ['here.example', 'there.example'] }]);
      expect([asked[0]?.message, asked[0]?.detail.split('\n')]).toEqual([message, detail]);
    }
    const { asked, allowed } = world();
    expect(await allowed('credentials.replace', { credential: 'pass', name: 'x' })).toBe(true);
    expect(asked).toEqual([]);
  });

  it('ATK-28 names whose token goes to the host of the calls, in both languages', async () => {
    const person = {
      way: 'person',
      provider: { found: 'discovery', issuer: 'https://people.example' },
      clientId: 'c',
      scopes: ['s'],
    };
    for (const [osLanguage, line] of [
      ['en', 'here.example: gets the token of whoever signs in.'],
      ['nb', 'here.example: får tokenet til den som logger inn.'],
    ] as const) {
      const { asked, allowed } = world({ osLanguage });
      expect(await allowed('connections.create', { ...input, signIn: person })).toBe(true);
      expect(asked[0]?.detail.split('\n')).toContain(line);
    }
  });

  it('ATK-02 names where a credential was for until now, in both languages', async () => {
    const said = {
      en: 'Until now, “Our key” has been used only at here.example.',
      nb: 'Til nå er «Our key» bare brukt hos here.example.',
    };
    for (const [osLanguage, sentence] of Object.entries(said)) {
      const { asked, allowed } = world({ osLanguage, connections: () => [] });
      const moved = { ...input, baseAddress: 'https://there.example' };
      expect(await allowed('connections.create', moved)).toBe(true);
      expect(asked[0]?.targets).toEqual(['there.example']);
      expect(asked[0]?.detail.split('\n')).toContain(sentence);
    }
  });

  it('names no place that nobody has answered from, in both languages', async () => {
    const said = {
      en: '“Our key” has not been used yet.',
      nb: '«Our key» er ikke brukt ennå.',
    };
    for (const [osLanguage, sentence] of Object.entries(said)) {
      const { asked, allowed } = world({
        osLanguage,
        connections: () => [],
        allowed: allowedFor([connection], undefined),
      });
      const moved = { ...input, baseAddress: 'https://there.example' };
      expect(await allowed('connections.create', moved)).toBe(true);
      expect(asked[0]?.detail.split('\n')).toContain(sentence);
      expect(asked[0]?.detail).not.toContain('here.example.');
    }
  });

  it('names the latest of many places, and how many there were besides', async () => {
    const been = Array.from({ length: 40 }, (_, at) => ({
      ...connection,
      baseAddress: `https://place-${String(at)}.example`,
    }));
    for (const [osLanguage, sentence] of [
      [
        'en',
        'has been used only at place-37.example, place-38.example, place-39.example and 37 more.',
      ],
      ['nb', 'bare brukt hos place-37.example, place-38.example, place-39.example og 37 til.'],
    ] as const) {
      const { asked, allowed } = world({ osLanguage, allowed: allowedAs(...been) });
      expect(
        await allowed('connections.create', { ...input, baseAddress: 'https://new.example' }),
      ).toBe(true);
      expect(asked[0]?.detail).toContain(sentence);
    }
  });

  it('ATK-02 is asked for by what stands with the credential, not by the connections that are there', async () => {
    const moved = { ...connection, baseAddress: 'https://there.example' };
    // The file of the connections was written by another program: the key went nowhere else so far.
    const { asked, allowed } = world({ connections: () => [moved] });
    expect(await allowed('connections.create', { ...input, baseAddress: moved.baseAddress })).toBe(
      true,
    );
    expect(asked.map(({ targets }) => targets)).toEqual([['there.example']]);
    // And one whose connection is gone goes on being for its place.
    const gone = world({ connections: () => [] });
    expect(await gone.allowed('connections.create', input)).toBe(true);
    expect(gone.asked).toEqual([]);
  });

  it.each<[string, object, string]>([
    ['environment', { environment: 'production' }, 'here.example'],
    [
      'audience',
      { signIn: { ...signer, audience: 'https://other.example' } },
      'a signature made with the certificate “Our certificate” for https://other.example',
    ],
    [
      'purpose',
      { signIn: { way: 'certificate', certificate: 'cert' } },
      'the certificate “Our certificate”',
    ],
  ])('ATK-02 is another one where the %s is', async (_what, change, named) => {
    const known: Connection = { ...connection, formerHosts: [], signIn: signer };
    const { asked, allowed } = world({ connections: () => [known], allowed: allowedAs(known) });
    const { id: _id, extraCa: _ca, ...same } = known;
    expect(await allowed('connections.create', same)).toBe(true);
    expect(asked).toEqual([]);
    expect(await allowed('connections.create', { ...same, ...change })).toBe(true);
    expect(asked).toHaveLength(1);
    expect(asked[0]?.detail).toContain(named);
  });

  it('is not asked for where everything goes that goes there already', async () => {
    const { asked, allowed } = world();
    expect(await allowed('connections.create', { ...input, name: 'Again' })).toBe(true);
    expect(await allowed('connections.change', { ...input, connection: 'here' })).toBe(true);
    const nothing = { ...input, signIn: { way: 'none' }, apiKey: null };
    expect(await allowed('connections.create', nothing)).toBe(true);
    expect(asked).toEqual([]);
  });
});

describe('every other act', () => {
  it.each<[string, object, string, string[]]>([
    ['oneTimeSecrets.reveal', { secret: 'one' }, 'reveal', ['user-one']],
    ['oneTimeSecrets.look', { secret: 'one' }, 'reveal', ['user-one']],
    ['oneTimeSecrets.copy', { secret: 'one' }, 'reveal', ['user-one']],
    ['oneTimeSecrets.confirmStored', { secret: 'one' }, 'erase', ['user-one']],
    ['oneTimeSecrets.resolve', { secret: 'one', how: 'dropped' }, 'erase', ['user-one']],
    ['oneTimeSecrets.saveEncrypted', { secret: 'one', target: 'file' }, 'reveal', ['user-one']],
    [
      'jobs.startRotation',
      { connection: 'here', userNames: ['a', 'b'], destination: { kind: 'file', target: 'file' } },
      'reveal',
      ['910514318'],
    ],
    ['jobs.startMessageExport', { who: 'my', folder: 'file' }, 'reveal', ['my']],
    [
      'handOver.start',
      { organisationNumber: '910514318', folder: 'file', parts: [] },
      'reveal',
      ['910514318'],
    ],
    ['app.useMemoryKeychain', {}, 'override', ['anyway']],
    ['credentials.remove', { credential: 'key' }, 'erase', ['Our key']],
    ['app.erase', { what: 'everything', anyway: true }, 'erase', ['everything']],
    ['app.renewKey', { key: 'jobs' }, 'erase', ['jobs']],
    ['app.quit', { anyway: true }, 'override', ['anyway']],
    ['updates.install', { anyway: true }, 'override', ['anyway']],
    ['settings.change', { idleLockMinutes: 11 }, 'limit', ['idleLockMinutes']],
    ['settings.change', { clipboardSeconds: 31 }, 'limit', ['clipboardSeconds']],
    ['settings.change', { updateAddress: 'https://other.example' }, 'place', ['other.example']],
  ])('%s %j is asked for, in both languages', async (operation, given, why, targets) => {
    for (const osLanguage of ['en', 'nb-NO']) {
      const { asked, allowed, person } = world({ osLanguage });
      expect(await allowed(operation, given)).toBe(true);
      person.answer = async () => false;
      // A second secret, so that nothing of the first yes helps it.
      expect(await allowed(operation, { ...given, secret: 'two' })).toBe(false);
      expect(asked[0]).toMatchObject({ why, targets });
    }
  });

  it('a hand-over says as whom each part is read', async () => {
    for (const [osLanguage, words] of [
      ['en', `Read as “${connection.name}”: enterprise users, messages.`],
      ['nb-NO', `Leses som «${connection.name}»: virksomhetsbrukere, meldinger.`],
    ] as const) {
      const { asked, allowed } = world({ osLanguage });
      const of = { connection: connection.id };
      const parts = [
        ...[
          { part: 'users', ...of },
          { part: 'messages', ...of },
        ],
        { part: 'journal', connection: null },
      ];
      const given = { organisationNumber: '910514318', folder: 'file', parts };
      expect(await allowed('handOver.start', given)).toBe(true);
      expect(asked[0]?.detail.split('\n')[1]).toBe(words);
    }
  });

  it.each<[string, object]>([
    ['settings.change', { idleLockMinutes: 5, clipboardSeconds: 30, scheme: 'dark' }],
    ['settings.change', { updateAddress: null }],
    ['settings.change', { updateAddress: 'https://updates.example' }],
    ['app.quit', { anyway: false }],
    ['app.erase', { what: 'secrets', anyway: false }],
    ['oneTimeSecrets.keep', { secret: 'one' }],
    [
      'jobs.startRotation',
      { connection: 'here', userNames: ['a'], destination: { kind: 'keychain' } },
    ],
    ['oneTimeSecrets.reveal', { secret: 'not-there' }],
  ])('%s %j is not asked for', async (operation, given) => {
    const { asked, allowed } = world();
    expect(await allowed(operation, given)).toBe(true);
    expect(asked).toEqual([]);
  });
});

describe('a yes', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const [window, another] = [Symbol('window'), Symbol('another')];

  it('lets a secret be copied where it was shown, for as long as somebody looks at it', async () => {
    const { consent, asked, clock, person, allowed } = world();
    expect(await allowed('oneTimeSecrets.reveal', { secret: 'one' }, window)).toBe(true);
    person.answer = async () => false;
    const copied = (secret: string, where: symbol) =>
      allowed('oneTimeSecrets.copy', { secret }, where);
    expect(await copied('one', window)).toBe(true);
    const save = { secret: 'one', target: 'file', passphrase: 'a long passphrase' };
    expect(await allowed('oneTimeSecrets.saveEncrypted', save, window)).toBe(true);
    expect(asked).toHaveLength(1);
    expect(await allowed('oneTimeSecrets.confirmStored', { secret: 'one' }, window)).toBe(true);
    expect(await allowed('oneTimeSecrets.confirmStored', { secret: 'one' }, another)).toBe(false);
    // To drop it is another word.
    const drop = { secret: 'one', how: 'dropped' };
    expect(await allowed('oneTimeSecrets.resolve', drop, window)).toBe(false);
    expect(asked).toHaveLength(3);
    expect(await copied('two', window)).toBe(false);
    expect(await copied('one', another)).toBe(false);
    consent.drop(another);
    clock.now = SAME_VIEW_MS - 1;
    expect(await copied('one', window)).toBe(true);
    clock.now = SAME_VIEW_MS;
    expect(await copied('one', window)).toBe(false);
  });

  it.each(['lock', 'drop'] as const)('counts no more after %s', async (end) => {
    const { consent, person, allowed } = world();
    await allowed('oneTimeSecrets.reveal', { secret: 'one' }, window);
    person.answer = async () => false;
    consent[end](window);
    expect(await allowed('oneTimeSecrets.copy', { secret: 'one' }, window)).toBe(false);
  });

  it('that comes after a minute, or after the call was cancelled, is none', async () => {
    const { consent, person, allowed } = world();
    let ended = 0;
    person.answer = (signal) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => {
          ended += 1;
          resolve(true);
        });
      });
    const late = allowed('oneTimeSecrets.reveal', { secret: 'one' });
    await vi.advanceTimersByTimeAsync(OVERDUE_MS - 1);
    expect(ended).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(await late).toBe(false);
    const caller = new AbortController();
    const cancelled = consent
      .allow('oneTimeSecrets.reveal', { secret: 'one' }, { signal: caller.signal })
      .then(
        () => true,
        () => false,
      );
    await vi.advanceTimersByTimeAsync(1);
    caller.abort();
    expect([await cancelled, ended]).toEqual([false, 2]);
    expect(await allowed('oneTimeSecrets.keep', { secret: 'one' })).toBe(true);
  });

  it('is asked for one question at a time, and a page that asks without end is told that it asks too much, not that a person refused', async () => {
    const { asked, person, consent } = world();
    const answers: ((yes: boolean) => void)[] = [];
    person.answer = () => new Promise((resolve) => answers.push(resolve));
    const { signal } = new AbortController();
    const all = Array.from({ length: 20 }, () =>
      consent.allow('oneTimeSecrets.reveal', { secret: 'one' }, { signal, window: undefined }).then(
        () => 'allowed',
        (error: unknown) => (error instanceof Problem ? error.failure.kind : error),
      ),
    );
    for (const answered of [1, 2, 3]) {
      await vi.advanceTimersByTimeAsync(1);
      expect(asked).toHaveLength(answered);
      answers.at(-1)?.(false);
    }
    const refused = Array.from({ length: 3 }, () => 'cancelled');
    expect(await Promise.all(all)).toEqual([
      ...refused,
      ...Array.from({ length: 17 }, () => 'busy'),
    ]);
    expect(asked).toHaveLength(3);
  });
});

describe('messages', () => {
  const start = (more: object) => ({
    ...{ connection: 'c', who: '910514318', organisationName: 'Fjord', change: 'delete' },
    messages: [{ message: 'a1' }, { message: 'a2', forGood: true }, { message: 'a3' }],
    ...more,
  });

  it('RUL-01 ATK-03 a job that deletes is asked for once, with how many go where; one that marks as read needs nobody', async () => {
    const { allowed, asked } = world();
    expect(await allowed('jobs.startMessageChanges', start({ change: 'mark-as-read' }))).toBe(true);
    expect(asked).toEqual([]);
    await allowed('jobs.startMessageChanges', start({ from: 'box' }));
    await allowed('jobs.startMessageChanges', start({ from: 'trash' }));
    expect(asked).toMatchObject([
      {
        ...{ why: 'erase', targets: ['910514318'] },
        message: 'Delete 3 messages of 910514318?',
        detail:
          'Messages are moved to the trash, and can’t be moved back.\n1 is a message to an organisation. The platform may refuse to delete it, or delete it permanently.',
      },
      {
        message: 'Delete 3 messages of 910514318 permanently?',
        detail: 'Messages deleted from the trash can’t be restored.',
      },
    ]);
  });

  it('RUL-01 ATK-03 the yes is for the rows of that kind of job alone', async () => {
    const { consent, person } = world();
    person.answer = async () => false;
    const { signal } = new AbortController();
    const remove = { connection: 'c', who: '910514318', message: 'a1', forGood: true };
    const by = (more: object) =>
      consent.allow('messages.remove', remove, { signal, ...more }).then(
        () => true,
        () => false,
      );
    expect(await by({ allowedFor: 'change-messages' })).toBe(true);
    expect(await by({ allowedFor: 'change-delegations' })).toBe(false);
    expect(await by({})).toBe(false);
  });
});

describe('enterprise users', () => {
  it('ATK-03 a job that deletes them is asked for once, by their names and organisation', async () => {
    const { allowed, asked } = world();
    const users = ['a', 'b', 'c', 'd', 'e'].map((userName) => ({ userName: `svc-${userName}` }));
    await allowed('jobs.startUserDeletion', { connection: 'c', users });
    await allowed('jobs.startUserDeletion', { connection: 'c', users: users.slice(0, 1) });
    expect(asked).toMatchObject([
      {
        why: 'erase',
        detail:
          'Systems that sign in as svc-a, svc-b, svc-c and 2 more stop working at once.\nYou can’t undo this.',
      },
      { detail: 'Systems that sign in as svc-a stop working at once.\nYou can’t undo this.' },
    ]);
    expect(asked[0]?.message).toMatch(/^Delete 5 enterprise users of .+\?$/);
    expect(asked[1]?.message).toMatch(/^Delete 1 enterprise user of .+\?$/);
  });
});

describe('roles and rights', () => {
  const to = { kind: 'enterprise-user', userName: 'svc-payroll' };
  const give = { connection: 'c', who: '910514318', to, roles: [27], rights: [] };
  const start = (...changes: readonly object[]) => ({
    connection: 'c',
    who: '910514318',
    organisationName: 'Fjord',
    changes,
  });
  const change = (action: string, userName: string, what: object = { role: 27 }) => ({
    action,
    to: { kind: 'enterprise-user', userName },
    what,
  });

  it('DLG-06 a job is asked for once, with how much is given to whom; one that only takes back needs nobody', async () => {
    const { allowed, asked } = world();
    const elsewhere = world({ connections: () => [], osLanguage: 'nb' });
    expect(await allowed('jobs.startDelegations', start(change('take', 'a')))).toBe(true);
    expect(asked).toEqual([]);
    const right = { serviceCode: '3811', serviceEdition: 1, action: 'Read' };
    const many = Array.from({ length: 9 }, (_, n) => change('give', `svc-${String(n)}`));
    const all = [...many, change('give', 'svc-0', right), change('take', 'svc-9')];
    expect(await allowed('jobs.startDelegations', start(...all))).toBe(true);
    expect(asked).toMatchObject([{ why: 'grant', targets: ['910514318'] }]);
    // By its name where a connection has it, never by the one that the page gives along.
    expect(asked[0]?.message).toBe('Give 9 roles and 1 right in Fjordtrafikk AS (910514318)?');
    await elsewhere.allowed('jobs.startDelegations', start(change('give', 'a')));
    expect(elsewhere.asked[0]?.message).toBe('Gi 1 rolle i 910514318?');
    expect(asked[0]?.detail).toBe(
      'To svc-0, svc-1, svc-2, svc-3, svc-4, svc-5, svc-6, svc-7 and svc-8. Each is notified.\n11 changes in total: 1 role or right is taken back.',
    );
  });

  it('ATK-30 an organisation stands first, under its number, whatever the page calls it and however many users stand before it', async () => {
    const { allowed, asked } = world();
    const hidden = { kind: 'organisation', organisationNumber: '974760673', name: 'svc-9' };
    const many = Array.from({ length: 8 }, (_, n) => change('give', `svc-${String(n)}`));
    const all = [...many, { action: 'give', to: hidden, what: { role: 27 } }];
    expect(await allowed('jobs.startDelegations', start(...all))).toBe(true);
    expect(asked[0]?.detail).toMatch(/^To organisation 974760673, svc-0, svc-1, .* and svc-7\./);
    await allowed('delegations.give', { ...give, to: hidden });
    expect(asked[1]?.message).toBe('Give access to organisation 974760673?');
    expect(JSON.stringify(asked)).not.toContain('svc-9');
  });

  it('ATK-30 of two hundred receivers each stands in a question, and one no is a no to all', async () => {
    const { allowed, asked, person } = world();
    const names = Array.from({ length: 200 }, (_, n) => `svc-of-some-department-${String(n)}`);
    const all = start(...names.map((name) => change('give', name)));
    expect(await allowed('jobs.startDelegations', all)).toBe(true);
    expect(asked.length).toBeGreaterThan(1);
    const told = asked.flatMap(({ detail }) =>
      /^To (.*)\. Each/.exec(detail)?.[1]?.split(/, | and /),
    );
    expect(told).toEqual(names);
    expect(asked[1]?.detail).toContain(`This is question 2 of ${String(asked.length)}.`);
    const before = asked.length;
    person.answer = async () => asked.length === before + 1;
    expect(await allowed('jobs.startDelegations', all)).toBe(false);
    expect(asked).toHaveLength(before + 2);
  });

  it('DLG-06 ATK-03 the yes is for the rows of that kind of job alone: not for another job, another act, or a window', async () => {
    const { consent, asked, person } = world();
    person.answer = async () => false;
    const { signal } = new AbortController();
    const by = (operation: string, given: unknown, more: object) =>
      consent.allow(operation, given, { signal, ...more }).then(
        () => true,
        () => false,
      );
    const row = { allowedFor: 'change-delegations' };
    expect(await by('delegations.give', give, row)).toBe(true);
    expect(asked).toEqual([]);
    expect(await by('delegations.give', give, { allowedFor: 'look-up' })).toBe(false);
    expect(await by('delegations.give', give, {})).toBe(false);
    expect(await by('delegations.give', give, { window: Symbol('window') })).toBe(false);
    expect(await by('app.renewKey', { key: 'jobs' }, row)).toBe(false);
    expect(await by('jobs.startDelegations', start(change('give', 'a')), row)).toBe(false);
    expect(asked).toHaveLength(5);
  });
});
