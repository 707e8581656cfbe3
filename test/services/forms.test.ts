// The forms of a message through the whole program: their XML unchanged, and sub-forms added, replaced and removed.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ServiceSample } from '../platform/message-control.ts';
import { inEveryMediaType, type MediaType } from '../support/media-types.ts';
import { messageDesk } from '../support/message-desk.ts';
import { openReading } from '../support/open-reading.ts';
import { valueOf } from '../support/steward.ts';

const world = openReading({ messages: 20, years: 1 });
const desk = (mediaType?: MediaType) => messageDesk(world(), mediaType);
const failure = (kind: string, more: object = {}) => ({ ok: false, failure: { kind, ...more } });
const squeezed = (xml: string) =>
  xml
    .replace(/>\s+</g, '><')
    .replace(/^<\?xml[^>]*\?>\s*/, '')
    .trim();

const withSubForm = (): ServiceSample =>
  world().platform.control.messages.serviceWith({ subForm: true });
function subFormOf({ subForm }: ServiceSample) {
  if (subForm === undefined) throw new Error('The service has no sub-form.');
  const { dataFormatId, dataFormatVersion, data: xml } = subForm;
  return { dataFormatId, dataFormatVersion, xml };
}

/** A message being filled in that has its main form. */
async function begun(mediaType?: MediaType) {
  const on = desk(mediaType);
  const service = withSubForm();
  const message = await on.begun(service);
  const [form] = (await on.shown(message)).forms;
  return { ...on, service, at: { ...on.at, message }, main: form?.id ?? '' };
}

inEveryMediaType((mediaType) => {
  it('MSG-03 a form is what the platform says of it', async () => {
    const { client, at, main, service } = await begun(mediaType);
    const form = await valueOf(client.forms.get({ ...at, form: main }));
    expect(form).toMatchObject({
      id: main,
      type: 'main-form',
      word: 'MainForm',
      hasData: true,
      dataFormatId: service.mainForm.dataFormatId,
      dataFormatVersion: service.mainForm.dataFormatVersion,
      validationStatus: 'NotValidated',
    });
    expect(form.name).not.toBe('');
  });

  it('MSG-04 PAR-12 its XML comes as it was written, as text and into a file', async () => {
    const { client, at, main, truth, place, folder } = await begun(mediaType);
    const { xml } = await valueOf(client.forms.data({ ...at, form: main }));
    expect(squeezed(xml)).toBe(squeezed(truth(at.message).forms[0]?.data ?? ''));
    const target = place('form.xml');
    const saved = await valueOf(client.forms.saveData({ ...at, form: main, target }));
    const bytes = readFileSync(path.join(folder, 'form.xml'));
    expect(saved).toEqual({ name: 'form.xml', bytes: bytes.length });
    expect(bytes.toString('utf8')).toBe(xml);
  });

  it('MSG-08 MSG-09 MSG-10 a sub-form is added from a file, replaced and removed', async () => {
    const { client, at, main, service, truth, file } = await begun(mediaType);
    const { xml, ...format } = subFormOf(service);
    const added = await valueOf(
      client.forms.add({ ...at, ...format, file: file('sub.xml', `\ufeff${xml}`) }),
    );
    const formsNow = () => truth(at.message).forms.map(({ id, type, data }) => [id, type, data]);
    expect(formsNow()).toHaveLength(2);
    expect(formsNow()[1]?.slice(0, 2)).toEqual([added.id, 'SubForm']);
    expect(squeezed(String(formsNow()[1]?.[2]))).toBe(squeezed(xml));
    const form = added.id ?? '';
    const changed = xml.replace(/>([^<]+)</, '>Æ &amp; Ø</'.slice(0, -1));
    const replaced = await valueOf(client.forms.replace({ ...at, form, ...format, xml: changed }));
    const now = formsNow().find(([id]) => id === (replaced.id ?? form));
    expect(squeezed(String(now?.[2]))).toBe(squeezed(changed));
    await valueOf(client.forms.remove({ ...at, form: replaced.id ?? form }));
    expect(formsNow().map(([id]) => id)).toEqual([main]);
  });
});

describe('a form that is sent', () => {
  it('MSG-08 TRN-03 has one content at most: a text, a file, or what the platform fills in', async () => {
    const { client, at, service, file, executed } = await begun();
    const { xml, ...format } = subFormOf(service);
    const both = { ...at, ...format, xml, file: file('sub.xml', xml) };
    expect(await client.forms.add(both)).toMatchObject(
      failure('invalid-input', { fields: { input: 'exactly-one' } }),
    );
    expect(executed('forms.add')).toBe(0);
  });

  it('is refused by us when it is no XML or brings a DTD, in a file too', async () => {
    const { client, at, main, service, file, executed } = await begun();
    const { dataFormatId, dataFormatVersion } = subFormOf(service);
    const format = { dataFormatId, dataFormatVersion };
    const bad = [
      Buffer.from('<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'),
      Buffer.from([0xff, 0xfe, 0x3c, 0x61, 0x2f, 0x3e]),
      Buffer.from('PK\u0003\u0004'),
    ];
    for (const [index, content] of bad.entries()) {
      const given = { file: file(`bad-${index}.xml`, content) };
      expect(await client.forms.add({ ...at, ...format, ...given })).toMatchObject(
        failure('invalid-input', { fields: { file: 'xml' } }),
      );
    }
    const asked = { ...at, form: main, ...format, xml: '<!doctype a><a/>' };
    expect(await client.forms.replace(asked)).toMatchObject(
      failure('invalid-input', { fields: { xml: 'xml' } }),
    );
    expect(executed('forms.add') + executed('forms.replace')).toBe(0);
  });

  it('RTY-06 whose removal got no answer is gone when the platform says so', async () => {
    const { client, at, service, control, truth } = await begun();
    const { id } = await valueOf(client.forms.add({ ...at, ...subFormOf(service) }));
    const form = id ?? '';
    const reset = { kind: 'reset' } as const;
    control.fault({ operation: 'forms.remove', acts: false, effect: reset });
    expect(await client.forms.remove({ ...at, form })).toMatchObject(failure('outcome-unknown'));
    control.fault({ operation: 'forms.remove', acts: true, effect: reset });
    expect(await client.forms.remove({ ...at, form })).toEqual({ ok: true, value: {} });
    expect(truth(at.message).forms).toHaveLength(1);
  });

  it('MSG-03 a form that is not there is not found', async () => {
    const { client, at } = await begun();
    expect(await client.forms.get({ ...at, form: '999' })).toMatchObject(failure('not-found'));
  });

  it('FIL-02 its XML is never saved over a file', async () => {
    const { client, at, main, file, folder, place } = await begun();
    file('there.xml', 'old');
    const target = place('there.xml');
    expect(await client.forms.saveData({ ...at, form: main, target })).toMatchObject(
      failure('file', { problem: 'already-exists' }),
    );
    expect(readFileSync(path.join(folder, 'there.xml'), 'utf8')).toBe('old');
  });
});
