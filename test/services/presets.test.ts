// Every way of signing in as the form offers it: its defaults and suggestions saved as they are, tested, and answered.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Connection, SignInWay } from '../../preload/contract/connections.ts';
import { managedSettings, type ManagedSettings } from '../../preload/contract/managed.ts';
import {
  BROUGHT,
  type Draft,
  emptyDraft,
  inputOf,
  problemsOf,
  setUpOf,
} from '../../renderer/screens/connections/draft.ts';
import { providersFor, settledDraft } from '../../renderer/screens/connections/settled.ts';
import { offeredWays, scopesIn } from '../../renderer/screens/connections/sign-in-draft.ts';
import { offeredScopes, type ScopedWay } from '../../renderer/state/scopes.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';
import { openSignInDesk, person, type SignInDesk } from '../support/sign-in-desk.ts';
import { valueOf } from '../support/steward.ts';

let platform: Platform;
let free: SignInDesk;
/** Where the organisation has settled the place and the providers. */
let settled: SignInDesk;
let settings: ManagedSettings;

beforeAll(async () => {
  platform = await startPlatform({ identity: true, users: 3, messages: 3, services: 3 });
  const { issuer, machineTokenEndpoint, exchangeEndpoint } = platform.identity;
  settings = managedSettings.parse({
    version: 1,
    managedBy: 'IT of Fjord',
    organisationNumber: platform.organisationNumber,
    places: [{ name: 'Here', environment: 'test', baseAddress: platform.address }],
    providers: [
      { kind: 'person', name: 'Persons', issuer },
      {
        kind: 'machine-token',
        name: 'Machines',
        tokenEndpoint: machineTokenEndpoint,
        exchangeEndpoint,
      },
    ],
    proxy: { use: 'none' },
  });
  free = await openSignInDesk(platform);
  settled = await openSignInDesk(platform, { shell: { managed: settings } });
});
afterAll(async () => {
  await free.stop();
  await settled.stop();
  await platform.stop();
});

/** What a person fills in or presses; the rest is sent as the form has it. */
type Filled = Partial<Draft>;
interface Preset {
  readonly as: string;
  fill?(desk: SignInDesk): Filled | Promise<Filled>;
  /** Between saving and the first call, where something is left to do. */
  signIn?(desk: SignInDesk, connection: string): Promise<unknown>;
  /** Its everyday work. */
  works(desk: SignInDesk, connection: string): Promise<unknown>;
}

const USER = 1;
const userName = () => platform.control.users[USER] ?? '';
const secret = () => platform.control.secretOf(userName()) ?? '';

async function readsAsOrganisation({ client }: SignInDesk, connection: string) {
  const { users } = await valueOf(client.enterpriseUsers.list({ connection }));
  expect(users.length).toBeGreaterThan(0);
}
async function rotates(desk: SignInDesk, connection: string) {
  await readsAsOrganisation(desk, connection);
  // Not the one that other rows sign in as.
  const [rotated = ''] = platform.control.users;
  await valueOf(desk.client.enterpriseUsers.rotateSecret({ connection, userName: rotated }));
}
async function readsMessages({ client }: SignInDesk, connection: string, who: string) {
  const { messages } = await valueOf(client.messages.list({ connection, who }));
  const { id: message = '' } = messages[0] ?? {};
  await valueOf(client.messages.get({ connection, who, message }));
}
async function readsAsPerson(desk: SignInDesk, connection: string) {
  expect(await valueOf(desk.client.profile.own({ connection }))).toMatchObject({
    name: person.name,
  });
  const { reportees } = await valueOf(desk.client.reportees.list({ connection }));
  expect(reportees.length).toBeGreaterThan(0);
  await readsMessages(desk, connection, 'my');
}
async function readsAsUser(desk: SignInDesk, connection: string) {
  await valueOf(desk.client.profile.own({ connection }));
  const { reportees } = await valueOf(desk.client.reportees.list({ connection }));
  const own = reportees.find(
    ({ organisationNumber }) => organisationNumber === platform.organisationNumber,
  );
  await readsMessages(desk, connection, own?.id ?? '');
}

