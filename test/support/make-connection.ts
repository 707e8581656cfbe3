// A connection to the local platform in a running window, made by the same operations as the screens use.
import type { Steward } from '../e2e/steward.ts';
import type { PlatformFacts } from './steward.ts';

/** Of a platform in this process, or of one that has told them. */
export interface ConnectionFacts extends PlatformFacts {
  readonly organisation: { readonly name: string };
}

/** Its id. `more` ends every name, where there is more than one connection. */
export async function makeConnection(
  steward: Pick<Steward, 'call' | 'pick'>,
  platform: ConnectionFacts,
  environment: 'production' | 'test',
  more = '',
): Promise<string> {
  const file = async (purpose: string, name: string) => {
    let chosen: Promise<unknown> | undefined;
    await steward.pick(async () => {
      chosen = steward.call('files.choose', { purpose });
    }, name);
    return ((await chosen) as { handle: string }).handle;
  };
  const made = async (name: string, input: unknown) =>
    ((await steward.call(name, input)) as { id: string }).id;
  return made('connections.create', {
    name: `Local platform${more}`,
    environment,
    baseAddress: platform.address,
    organisationName: platform.organisation.name,
    organisationNumber: platform.organisationNumber,
    signIn: {
      way: 'certificate',
      certificate: await made('credentials.importCertificate', {
        name: `Certificate${more}`,
        file: await file('certificate', platform.certificateFile),
        passphrase: platform.passphrase,
      }),
    },
    apiKey: await made('credentials.addApiKey', {
      name: `Key${more}`,
      key: platform.apiKey,
    }),
    highestTls: 'TLSv1.3',
    language: 1044,
    mediaType: 'application/hal+json',
    proxy: { use: 'none' },
    formerHosts: [],
    extraCaFile: await file('certificate-authority', platform.caFile),
  });
}
