// The scopes that Steward offers, used as they are offered: with each way's smallest set its everyday work succeeds.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SignIn } from '../../preload/contract/connections.ts';
import { prefixIn, type ScopedWay, smallestSet } from '../../renderer/state/scopes.ts';
import { createAuthority } from '../platform/pki.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';
import { type RawServer, startRawServer } from '../support/raw-server.ts';
import {
  machineWay,
  openSignInDesk,
  person,
  personWay,
  type SignInDesk,
} from '../support/sign-in-desk.ts';
import { valueOf } from '../support/steward.ts';

let platform: Platform;
let desk: SignInDesk;
let exchange: RawServer;
let caFile: string;
/** What the exchanged token may be used for: no more than was asked for. */
let exchanged: readonly string[] = [];

beforeAll(async () => {
  const authority = await createAuthority('Exchange root');
  const server = await authority.issue({ name: 'localhost', hosts: ['localhost'] });
  platform = await startPlatform({ identity: true, users: 2, messages: 3 });
  exchange = await startRawServer({
    server,
    act(request) {
      const token = platform.control.identity.addToken({ person: person.id, scopes: exchanged });
      request.answer(200, 'OK', { 'Content-Type': 'application/json' }, JSON.stringify(token));
    },
  });
  desk = await openSignInDesk(platform);
  caFile = path.join(desk.dataFolder, 'both.pem');
  writeFileSync(caFile, `${platform.caPem}\n${authority.certificatePem}`);
});
afterAll(async () => {
  await desk.stop();
  await exchange.stop();
  await platform.stop();
});

const offered = (way: ScopedWay): string[] => smallestSet(way).map((name) => prefixIn([]) + name);
const connect = (signIn: SignIn) =>
  desk.connect(signIn, { extraCaFile: desk.app.handleFor(caFile) });
const machine = (scopes: string[]) =>
  machineWay(platform, { by: 'certificate', certificate: desk.certificate }, { scopes }) as Extract<
    SignIn,
    { way: 'machine-token' }
  >;

/** What a person does with a connection of the own parties. */
async function readsAsPerson(connection: string): Promise<void> {
  expect(await valueOf(desk.client.profile.own({ connection }))).toMatchObject({
    name: person.name,
  });
  const { reportees } = await valueOf(desk.client.reportees.list({ connection }));
  expect(reportees.length).toBeGreaterThan(0);
  const { messages } = await valueOf(desk.client.messages.list({ connection, who: 'my' }));
  const { id: message = '' } = messages[0] ?? {};
  expect(await desk.client.messages.get({ connection, who: 'my', message })).toMatchObject({
    ok: true,
  });
}

/** Another way that asks for scopes does not compile without a line here. */
const EVERYDAY: Readonly<Record<ScopedWay, () => Promise<void>>> = {
  async 'machine-token'() {
    const connection = await connect(machine(offered('machine-token')));
    const { users } = await valueOf(desk.client.enterpriseUsers.list({ connection }));
    const [{ userName } = { userName: '' }] = users;
    expect(await desk.client.enterpriseUsers.rotateSecret({ connection, userName })).toMatchObject({
      ok: true,
    });
  },
  async 'enterprise-user-token'() {
    exchanged = offered('enterprise-user-token');
    const password = await desk.addPassword('Of the user', 'Blåbær-og-tyttebær-17');
    const way = { ...machine([...exchanged]), way: 'enterprise-user-token' as const };
    const exchangeEndpoint = `${exchange.origin}/authentication/api/v1/exchange/maskinporten`;
    await readsAsPerson(
      await connect({ ...way, exchangeEndpoint, userName: 'svc-havn', password }),
    );
  },
  async person() {
    const connection = await connect(personWay(platform, { scopes: offered('person') }));
    await desk.begin(connection);
    await readsAsPerson(connection);
  },
};

it.each(Object.keys(EVERYDAY) as ScopedWay[])(
  'the smallest set of %s is enough for its everyday work, as it is offered (FLD-03)',
  (way) => EVERYDAY[way](),
);
