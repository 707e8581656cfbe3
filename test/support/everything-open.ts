// The part of everything.ts that needs no sign-in: open reads, the explorer, and the reports on both.
import type { Platform } from '../platform/platform.ts';

type Call = <T>(name: string, input: unknown, expected?: string) => Promise<T>;
interface Resource {
  readonly links: readonly { readonly relation: string; readonly handle: string }[];
}

/** Every operation of metadata, code lists and explorer once; `saved` is a file that is not there yet. */
export async function exploreEverything(
  call: Call,
  platform: Platform,
  { connection, saved }: { readonly connection: string; readonly saved: string },
): Promise<void> {
  await readOpenly(call, platform, { connection, saved });
  await call('explorer.entryPoints', { connection });
  const at = { entry: 'consentRequests' };
  platform.control.fault({
    operation: 'other.consentRequests',
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

async function readOpenly(
  call: Call,
  { control }: Platform,
  { connection, saved }: { readonly connection: string; readonly saved: string },
) {
  const service = control.metadata.services.find(
    (one) => one.kind === 'formtask' && control.metadata.detail(one).forms.length > 0,
  );
  const format = service && control.metadata.detail(service).forms[0]?.format;
  const about = { connection, code: service?.code, edition: service?.edition };
  const form = {
    ...about,
    dataFormatId: format?.id,
    dataFormatVersion: String(format?.version),
  };
  await call('metadata.list', { connection });
  await call('metadata.get', { ...about, kind: 'formtask' });
  await call('metadata.xsd', form);
  await call('metadata.saveXsd', { ...form, target: saved });
  await call('metadata.roleDefinitions', { connection });
  await call('metadata.roleDefinition', { connection, role: 4 });
  await call('codeLists.list', { connection });
  await call('codeLists.get', { connection, name: 'Units', version: 2 });
}
