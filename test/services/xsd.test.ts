// XSDs through the whole program: from the platform, from the copy without network, saved, and a file checked.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { LARGEST_FILE } from '../../main/xsd/xsd.ts';
import { sampleFormOf } from '../platform/xsd.ts';
import { openReading } from '../support/open-reading.ts';
import { valueOf } from '../support/steward.ts';
import { tempFolder } from '../support/temp-folder.ts';

const world = openReading({ services: 30 });

/** A form of the platform, as it is asked for. */
function form() {
  const open = world();
  const { platform, steward } = open;
  const { metadata } = platform.control;
  const service = metadata.services.find(
    (one) => one.kind === 'formtask' && metadata.detail(one).forms.length > 0,
  );
  const found = service && metadata.detail(service).forms[0];
  if (service === undefined || found === undefined) throw new Error('There is no form.');
  const { format } = found;
  const asked = {
    connection: open.in('application/hal+json'),
    code: service.code,
    edition: service.edition,
    dataFormatId: format.id,
    dataFormatVersion: String(format.version),
  };
  const file = path.join(tempFolder(), 'skjema.xml');
  const handle = steward.app.handleFor(file);
  return {
    asked,
    format,
    service,
    file,
    handle,
    platform,
    client: steward.client.xsd,
    text: metadata.schema(service, format),
    change: (text: string) => {
      metadata.change.schema(service, format, text);
    },
  };
}

it('an XSD has its text, where it is from, and an outline', async () => {
  const { client, asked, text } = form();
  const found = await valueOf(client.view(asked));
  expect(found).toMatchObject({ text, bytes: Buffer.byteLength(text), problem: null, cut: false });
  expect(found.origin.from).toBe('platform');
  expect(found.outline?.[0]).toMatchObject({ depth: 0, kind: 'element' });
  expect(found.outline?.length).toBeGreaterThan(10);
});

it('a file is checked, mended and checked again by the same handle; nothing of it is sent', async () => {
  const { client, asked, format, file, handle, platform } = form();
  writeFileSync(file, sampleFormOf(format).replace('910514318', 'x'));
  const steps: string[] = [];
  const before = platform.control.requests.length;
  const wrong = await valueOf(
    client.validate(
      { ...asked, file: handle },
      {
        onProgress: ({ step }) => {
          steps.push(step);
        },
      },
    ),
  );
  expect(wrong).toMatchObject({ name: 'skjema.xml', valid: false, total: 1, problem: null });
  expect(wrong.issues[0]?.path).toMatch(/rganisasjonsnummer/);
  expect(steps[0]).toBe('reading');
  writeFileSync(file, sampleFormOf(format));
  const right = await valueOf(client.validate({ ...asked, file: handle }));
  expect(right).toMatchObject({ valid: true, issues: [], total: 0 });
  const sent = platform.control.requests.slice(before);
  expect(sent.every(({ method }) => method === 'GET')).toBe(true);
});

it('too large a file is said with its size, one that is gone is a failure', async () => {
  const { client, asked, file, handle } = form();
  expect(await client.validate({ ...asked, file: handle })).toMatchObject({
    ok: false,
    failure: { kind: 'file', problem: 'not-found' },
  });
  writeFileSync(file, Buffer.alloc(LARGEST_FILE + 1, 32));
  expect(await valueOf(client.validate({ ...asked, file: handle }))).toMatchObject({
    valid: null,
    bytes: LARGEST_FILE + 1,
    problem: { kind: 'file-too-large' },
  });
});

it('a saved XSD is what is shown, and says the encoding it is in', async () => {
  const { client, asked, text, change } = form();
  change(text.replace('encoding="utf-8"', 'encoding="ISO-8859-1"'));
  const { steward } = world();
  const target = path.join(tempFolder(), 'form.xsd');
  const saved = await valueOf(
    client.save({ ...asked, target: steward.app.targetFor(target), fresh: true }),
  );
  expect(readFileSync(target, 'utf8').toLowerCase()).toContain('encoding="utf-8"');
  expect(saved).toMatchObject({ name: 'form.xsd', origin: { from: 'platform' } });
  change(text);
});

it('LNK-08 an XSD that refers elsewhere is shown, never completed, and no file is checked against it', async () => {
  const { client, asked, text, change, file, handle, format, platform } = form();
  const include = `<$1:include schemaLocation="${platform.address}/other.xsd"/>`;
  change(text.replace(/<(\w+):element/, `${include}<$1:element`));
  const before = platform.control.requests.length;
  const view = await valueOf(client.view({ ...asked, fresh: true }));
  expect(view.problem?.kind).toBe('refers-elsewhere');
  expect(view.outline?.length).toBeGreaterThan(10);
  writeFileSync(file, sampleFormOf(format));
  const checked = await valueOf(client.validate({ ...asked, file: handle }));
  expect([checked.valid, checked.problem?.kind]).toEqual([null, 'refers-elsewhere']);
  const paths = platform.control.requests.slice(before).map((one) => one.path);
  expect(paths.filter((one) => one.includes('other.xsd'))).toEqual([]);
  change(text);
});

it('what is in the copy is shown and checked against without a network', async () => {
  const { client, asked, text, file, handle, format, service, platform } = form();
  const { steward } = world();
  const scope = { what: 'owner', owner: service.ownerCode } as const;
  await valueOf(steward.client.jobs.startSynchronise({ connection: asked.connection, scope }));
  await expect.poll(async () => (await valueOf(client.view(asked))).origin.from).toBe('copy');
  const reset = { operation: '*', acts: false, effect: { kind: 'reset' }, times: 1e6 } as const;
  platform.control.fault(reset);
  expect(await valueOf(client.view(asked))).toMatchObject({ text, origin: { from: 'copy' } });
  writeFileSync(file, sampleFormOf(format));
  expect(await valueOf(client.validate({ ...asked, file: handle }))).toMatchObject({
    valid: true,
    origin: { from: 'copy' },
  });
  expect(await client.view({ ...asked, fresh: true })).toMatchObject({ ok: false });
  await expect
    .poll(async () => (await steward.client.reference.remove({ connection: asked.connection })).ok)
    .toBe(true);
});
