// Form drafts through the whole program: started from the platform, filled from files, and sent exactly as they are.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderOf } from '../../main/messages/draft-store.ts';
import { FORM_BYTES } from '../../main/messages/content.ts';
import type { DraftForm } from '../../preload/contract/form-drafts.ts';
import { markersInFolder, plainMarker } from '../support/markers.ts';
import { messageDesk } from '../support/message-desk.ts';
import { inEveryMediaType, type MediaType } from '../support/media-types.ts';
import { openReading } from '../support/open-reading.ts';
import { valueOf } from '../support/steward.ts';

const world = openReading({ messages: 10, years: 1 });
const failure = (kind: string, more: object = {}) => ({ ok: false, failure: { kind, ...more } });
const ok = <T>(value: T) => ({ ok: true, value });

/** A message being filled in, and its main form in a draft. */
async function begun(mediaType?: MediaType) {
  const desk = messageDesk(world(), mediaType);
  const service = desk.control.messages.serviceWith({ subForm: true });
  const message = await desk.begun(service);
  const at = { ...desk.at, message };
  const shown = await desk.shown(message);
  const main = shown.forms[0]?.id ?? '';
  const { form } = await valueOf(desk.client.formDrafts.begin({ ...at, form: main }));
  return { ...desk, service, at, main, form, expected: shown.lastChanged };
}

/** Puts a text before the first end tag, as an editor would. */
const typed = ({ revision, xml }: DraftForm, insert: string) => {
  const at = xml.indexOf('</');
  return { revision, changes: [{ from: at, to: at, insert }] };
};
const formatOf = (form?: { dataFormatId: string; dataFormatVersion: string }) => ({
  dataFormatId: form?.dataFormatId ?? '',
  dataFormatVersion: form?.dataFormatVersion ?? '',
});

inEveryMediaType((mediaType) => {
  it('PAR-12 MSG-06 a draft is sent as exactly its text, and stays until it is dropped', async () => {
    const on = await begun(mediaType);
    const { client, at, form, main, service, expected, truth } = on;
    const edit = typed(form, 'Blåbær 😀 &amp;\u00a0 0012');
    const kept = await valueOf(client.formDrafts.edit({ ...at, key: form.key, ...edit }));
    expect(kept).toEqual({ revision: 1, changed: true });
    const { draft } = await valueOf(client.formDrafts.open(at));
    const text = draft?.forms[0]?.xml ?? '';
    expect(text).not.toBe(form.xml);
    expect(text.replace('Blåbær 😀 &amp;\u00a0 0012', '')).toBe(form.xml);
    const given = { ...formatOf(service.mainForm), draft: form.key, replaces: main };
    const replaced = client.messages.replace({ ...at, expected, forms: [given], then: 'fill-in' });
    await valueOf(replaced);
    expect(truth(at.message).forms.map(({ data }) => data)).toEqual([text]);
    expect((await valueOf(client.formDrafts.open(at))).draft).toEqual(draft);
    await valueOf(client.formDrafts.drop(at));
    expect(await valueOf(client.formDrafts.open(at))).toEqual({ draft: null });
  });
});

