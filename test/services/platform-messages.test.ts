// The message box of the local platform (platform.md, Messages), asked with node:https alone.
import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { MessageTruth } from '../platform/message-control.ts';
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
    expect(await filter("Type eq 'FormTask' and not (Status eq 'Sent and archived')")).toEqual(
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
      Status: 'Unread',
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
    platform.control.shape.words = 'nb';
    expect((await ask('GET', `${box}/${id}`)).json).toMatchObject({ Status: 'Lest' });
    expect((await ask('GET', `${box}/${id}?language=2068`)).json).toMatchObject({
      Status: 'Lesen',
    });
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

  it('a Content-Disposition can be hostile, and a long content can break off in the middle', async () => {
    const disposition = 'attachment; filename="../../å\u202egnp.exe"';
    const made = platform.control.messages.make({
      attachments: [
        { fileName: 'a.txt', disposition },
        { fileName: 'b.bin', size: 400_000 },
      ],
    });
    const [hostile, long] = made.attachments.map(
      (one) => `${box}/${made.id}/attachments/${one.id}`,
    );
    const got = String((await ask('GET', hostile ?? '')).headers['content-disposition']);
    expect(Buffer.from(got, 'latin1').toString('utf8')).toBe(disposition);
    platform.control.fault({
      operation: 'attachments.content',
      acts: true,
      effect: { kind: 'truncate', bytes: 100_000 },
    });
    await expect(ask('GET', long ?? '')).rejects.toThrow();
    expect((await ask('GET', long ?? '')).bytes).toHaveLength(400_000);
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
      SigningText: expect.stringContaining('I confirm') as string,
    });
    const print = await ask('GET', linkOf(message, 'print'));
    expect(print.type.startsWith('text/html') || print.text.startsWith('%PDF-1.4')).toBe(true);
  });
});

describe('deleting', () => {
  it('MSG-07 MSG-15 TRN-10 RUL-02 a form task goes to the bin, cannot be brought back, and from there it is gone', async () => {
    const { id } = platform.control.messages.make({ kind: 'FormTask' });
    expect((await ask('DELETE', `${box}/${id}`)).status).toBe(204);
    expect((await ask('GET', `${box}/${id}`)).status).toBe(404);
    const bin = messagesIn(await ask('GET', `${box}/trashbin?language=1044`));
    expect(bin.find((m) => m['MessageId'] === id)).toMatchObject({ Status: 'Slettet' });
    // Section 4: items in the bin have only metadata; the older form has self on some.
    expect(bin.map((m) => Object.keys(m['_links'] as object).sort())).toEqual(
      bin.map(() => ['addedlater', 'metadata']),
    );
    platform.control.shape.trashBinItems = 'older';
    const older = messagesIn(await ask('GET', `${box}/trashbin`));
    expect(new Set(older.map((m) => linkOf(m, 'self') === ''))).toEqual(new Set([true, false]));
    const { serviceCode: ServiceCode, edition: ServiceEdition } = truth(id);
    const body = { Type: 'FormTask', ServiceCode, ServiceEdition };
    expect((await ask('PUT', `${box}/${id}?complete=false`, { body })).status).toBe(404);
    const english = messagesIn(await ask('GET', `${box}/trashbin?language=1033`));
    expect(english[0]).toMatchObject({ Status: 'Deleted' });
    expect((await ask('DELETE', `${box}/${id}`)).status).toBe(204);
    expect(platform.control.messages.find(id)).toBeUndefined();
  });

  it('RUL-01 a correspondence to an organisation: into the bin, refused, or gone for good (section 4)', async () => {
    const { shape } = platform.control;
    const binned = platform.control.messages.make({});
    expect((await ask('DELETE', `${box}/${binned.id}`)).status).toBe(204);
    expect(truth(binned.id).binned).toBe(true);
    shape.organisationLetters = 'gone';
    const gone = platform.control.messages.make({});
    expect((await ask('DELETE', `${box}/${gone.id}`)).status).toBe(204);
    expect(platform.control.messages.find(gone.id)).toBeUndefined();
    shape.organisationLetters = 'refused';
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
  it('20 000 messages: some days hold hundreds, some months next to nothing', async () => {
    // How many fall into a month hangs on the day.
    const now = () => new Date('2026-11-20T12:00:00Z');
    const large = await startPlatform({ seed: 2, messages: 20_000, users: 1, now });
    try {
      const changes = large.control.messages.of(large.organisationNumber).map((m) => m.changed);
      const days = counted(changes.map((at) => at.toISOString().slice(0, 10)));
      expect(Math.max(...days.values())).toBeGreaterThan(200);
      const months = counted(changes.map((at) => at.toISOString().slice(0, 7)));
      expect([...months.values()].filter((count) => count < 20).length).toBeGreaterThan(5);
    } finally {
      await large.stop();
    }
  });
});

function counted(keys: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}
