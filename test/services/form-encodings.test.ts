// Forms from files in every character encoding that people's programs write: read in one way, checked or sent.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { sampleFormOf } from '../platform/xsd.ts';
import { messageDesk } from '../support/message-desk.ts';
import { openReading } from '../support/open-reading.ts';
import { valueOf } from '../support/steward.ts';
import { tempFolder } from '../support/temp-folder.ts';

const world = openReading({ messages: 10, years: 1, services: 30 });
const LETTERS = 'Blåbærgrøt – 20 €';

/** What a program of the name writes. */
type Charset = 'utf-8' | 'utf-8-marked' | 'windows-1252' | 'iso-8859-15' | 'utf-16le' | 'utf-16be';
function bytesIn(charset: Charset, text: string): Buffer {
  switch (charset) {
    case 'utf-8':
      return Buffer.from(text);
    case 'utf-8-marked':
      return Buffer.from(`\ufeff${text}`);
    case 'windows-1252':
      return Buffer.from(text.replaceAll('€', '\x80').replaceAll('–', '\x96'), 'latin1');
    case 'iso-8859-15':
      return Buffer.from(text.replaceAll('€', '\xa4').replaceAll('–', '-'), 'latin1');
    case 'utf-16le':
      return Buffer.from(`\ufeff${text}`, 'utf16le');
    case 'utf-16be':
      return Buffer.from(`\ufeff${text}`, 'utf16le').swap16();
  }
}

/** The document with this declaration, in this charset. */
const written = (xml: string, declared: string | undefined, charset: Charset) =>
  bytesIn(
    charset,
    `${declared === undefined ? '' : `<?xml version="1.0" encoding="${declared}"?>\n`}${xml}`,
  );
const lettersIn = (charset: Charset) =>
  charset === 'iso-8859-15' ? LETTERS.replace('–', '-') : LETTERS;

/** Each is in the charset that it declares, or can be in no other. */
const SURE: readonly (readonly [string | undefined, Charset])[] = [
  [undefined, 'utf-8'],
  ['UTF-8', 'utf-8'],
  ['utf-8', 'utf-8-marked'],
  ['ISO-8859-1', 'utf-8-marked'],
  ['windows-1252', 'windows-1252'],
  ['Windows-1252', 'windows-1252'],
  ['cp1252', 'windows-1252'],
  // Programs call it so, and write the signs that it does not have.
  ['ISO-8859-1', 'windows-1252'],
  ['ISO-8859-15', 'iso-8859-15'],
  ['UTF-16', 'utf-16le'],
  ['UTF-16', 'utf-16be'],
  ['utf-16', 'utf-16le'],
  [undefined, 'utf-16le'],
  // Written into a string that was UTF-16 then.
  ['UTF-16', 'utf-8'],
  ['utf-8', 'utf-16le'],
];

/** Each says one thing and is another. */
const DOUBTFUL: readonly (readonly [string | undefined, Charset, string, readonly string[]])[] = [
  ['ISO-8859-1', 'utf-8', 'utf-8', ['windows-1252', 'utf-8']],
  ['windows-1252', 'utf-8', 'UTF-8', ['windows-1252', 'utf-8']],
  ['ISO-8859-15', 'utf-8', 'utf8', ['iso-8859-15', 'utf-8']],
  ['UTF-8', 'windows-1252', 'windows-1252', ['windows-1252']],
  [undefined, 'windows-1252', 'cp1252', ['windows-1252']],
  ['ISO-8859-15', 'windows-1252', 'windows-1252', ['iso-8859-15', 'windows-1252']],
  [undefined, 'iso-8859-15', 'iso-8859-15', ['windows-1252', 'iso-8859-15']],
  ['x-unknown', 'windows-1252', 'windows-1252', ['windows-1252']],
];

function desk() {
  const { platform, steward } = world();
  const folder = tempFolder();
  const on = messageDesk(world());
  const { metadata } = platform.control;
  const service = metadata.services.find(
    (one) => one.kind === 'formtask' && metadata.detail(one).forms.length > 0,
  );
  const format = service && metadata.detail(service).forms[0]?.format;
  if (service === undefined || format === undefined) throw new Error('There is no form.');
  return {
    ...on,
    steward,
    handleOf(bytes: Buffer, charset?: string): string {
      const file = path.join(folder, 'skjema.xml');
      writeFileSync(file, bytes);
      return steward.app.handleFor(file, { charset });
    },
    valid: sampleFormOf(format).replace(/^<\?xml[^>]*\?>\s*/, ''),
    schema: {
      connection: on.at.connection,
      code: service.code,
      edition: service.edition,
      dataFormatId: format.id,
      dataFormatVersion: String(format.version),
    },
    async begun() {
      const sample = on.control.messages.serviceWith({ subForm: true });
      const at = { ...on.at, message: await on.begun(sample) };
      const { dataFormatId = '', dataFormatVersion = '' } = sample.subForm ?? {};
      return { at, format: { dataFormatId, dataFormatVersion } };
    },
  };
}

