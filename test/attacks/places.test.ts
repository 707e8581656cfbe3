// What proves who we are is lured to a place that nobody allowed: each kind, in both environments, on each way.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import type { ConnectionInput, SignIn } from '../../preload/contract/connections.ts';
import { createMemoryKeychain, type Keychain } from '../../main/secrets/keychain.ts';
import { sealDocument, unsealDocument } from '../../main/storage/documents.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';
import { type RawProxy, startRawProxy } from '../support/raw-proxy.ts';
import {
  machineWay,
  openSignInDesk,
  person,
  personWay,
  type SignInDesk,
} from '../support/sign-in-desk.ts';
import { startSteward, type Steward, valueOf } from '../support/steward.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { tell } from './report.ts';

let platform: Platform;
/** Speaks like the platform, is trusted, and belongs to somebody else: a person has allowed it a key of its own, and nothing more. */
let foreign: Platform;
let foreignProxy: RawProxy;
let homeProxy: RawProxy;
beforeAll(async () => {
  [platform, foreign] = await Promise.all([
    startPlatform({ identity: true, users: 2 }),
    startPlatform(),
  ]);
  [homeProxy, foreignProxy] = await Promise.all([startRawProxy(), startRawProxy()]);
});
afterAll(async () => {
  homeProxy.stop();
  foreignProxy.stop();
  await Promise.all([platform.stop(), foreign.stop()]);
});

type Changes = Partial<ConnectionInput>;

interface Kind {
  /** What it is seen by at the other end. */
  readonly header: 'apikey' | 'authorization' | 'cookie' | 'certificate' | 'proxy-authorization';
  readonly signIn: (desk: SignInDesk) => SignIn | Promise<SignIn>;
  readonly more?: (desk: SignInDesk) => Promise<Changes>;
  /** A person signs in. */
  readonly begin?: (desk: SignInDesk, connection: string) => Promise<unknown>;
  /** What leads elsewhere; the address of the platform when left out. */
  readonly astray?: (home: ConnectionInput) => Changes;
}

const certificate = ({ certificate: id }: SignInDesk) =>
  ({ way: 'certificate', certificate: id }) as const;
const proof = (desk: SignInDesk) => ({ by: 'certificate', certificate: desk.certificate }) as const;
const proxyAt = ({ port }: RawProxy, password: string) =>
  ({ use: 'manual', host: '127.0.0.1', port, userName: 'kari', password }) as const;

const kinds: Readonly<Record<string, Kind>> = {
  'the API key': { header: 'apikey', signIn: () => ({ way: 'none' }) },
  'the certificate': { header: 'certificate', signIn: certificate },
  'the cookie of a password': {
    header: 'cookie',
    signIn: async (desk) => ({
      way: 'password',
      userName: person.userName,
      password: await desk.addPassword('Kari', person.password),
    }),
  },
  'a machine token': {
    header: 'authorization',
    signIn: (desk) => machineWay(platform, proof(desk)),
  },
  'the exchanged token of an enterprise user': {
    header: 'authorization',
    signIn: async (desk) => {
      const [name = ''] = platform.control.users;
      const machine = machineWay(platform, proof(desk));
      if (machine.way !== 'machine-token') throw new TypeError('A machine token is wanted.');
      return {
        ...machine,
        way: 'enterprise-user-token',
        exchangeEndpoint: platform.identity.exchangeEndpoint,
        userName: name,
        password: await desk.addPassword('Robot', platform.control.secretOf(name) ?? ''),
      };
    },
  },
  "a person's token": {
    header: 'authorization',
    signIn: () => personWay(platform),
    begin: (desk, connection) => desk.begin(connection),
  },
  'a pasted token': {
    header: 'authorization',
    signIn: () => ({ way: 'pasted-token' }),
    begin: ({ client }, connection) =>
      valueOf(client.signIn.pasteToken({ connection, token: platform.control.addToken() })),
  },
  'the password of a proxy': {
    header: 'proxy-authorization',
    signIn: certificate,
    more: async ({ client }) => {
      const added = client.credentials.addProxyPassword({ name: 'Proxy', password: 'pass word' });
      return { proxy: proxyAt(homeProxy, (await valueOf(added)).id) };
    },
    astray: ({ proxy }) =>
      proxy.use === 'manual' ? { proxy: { ...proxy, port: foreignProxy.port } } : {},
  },
};

const seenAt = ({ control }: Platform, proxy: RawProxy, header: Kind['header']): number => {
  if (header === 'proxy-authorization')
    return proxy.signIns.filter((one) => one !== undefined).length;
  if (header === 'certificate')
    return control.requests.filter((one) => one.certificate !== undefined).length;
  return control.requests.filter(({ headers }) => headers.includes(header)).length;
};

