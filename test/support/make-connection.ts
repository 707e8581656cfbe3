// A connection to the local platform in a running window, made by the same operations as the screens use.
import type { Steward } from '../e2e/steward.ts';
import type { PlatformFacts } from './steward.ts';

/** Of a platform in this process, or of one that has told them. */
export interface ConnectionFacts extends PlatformFacts {
  readonly organisation: { readonly name: string };
}

/** What connections to a platform are made with, as often as wanted. */
export interface Brought {
  readonly certificate: string;
  readonly apiKey: string;
  /** A handle of this session. */
  readonly extraCaFile: string;
}

type Driven = Pick<Steward, 'call' | 'pick'>;
type Environment = 'production' | 'test';

const made = async ({ call }: Driven, name: string, input: unknown): Promise<string> =>
  ((await call(name, input)) as { id: string }).id;

/** `more` ends every name, where there is more than one connection. */
export async function bringCredentials(
  steward: Driven,
  platform: ConnectionFacts,
  more = '',
): Promise<Brought> {
  const file = async (purpose: string, name: string) => {
    let chosen: Promise<unknown> | undefined;
    await steward.pick(async () => {
      chosen = steward.call('files.choose', { purpose });
    }, name);
    return ((await chosen) as { handle: string }).handle;
  };
  return {
    certificate: await made(steward, 'credentials.importCertificate', {
      name: `Certificate${more}`,
      file: await file('certificate', platform.certificateFile),
      passphrase: platform.passphrase,
    }),
    apiKey: await made(steward, 'credentials.addApiKey', {
      name: `Key${more}`,
      key: platform.apiKey,
    }),
    extraCaFile: await file('certificate-authority', platform.caFile),
  };
}

/** Its id. */
export const connectWith = (
  steward: Driven,
  platform: ConnectionFacts,
  { certificate, apiKey, extraCaFile }: Brought,
  environment: Environment,
  more = '',
): Promise<string> =>
  made(steward, 'connections.create', {
    name: `Local platform${more}`,
    environment,
    baseAddress: platform.address,
    organisationName: platform.organisation.name,
    organisationNumber: platform.organisationNumber,
    signIn: { way: 'certificate', certificate },
    apiKey,
    highestTls: 'TLSv1.3',
    language: 1044,
    mediaType: 'application/hal+json',
    proxy: { use: 'none' },
    formerHosts: [],
    extraCaFile,
  });

/** Its id. */
export const makeConnection = async (
  steward: Driven,
  platform: ConnectionFacts,
  environment: Environment,
  more = '',
): Promise<string> =>
  connectWith(
    steward,
    platform,
    await bringCredentials(steward, platform, more),
    environment,
    more,
  );
