// What a message offers by its links, through the whole program: check, confirm, archive, pay, delete.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { inEveryMediaType } from '../support/media-types.ts';
import { mainFormOf, messageDesk, serviceOf } from '../support/message-desk.ts';
import { openReading } from '../support/open-reading.ts';
import { valueOf } from '../support/steward.ts';

const world = openReading({ messages: 20, years: 1 });
const failure = (kind: string, more: object = {}) => ({ ok: false, failure: { kind, ...more } });
const reset = { kind: 'reset' } as const;

afterEach(() => {
  world().steward.shell.answer = () => true;
  world().platform.control.clearFaults();
  world().platform.control.shape.stepLinks = 'absent';
});

/** The next reading of a message answers with these fields and links. */
function answersWith(
  { control }: ReturnType<typeof messageDesk>,
  id: string,
  fields: object,
  links: Readonly<Record<string, string>>,
) {
  const hrefs: Record<string, object> = {};
  for (const [name, href] of Object.entries(links)) hrefs[name] = { href };
  const value = { MessageId: id, Subject: 'x', Type: 'Correspondence', ...fields };
  control.fault({
    operation: 'messages.get',
    acts: true,
    effect: {
      kind: 'alter',
      headers: { 'Content-Type': 'application/hal+json' },
      body: JSON.stringify({ ...value, _links: hrefs }),
    },
  });
}

inEveryMediaType((mediaType) => {
  const desk = () => messageDesk(world(), mediaType);

  it('OFF-01 the platform checks what is being filled in, field by field, and nothing else', async () => {
    const { client, at, begun, make, control } = desk();
    const service = control.messages.serviceWith();
    const message = await begun(service);
    const empty = await valueOf(client.messages.validate({ ...at, message }));
    expect(empty.success).toBe(empty.errors.length === 0);
    const [form] = (await valueOf(client.messages.get({ ...at, message }))).forms;
    const { dataFormatId, dataFormatVersion, xml } = mainFormOf(service);
    const { lastChanged: expected } = await valueOf(client.messages.get({ ...at, message }));
    await valueOf(
      client.messages.replace({
        ...at,
        message,
        expected,
        then: 'fill-in',
        forms: [{ dataFormatId, dataFormatVersion, xml, replaces: form?.id ?? '' }],
      }),
    );
    const good = await valueOf(client.messages.validate({ ...at, message }));
    expect(good).toEqual({ success: true, errors: [], warnings: [] });
    const signing = make({ kind: 'FormTask', state: 'signing' });
    expect(await client.messages.validate(signing.at)).toMatchObject(failure('not-found'));
  });

  it.each(['absent', 'given'] as const)(
    'OFF-01 a correspondence is confirmed at its documented place, or by a relation: %s',
    async (stepLinks) => {
      const { client, control, make, truth } = desk();
      control.shape.stepLinks = stepLinks;
      const made = make({ state: 'read', asksConfirmation: true });
      const can = async () => (await valueOf(client.messages.get(made.at))).can;
      expect(await can()).toMatchObject(
        stepLinks === 'given'
          ? { confirm: 'asked', archive: false }
          : { confirm: 'possible', archive: true },
      );
      if (stepLinks === 'absent')
        expect(await client.messages.archive(made.at)).toMatchObject(failure('refused'));
      await valueOf(client.messages.confirm(made.at));
      expect(truth(made.id).confirmed).toBe(true);
      expect((await can()).confirm).toBe(stepLinks === 'given' ? 'no' : 'possible');
      if (stepLinks === 'given')
        expect(await client.messages.confirm(made.at)).toMatchObject(failure('not-found'));
      const task = make({ kind: 'FormTask', state: 'filling' });
      expect(await client.messages.confirm(task.at)).toMatchObject(failure('not-found'));
    },
  );

  it('OFF-01 what is archived is followed under its new id', async () => {
    const { client, at, make, truth } = desk();
    const made = make({ state: 'read' });
    const { id } = await valueOf(client.messages.archive(made.at));
    expect(id).not.toBe(made.id);
    expect(truth(id).state).toBe('filed');
    const shown = await valueOf(client.messages.get({ ...at, message: id ?? '' }));
    expect([shown.subject, shown.can.archive]).toEqual([made.subject, false]);
    const again = { ...at, message: id ?? '' };
    expect(await client.messages.archive(again)).toMatchObject(failure('not-found'));
  });
});

