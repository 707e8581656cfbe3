// The whole program against the local platform and its identity provider, with a connection per sign-in method.
import type { SignIn, ConnectionInput } from '../../preload/contract/connections.ts';
import type { MediaType } from './media-types.ts';
import { persons } from '../platform/persons.ts';
import type { Platform } from '../platform/platform.ts';
import { visit, type Visit, type Visitor } from './sign-in-browser.ts';
import { connectTo, type StartOptions, startSteward, type Steward, valueOf } from './steward.ts';

export interface SignInDesk extends Steward {
  /** Ids of the credentials that connections use. */
  readonly certificate: string;
  readonly apiKey: string;
  /** What the browser saw, newest last. */
  readonly visits: Promise<Visit>[];
  /** How the next visits of the browser go. */
  readonly browser: { visitor: Partial<Visitor>; opens: boolean };
  connect(signIn: SignIn, changes?: Partial<ConnectionInput>): Promise<string>;
  addPassword(name: string, password: string): Promise<string>;
  /** Names of the steps of `signIn.begin`, as they came. */
  begin(connection: string): Promise<string[]>;
}

/** A program with the platform's certificate and key, whose system browser is a small one of ours. */
export async function openSignInDesk(
  platform: Platform,
  {
    mediaType = 'application/hal+json',
    ...options
  }: StartOptions & { readonly mediaType?: MediaType } = {},
): Promise<SignInDesk> {
  const visits: Promise<Visit>[] = [];
  const browser = { visitor: {} as Partial<Visitor>, opens: true };
  const steward = await startSteward({
    ...options,
    shell: {
      openExternal(address) {
        if (!browser.opens) return Promise.reject(new Error('No browser.'));
        const going = visit(address.href, { caPem: platform.caPem, ...browser.visitor });
        going.catch(() => undefined);
        visits.push(going);
        return Promise.resolve();
      },
      ...options.shell,
    },
  });
  const { client, app } = steward;
  const { certificate, apiKey } = await connectTo(steward, platform);
  let made = 0;
  return {
    ...steward,
    certificate,
    apiKey,
    visits,
    browser,
    async connect(signIn, changes = {}) {
      made += 1;
      const { id } = await valueOf(
        client.connections.create({
          name: `Way ${made}`,
          environment: 'test',
          baseAddress: platform.address,
          organisationName: 'Fjordtrafikk AS',
          organisationNumber: platform.organisationNumber,
          signIn,
          apiKey,
          highestTls: 'TLSv1.2',
          language: 1033,
          mediaType,
          proxy: { use: 'none' },
          formerHosts: [],
          extraCaFile: app.handleFor(platform.caFile),
          ...changes,
        }),
      );
      return id;
    },
    addPassword: async (name, password) =>
      (await valueOf(client.credentials.addPassword({ name, password }))).id,
    async begin(connection) {
      const steps: string[] = [];
      const onProgress = ({ step }: { step: string }) => {
        steps.push(step);
      };
      await valueOf(client.signIn.begin({ connection }, { onProgress }));
      return steps;
    },
  };
}

export const person = persons[0] as (typeof persons)[number];

export const personWay = (
  { identity }: Platform,
  changes: Partial<Extract<SignIn, { way: 'person' }>> = {},
): SignIn => ({
  way: 'person',
  provider: { found: 'discovery', issuer: identity.issuer },
  clientId: identity.clientId,
  scopes: ['openid', 'profile', 'offline_access', 'altinn:enduser'],
  acrValues: 'Level3',
  ...changes,
});

export const machineWay = (
  { identity }: Platform,
  proof: Extract<SignIn, { way: 'machine-token' }>['proof'],
  changes: Partial<Extract<SignIn, { way: 'machine-token' }>> = {},
): SignIn => ({
  way: 'machine-token',
  tokenEndpoint: identity.machineTokenEndpoint,
  audience: identity.audience,
  clientId: identity.machineClientId,
  scopes: ['altinn:enterpriseusers.read', 'altinn:enterpriseusers.write'],
  proof,
  ...changes,
});