describe('a form in a draft', () => {
  it('is begun once from what the platform has, without a write there', async () => {
    const { client, at, form, main, truth, control } = await begun();
    const before = control.requests.length;
    await valueOf(client.formDrafts.edit({ ...at, key: form.key, ...typed(form, 'x') }));
    const again = await valueOf(client.formDrafts.begin({ ...at, form: main }));
    expect(again.form).toMatchObject({ key: main, revision: 1, changed: true });
    expect(control.requests.length).toBe(before);
    expect(truth(at.message).forms[0]?.data).not.toContain('x</');
    const { drafts } = await valueOf(client.formDrafts.list({ connection: at.connection }));
    const found = drafts.find(({ message }) => message === at.message);
    expect(found).toMatchObject({ who: 'my', forms: 1, environment: 'test' });
    await valueOf(client.formDrafts.revert({ ...at, key: main }));
    const fresh = await valueOf(client.formDrafts.begin({ ...at, form: main }));
    expect(fresh.form).toEqual(form);
  });

  it('FLD-02 PAR-12 a file that replaced a form is taken back, byte by byte, until something else is done', async () => {
    const { client, at, form, file, place, folder } = await begun();
    const one = { ...at, key: form.key };
    const latin = Buffer.from(
      '<?xml version="1.0" encoding="ISO-8859-1"?>\r\n<a>blå</a>\n',
      'latin1',
    );
    await valueOf(client.formDrafts.fill({ ...one, file: file('latin.xml', latin) }));
    const other = file('other.xml', '<b/>');
    const filled = await valueOf(client.formDrafts.fill({ ...one, file: other }));
    const revision = filled.form.revision;
    expect(await client.formDrafts.unfill({ ...one, revision: revision - 1 })).toMatchObject(
      failure('conflict'),
    );
    await valueOf(client.formDrafts.unfill({ ...one, revision }));
    await valueOf(client.formDrafts.save({ ...one, target: place('back.xml') }));
    expect(readFileSync(path.join(folder, 'back.xml')).equals(latin)).toBe(true);
    const again = await valueOf(client.formDrafts.fill({ ...one, file: other }));
    await valueOf(
      client.formDrafts.edit({
        ...one,
        ...typed(again.form, ''),
        changes: [{ from: 0, to: 0, insert: ' ' }],
      }),
    );
    expect(await client.formDrafts.unfill({ ...one, revision: again.form.revision })).toMatchObject(
      failure('conflict'),
    );
    expect((await valueOf(client.formDrafts.open(at))).draft?.forms[0]?.xml).toBe(' <b/>');
  });

  it('can be filled in from the text of a file, which changes no draft', async () => {
    const { client, at, file } = await begun();
    const { connection } = at;
    const before = await valueOf(client.formDrafts.open(at));
    const latin = Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><a>blå</a>', 'latin1');
    expect(
      await valueOf(client.formDrafts.content({ connection, file: file('l.xml', latin) })),
    ).toEqual({ xml: '<?xml version="1.0" encoding="utf-8"?><a>blå</a>' });
    expect(
      await client.formDrafts.content({ connection, file: file('d.xml', '<!DOCTYPE a><a/>') }),
    ).toMatchObject(failure('invalid-input'));
    expect(await valueOf(client.formDrafts.open(at))).toEqual(before);
  });

  it('PAR-12 a file comes in as it is, mark and line ends too, and is saved as the same bytes', async () => {
    const { client, at, form, file, place, folder, service } = await begun();
    const documents = [
      Buffer.from('\ufeff<?xml version="1.0"?>\r\n<a>0012\r<![CDATA[<&]]>\n</a>\r\n'),
      Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><a>blåbær</a>', 'latin1'),
      Buffer.from('<a>\ud83d\ude00</a>'),
    ];
    for (const [n, bytes] of documents.entries()) {
      const given = file(`in-${String(n)}.xml`, bytes);
      const filled = await valueOf(client.formDrafts.fill({ ...at, key: form.key, file: given }));
      expect(filled.form.xml).not.toContain('\ufeff');
      const target = place(`out-${String(n)}.xml`);
      const saved = await valueOf(client.formDrafts.save({ ...at, key: form.key, target }));
      expect(saved).toEqual({ name: `out-${String(n)}.xml`, bytes: bytes.length });
      expect(readFileSync(path.join(folder, `out-${String(n)}.xml`)).equals(bytes)).toBe(true);
    }
    const sub = { ...at, ...formatOf(service.subForm), name: 'Del B' };
    const added = await valueOf(
      client.formDrafts.add({ ...sub, file: file('sub.xml', documents[0] ?? '') }),
    );
    expect(added.form).toMatchObject({ type: 'sub-form', changed: true });
    expect((await valueOf(client.formDrafts.add(sub))).form).toMatchObject({ xml: '' });
  });

  it('PAR-11 a file that is no XML, brings a DOCTYPE, is too large or gone changes nothing', async () => {
    const { client, at, form, file, picked, folder, service, place } = await begun();
    const sub = { ...at, ...formatOf(service.subForm), name: 'Del B' };
    const bad = [
      { content: 'PK\u0003\u0004', kind: 'invalid-input', more: { fields: { file: 'xml' } } },
      { content: Buffer.from([0x3c, 0x61, 0xff]), kind: 'invalid-input', more: {} },
      { content: '<a/><!DOCTYPE a>', kind: 'invalid-input', more: { fields: { file: 'xml' } } },
      { content: Buffer.alloc(FORM_BYTES + 1, 60), kind: 'file', more: { problem: 'too-large' } },
      { content: undefined, kind: 'file', more: { problem: 'not-found' } },
    ];
    for (const [n, { content, kind, more }] of bad.entries()) {
      const name = `bad-${String(n)}.xml`;
      const given = content === undefined ? picked(name) : file(name, content);
      const filling = await client.formDrafts.fill({ ...at, key: form.key, file: given });
      expect(filling, name).toMatchObject(failure(kind, more));
      expect(await client.formDrafts.add({ ...sub, file: given }), name).toMatchObject(
        failure(kind, more),
      );
    }
    // One in Latin-1 may be small enough and too large as text.
    const latin1 = `<?xml version="1.0" encoding="iso-8859-1"?><a>${'æ'.repeat(FORM_BYTES - 100)}</a>`;
    const grown = file('latin1.xml', Buffer.from(latin1, 'latin1'));
    expect(await client.formDrafts.fill({ ...at, key: form.key, file: grown })).toMatchObject(
      failure('file', { problem: 'too-large' }),
    );
    const { draft } = await valueOf(client.formDrafts.open(at));
    expect(draft?.forms).toEqual([form]);
    file('there.xml', 'old');
    const target = place('there.xml');
    expect(await client.formDrafts.save({ ...at, key: form.key, target })).toMatchObject(
      failure('file', { problem: 'already-exists' }),
    );
    expect(readFileSync(path.join(folder, 'there.xml'), 'utf8')).toBe('old');
  });

  it('PAR-12 half a sign is neither sent nor saved as another one', async () => {
    const { client, at, form, main, service, expected, executed, place } = await begun();
    const edit = typed(form, '\ud83d');
    await valueOf(client.formDrafts.edit({ ...at, key: form.key, ...edit }));
    const given = { ...formatOf(service.mainForm), draft: form.key, replaces: main };
    const before = executed('messages.replace');
    expect(
      await client.messages.replace({ ...at, expected, forms: [given], then: 'fill-in' }),
    ).toMatchObject(failure('invalid-input'));
    expect(executed('messages.replace')).toBe(before);
    const target = place('half.xml');
    expect(await client.formDrafts.save({ ...at, key: form.key, target })).toMatchObject(
      failure('invalid-input'),
    );
  });
});