describe('what a message offers', () => {
  const desk = () => messageDesk(world());

  it('OFF-01 faults come field by field, with warnings, also where sending in is refused with them', async () => {
    const { client, at, begun, control, file } = desk();
    const service = control.messages.serviceWith();
    const message = await begun(service);
    const entry = { FieldName: 'Beløp', ErrorMessage: 'Must be a number.', FieldXPath: '/a/b' };
    const said = {
      Success: false,
      ValidationErrors: [entry],
      ValidationWarnings: [{ ErrorMessage: 'Looks high.' }],
    };
    const headers = { 'Content-Type': 'application/hal+json' };
    const body = JSON.stringify(said);
    control.fault({
      operation: 'messages.validate',
      acts: true,
      effect: { kind: 'alter', headers, body },
    });
    expect(await valueOf(client.messages.validate({ ...at, message }))).toEqual({
      success: false,
      errors: [{ field: 'Beløp', message: 'Must be a number.', path: '/a/b' }],
      warnings: [{ field: null, message: 'Looks high.', path: null }],
    });
    control.fault({
      operation: 'messages.create',
      acts: false,
      effect: { kind: 'alter', status: 400, headers, body },
    });
    const { dataFormatId, dataFormatVersion, xml } = mainFormOf(service);
    const form = { dataFormatId, dataFormatVersion, file: file('form.xml', xml) };
    const refused = await client.messages.create({
      ...at,
      ...serviceOf(service),
      forms: [form],
      then: 'fill-in',
    });
    expect(refused).toMatchObject(
      failure('refused', { status: 400, details: ['Beløp: Must be a number.', 'Looks high.'] }),
    );
  });

  it('RTY-06 a lost answer is settled by asking: confirmed and archived are, what is still offered is unknown', async () => {
    const { client, make, control, truth } = desk();
    const [sure, told, open, away, left] = [
      make({ state: 'read', asksConfirmation: true }),
      make({ state: 'read', asksConfirmation: true }),
      make({ state: 'read', asksConfirmation: true }),
      make({ state: 'read' }),
      make({ state: 'read' }),
    ];
    control.fault({ operation: 'messages.confirm', acts: true, effect: reset });
    // Where no relation tells that it asked, none tells that it was confirmed.
    expect(await client.messages.confirm(sure.at)).toMatchObject(failure('outcome-unknown'));
    control.shape.stepLinks = 'given';
    control.fault({ operation: 'messages.confirm', acts: true, effect: reset });
    expect(await client.messages.confirm(told.at)).toEqual({ ok: true, value: {} });
    control.fault({ operation: 'messages.confirm', acts: false, effect: reset });
    expect(await client.messages.confirm(open.at)).toMatchObject(failure('outcome-unknown'));
    expect(truth(open.id).confirmed).toBe(false);
    control.fault({ operation: 'messages.archive', acts: true, effect: reset });
    expect(await client.messages.archive(away.at)).toEqual({ ok: true, value: { id: null } });
    control.fault({ operation: 'messages.archive', acts: false, effect: reset });
    expect(await client.messages.archive(left.at)).toMatchObject(failure('outcome-unknown'));
    expect(truth(left.id).state).toBe('read');
  });

  it('OFF-01 NAV-08 what is to be paid is opened in the browser, never fetched, and only over https', async () => {
    const on = desk();
    const made = on.make({ state: 'read' });
    const { opened } = world().steward.shell;
    const before = opened.length;
    expect(await on.client.messages.openPayment(made.at)).toMatchObject(failure('not-found'));
    answersWith(on, made.id, {}, { payment: 'http://betal.example/1' });
    expect(await on.client.messages.openPayment(made.at)).toMatchObject(
      failure('unexpected-answer'),
    );
    answersWith(on, made.id, {}, { payment: 'https://betal.example/1?a=b' });
    expect(await on.client.messages.openPayment(made.at)).toEqual({
      ok: true,
      value: { host: 'betal.example' },
    });
    expect(opened.slice(before)).toEqual(['https://betal.example/1?a=b']);
  });

  it('OFF-01 an archive reference leads to an earlier message, which is named and not read', async () => {
    const on = desk();
    const made = on.make({ state: 'read' });
    const earlier = `${world().platform.address}/api/my/messages/a9001?language=1033`;
    const reads = () => on.control.requests.filter(({ operation }) => operation === 'messages.get');
    const before = reads().length;
    answersWith(on, made.id, { ArchiveReference: 'AR77' }, { archivereference: earlier });
    expect(await valueOf(on.client.messages.archiveReference(made.at))).toEqual({
      reference: 'AR77',
      message: 'a9001',
    });
    expect(reads()).toHaveLength(before + 1);
    answersWith(on, made.id, { OriginalId: 'b12' }, {});
    expect((await valueOf(on.client.messages.get(made.at))).originalId).toBe('b12');
    expect((await valueOf(on.client.messages.get(made.at))).originalId).toBeNull();
  });

  it('OFF-01 an attachment says its type in the language of the connection, or as the service has it', async () => {
    const on = desk();
    const made = on.make({ state: 'read' });
    const href = `${world().platform.address}/api/my/messages/${made.id}/attachments/`;
    const links = [
      {
        href: `${href}1`,
        name: 'a',
        attachmentType: 'Kvittering',
        attachmentTypeLocalized: 'Receipt',
      },
      { href: `${href}2`, name: 'b', attachmentType: 'Vedlegg' },
      { href: `${href}3`, name: 'c' },
    ];
    const value = { MessageId: made.id, Type: 'Correspondence', _links: { attachment: links } };
    on.control.fault({
      operation: 'messages.get',
      acts: true,
      effect: {
        kind: 'alter',
        headers: { 'Content-Type': 'application/hal+json' },
        body: JSON.stringify(value),
      },
    });
    const { attachments } = await valueOf(on.client.messages.get(made.at));
    expect(attachments.map(({ type }) => type)).toEqual(['Receipt', 'Vedlegg', null]);
  });

  it('OFF-01 one form is printed by its data format', async () => {
    const { client, begun, at, place, folder, control } = desk();
    const service = control.messages.serviceWith();
    const { dataFormatId, dataFormatVersion } = mainFormOf(service);
    const form = { dataFormatId, dataFormatVersion };
    const task = { at: { ...at, message: await begun(service) } };
    await valueOf(client.messages.print({ ...task.at, target: place('one.pdf'), form }));
    expect(readFileSync(path.join(folder, 'one.pdf')).length).toBeGreaterThan(10);
    const { query = '' } =
      control.requests.filter(({ operation }) => operation === 'messages.print').at(-1) ?? {};
    const asked = new URLSearchParams(query);
    expect([asked.get('dataFormatId'), asked.get('dataFormatVersion')]).toEqual([
      ...[dataFormatId, dataFormatVersion],
    ]);
  });

  it('RUL-01 ATK-03 a correspondence to an organisation goes only when it is said and a person allows that it is gone for good', async () => {
    const { client, make, truth, control, executed } = desk();
    const made = make({ state: 'read' });
    const at = { ...made.at, who: world().platform.organisationNumber };
    const { shell } = world().steward;
    control.shape.organisationLetters = 'binned';
    expect(await client.messages.remove(at)).toMatchObject(
      failure('conflict', { field: 'forGood' }),
    );
    shell.asked.length = 0;
    shell.answer = () => false;
    const forGood = true as const;
    expect(await client.messages.remove({ ...at, forGood })).toMatchObject(failure('cancelled'));
    expect(shell.asked.map(({ why, targets }) => [why, targets])).toEqual([['erase', [made.id]]]);
    expect([executed('messages.remove'), truth(made.id).binned]).toEqual([0, false]);
    shell.answer = () => true;
    expect(await client.messages.remove({ ...at, forGood })).toEqual({ ok: true, value: {} });
    expect(truth(made.id).binned).toBe(true);
  });
});
