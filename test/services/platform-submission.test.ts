// Submitting to the local platform (platform.md, States of a message): create, replace, sign, forms, attachments.
import { createHash } from 'node:crypto';
import { request } from 'node:https';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { MessageTruth, ServiceSample } from '../platform/message-control.ts';
import { startPlatform, type Platform } from '../platform/platform.ts';
import { callerOf, type Ask, type Caller, type Reply } from '../support/platform-caller.ts';

let platform: Platform;
let caller: Caller;
let box: string;
const ask = (method: string, where: string, options?: Ask): Promise<Reply> =>
  caller.ask(method, where, options);
const truth = (id: string): MessageTruth => {
  const found = platform.control.messages.find(id);
  if (!found) throw new Error(`There is no message ${id}.`);
  return found;
};
const idAt = (address: string): string => address.slice(address.lastIndexOf('/') + 1);

beforeAll(async () => {
  platform = await startPlatform({ seed: 11, users: 1 });
  caller = callerOf(platform);
  box = `${platform.organisationNumber}/messages`;
});
afterEach(() => {
  platform.control.clearFaults();
  platform.control.shape.locations = 'always';
});
afterAll(async () => {
  caller.close();
  await platform.stop();
});

const bodyFor = (service: ServiceSample, data: string, attachments: unknown[] = []) => ({
  Type: 'FormTask',
  ServiceCode: service.code,
  ServiceEdition: service.edition,
  _embedded: {
    forms: [
      {
        Type: 'MainForm',
        DataFormatId: service.mainForm.dataFormatId,
        DataFormatVersion: service.mainForm.dataFormatVersion,
        FormData: data,
      },
    ],
    attachments,
  },
});
const head = (service: ServiceSample) => ({
  Type: 'FormTask',
  ServiceCode: service.code,
  ServiceEdition: service.edition,
});

describe('a service with a form that a test gave', () => {
  it('serves its schema and what it begins with, and takes any XML that is well-formed', async () => {
    const schema = '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"/>';
    const form = { title: 'Given', schema, data: '<Skjema>\r\n</Skjema>' };
    const { messages } = platform.control;
    const service = messages.serviceFor(form);
    expect(messages.serviceFor(form).code).not.toBe(service.code);
    const { dataFormatId, dataFormatVersion } = service.mainForm;
    const xsd = `metadata/formtask/${service.code}/${service.edition}/forms/${dataFormatId}/${dataFormatVersion}/xsd`;
    expect((await ask('GET', xsd)).text).toBe(schema);
    const made = messages.make({ kind: 'FormTask', service });
    expect(made.forms.map(({ data }) => data)).toEqual([form.data]);
    const replaced = { ...bodyFor(service, '<Skjema>new</Skjema>') };
    expect((await ask('PUT', `${box}/${made.id}?complete=false`, { body: replaced })).status).toBe(
      200,
    );
    expect(truth(made.id).forms[0]?.data).toBe('<Skjema>new</Skjema>');
  });
});