async function privateKey({ client, app, dataFolder }: SignInDesk): Promise<string> {
  const file = path.join(dataFolder, 'registered-key.pem');
  writeFileSync(file, platform.clientKeyPem);
  const name = `Key ${String(Math.random())}`;
  const { id } = await valueOf(
    client.credentials.importPrivateKey({ name, file: app.handleFor(file) }),
  );
  return id;
}
async function apiKeyOf({ client }: SignInDesk, owner: string): Promise<string> {
  const name = `Key ${String(Math.random())}`;
  const key = platform.control.addApiKey({ owner });
  return (await valueOf(client.credentials.addApiKey({ name, key }))).id;
}
const machine = (): Filled => ({
  tokenEndpoint: platform.identity.machineTokenEndpoint,
  audience: platform.identity.audience,
  clientId: platform.identity.machineClientId,
});
const byCertificate = ({ certificate }: SignInDesk): Filled => ({ certificate });
const byKey = async (desk: SignInDesk): Promise<Filled> => ({
  proofBy: 'registered-key',
  key: await privateKey(desk),
  keyId: platform.identity.machineKeyId,
});
const asUser = async (desk: SignInDesk): Promise<Filled> => ({
  userName: userName(),
  password: await desk.addPassword(`Secret ${String(Math.random())}`, secret()),
});
const exchangeEndpoint = () => platform.identity.exchangeEndpoint;
const begins = (desk: SignInDesk, connection: string) => desk.begin(connection);
/** Those that the organisation has settled are chosen from a list. */
const chosen = (name: 'issuer' | 'tokenEndpoint' | 'exchangeEndpoint') =>
  providersFor(settings.providers, name)?.[0]?.address ?? '';
const customer = '974760673';

/** A way that the form offers and that has no row here does not compile. */
const PRESETS: Readonly<Record<SignInWay, readonly [Preset, ...Preset[]]>> = {
  certificate: [{ as: 'one that is kept', fill: byCertificate, works: rotates }],
  'machine-token': [
    {
      as: 'by certificate',
      fill: (desk) => ({ ...machine(), ...byCertificate(desk) }),
      works: rotates,
    },
    {
      as: 'by a registered key',
      fill: async (desk) => ({ ...machine(), ...(await byKey(desk)) }),
      works: rotates,
    },
    {
      as: 'with an address where a new secret is tried',
      fill: (desk) => ({
        ...machine(),
        ...byCertificate(desk),
        exchangeEndpoint: exchangeEndpoint(),
      }),
      async works({ client }, connection) {
        const [rotated = ''] = platform.control.users;
        const { secret: kept } = await valueOf(
          client.enterpriseUsers.rotateSecret({ connection, userName: rotated }),
        );
        expect(
          await valueOf(client.signIn.verifySecret({ connection, secret: kept })),
        ).toMatchObject({ works: true });
      },
    },
    {
      as: 'for the customer of a supplier',
      fill: async (desk) => ({
        ...machine(),
        ...byCertificate(desk),
        clientId: platform.control.identity.registerClient({ customers: [customer] }),
        consumerOrg: customer,
        // The platform sees the customer, whose key it wants.
        apiKey: await apiKeyOf(desk, customer),
      }),
      async works({ client }, connection) {
        await valueOf(client.enterpriseUsers.list({ connection }));
      },
    },
  ],
  person: [
    {
      as: 'a provider that is found by its address',
      fill: () => ({
        issuer: platform.identity.issuer,
        clientId: platform.identity.clientId,
      }),
      signIn: begins,
      works: readsAsPerson,
    },
    {
      as: 'a provider whose addresses are typed',
      fill: () => ({
        found: 'typed',
        issuer: platform.identity.issuer,
        authorizeEndpoint: platform.identity.authorizeEndpoint,
        tokenEndpoint: platform.identity.tokenEndpoint,
        jwksAddress: platform.identity.jwksAddress,
        clientId: platform.identity.clientId,
      }),
      signIn: begins,
      works: readsAsPerson,
    },
  ],
  'enterprise-user': [
    {
      as: 'with the certificate of its organisation',
      fill: async (desk) => ({ ...byCertificate(desk), ...(await asUser(desk)) }),
      works: readsAsUser,
    },
  ],
  'enterprise-user-token': [
    {
      as: 'by certificate',
      fill: async (desk) => ({
        ...machine(),
        ...byCertificate(desk),
        ...(await asUser(desk)),
        exchangeEndpoint: exchangeEndpoint(),
      }),
      works: readsAsUser,
    },
    {
      as: 'by a registered key',
      fill: async (desk) => ({
        ...machine(),
        ...(await byKey(desk)),
        ...(await asUser(desk)),
        exchangeEndpoint: exchangeEndpoint(),
      }),
      works: readsAsUser,
    },
  ],
  password: [
    {
      as: 'of a person',
      fill: async (desk) => ({
        userName: person.userName,
        password: await desk.addPassword(`Password ${String(Math.random())}`, person.password),
      }),
      works: ({ client }, connection) => valueOf(client.profile.own({ connection })),
    },
  ],
  'pasted-token': [
    {
      as: 'of the organisation',
      signIn: ({ client }, connection) =>
        valueOf(client.signIn.pasteToken({ connection, token: platform.control.addToken() })),
      works: readsAsOrganisation,
    },
  ],
  none: [
    {
      as: 'open data',
      async works({ client }, connection) {
        const { services } = await valueOf(client.reference.services({ connection }));
        expect(services.length).toBeGreaterThan(0);
      },
    },
  ],
};