describe('a draft that is sent or checked', () => {
  it('PAR-12 MSG-08 a sub-form is added and replaced from it', async () => {
    const { client, at, service, file, truth } = await begun();
    const format = formatOf(service.subForm);
    const given = { ...at, ...format, name: 'Del B' };
    const bytes = Buffer.from(`\ufeff${service.subForm?.data ?? ''}\r\n`);
    const { form } = await valueOf(
      client.formDrafts.add({ ...given, file: file('sub.xml', bytes) }),
    );
    const { id } = await valueOf(client.forms.add({ ...at, ...format, draft: form.key }));
    const sent = () => truth(at.message).forms.find(({ type }) => type === 'SubForm')?.data;
    expect(sent()).toBe(`${service.subForm?.data ?? ''}\r\n`);
    const edit = typed(form, '<!-- 007 -->');
    await valueOf(client.formDrafts.edit({ ...at, key: form.key, ...edit }));
    await valueOf(client.forms.replace({ ...at, ...format, form: id ?? '', draft: form.key }));
    const [{ from = 0 } = {}] = edit.changes;
    expect(sent()).toBe(`${form.xml.slice(0, from)}<!-- 007 -->${form.xml.slice(from)}`);
  });

  it('one that is not there is not found, before anything is sent', async () => {
    const { client, at, main, service, expected, executed } = await begun();
    const counted = ['messages.replace', 'forms.add', 'forms.replace'];
    const before = counted.map(executed);
    const given = { ...formatOf(service.mainForm), draft: 'new-9' };
    const asked = [
      client.messages.replace({
        ...at,
        expected,
        then: 'fill-in',
        forms: [{ ...given, replaces: main }],
      }),
      client.forms.add({ ...at, ...given }),
      client.forms.replace({ ...at, ...given, form: main }),
      client.xsd.validate({
        connection: at.connection,
        code: service.code,
        edition: service.edition,
        ...formatOf(service.mainForm),
        draft: { who: 'my', message: at.message, key: 'new-9' },
      }),
      client.formDrafts.edit({
        ...at,
        key: 'new-9',
        revision: 0,
        changes: [{ from: 0, to: 0, insert: 'x' }],
      }),
      client.formDrafts.revert({ ...at, key: 'new-9' }),
      client.formDrafts.setRemoved({ ...at, key: 'new-9', removed: true }),
    ];
    for (const answer of await Promise.all(asked))
      expect(answer).toMatchObject(failure('not-found'));
    expect(counted.map(executed)).toEqual(before);
  });

  it('PAR-12 is checked against its schema as it stands in the draft', async () => {
    const { client, at, form, service } = await begun();
    const asked = {
      connection: at.connection,
      code: service.code,
      edition: service.edition,
      ...formatOf(service.mainForm),
      draft: { who: 'my', message: at.message, key: form.key },
    };
    const right = await valueOf(client.xsd.validate(asked));
    expect(right).toMatchObject({ valid: true, total: 0, bytes: Buffer.byteLength(form.xml) });
    await valueOf(client.formDrafts.edit({ ...at, key: form.key, ...typed(form, '<x/>') }));
    expect(await valueOf(client.xsd.validate(asked))).toMatchObject({ valid: false });
  });
});