const rows = (['production', 'test'] as const).flatMap((environment) =>
  Object.keys(kinds).map((kind) => ({ environment, kind })),
);

it.each(rows)(
  'ATK-28 $kind goes to no place that nobody allowed, in $environment: by a changed address, a connection made again, a changed file',
  async ({ environment, kind: name }) => {
    const kind = kinds[name] as Kind;
    const keychain: Keychain = Object.assign(createMemoryKeychain(), { kind: 'system' });
    const dataFolder = path.join(tempFolder(), 'data');
    const options = { dataFolder, keychain: 'system', replacements: { keychain } } as const;
    const first = await openSignInDesk(platform, options);
    onTestFinished(() => first.stop());
    const { client, shell } = first;
    const caFile = path.join(tempFolder(), 'both.pem');
    writeFileSync(caFile, `${platform.caPem}\n${foreign.caPem}`);
    const trust = () => first.app.handleFor(caFile);
    // Its first connection is of the test environment, to which its credentials would belong.
    const own = (await valueOf(client.connections.list({}))).all[0]?.id ?? '';
    await valueOf(client.connections.remove({ connection: own }));
    const otherKey = (
      await valueOf(client.credentials.addApiKey({ name: 'Other', key: 'key-of-the-other-place' }))
    ).id;
    await first.connect(
      { way: 'none' },
      {
        ...{ name: 'Other', environment, baseAddress: foreign.address },
        ...{ apiKey: otherKey, extraCaFile: trust() },
      },
    );
    const home: ConnectionInput = {
      name: 'Home',
      environment,
      baseAddress: platform.address,
      organisationName: 'Fjordtrafikk AS',
      organisationNumber: platform.organisationNumber,
      signIn: await kind.signIn(first),
      apiKey: first.apiKey,
      highestTls: 'TLSv1.2',
      language: 1033,
      mediaType: 'application/hal+json',
      proxy: { use: 'none' },
      formerHosts: [],
      ...(await kind.more?.(first)),
    };
    const make = async (changes: Changes = {}) =>
      client.connections.create({ ...home, extraCaFile: trust(), ...changes });
    const use = async (steward: Pick<Steward, 'client'>, connection: string) => {
      await steward.client.reportees.list({ connection });
      await steward.client.enterpriseUsers.list({ connection });
    };
    const { id: connection } = await valueOf(make());
    await kind.begin?.(first, connection);
    platform.control.forget();
    await use(first, connection);
    expect(seenAt(platform, homeProxy, kind.header)).toBeGreaterThan(0);

    const got: string[] = [];
    const look = (way: string) => {
      got.push(`${way}: ${String(seenAt(foreign, foreignProxy, kind.header))}`);
      foreign.control.forget();
      foreignProxy.signIns.length = 0;
    };
    const key = kind.header === 'apikey' ? first.apiKey : otherKey;
    const astray = kind.astray?.(home) ?? { baseAddress: foreign.address, apiKey: key };
    foreign.control.forget();
    foreignProxy.signIns.length = 0;
    // Nobody is there to say yes.
    shell.answer = () => false;
    await client.connections.change({ ...home, ...astray, connection });
    await use(first, connection);
    look('changed');
    await valueOf(client.connections.remove({ connection }));
    const made = await make(astray);
    if (made.ok) {
      await use(first, made.value.id);
      await valueOf(client.connections.remove({ connection: made.value.id }));
    }
    look('made again');
    shell.answer = () => true;
    const { id: again } = await valueOf(make());
    await kind.begin?.(first, again);
    await first.stop();
    for (const apiKey of new Set([key, kind.header === 'apikey' ? key : null])) {
      const file = path.join(dataFolder, 'connections.json');
      const saved = unsealDocument(readFileSync(file, 'utf8')) as { all: { id: string }[] };
      const moved = { ...astray, apiKey };
      const all = saved.all.map((one) => (one.id === again ? { ...one, ...moved } : one));
      writeFileSync(file, sealDocument({ ...saved, all }));
      const next = await startSteward(options);
      try {
        await use(next, again);
        look(`edited, ${apiKey === null ? 'without key' : 'with a key'}`);
      } finally {
        await next.stop();
      }
    }
    tell('ATK-28', `${name}, ${environment}`, got.join(', '));
    expect(got.filter((one) => !one.endsWith(': 0'))).toEqual([]);
    expect(got.length).toBeGreaterThan(2);
  },
);