const isScoped = (way: SignInWay): way is ScopedWay =>
  way === 'machine-token' || way === 'enterprise-user-token' || way === 'person';

let made = 0;
/** The form as it opens, with what every connection needs, and with *Use the smallest set* pressed where there is one. */
function begun(desk: SignInDesk, locale: 'en' | 'nb', way: SignInWay): Draft {
  made += 1;
  const isSettled = desk === settled;
  const draft = settledDraft(emptyDraft(locale), isSettled ? settings : null, true);
  const scopes = isScoped(way) ? offeredScopes(way, scopesIn(draft.scopes)).join(' ') : '';
  return {
    ...draft,
    name: `Preset ${String(made)}`,
    ...(!isSettled && {
      environment: 'test',
      baseAddress: platform.address,
      organisationNumber: platform.organisationNumber,
    }),
    organisationName: 'Fjordtrafikk AS',
    extraCa: { handle: desk.app.handleFor(platform.caFile), name: 'ca.pem' },
    apiKey: desk.apiKey,
    way,
    scopes,
  };
}

async function worksAsOffered(desk: SignInDesk, draft: Draft, preset: Preset) {
  expect(problemsOf(draft)).toEqual({});
  const { id } = await valueOf(desk.client.connections.create(inputOf(draft)));
  await answersWith(desk, id, preset);
}
async function answersWith(desk: SignInDesk, connection: Connection['id'], preset: Preset) {
  await preset.signIn?.(desk, connection);
  const { passed, steps } = await valueOf(desk.client.connections.test({ connection }));
  expect(passed, JSON.stringify(steps)).toBe(true);
  await preset.works(desk, connection);
}

const rows = offeredWays.flatMap((way) =>
  PRESETS[way].map((preset) => [way, preset.as, preset] as const),
);

it('every way of signing in is among the cards (FLD-03)', () => {
  expect([...offeredWays].sort()).toEqual(Object.keys(PRESETS).sort());
});

describe.each(['en', 'nb'] as const)('the form in %s', (locale) => {
  it.each(rows)('%s, %s: works as it is offered (FLD-03)', async (way, _, preset) => {
    const draft = { ...begun(free, locale, way), ...(await preset.fill?.(free)) };
    await worksAsOffered(free, draft, preset);
  });
});

it('the first run brings certificate and key along: works as it is offered (FLD-03)', async () => {
  const draft = { ...begun(free, 'nb', 'certificate'), certificate: BROUGHT, apiKey: BROUGHT };
  expect(problemsOf(draft)).toEqual({});
  const { id } = await valueOf(
    free.client.connections.setUp(
      setUpOf(inputOf(draft), {
        certificate: {
          file: free.app.handleFor(platform.certificateFile),
          passphrase: platform.passphrase,
        },
        apiKey: { key: platform.apiKey },
      }),
    ),
  );
  await answersWith(free, id, PRESETS.certificate[0]);
});

it.each<readonly [SignInWay, (desk: SignInDesk) => Filled]>([
  ['certificate', () => ({})],
  ['machine-token', () => ({ tokenEndpoint: chosen('tokenEndpoint') })],
  ['person', () => ({ issuer: chosen('issuer') })],
  [
    'enterprise-user-token',
    () => ({
      tokenEndpoint: chosen('tokenEndpoint'),
      exchangeEndpoint: chosen('exchangeEndpoint'),
    }),
  ],
])(
  '%s at the place and provider that an organisation has settled: works as it is offered (FLD-03)',
  async (way, choice) => {
    const [preset] = PRESETS[way];
    const filled = await preset.fill?.(settled);
    const draft = { ...begun(settled, 'nb', way), ...filled, ...choice(settled) };
    await worksAsOffered(settled, draft, preset);
  },
);
