// Everything the explorer does, and the reports on it.
import type { Platform } from '../platform/platform.ts';

type Call = <T>(name: string, input: unknown, expected?: string) => Promise<T>;
interface Resource {
  readonly links: readonly { readonly relation: string; readonly handle: string }[];
}

/** Every operation of the explorer once. */
export async function exploreEverything(
  call: Call,
  platform: Platform,
  { connection }: { readonly connection: string },
): Promise<void> {
  await call('explorer.entryPoints', { connection });
  const at = { entry: 'consentRequests' };
  platform.control.fault({
    operation: 'consents.list',
    acts: true,
    effect: {
      kind: 'alter',
      // A platform that gives away what it was shown.
      body: JSON.stringify({
        Echo: platform.apiKey,
        Twice: JSON.stringify(platform.apiKey),
        _links: { portalview: { href: 'https://portal.example.test/' } },
      }),
      headers: { 'X-Echo': Buffer.from(platform.apiKey).toString('base64') },
    },
  });
  const { resources } = await call<{ resources: Resource[] }>('explorer.get', { connection, at });
  const link = resources[0]?.links.find(({ relation }) => relation === 'portalview')?.handle;
  await call('explorer.openLink', { connection, link });
  const { last } = await call<{ last: number }>('explorer.traffic', {});
  await call('explorer.supportReport', { exchange: last });
  await call('explorer.copySupportReport', { reference: 'NOT-KNOWN' });
  await call('explorer.clearTraffic', {});
}