/** What the platform has of the form that was added last. */
const sentTo = (on: ReturnType<typeof desk>, message: string) =>
  on.truth(message).forms.at(-1)?.data;

const isRefused = (field: string) => ({
  ok: false,
  failure: { kind: 'invalid-input', fields: { [field]: 'encoding' } },
});

describe('FLD-01 a form from a file', () => {
  it.each(SURE)(
    'FLD-01 that declares %s and is in %s is checked and sent as one text',
    async (declared, charset) => {
      const on = desk();
      const checked = on.handleOf(written(`<!-- ${LETTERS} -->${on.valid}`, declared, charset));
      expect(await valueOf(on.steward.client.files.readings({ file: checked }))).toMatchObject({
        readings: [],
      });
      expect(
        await valueOf(on.steward.client.xsd.validate({ ...on.schema, file: checked })),
      ).toMatchObject({ valid: true, issues: [], problem: null });

      const { at, format } = await on.begun();
      const sent = on.handleOf(written(`<a>${LETTERS}</a>`, declared, charset));
      await valueOf(on.client.forms.add({ ...at, ...format, file: sent }));
      const text = sentTo(on, at.message) ?? '';
      expect(text.slice(text.indexOf('<a>'))).toBe(`<a>${lettersIn(charset)}</a>`);
      // What goes out is UTF-8: it says nothing else.
      expect(/encoding="([^"]+)"/.exec(text)?.[1]?.toLowerCase() ?? 'utf-8').toBe('utf-8');
    },
  );

  it.each(DOUBTFUL)(
    'FLD-01 that declares %s and is in %s waits for a person, who sees what it may be',
    async (declared, charset, chosen, readings) => {
      const on = desk();
      const { files, xsd } = on.steward.client;
      const { at, format } = await on.begun();
      const checked = written(`<!-- ${LETTERS} -->${on.valid}`, declared, charset);
      const sent = written(`<a>${LETTERS}</a>`, declared, charset);

      const file = on.handleOf(sent);
      const found = await valueOf(files.readings({ file }));
      expect(found.charset).toBeNull();
      expect(found.readings.map((one) => one.charset)).toEqual(readings);
      expect(
        found.readings.filter(({ excerpt }) => excerpt.includes(lettersIn(charset))),
      ).toHaveLength(1);
      expect(await on.client.forms.add({ ...at, ...format, file })).toMatchObject(
        isRefused('file'),
      );
      const before = on.truth(at.message).forms.length;
      expect(await xsd.validate({ ...on.schema, file: on.handleOf(checked) })).toMatchObject(
        isRefused('file'),
      );

      // In the window by a choice, in the terminal by an option.
      const again = on.handleOf(sent);
      await valueOf(files.readIn({ file: again, charset: chosen }));
      await valueOf(on.client.forms.add({ ...at, ...format, file: again }));
      expect(on.truth(at.message).forms).toHaveLength(before + 1);
      const text = sentTo(on, at.message) ?? '';
      expect(text.slice(text.indexOf('<a>'))).toBe(`<a>${lettersIn(charset)}</a>`);
      expect(/encoding="([^"]+)"/.exec(text)?.[1]?.toLowerCase() ?? 'utf-8').toBe('utf-8');
      expect(
        await valueOf(xsd.validate({ ...on.schema, file: on.handleOf(checked, chosen) })),
      ).toMatchObject({ valid: true, issues: [] });
    },
  );

  it.each([
    ['a portable document', Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')],
    ['half of UTF-16', Buffer.from('fffe3c', 'hex')],
  ])('FLD-01 that is %s is no XML, and nobody is asked', async (_, bytes) => {
    const on = desk();
    const { at, format } = await on.begun();
    const file = on.handleOf(bytes);
    expect(await valueOf(on.steward.client.files.readings({ file }))).toEqual({
      charset: null,
      readings: [],
    });
    expect(await on.client.forms.add({ ...at, ...format, file })).toMatchObject({
      failure: { fields: { file: 'xml' } },
    });
  });

  it('FLD-01 is read in no charset that nobody knows', async () => {
    const on = desk();
    const file = on.handleOf(Buffer.from('<a/>'));
    expect(await on.steward.client.files.readIn({ file, charset: 'x-unknown' })).toMatchObject({
      failure: { kind: 'invalid-input', fields: { charset: 'not-a-choice' } },
    });
  });
});
