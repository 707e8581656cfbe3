// A program connected to one platform in each of the four media types, for tests of what needs no sign-in.
import { afterAll, afterEach, beforeAll } from 'vitest';
import type { ConnectionInput } from '../../preload/contract/connections.ts';
import { MEDIA_TYPES, type MediaType } from './media-types.ts';
import { type Platform, type PlatformOptions, startPlatform } from '../platform/platform.ts';
import { actingByCertificate } from '../platform/shape.ts';
import { connectTo, type StartOptions, startSteward, type Steward, valueOf } from './steward.ts';

export interface OpenReading {
  readonly platform: Platform;
  readonly steward: Steward;
  /** The connection that asks for this media type; it has a certificate and a key, there to be left alone. */
  in(mediaType: MediaType): string;
  /** Another connection to the same platform. */
  connect(changes: Partial<ConnectionInput>): Promise<string>;
}

/** Started before all tests of a file and ended after them; faults and shapes are undone after each. */
export function openReading(
  options: PlatformOptions = {},
  begin: StartOptions = {},
): () => OpenReading {
  let world: OpenReading | undefined;
  const all = () => {
    if (world === undefined) throw new Error('It is started before the tests.');
    return world;
  };
  beforeAll(async () => {
    world = await start(options, begin);
  });
  afterEach(() => {
    const { control } = all().platform;
    control.clearFaults();
    control.restore();
    control.forget();
    control.shape.pageSize = 50;
  });
  afterAll(async () => {
    await all().steward.stop();
    await all().platform.stop();
  });
  return all;
}

async function start(options: PlatformOptions, begin: StartOptions): Promise<OpenReading> {
  const platform = await startPlatform({ users: 2, switches: actingByCertificate, ...options });
  const steward = await startSteward(begin);
  const first = await connectTo(steward, platform);
  const connect = async (changes: Partial<ConnectionInput>) => {
    const fields = fieldsOf(steward, platform, first);
    return (await valueOf(steward.client.connections.create({ ...fields, ...changes }))).id;
  };
  const byType = new Map<string, string>();
  for (const mediaType of MEDIA_TYPES)
    byType.set(mediaType, await connect({ name: mediaType, mediaType }));
  return { platform, steward, in: (mediaType) => byType.get(mediaType) ?? '', connect };
}

const fieldsOf = (
  { app }: Steward,
  platform: Platform,
  { certificate, apiKey }: { readonly certificate: string; readonly apiKey: string },
): ConnectionInput => ({
  name: 'Another',
  environment: 'test',
  baseAddress: platform.address,
  organisationName: 'Fjordtrafikk AS',
  organisationNumber: platform.organisationNumber,
  signIn: { way: 'certificate', certificate },
  apiKey,
  highestTls: 'TLSv1.2',
  language: 1033,
  mediaType: 'application/hal+json',
  proxy: { use: 'none' },
  formerHosts: [],
  extraCaFile: app.handleFor(platform.caFile),
});
