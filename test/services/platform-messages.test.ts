// Reportees and the message box of the local platform against api.md and wire.md, asked with node:https alone.
// Longer than 400 lines: every rule of one area over one shared set-up, to be read as one table.
import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { MessageTruth, ServiceSample } from '../platform/message-control.ts';
import { startPlatform, type Platform } from '../platform/platform.ts';
import { usualShape } from '../platform/shape.ts';
import { parseXml } from '../platform/xml.ts';
import { callerOf, linkOf, type Ask, type Caller, type Reply } from '../support/platform-caller.ts';

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
type Shown = Readonly<Record<string, unknown>>;
const messagesIn = (reply: Reply): readonly Shown[] =>
  (reply.json as { _embedded: { messages: Shown[] } })._embedded.messages;
const idsIn = (reply: Reply): readonly unknown[] => messagesIn(reply).map((m) => m['MessageId']);
const idAt = (address: string): string => address.slice(address.lastIndexOf('/') + 1);

beforeAll(async () => {
  platform = await startPlatform({ seed: 11, messages: 130, years: 6 });
  caller = callerOf(platform);
  box = `${platform.organisationNumber}/messages`;
});
afterEach(() => {
  Object.assign(platform.control.shape, usualShape());
  platform.control.clearFaults();
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

describe('reportees', () => {
  const token = (person: string): string => platform.control.identity.addToken({ person });

  it('REP-01 a person sees itself first, then organisations with sub-units and deleted ones', async () => {
    const reply = await ask('GET', 'reportees', { token: token('person-1') });
    const found = (reply.json as { _embedded: { reportees: Shown[] } })._embedded.reportees;
    expect(found[0]).toMatchObject({ Type: 'Person', ReporteeId: 'r50010001' });
    expect(
      found.filter((r) => r['ParentOrganizationNumber'] === platform.organisationNumber),
    ).toHaveLength(3);
    expect(found.some((r) => r['Status'] === 'Deleted')).toBe(true);
    expect(
      (await ask('GET', linkOf(found[1], 'messages'), { token: token('person-1') })).status,
    ).toBe(200);
  });

  it('REP-02 one reportee is there for those who may act for it, and 403 with words for others', async () => {
    const one = await ask('GET', 'reportees/r50020001', { token: token('person-2') });
    expect(one.json).toMatchObject({ OrganizationNumber: platform.organisationNumber });
    const foreign = await ask('GET', 'reportees/r50030001', { token: token('person-2') });
    expect([foreign.status, foreign.reason]).toEqual([
      403,
      expect.stringContaining('not authorized'),
    ]);
    const others = await ask('GET', 'r50010002/messages', { token: token('person-1') });
    expect(others.status).toBe(403);
  });

  it('my, the reportee id and the organisation number of the caller name the same box', async () => {
    const lists = await Promise.all(
      ['my', 'r50020001', platform.organisationNumber].map((who) => ask('GET', `${who}/messages`)),
    );
    expect(new Set(lists.map((list) => JSON.stringify(idsIn(list)))).size).toBe(1);
  });
});

describe('message lists', () => {
  it('MSG-01 LIM-01 QRY-01 QRY-02 pages of at most 50, newest change first, until nothing is left', async () => {
    const kept = platform.control.messages.of(platform.organisationNumber).filter((m) => !m.binned);
    const pages = await Promise.all([0, 50, 100, 150].map((n) => ask('GET', `${box}?$skip=${n}`)));
    expect(pages.map((page) => messagesIn(page).length)).toEqual([50, 50, kept.length - 100, 0]);
    const ids = pages.flatMap(idsIn);
    expect(new Set(ids)).toEqual(new Set(kept.map((m) => m.id)));
    expect(messagesIn(await ask('GET', `${box}?$top=7`))).toHaveLength(7);
    expect(messagesIn(await ask('GET', `${box}?$top=700`))).toHaveLength(50);
    const times = pages
      .flatMap(messagesIn)
      .map((m) => truth(String(m['MessageId'])).changed.getTime());
    expect(times).toEqual([...times].sort((a, b) => b - a));
  });

  it('QRY-03 $filter: comparison, and/or/not, DateTime, substringof and tolower; CreatedDate though it is not shown', async () => {
    const all = platform.control.messages.of(platform.organisationNumber).filter((m) => !m.binned);
    const filter = async (text: string) =>
      new Set(idsIn(await ask('GET', `${box}?$filter=${encodeURIComponent(text)}&$top=50`)));
    const wanted = (keep: (m: MessageTruth) => boolean) =>
      new Set(
        [...all]
          .sort((a, b) => b.changed.getTime() - a.changed.getTime())
          .filter(keep)
          .slice(0, 50)
          .map((m) => m.id),
      );
    const since = new Date('2024-01-01T00:00:00+01:00');
    expect(await filter("CreatedDate gt DateTime'2024-01-01T00:00:00'")).toEqual(
      wanted((m) => m.created > since),
    );
    expect(await filter("Type eq 'FormTask' and not (Status eq 'Sendt og arkivert')")).toEqual(
      wanted((m) => m.kind === 'FormTask' && m.state !== 'sent'),
    );
    expect(
      await filter("substringof('søknad', tolower(Subject)) or startswith(Subject,'Klage')"),
    ).toEqual(
      wanted((m) => m.subject.toLowerCase().includes('søknad') || m.subject.startsWith('Klage')),
    );
    expect(messagesIn(await ask('GET', box))[0]).not.toHaveProperty('CreatedDate');
  });

  it('QRY-03 faults of a filter are 400 with the parser’s text as the reason', async () => {
    const words = async (text: string) => {
      const reply = await ask('GET', `${box}?$filter=${encodeURIComponent(text)}`);
      return [reply.status, reply.reason];
    };
    expect(await words("Subject eq 'x")).toEqual([
      400,
      expect.stringContaining('Syntax error at position 10'),
    ]);
    expect(await words("Colour eq 'x'")).toEqual([
      400,
      "Could not find a property named 'Colour' on type 'Message'.",
    ]);
    expect(await words("CreatedDate gt '2024'")).toEqual([
      400,
      expect.stringContaining('incompatible types'),
    ]);
    expect(await words('Subject')).toEqual([400, expect.stringContaining('boolean value')]);
    expect((await ask('GET', `${box}?$orderby=Colour`)).status).toBe(400);
  });

  it('QRY-04 dateFrom and dateTo compare with the last change and leave out what lies on the bound', async () => {
    const at = new Date('2021-05-05T10:00:00Z');
    const made = platform.control.messages.make({
      changed: at,
      created: new Date('2019-01-01T00:00:00Z'),
    });
    const inside = async (from: string, to: string) =>
      idsIn(await ask('GET', `${box}?dateFrom=${from}&dateTo=${to}`)).includes(made.id);
    expect(await inside('2021-05-05T11:59:59', '2021-05-05T12:00:01')).toBe(true);
    expect(await inside('2021-05-05T12:00:00', '2021-05-06')).toBe(false);
    expect(await inside('2021-05-04', '2021-05-05T12:00:00')).toBe(false);
    expect((await ask('GET', `${box}?dateFrom=yesterday`)).status).toBe(400);
  });

  it('LIM-02 LIM-03 the data layer fetches so many before the filter, and says so; dates reach the rest', async () => {
    platform.control.shape.dataLimit = 20;
    const oldest = platform.control.messages
      .of(platform.organisationNumber)
      .filter((m) => !m.binned)
      .at(-1) as MessageTruth;
    const filter = encodeURIComponent(`MessageId eq '${oldest.id}'`);
    const cut = await ask('GET', `${box}?$filter=${filter}`);
    expect([idsIn(cut), cut.headers['x-warning-limitreached']]).toEqual([[], '20']);
    const to = new Date(oldest.changed.getTime() + 2 * 86_400_000).toISOString();
    const reached = await ask('GET', `${box}?$filter=${filter}&dateTo=${to}`);
    expect(idsIn(reached)).toEqual([oldest.id]);
    expect(reached.headers['x-warning-limitreached']).toBeUndefined();
  });

  it('the list has self and a template to find one; plain JSON is a bare array without links', async () => {
    const list = (await ask('GET', box)).json;
    const find = linkOf(list, 'find');
    const [first] = messagesIn(await ask('GET', linkOf(list, 'self')));
    const one = await ask(
      'GET',
      `${find.replace('{MessageId}', String(first?.['MessageId']))}?markAsRead=false`,
    );
    expect(one.json).toMatchObject({ MessageId: first?.['MessageId'] });
    const plain = (await ask('GET', box, { accept: 'application/json' })).json as Shown[];
    expect([Array.isArray(plain), plain.length, JSON.stringify(plain).includes('_links')]).toEqual([
      true,
      50,
      false,
    ]);
  });

  it('both XML forms say the same: resources with links, and ArrayOfMessage without', async () => {
    const hal = parseXml(
      (await ask('GET', `${box}?$top=3`, { accept: 'application/hal+xml' })).text,
    );
    expect([hal.name, hal.attributes['rel']]).toEqual(['resource', 'self']);
    const rows = hal.children.filter((child) => child.name === 'resource');
    expect(rows.map((row) => row.attributes['rel'])).toEqual(['messages', 'messages', 'messages']);
    expect(hal.children.find((c) => c.attributes['rel'] === 'find')?.attributes['templated']).toBe(
      'true',
    );
    const plain = await ask('GET', `${box}?$top=3`, { accept: 'application/xml' });
    const root = parseXml(plain.text);
    expect([root.name, ...root.children.map((c) => c.name)]).toEqual([
      'ArrayOfMessage',
      'Message',
      'Message',
      'Message',
    ]);
    expect(plain.text).not.toContain('href');
  });
});

describe('reading', () => {
  it('MSG-02 TRN-09 opening a correspondence marks it read, markAsRead=false does not', async () => {
    const { id } = platform.control.messages.make({ summary: 'Kort', body: '<p>Å</p>' });
    const before = platform.control.messages.markedRead.length;
    expect((await ask('GET', `${box}/${id}?markAsRead=false`)).json).toMatchObject({
      Status: 'Ulest',
      Summary: 'Kort',
      Body: '<p>Å</p>',
    });
    expect([truth(id).state, platform.control.messages.markedRead.length]).toEqual([
      'unread',
      before,
    ]);
    await ask('GET', `${box}/${id}`);
    expect([truth(id).state, platform.control.messages.markedRead.length]).toEqual([
      'read',
      before + 1,
    ]);
    platform.control.shape.words = 'en';
    expect((await ask('GET', `${box}/${id}`)).json).toMatchObject({ Status: 'Read' });
  });

  it('an attachment comes with its type, its name and its bytes, and has its id at the end of its link', async () => {
    const bytes = Buffer.from([0, 255, 13, 10, 200]);
    const { id, attachments } = platform.control.messages.make({
      attachments: [
        { fileName: 'Kart æ "1".zip', bytes, encrypted: true },
        { fileName: 'stor.bin', size: 3_000_000 },
      ],
    });
    const message = (await ask('GET', `${box}/${id}?markAsRead=false`)).json as {
      _links: { attachment: { href: string }[] };
    };
    expect(message._links.attachment[0]).toMatchObject({
      fileName: 'Kart æ "1".zip',
      encrypted: true,
      signinglocked: false,
      filesize: 5,
    });
    const [small, large] = message._links.attachment;
    expect(idAt(small?.href ?? '')).toBe(attachments[0]?.id);
    const got = await ask('GET', small?.href ?? '');
    expect([got.bytes.equals(bytes), got.type]).toEqual([true, 'application/zip']);
    expect(got.headers['content-disposition']).toContain("filename*=UTF-8''Kart%20%C3%A6");
    const big = await ask('GET', large?.href ?? '');
    expect(createHash('sha256').update(big.bytes).digest('hex')).toBe(attachments[1]?.sha256);
  });

  it('MSG-03 MSG-04 MSG-14 a form, its data re-indented but the same, the signing text, and a print', async () => {
    const { id, forms } = platform.control.messages.make({ kind: 'FormTask', state: 'signing' });
    const message = (await ask('GET', `${box}/${id}`)).json;
    const form = (await ask('GET', linkOf(message, 'form'))).json;
    expect(form).toMatchObject({ Type: 'MainForm', DataFormatId: forms[0]?.formatId });
    const data = (await ask('GET', linkOf(form, 'formdata'))).text;
    const bare = (xml: string): string => JSON.stringify(parseXml(xml.replace(/>\s+</g, '><')));
    expect(bare(data)).toBe(bare(forms[0]?.data ?? ''));
    const text = linkOf(message, 'signingtext') || linkOf(message, 'signingtest');
    expect((await ask('GET', text)).json).toMatchObject({
      SigningText: expect.stringContaining('bekrefter') as string,
    });
    const print = await ask('GET', linkOf(message, 'print'));
    expect(print.type.startsWith('text/html') || print.text.startsWith('%PDF-1.4')).toBe(true);
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

  it('a body in any of the four forms makes the same message', async () => {
    const { code, edition, mainForm } = service();
    const text = mainForm.data.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
    const fields = `<Type>FormTask</Type><ServiceCode>${code}</ServiceCode><ServiceEdition>${edition}</ServiceEdition>`;
    const form = `<Type>MainForm</Type><DataFormatId>${mainForm.dataFormatId}</DataFormatId><DataFormatVersion>${mainForm.dataFormatVersion}</DataFormatVersion><FormData>${text}</FormData>`;
    const bodies = [
      ['application/json', bodyFor(service(), mainForm.data)],
      [
        'application/hal+xml',
        `<resource>${fields}<resource rel="forms">${form}</resource></resource>`,
      ],
      [
        'application/xml',
        `<Message>${fields}<_embedded><forms><form>${form}</form></forms></_embedded></Message>`,
      ],
    ] as const;
    for (const [type, body] of bodies) {
      const reply = await ask('POST', `${box}?complete=false`, { type, body });
      expect([type, reply.status]).toEqual([type, 201]);
      expect(truth(idAt(reply.location)).forms[0]?.data).toBe(mainForm.data);
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
    expect((await ask('GET', signed.location)).json).toMatchObject({ Status: 'Sendt og arkivert' });
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
});

describe('deleting', () => {
  it('MSG-07 MSG-15 TRN-10 a form task goes to the bin, and from there it is gone', async () => {
    const { id } = platform.control.messages.make({ kind: 'FormTask' });
    expect((await ask('DELETE', `${box}/${id}`)).status).toBe(204);
    expect((await ask('GET', `${box}/${id}`)).status).toBe(404);
    const bin = messagesIn(await ask('GET', `${box}/trashbin?language=1044`));
    expect(bin.find((m) => m['MessageId'] === id)).toMatchObject({ Status: 'Slettet' });
    expect(bin.some((m) => linkOf(m, 'self') === '')).toBe(true);
    const english = messagesIn(await ask('GET', `${box}/trashbin?language=1033`));
    expect(english[0]).toMatchObject({ Status: 'Deleted' });
    expect((await ask('DELETE', `${box}/${id}`)).status).toBe(204);
    expect(platform.control.messages.find(id)).toBeUndefined();
  });

  it('RUL-01 a correspondence to an organisation cannot be deleted, one to a person can', async () => {
    const { id } = platform.control.messages.make({});
    const refused = await ask('DELETE', `${box}/${id}`);
    expect([refused.status, refused.reason, truth(id).binned]).toEqual([
      403,
      expect.stringContaining('cannot be deleted'),
      false,
    ]);
    const own = platform.control.messages.make({ party: 'r50010001' });
    const token = platform.control.identity.addToken({ person: 'person-1' });
    expect((await ask('DELETE', `my/messages/${own.id}`, { token })).status).toBe(204);
    expect(truth(own.id).binned).toBe(true);
  });
});

describe('a large box', () => {
  it('20 000 messages start quickly and give a page quickly; some days hold hundreds, some months next to nothing', async () => {
    const from = performance.now();
    const large = await startPlatform({ seed: 2, messages: 20_000, users: 1 });
    const other = callerOf(large);
    try {
      await other.ask('GET', 'my/messages');
      expect(performance.now() - from).toBeLessThan(8000);
      const changes = large.control.messages.of(large.organisationNumber).map((m) => m.changed);
      const days = counted(changes.map((at) => at.toISOString().slice(0, 10)));
      expect(Math.max(...days.values())).toBeGreaterThan(200);
      const months = counted(changes.map((at) => at.toISOString().slice(0, 7)));
      expect([...months.values()].filter((count) => count < 20).length).toBeGreaterThan(5);
      const page = performance.now();
      for (let skip = 0; skip < 1000; skip += 50)
        await other.ask('GET', `my/messages?$skip=${skip}`);
      expect((performance.now() - page) / 20).toBeLessThan(100);
    } finally {
      other.close();
      await large.stop();
    }
  });
});

function counted(keys: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}