describe('handing in', () => {
  const service = (): ServiceSample => platform.control.messages.serviceWith();
  const created = async (query: string, body?: unknown): Promise<string> => {
    const reply = await ask('POST', `${box}${query}`, {
      body: body ?? bodyFor(service(), service().mainForm.data),
    });
    expect([reply.status, reply.reason]).toEqual([201, expect.any(String)]);
    return idAt(reply.location);
  };

  it('MSG-05 TRN-01 TRN-02 TRN-03 TRN-04 creating: archived, in the work list, pre-filled, awaiting signature', async () => {
    expect(truth(await created(''))).toMatchObject({
      state: 'sent',
      archiveReference: expect.stringMatching(/^AR\d+$/) as string,
    });
    expect(truth(await created('?complete=false'))).toMatchObject({
      state: 'filling',
      archiveReference: undefined,
    });
    const prefilled = truth(
      await created('?complete=false', { ...head(service()), _embedded: {} }),
    );
    expect([prefilled.state, prefilled.forms[0]?.data]).toEqual([
      'filling',
      service().mainForm.data,
    ]);
    expect(truth(await created('?sign=false'))).toMatchObject({ state: 'signing' });
  });

  it('section 12: a body in JSON, or in XML of resource elements with rel, makes the same message', async () => {
    const { code, edition, mainForm } = service();
    const text = mainForm.data.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
    const fields = `<Type>FormTask</Type><ServiceCode>${code}</ServiceCode><ServiceEdition>${edition}</ServiceEdition>`;
    const form = `<Type>MainForm</Type><DataFormatId>${mainForm.dataFormatId}</DataFormatId><DataFormatVersion>${mainForm.dataFormatVersion}</DataFormatVersion><FormData>${text}</FormData>`;
    const bodies = [
      ['application/json', bodyFor(service(), mainForm.data)],
      [
        'application/hal+xml',
        `<resource rel="Message">${fields}<resource rel="forms"><resource rel="form">${form}</resource></resource></resource>`,
      ],
      [
        'application/xml',
        `<resource rel="Message">${fields}<resource rel="forms"><resource rel="form">${form}</resource></resource></resource>`,
      ],
    ] as const;
    for (const [type, body] of bodies) {
      const reply = await ask('POST', `${box}?complete=false`, { type, body });
      expect([type, reply.status]).toEqual([type, 201]);
      expect(truth(idAt(reply.location)).forms[0]?.data).toBe(mainForm.data);
    }
    // Forms that no document shows.
    for (const body of [
      `<Message>${fields}<_embedded><forms><form>${form}</form></forms></_embedded></Message>`,
      `<resource rel="Message">${fields}<resource rel="forms">${form}</resource></resource>`,
      `<resource>${fields}</resource>`,
    ]) {
      const refused = await ask('POST', box, { type: 'application/xml', body });
      expect([body, refused.status]).toEqual([body, 400]);
    }
    const wrong = await ask('POST', box, { type: 'text/plain', body: 'x' });
    expect(wrong.status).toBe(415);
  });

  it('a form with faults is 400 with the faults in the body, and nothing is made', async () => {
    const count = platform.control.messages.of().length;
    const broken = service().mainForm.data.replace(/(<[Oo]rganisasjonsnummer[^>]*>)\d+/, '$1abc');
    const reply = await ask('POST', box, { body: bodyFor(service(), broken) });
    expect([reply.status, reply.reason]).toEqual([
      400,
      'Form validation failed, see the attached validation details',
    ]);
    expect(reply.json).toMatchObject({
      Success: false,
      ValidationErrors: [{ FieldName: 'Organisasjonsnummer' }],
    });
    expect((await ask('POST', box, { body: bodyFor(service(), '<a><b></a>') })).reason).toContain(
      'no well-formed XML',
    );
    expect(platform.control.messages.of()).toHaveLength(count);
  });

  it('MSG-06 TRN-06 replacing with complete=false replaces all forms and attachments', async () => {
    const withFiles = platform.control.messages.serviceWith({ attachments: true });
    const rule = withFiles.attachmentTypes[0];
    const id = await created(
      '?complete=false',
      bodyFor(withFiles, withFiles.mainForm.data, [attachmentFor(rule)]),
    );
    expect(truth(id).attachments).toHaveLength(1);
    const body = bodyFor(withFiles, withFiles.mainForm.data.replace('Ytre', 'Indre'));
    expect((await ask('PUT', `${box}/${id}?complete=false`, { body })).status).toBe(200);
    expect(truth(id)).toMatchObject({
      state: 'filling',
      attachments: [],
      forms: [{ data: expect.stringContaining('Indre') as string }],
    });
  });

  it('TRN-05 TRN-07 TRN-08 signing archives under a new id; sign=false waits for the signature', async () => {
    const id = await created('?complete=false');
    expect((await ask('PUT', `${box}/${id}?sign=false`, { body: head(service()) })).status).toBe(
      200,
    );
    expect(truth(id).state).toBe('signing');
    const signed = await ask('PUT', `${box}/${id}?complete=true&sign=true`, {
      body: head(service()),
    });
    const next = idAt(signed.location);
    expect([next === id, platform.control.messages.find(id)]).toEqual([false, undefined]);
    expect(truth(next).state).toBe('sent');
    const again = await ask('PUT', `${box}/${next}`, { body: head(service()) });
    expect([again.status, truth(next).state]).toEqual([403, 'sent']);
    expect((await ask('GET', signed.location)).json).toMatchObject({
      Status: 'Sent and archived',
      OriginalId: id,
    });
  });

  it('MSG-06 a SignatureSpec signs some: locked attachments must be in, all forms must be signed to archive', async () => {
    const made = platform.control.messages.make({
      kind: 'FormTask',
      state: 'signing',
      service: service(),
      attachments: [{ fileName: 'a.pdf', signingLocked: true }, { fileName: 'b.pdf' }],
    });
    const [locked, free] = made.attachments.map((one) => Number(one.id));
    const form = Number(made.forms[0]?.id);
    const sign = (FormIds: unknown[], AttachmentIds: unknown[]) =>
      ask('PUT', `${box}/${made.id}`, {
        body: { ...head(service()), _embedded: { SignatureSpec: { FormIds, AttachmentIds } } },
      });
    expect((await sign([form], [free])).reason).toContain('locked to the signature');
    expect((await sign([999], [locked])).reason).toContain('does not belong');
    expect((await sign([], [locked])).status).toBe(200);
    expect(truth(made.id)).toMatchObject({ state: 'signing', signed: [String(locked)] });
    const last = await sign([form], []);
    expect(truth(idAt(last.location))).toMatchObject({ state: 'sent' });
  });

  it('MSG-08 MSG-09 MSG-10 sub-forms are added, replaced and removed; the main form stays', async () => {
    const with2 = platform.control.messages.serviceWith({ subForm: true });
    const id = await created('?complete=false', bodyFor(with2, with2.mainForm.data));
    const body = {
      Type: 'SubForm',
      DataFormatId: with2.subForm?.dataFormatId,
      DataFormatVersion: with2.subForm?.dataFormatVersion,
      FormData: with2.subForm?.data,
    };
    const added = await ask('POST', `${box}/${id}/forms`, { body });
    expect([added.status, truth(id).forms.length]).toEqual([201, 2]);
    const form = idAt(added.location);
    const changed = with2.subForm?.data.replace('Ytre', 'Indre');
    expect(
      (await ask('PUT', `${box}/${id}/forms/${form}`, { body: { ...body, FormData: changed } }))
        .status,
    ).toBe(200);
    expect(truth(id).forms[1]?.data).toBe(changed);
    expect((await ask('DELETE', `${box}/${id}/forms/${form}`)).status).toBe(204);
    const main = truth(id).forms[0]?.id ?? '';
    expect((await ask('DELETE', `${box}/${id}/forms/${main}`)).status).toBe(400);
    expect(truth(id).forms).toHaveLength(1);
  });

  type Rule = ServiceSample['attachmentTypes'][number];
  const endingOf = (rule: Rule | undefined): string =>
    /[a-z]+/.exec(rule?.allowedFileTypes ?? '')?.[0] ?? 'txt';
  const attachmentFor = (rule: Rule | undefined) => ({
    FileName: `kvittering.${endingOf(rule)}`,
    AttachmentType: rule?.name,
    Data: Buffer.from('innhold').toString('base64'),
  });

  it('MSG-11 MSG-13 LIM-04 a small attachment must have an allowed type and ending, and can be removed', async () => {
    const kind = platform.control.messages.serviceWith({ attachments: true });
    const rule = kind.attachmentTypes[0];
    const id = await created('?complete=false', bodyFor(kind, kind.mainForm.data));
    const add = (more: object) =>
      ask('POST', `${box}/${id}/attachments/?language=1044`, {
        body: { ...attachmentFor(rule), ...more },
      });
    const added = await add({});
    expect([added.status, truth(id).attachments[0]?.size]).toEqual([201, 7]);
    expect([
      (await add({ AttachmentType: 'Ukjent' })).status,
      (await add({ Data: '%%' })).status,
    ]).toEqual([400, 400]);
    expect((await ask('DELETE', added.location)).status).toBe(204);
    expect(truth(id).attachments).toEqual([]);
  });

  it('MSG-12 LIM-05 a streamed attachment is kept byte for byte, under its URL-decoded name', async () => {
    const kind = platform.control.messages.serviceWith({ attachments: true });
    const rule =
      kind.attachmentTypes.find((one) => one.maxFileSize !== 5) ?? kind.attachmentTypes[0];
    const id = await created('?complete=false', bodyFor(kind, kind.mainForm.data));
    const bytes = Buffer.alloc(3_500_000, 'abc æøå');
    const name = `Ærlig & stor+fil.${endingOf(rule)}`;
    const query = `fileName=${encodeURIComponent(name)}&attachmentType=${encodeURIComponent(rule?.name ?? '')}&language=1044`;
    const path = `${box}/${id}/attachments/streamedattachment?${query}`;
    const reply = await ask('POST', path, { body: bytes, type: 'application/octet-stream' });
    expect(reply.status).toBe(201);
    expect(truth(id).attachments[0]).toMatchObject({
      fileName: name,
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    });
    expect((await ask('GET', reply.location)).bytes.equals(bytes)).toBe(true);
    expect((await ask('POST', path, { body: bytes, type: 'text/plain' })).status).toBe(415);
  });

  it('a streamed upload that breaks off leaves nothing behind', async () => {
    const kind = platform.control.messages.serviceWith({ attachments: true });
    const rule = kind.attachmentTypes[0];
    const id = await created('?complete=false', bodyFor(kind, kind.mainForm.data));
    const query = `fileName=a.${endingOf(rule)}&attachmentType=${encodeURIComponent(rule?.name ?? '')}`;
    const broken = request(
      `${platform.address}/api/${box}/${id}/attachments/streamedattachment?${query}&ForceEIAuthentication`,
      {
        method: 'POST',
        agent: false,
        ca: platform.caPem,
        key: platform.clientKeyPem,
        cert: platform.clientCertificatePem,
        headers: {
          ApiKey: platform.apiKey,
          'Content-Type': 'application/octet-stream',
          'Content-Length': '9000000',
        },
      },
    );
    const over = new Promise((resolve) => broken.once('close', resolve));
    broken.on('error', () => undefined);
    const sent = (): void => void broken.destroy();
    broken.write(Buffer.alloc(2_000_000), sent);
    await over;
    expect((await ask('GET', `${box}/${id}`)).status).toBe(200);
    expect(truth(id).attachments).toEqual([]);
  });

  it('the level of a sign-in bounds what can be read and handed in', async () => {
    const token = platform.control.identity.addToken({ person: 'person-1', level: 1 });
    const party = 'r50010001';
    const secret = platform.control.messages.make({ party, level: 3 });
    const open = platform.control.messages.make({ party, level: 1 });
    const list = await ask('GET', 'my/messages', { token });
    expect([list.text.includes(secret.id), list.text.includes(open.id)]).toEqual([false, true]);
    const refused = await ask('GET', `my/messages/${secret.id}`, { token });
    expect([refused.status, refused.reason]).toEqual([
      403,
      expect.stringContaining('higher security level'),
    ]);
    expect(truth(secret.id).state).toBe('unread');
  });

  it('some services give no Location; what was asked for is done all the same', async () => {
    platform.control.shape.locations = 'never';
    const before = platform.control.messages.of().length;
    const body = bodyFor(service(), service().mainForm.data);
    const reply = await ask('POST', box, { body });
    expect([reply.status, reply.location]).toEqual([201, '']);
    expect(platform.control.messages.of()).toHaveLength(before + 1);
  });

  it('a fault after the act leaves a message nobody was told of; one before it leaves none', async () => {
    const body = bodyFor(service(), service().mainForm.data);
    for (const acts of [true, false]) {
      const before = platform.control.messages.of().length;
      platform.control.fault({ operation: 'messages.create', acts, effect: { kind: 'reset' } });
      await expect(ask('POST', box, { body })).rejects.toThrow();
      expect(platform.control.messages.of()).toHaveLength(before + (acts ? 1 : 0));
    }
  });
});