describe('drafts of a connection', () => {
  it('CCH-01 are seen through no other connection to the same place, and go with their own', async () => {
    const { platform, steward } = world();
    const desk = messageDesk(world());
    const service = desk.control.messages.serviceWith({ subForm: true });
    const message = await desk.begun(service);
    const main = (await desk.shown(message)).forms[0]?.id ?? '';
    const connection = await world().connect({ name: 'To be removed' });
    const at = { connection, who: 'my', message };
    const { client } = steward;
    await valueOf(client.formDrafts.begin({ ...at, form: main }));
    const others = { ...at, connection: desk.at.connection };
    expect(await valueOf(client.formDrafts.open(others))).toEqual({ draft: null });
    const folders = () => readdirSync(path.join(steward.dataFolder, 'drafts')).length;
    const before = folders();
    await valueOf(client.connections.remove({ connection }));
    expect(folders()).toBe(before - 1);
    expect(await client.formDrafts.list({ connection })).toMatchObject(failure('not-found'));
    expect(platform.control.messages.find(message)?.forms).toHaveLength(1);
  });

  it('MEM-02 SAR-01 are dropped from memory by a lock and read again, and cannot be read on the disk', async () => {
    const { client, at, form } = await begun();
    const { steward } = world();
    const secret = plainMarker('draft');
    await valueOf(client.formDrafts.edit({ ...at, key: form.key, ...typed(form, secret) }));
    steward.app.lock();
    const { draft } = await valueOf(client.formDrafts.open(at));
    expect(draft?.forms[0]?.xml).toContain(secret);
    expect(markersInFolder(steward.dataFolder, [secret, form.xml.slice(-60)])).toEqual([]);
  });

  it('DSK-02 a folder that cannot be written is said, and nothing is lost', async () => {
    const { client, at, form } = await begun();
    const { steward } = world();
    const connection = await world().connect({ name: 'Blocked' });
    const taken = blocked(steward.dataFolder, connection);
    const asked = { ...at, connection, form: form.key };
    expect(await client.formDrafts.begin(asked)).toMatchObject(failure('file'));
    rmSync(taken);
    expect(await client.formDrafts.begin(asked)).toMatchObject(ok({ form: { key: form.key } }));
  });
});

/** A file where the folder of a connection's drafts would be. */
function blocked(dataFolder: string, connection: string): string {
  const place = folderOf(path.join(dataFolder, 'drafts'), connection);
  writeFileSync(place, '');
  return place;
}
