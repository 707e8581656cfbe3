// The message box through the whole program: complete lists, reading without marking, every documented transition.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  messages,
  type MessageStatus,
  type MessageSummary,
} from '../../preload/contract/messages.ts';
import { startEvilServers } from '../faults/evil-servers.ts';
import { inEveryMediaType, type MediaType } from '../support/media-types.ts';
import { mainFormOf, messageDesk, serviceOf } from '../support/message-desk.ts';
import { openReading } from '../support/open-reading.ts';
import { valueOf } from '../support/steward.ts';

const world = openReading({ messages: 130, years: 6 });
const desk = (mediaType?: MediaType) => messageDesk(world(), mediaType);

const boxOf = () => {
  const { control, organisationNumber } = world().platform;
  return control.messages.of(organisationNumber).filter(({ binned }) => !binned);
};
const idsOf = (messages: readonly { readonly id: string }[]) => messages.map(({ id }) => id).sort();
const failure = (kind: string, more: object = {}) => ({ ok: false, failure: { kind, ...more } });
const secondsOf = (date: Date) => Math.floor(date.getTime() / 1000);
const signing = { digest: '' };

/** What the person was shown, as the operations that sign take it. */
async function shownText(on: ReturnType<typeof desk>, message: string) {
  const { digest } = await valueOf(on.client.messages.signingText({ ...on.at, message }));
  return { ...signing, digest };
}

inEveryMediaType((mediaType) => {
  describe('lists', () => {
    it('MSG-01 QRY-01 QRY-02 LIM-01 give a page as asked, or everything to the end, each once', async () => {
      const { client, at } = desk(mediaType);
      const page = await valueOf(client.messages.list({ ...at, skip: 50, top: 7 }));
      expect(page.messages).toHaveLength(7);
      expect(page.completeness).toEqual({ complete: false, because: 'asked', calls: 1 });
      const steps: { items: number; calls: number }[] = [];
      const all = await valueOf(
        client.messages.list({ ...at, all: true }, { onProgress: (step) => steps.push(step) }),
      );
      expect(idsOf(all.messages)).toEqual(idsOf(boxOf()));
      expect(all.completeness).toMatchObject({ complete: true, because: null });
      expect(all.completeness.calls).toBe(Math.ceil(boxOf().length / 50) + 1);
      expect(all.messages).toEqual(expect.arrayContaining(page.messages));
      expect(steps.at(-1)?.calls).toBe(all.completeness.calls);
    });

    it('MSG-01 tell each message while the others are read, where that is wanted', async () => {
      const { client, at } = desk(mediaType);
      const told: MessageSummary[] = [];
      const answer = await valueOf(
        client.messages.list(
          { ...at, all: true, asTheyCome: true },
          { onProgress: ({ arrived = [] }) => void told.push(...arrived) },
        ),
      );
      const all = await valueOf(client.messages.list({ ...at, all: true }));
      expect(answer.messages).toEqual([]);
      expect(told).toHaveLength(all.messages.length);
      expect(told).toEqual(expect.arrayContaining(all.messages));
      expect(answer.completeness).toEqual(all.completeness);
    });

    it('MSG-01 are those of the party: my own, a reportee by id, an organisation by number, and nobody else', async () => {
      const { client, at, control } = desk(mediaType);
      const { organisationNumber } = world().platform;
      const own = control.messages.parties.find(
        (one) => one.organisationNumber === organisationNumber,
      );
      const [unit] = control.messages.parties.filter(({ parent }) => parent === organisationNumber);
      const listed = async (who: string) => {
        const { messages } = await valueOf(client.messages.list({ ...at, who, all: true }));
        return idsOf(messages);
      };
      expect(await listed(own?.id ?? '')).toEqual(await listed('my'));
      expect(await listed(organisationNumber)).toEqual(await listed('my'));
      const units = control.messages.of(unit?.id).filter(({ binned }) => !binned);
      expect(await listed(unit?.id ?? '')).toEqual(idsOf(units));
      const foreign = control.messages.parties.find(({ type }) => type === 'Person')?.id ?? '';
      expect(await client.messages.list({ ...at, who: foreign })).toMatchObject(
        failure('refused', { status: 403 }),
      );
    });

    it('MSG-01 say of each message what the platform says', async () => {
      const { client, at, make, truth } = desk(mediaType);
      const made = make({
        subject: 'Vedtak & <frist> "æøå"  ',
        changed: new Date('2026-01-14T12:30:15.250Z'),
        replyOptions: [
          { type: 'URL', url: 'https://svar.example/a?b=1&c=2', text: 'Les mer' },
          {
            type: 'Service',
            url: 'https://svar.example/start',
            text: 'Svar',
            serviceCode: '0042',
            serviceEdition: 3,
          },
        ],
      });
      const { messages } = await valueOf(client.messages.list({ ...at, all: true }));
      const { owner } = { owner: truth(made.id).changedBy };
      expect(messages.find(({ id }) => id === made.id)).toEqual({
        id: made.id,
        subject: 'Vedtak & <frist> "æøå"',
        status: { state: 'unread', word: 'Unread' },
        type: { kind: 'correspondence', word: 'Correspondence' },
        lastChanged: '2026-01-14T12:30:15.250Z',
        lastChangedBy: owner,
        serviceOwner: owner,
        sender: owner,
        serviceCode: made.serviceCode,
        serviceEdition: made.edition,
        replyOptions: [
          {
            kind: 'url',
            word: 'URL',
            text: 'Les mer',
            url: 'https://svar.example/a?b=1&c=2',
            serviceCode: null,
            serviceEdition: null,
          },
          {
            kind: 'service',
            word: 'Service',
            text: 'Svar',
            url: 'https://svar.example/start',
            serviceCode: '0042',
            serviceEdition: 3,
          },
        ],
      });
    });

    it('QRY-03 $filter goes as it was typed, and the parser of the platform answers in its own words', async () => {
      const { client, at } = desk(mediaType);
      const wanted = boxOf().filter(
        ({ kind, created }) => kind === 'FormTask' && created > new Date('2024-01-01'),
      );
      const filter = "Type eq 'FormTask' and CreatedDate gt DateTime'2024-01-01T00:00:00'";
      const found = await valueOf(client.messages.list({ ...at, filter, all: true }));
      expect(wanted.length).toBeGreaterThan(0);
      expect(idsOf(found.messages)).toEqual(idsOf(wanted));
      const refused = await client.messages.list({ ...at, filter: "Colour eq 'red'" });
      const reason = "Could not find a property named 'Colour' on type 'Message'.";
      expect(refused).toMatchObject(failure('refused', { status: 400, reason }));
      const ordered = await valueOf(client.messages.list({ ...at, orderBy: 'Subject', top: 5 }));
      const subjects = boxOf().map(({ subject }) => subject.trim());
      expect(ordered.messages.map(({ subject }) => subject.trim())).toEqual(
        subjects.toSorted((a, b) => (a < b ? -1 : 1)).slice(0, 5),
      );
    });

    it('QRY-03 PAR-17 every sign of a filter arrives as it was typed', async () => {
      const { client, at, make } = desk(mediaType);
      const subject = `50 % & mer+mindre #1 = "æøå" /?\\ 's ${mediaType}`;
      const made = make({ subject });
      const filter = `Subject eq '${subject.replaceAll("'", "''")}'`;
      const { messages } = await valueOf(client.messages.list({ ...at, filter }));
      expect(messages.map(({ id, subject: read }) => [id, read])).toEqual([[made.id, subject]]);
    });

    it('QRY-04 LIM-03 between two times, both of them included', async () => {
      const { client, at } = desk(mediaType);
      const times = boxOf()
        .map(({ changed }) => secondsOf(changed))
        .sort((a, b) => a - b);
      const [first = 0, last = 0] = [times[20], times[70]];
      const wanted = boxOf().filter(
        ({ changed }) => secondsOf(changed) >= first && secondsOf(changed) <= last,
      );
      const from = new Date(first * 1000).toISOString();
      const to = new Date(last * 1000).toISOString();
      const found = await valueOf(client.messages.list({ ...at, from, to, all: true }));
      expect(idsOf(found.messages)).toEqual(idsOf(wanted));
      const page = await valueOf(client.messages.list({ ...at, from, to }));
      expect(page.messages.length).toBeGreaterThan(0);
    });

    it('LIM-02 LIM-03 beyond the data-layer limit are whole all the same, with a filter too', async () => {
      const { client, at, control } = desk(mediaType);
      control.shape.dataLimit = 60;
      const page = await valueOf(client.messages.list(at));
      expect(page.completeness).toEqual({ complete: false, because: 'limit', calls: 1 });
      const all = await valueOf(client.messages.list({ ...at, all: true }));
      expect(all.completeness).toMatchObject({ complete: true, because: null });
      expect(idsOf(all.messages)).toEqual(idsOf(boxOf()));
      const times = all.messages.map(({ lastChanged }) => lastChanged ?? '');
      expect(times).toEqual(times.toSorted().reverse());
      const filter = "Type eq 'FormTask'";
      const some = await valueOf(client.messages.list({ ...at, filter, all: true }));
      const forms = boxOf().filter(({ kind }) => kind === 'FormTask');
      expect(idsOf(some.messages)).toEqual(idsOf(forms));
      expect(some.completeness.complete).toBe(true);
    });

    it('MSG-15 the trash bin, in the language of the connection', async () => {
      const { client, at, control, make } = desk(mediaType);
      make({ binned: true });
      const binned = control.messages
        .of(world().platform.organisationNumber)
        .filter((message) => message.binned);
      const found = await valueOf(client.messages.trashBin(at));
      expect(idsOf(found.messages)).toEqual(idsOf(binned));
      expect(found.completeness.complete).toBe(true);
      expect(new Set(found.messages.map(({ status }) => JSON.stringify(status)))).toEqual(
        new Set([JSON.stringify({ state: 'deleted', word: 'Deleted' })]),
      );
    });

    it('MSG-01 states are known by their words in each language, and other words are kept', async () => {
      const { client, at, control } = desk(mediaType);
      const read = async () => {
        const { messages } = await valueOf(client.messages.list({ ...at, all: true }));
        return messages.map(({ id, status }) => [id, status.state]);
      };
      const norwegian = await read();
      control.shape.words = 'en';
      expect(await read()).toEqual(norwegian);
      const states = new Set(norwegian.map(([, state]) => state));
      const known: MessageStatus['state'][] = ['filling-in', 'archived-form', 'unread', 'read'];
      expect([...states]).toEqual(expect.arrayContaining([...known, 'archived']));
      expect(states).not.toContain('unknown');
    });
  });

  describe('one message', () => {
    it('MSG-02 RTY-07 is read with its text and attachments, and marked as read only when that is said', async () => {
      const { client, make, truth, control } = desk(mediaType);
      const archiveReference = make({ kind: 'FormTask', state: 'sent' }).archiveReference ?? '';
      const made = make({
        state: 'unread',
        asksConfirmation: true,
        summary: 'Kort',
        body: '<p>Hei &amp; hå</p>',
        archiveReference,
        attachments: [
          { fileName: 'Vedtak.pdf', size: 1234, encrypted: true },
          { fileName: 'ukjent størrelse.xml', name: 'Ukjent', sizeShown: -1, signingLocked: true },
        ],
      });
      const marked = control.messages.markedRead.length;
      const message = await valueOf(client.messages.get(made.at));
      expect(message).toMatchObject({
        id: made.id,
        summary: 'Kort',
        body: '<p>Hei &amp; hå</p>',
        archiveReference,
        status: { state: 'unread', word: 'Unread' },
        forms: [],
        attachments: [
          {
            id: made.attachments[0]?.id,
            name: 'Vedtak',
            fileName: 'Vedtak.pdf',
            encrypted: true,
            signingLocked: false,
            signedByDefault: false,
            bytes: 1234,
          },
          {
            id: made.attachments[1]?.id,
            name: 'Ukjent',
            fileName: 'ukjent størrelse.xml',
            encrypted: false,
            signingLocked: true,
            signedByDefault: false,
            bytes: null,
          },
        ],
        can: {
          print: false,
          signingText: false,
          portal: true,
          archiveReference: true,
          metadata: true,
          validate: false,
          archive: true,
          confirm: 'possible',
        },
        printsAs: null,
      });
      expect(truth(made.id).state).toBe('unread');
      expect(control.messages.markedRead).toHaveLength(marked);
    });

    it('MSG-02 a form task is read with its forms and what can be done with it', async () => {
      const { make, shown } = desk(mediaType);
      const made = make({ kind: 'FormTask', state: 'signing' });
      const message = await shown(made.id);
      expect(message).toMatchObject({
        type: { kind: 'form-task' },
        status: { state: 'signing' },
        sender: 'Fjordtrafikk AS',
        body: null,
        can: { print: true, signingText: true, archive: false, confirm: 'no' },
        printsAs: Number(made.id.slice(1)) % 9 === 0 ? 'html' : 'pdf',
      });
      expect(message.forms.map(({ id }) => id)).toEqual(made.forms.map(({ id }) => id));
      expect(message.forms.every(({ name }) => name !== '')).toBe(true);
      expect(JSON.stringify(message)).not.toMatch(/href|\/api\//);
    });

    it('TRN-09 RTY-07 markAsRead marks it, once and only it', async () => {
      const { client, make, truth, control } = desk(mediaType);
      const [made, other] = [make({ state: 'unread' }), make({ state: 'unread' })];
      const marked = control.messages.markedRead.length;
      await valueOf(client.messages.get({ ...made.at, markAsRead: true }));
      expect(truth(made.id).state).toBe('read');
      expect(truth(other.id).state).toBe('unread');
      expect(control.messages.markedRead.slice(marked)).toEqual([made.id]);
    });

    it('MSG-02 an archive reference leads to the earlier message; a message that has none has none', async () => {
      const { client, make } = desk(mediaType);
      const sent = make({ kind: 'FormTask', state: 'sent' });
      const archiveReference = sent.archiveReference ?? '';
      const answer = make({ state: 'read', archiveReference });
      expect(await valueOf(client.messages.archiveReference(answer.at))).toEqual({
        reference: archiveReference,
        message: sent.id,
      });
      const letter = make({ state: 'read' });
      expect(await client.messages.archiveReference(letter.at)).toMatchObject(failure('not-found'));
    });

    it('MSG-02 PAR-09 an answer about another message is not taken for it', async () => {
      const { client, make, control } = desk(mediaType);
      const [made, other] = [make(), make()];
      const body = JSON.stringify({ MessageId: other.id, Subject: 'x', Type: 'Correspondence' });
      const headers = { 'Content-Type': 'application/hal+json' };
      const effect = { kind: 'alter', headers, body } as const;
      control.fault({ operation: 'messages.get', acts: true, effect });
      expect(await client.messages.get(made.at)).toMatchObject(
        failure('unexpected-answer', { field: 'MessageId' }),
      );
    });

    it('NAV-08 what a message offers at another host is shown by that host to a person, and nothing of ours goes there', async () => {
      const evil = await startEvilServers(world().platform.pki);
      onTestFinished(() => evil.stop());
      const { client, at, make, place, folder, control } = desk(mediaType);
      const task = make({ kind: 'FormTask', state: 'sent' });
      const host = new URL(evil.addresses.https).host;
      const href = (name: string) => `${evil.addresses.https}/${name}`;
      const links = { portalview: { href: href('portal') }, print: { href: href('print') } };
      const body = JSON.stringify({
        MessageId: task.id,
        Subject: 'x',
        Type: 'FormTask',
        _links: links,
      });
      const headers = { 'Content-Type': 'application/hal+json' };
      const effect = { kind: 'alter', headers, body } as const;
      const altered = () => {
        control.fault({ operation: 'messages.get', acts: true, effect });
        return { ...at, message: task.id };
      };
      const { opened } = world().steward.shell;
      const before = opened.length;
      expect(await client.messages.openPortal(altered())).toEqual({ ok: true, value: { host } });
      const reply = await client.messages.openLink({ address: href('reply') });
      expect(reply).toEqual({ ok: true, value: { host } });
      expect(opened.slice(before)).toEqual([href('portal'), href('reply')]);
      // A printable version is the platform's own, or none.
      const printed = await client.messages.print({ ...altered(), target: place('foreign.pdf') });
      expect(printed).toMatchObject(failure('unexpected-answer', { field: '_links' }));
      expect(readdirSync(folder)).toEqual([]);
      expect(evil.connections).toBe(0);
    });

    it('MSG-02 FIL-03 a printable version is saved whole, also where it is a page', async () => {
      const { client, at, folder, place, control } = desk(mediaType);
      const tasks = boxOf().filter(({ kind }) => kind === 'FormTask');
      const isPage = ({ id }: { id: string }) => Number(id.slice(1)) % 9 === 0;
      const pdf = tasks.find((one) => !isPage(one))?.id ?? '';
      const saved = await valueOf(
        client.messages.print({ ...at, message: pdf, target: place('print.pdf') }),
      );
      expect(saved).toMatchObject({ name: 'print.pdf', type: 'application/pdf' });
      const bytes = readFileSync(path.join(folder, 'print.pdf'));
      expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
      expect(saved.bytes).toBe(bytes.length);
      const page = tasks.find(isPage)?.id ?? '';
      const html = await valueOf(
        client.messages.print({ ...at, message: page, target: place('print.html') }),
      );
      expect(html.type).toBe('text/html');
      expect(readFileSync(path.join(folder, 'print.html'), 'utf8')).toMatch(/^<!DOCTYPE html>/);
      const letter = control.messages.make();
      const asked = { ...at, message: letter.id, target: place('letter.pdf') };
      expect(await client.messages.print(asked)).toMatchObject(failure('conflict'));
      expect(readdirSync(folder).sort()).toEqual(['print.html', 'print.pdf']);
    });
  });

  describe('sending in', () => {
    it('MSG-05 TRN-03 without forms the platform fills in what the service owner has set', async () => {
      const { client, at, control, truth } = desk(mediaType);
      const service = control.messages.serviceWith();
      const { id } = await valueOf(
        client.messages.create({ ...at, ...serviceOf(service), then: 'fill-in' }),
      );
      expect(truth(id)).toMatchObject({ kind: 'FormTask', state: 'filling' });
      expect(truth(id).forms).toHaveLength(1);
    });

    it('MSG-05 TRN-02 LIM-04 with forms and attachments, to be filled in further', async () => {
      const { client, at, control, truth, file } = desk(mediaType);
      const service = control.messages.serviceWith({ attachments: true });
      const [rule] = service.attachmentTypes;
      const ending = /[a-z]{3,}/i.exec(rule?.allowedFileTypes ?? '')?.[0] ?? 'pdf';
      const content = Buffer.from([0, 1, 2, 253, 254, 255, 13, 10]);
      const name = `vedlegg & æøå.${ending}`;
      const { id } = await valueOf(
        client.messages.create({
          ...at,
          ...serviceOf(service),
          then: 'fill-in',
          forms: [mainFormOf(service)],
          attachments: [{ file: file(name, content), type: rule?.name ?? '' }],
        }),
      );
      const sha256 = createHash('sha256').update(content).digest('hex');
      expect(truth(id)).toMatchObject({ state: 'filling' });
      expect(truth(id).attachments).toMatchObject([{ fileName: name, size: 8, sha256 }]);
      expect(truth(id).forms).toMatchObject([{ formatId: service.mainForm.dataFormatId }]);
    });

    it('MSG-05 TRN-04 complete, awaiting signature', async () => {
      const { client, at, control, truth } = desk(mediaType);
      const service = control.messages.serviceWith();
      const asked = { ...at, ...serviceOf(service), forms: [mainFormOf(service)] };
      const { id } = await valueOf(client.messages.create({ ...asked, then: 'await-signature' }));
      expect(truth(id).state).toBe('signing');
    });

    it('MSG-05 TRN-01 RTY-08 signed and archived at once only when a person has confirmed just that', async () => {
      const { client, at, control, truth, executed } = desk(mediaType);
      const service = control.messages.serviceWith();
      const asked = { ...at, ...serviceOf(service), forms: [mainFormOf(service)] };
      const unsaid = await client.messages.create({ ...asked, then: 'sign-and-archive' });
      expect(unsaid).toMatchObject(failure('invalid-input', { fields: { confirmed: 'required' } }));
      expect(executed('messages.create')).toBe(0);
      const { id } = await valueOf(
        client.messages.create({ ...asked, then: 'sign-and-archive', confirmed: true }),
      );
      expect(truth(id)).toMatchObject({ state: 'sent' });
    });

    it('PAR-15 a service that gives no Location is said to, and is no error', async () => {
      const { client, at, control } = desk(mediaType);
      control.shape.locations = 'never';
      const service = control.messages.serviceWith();
      const asked = { ...at, ...serviceOf(service), then: 'fill-in' } as const;
      expect(await valueOf(client.messages.create(asked))).toEqual({ id: null });
    });
  });

  describe('replacing and signing', () => {
    it('MSG-06 TRN-06 everything is replaced, and what is kept stays what it was', async () => {
      const on = desk(mediaType);
      const { client, at, control, truth, begun, shown } = on;
      const service = control.messages.serviceWith();
      const message = await begun(service);
      const before = await shown(message);
      const [form] = before.forms;
      const { id } = await valueOf(
        client.messages.replace({
          ...at,
          message,
          expected: before.lastChanged,
          then: 'fill-in',
          forms: [{ kept: form?.id ?? '' }],
        }),
      );
      expect(id).toBe(message);
      expect(truth(message).state).toBe('filling');
      expect(truth(message).forms.map(({ data }) => squeezed(data))).toEqual([
        squeezed(service.mainForm.data),
      ]);
      const again = await shown(message);
      await valueOf(
        client.messages.replace({
          ...at,
          message,
          expected: again.lastChanged,
          then: 'await-signature',
          forms: [{ ...mainFormOf(service), replaces: again.forms[0]?.id ?? '' }],
        }),
      );
      expect(truth(message).state).toBe('signing');
    });

    it('MSG-06 TRN-05 TRN-07 RTY-08 is signed and archived only with the text that was shown', async () => {
      const on = desk(mediaType);
      const { client, at, control, truth, begun, shown } = on;
      const service = control.messages.serviceWith();
      const message = await begun(service);
      const [form] = (await shown(message)).forms;
      const asked = async () => ({
        ...at,
        message,
        expected: (await shown(message)).lastChanged,
        forms: [{ kept: (await shown(message)).forms[0]?.id ?? form?.id ?? '' }],
      });
      await valueOf(client.messages.replace({ ...(await asked()), then: 'await-signature' }));
      expect(truth(message).state).toBe('signing');
      const then = 'sign-and-archive';
      const other = { digest: '0'.repeat(64) };
      for (const [signingText, kind] of [
        [undefined, 'invalid-input'],
        [other, 'conflict'],
        [{ none: true }, 'conflict'],
      ] as const) {
        const refused = { ...(await asked()), then, ...(signingText && { signingText }) } as const;
        expect(await client.messages.replace(refused)).toMatchObject(failure(kind));
      }
      expect(truth(message).state).toBe('signing');
      const signingText = await shownText(on, message);
      const { id } = await valueOf(
        client.messages.replace({ ...(await asked()), then, signingText }),
      );
      expect(id).not.toBe(message);
      expect(truth(id)).toMatchObject({ state: 'sent' });
    });

    it('MSG-06 MSG-14 TRN-08 RTY-08 all is signed after the signing text was shown, under a new id', async () => {
      const on = desk(mediaType);
      const { client, at, control, truth } = on;
      const service = control.messages.serviceWith();
      const made = { ...at, ...serviceOf(service), forms: [mainFormOf(service)] };
      const { id: message } = await valueOf(
        client.messages.create({ ...made, then: 'await-signature' }),
      );
      const { text, digest } = await valueOf(
        client.messages.signingText({ ...at, message: message ?? '' }),
      );
      expect(text).toContain(service.name.trim());
      expect(digest).toBe(createHash('sha256').update(text).digest('hex'));
      const asked = { ...at, message: message ?? '', what: 'all' } as const;
      const old = { digest: digest.replace(/./g, '0') };
      expect(await client.messages.sign({ ...asked, signingText: old })).toMatchObject(
        failure('conflict', { field: 'signingText' }),
      );
      expect(truth(message).state).toBe('signing');
      const { id } = await valueOf(client.messages.sign({ ...asked, signingText: { digest } }));
      expect(id).not.toBe(message);
      expect(truth(id)).toMatchObject({ state: 'sent' });
      const query = world().platform.control.requests.findLast(({ method }) => method === 'PUT');
      expect(query?.query).toContain('complete=true&sign=true');
    });

    it('MSG-06 a selection is signed by ids; what is locked to the signature must be in it', async () => {
      const on = desk(mediaType);
      const { client, make, truth, shown, control } = on;
      const { code, edition } = control.messages.serviceWith();
      const made = make({
        kind: 'FormTask',
        state: 'signing',
        service: { code, edition },
        attachments: [
          { fileName: 'fri.pdf', size: 10 },
          { fileName: 'last.pdf', size: 10, signingLocked: true },
        ],
      });
      const { forms, attachments } = await shown(made.id);
      const form = forms[0]?.id ?? '';
      const [free = '', locked = ''] = attachments.map(({ id }) => id ?? '');
      const signingText = await shownText(on, made.id);
      const sign = (what: { forms: string[]; attachments: string[] }) =>
        client.messages.sign({ ...made.at, what, signingText });
      for (const [what, fields] of [
        [{ forms: [form], attachments: [free] }, { 'what.attachments': 'required' }],
        [{ forms: ['999'], attachments: [locked] }, { 'what.forms': 'not-a-choice' }],
      ] as const)
        expect(await sign({ forms: [...what.forms], attachments: [...what.attachments] })).toEqual(
          expect.objectContaining({ failure: expect.objectContaining({ fields }) as unknown }),
        );
      expect(truth(made.id).signed).toEqual([]);
      await valueOf(sign({ forms: [], attachments: [locked] }));
      expect(truth(made.id)).toMatchObject({ state: 'signing', signed: [locked] });
      const { id } = await valueOf(sign({ forms: [form], attachments: [locked] }));
      expect(truth(id).state).toBe('sent');
    });
  });

  describe('taking away', () => {
    it('MSG-07 TRN-10 a message goes to the trash bin', async () => {
      const { client, make, truth } = desk(mediaType);
      const made = make({ kind: 'FormTask', state: 'filling' });
      expect(await valueOf(client.messages.remove(made.at))).toEqual({});
      expect(truth(made.id).binned).toBe(true);
    });

    it('MSG-07 what is in the trash bin goes for good, and what is in neither place is not there', async () => {
      const { client, at, make, control } = desk(mediaType);
      const made = make({ kind: 'FormTask', state: 'sent', binned: true });
      expect(await valueOf(client.messages.remove(made.at))).toEqual({});
      expect(control.messages.find(made.id)).toBeUndefined();
      expect(await client.messages.remove(made.at)).toMatchObject(failure('not-found'));
      const { messages } = await valueOf(client.messages.trashBin(at));
      expect(messages.map(({ id }) => id)).not.toContain(made.id);
    });
  });
});

const squeezed = (xml: string) =>
  xml
    .replace(/>\s+</g, '><')
    .replace(/^<\?xml[^>]*\?>\s*/, '')
    .trim();

describe('what is never done', () => {
  it('RUL-01 a correspondence to an organisation is not deleted unless it is said that it may be gone for good; the platform may refuse it', async () => {
    const { client, make, truth, executed, control } = desk();
    const made = make({ state: 'read' });
    const who = world().platform.organisationNumber;
    const known = await client.messages.remove({ ...made.at, who });
    expect(known).toMatchObject(failure('conflict'));
    expect(known).toHaveProperty(
      'failure.message',
      'A correspondence to an organisation may be gone for good: that must be said.',
    );
    expect(executed('messages.remove')).toBe(0);
    control.shape.organisationLetters = 'refused';
    const asked = await client.messages.remove(made.at);
    const reason = 'A correspondence sent to an organization cannot be deleted.';
    expect(asked).toMatchObject(failure('refused', { status: 403, reason }));
    expect(truth(made.id).binned).toBe(false);
  });

  it('RUL-02 no operation of ours restores what is in the trash bin', async () => {
    const { client, make, truth } = desk();
    const made = make({ kind: 'FormTask', state: 'filling', binned: true });
    expect(Object.keys(messages).filter((name) => /restore|undelete/i.test(name))).toEqual([]);
    const forms = [{ kept: '1' }];
    const asked = { ...made.at, expected: null, then: 'fill-in' as const, forms };
    expect(await client.messages.replace(asked)).toMatchObject(failure('not-found'));
    expect(truth(made.id).binned).toBe(true);
  });

  it('RUL-03 a correspondence is changed by nothing but reading it as read and deleting it', async () => {
    const { client, make, truth, executed } = desk();
    const made = make({ state: 'read' });
    const forms = [{ kept: '1' }];
    const change = { ...made.at, expected: null, then: 'fill-in' as const, forms };
    expect(await client.messages.replace(change)).toMatchObject(failure('conflict'));
    const sign = { ...made.at, what: 'all', signingText: { none: true } } as const;
    expect(await client.messages.sign(sign)).toMatchObject(failure('conflict'));
    expect(executed('messages.replace')).toBe(0);
    expect(truth(made.id).state).toBe('read');
  });

  it('RTY-07 nothing but a person who opens a message marks one as read: everything else leaves all unread', async () => {
    const { client, at, make, control, place, truth, file } = desk();
    const made = make({ state: 'unread', attachments: [{ fileName: 'a.pdf', size: 10 }] });
    const before = control.messages.markedRead.length;
    const attachment = made.attachments[0]?.id ?? '';
    await client.messages.list({ ...at, all: true });
    await client.messages.list({ ...at, filter: "Status eq 'Ulest'" });
    await client.messages.trashBin(at);
    await client.messages.get(made.at);
    await client.messages.print({ ...made.at, target: place('p.pdf') });
    await client.messages.archiveReference(made.at);
    await client.messages.signingText(made.at);
    await client.messages.sign({ ...made.at, what: 'all', signingText: { none: true } });
    await client.messages.remove(made.at);
    await client.attachments.save({ ...made.at, attachment, target: place('a.pdf') });
    await client.attachments.stream({ ...made.at, file: file('b.pdf', 'x'), type: 'x' });
    await client.attachments.add({ ...made.at, file: file('c.pdf', 'x'), type: 'x' });
    await client.attachments.remove({ ...made.at, attachment });
    const reset = { kind: 'reset' } as const;
    control.fault({ operation: 'messages.get', acts: false, effect: reset });
    await client.messages.get(made.at);
    expect(control.messages.markedRead).toHaveLength(before);
    expect(truth(made.id).state).toBe('unread');
    const reads = control.requests.filter(({ operation }) => operation === 'messages.get');
    expect(reads.length).toBeGreaterThan(8);
    expect(reads.filter(({ query }) => !/(^|&)markAsRead=false(&|$)/.test(query))).toEqual([]);
  });

  it('RTY-08 no query of ours leaves complete and sign to their default unless a person asked to sign', async () => {
    const on = desk();
    const { client, at, control, begun, make, shown, file } = on;
    const service = control.messages.serviceWith({ attachments: true });
    const forms = [mainFormOf(service)];
    const steps = async (act: () => Promise<unknown>) => {
      const before = control.requests.length;
      await act();
      return control.requests
        .slice(before)
        .filter(({ method }) => method === 'POST' || method === 'PUT')
        .map(({ query }) => {
          const asked = new URLSearchParams(query);
          return { complete: asked.get('complete'), sign: asked.get('sign') };
        });
    };
    const fillIn = { complete: 'false', sign: null };
    const waits = { complete: null, sign: 'false' };
    const created = { ...at, ...serviceOf(service), forms };
    const create = (then: 'fill-in' | 'await-signature') =>
      steps(() => valueOf(client.messages.create({ ...created, then })));
    expect(await create('fill-in')).toEqual([fillIn]);
    expect(await create('await-signature')).toEqual([waits]);
    const message = await begun(service);
    const replace = async (then: 'fill-in' | 'await-signature') => {
      const now = await shown(message);
      const kept = [{ kept: now.forms[0]?.id ?? '' }];
      const given = { ...at, message, expected: now.lastChanged, forms: kept, then };
      return steps(() => valueOf(client.messages.replace(given)));
    };
    expect(await replace('fill-in')).toEqual([fillIn]);
    // Parts that are sent by themselves move the message nowhere, whatever their outcome.
    const [form] = (await shown(message)).forms;
    const type = service.attachmentTypes[0]?.name ?? '';
    const parts = await steps(async () => {
      await client.attachments.add({ ...at, message, file: file('a.pdf', 'x'), type });
      await client.attachments.stream({ ...at, message, file: file('b.pdf', 'x'), type });
      await client.forms.remove({ ...at, message, form: form?.id ?? '' });
    });
    expect(parts.filter(({ complete, sign }) => complete === 'true' || sign === 'true')).toEqual(
      [],
    );
    expect(control.messages.find(message)?.state).toBe('filling');
    // Only these two may sign, and nothing is sent to sign before the text was shown.
    const other = make({ kind: 'FormTask', state: 'signing' }).id;
    const sign = (signingText: { digest: string } | { none: true }) =>
      client.messages.sign({ ...at, message: other, what: 'all', signingText });
    expect(await steps(() => sign({ none: true }))).toEqual([]);
    const signingText = await shownText(on, other);
    expect(await steps(() => sign(signingText))).toEqual([{ complete: 'true', sign: 'true' }]);
  });
});

describe('what is sent is what the person saw', () => {
  it('MSG-06 a message that was changed since, or would lose a part, is left alone', async () => {
    const { client, make, shown, executed, control } = desk();
    const { code, edition } = control.messages.serviceWith();
    const attachments = [{ fileName: 'a.pdf', size: 10 }];
    const made = make({
      kind: 'FormTask',
      state: 'filling',
      service: { code, edition },
      attachments,
    });
    const { lastChanged: expected, forms, attachments: parts } = await shown(made.id);
    const [form = '', part = ''] = [forms[0]?.id ?? '', parts[0]?.id ?? ''];
    const kept = { forms: [{ kept: form }], then: 'fill-in' as const };
    const replace = (more: object) =>
      client.messages.replace({ ...made.at, expected, ...kept, ...more });
    expect(await replace({ expected: '2020-01-01T00:00:00.000Z' })).toMatchObject(
      failure('conflict', { field: 'expected' }),
    );
    expect(await replace({})).toMatchObject(failure('conflict', { field: 'attachments' }));
    expect(await replace({ drop: { attachments: ['9'] } })).toMatchObject(
      failure('invalid-input', { fields: { attachments: 'not-a-choice' } }),
    );
    expect(executed('messages.replace')).toBe(0);
    await valueOf(replace({ drop: { attachments: [part] } }));
    expect(control.messages.find(made.id)?.attachments).toEqual([]);
  });

  it('MSG-06 a kept attachment is sent again byte for byte', async () => {
    const { client, at, control, file, truth, begun, shown } = desk();
    const service = control.messages.serviceWith({ attachments: true });
    const [rule] = service.attachmentTypes;
    const ending = /[a-z]{3,}/i.exec(rule?.allowedFileTypes ?? '')?.[0] ?? 'pdf';
    const message = await begun(service);
    const type = rule?.name ?? '';
    const bytes = Buffer.from(Array.from({ length: 5000 }, (_, n) => (n * 7) % 256));
    await valueOf(
      client.attachments.add({ ...at, message, file: file(`a.${ending}`, bytes), type }),
    );
    const { lastChanged, forms, attachments } = await shown(message);
    await valueOf(
      client.messages.replace({
        ...at,
        message,
        expected: lastChanged,
        then: 'fill-in',
        forms: [{ kept: forms[0]?.id ?? '' }],
        attachments: [{ kept: attachments[0]?.id ?? '', type }],
      }),
    );
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    expect(truth(message).attachments).toMatchObject([{ fileName: `a.${ending}`, type, sha256 }]);
  });

  it('form XML with a DTD, or that is none, is refused before the call', async () => {
    const { client, at, control, executed } = desk();
    const service = control.messages.serviceWith();
    for (const xml of ['<!DOCTYPE a><a/>', '<a/><!doctype b>', '<!ENTITY x "y">', 'no xml']) {
      const forms = [{ ...mainFormOf(service), xml }];
      const asked = { ...at, ...serviceOf(service), forms, then: 'fill-in' } as const;
      expect(await client.messages.create(asked)).toMatchObject(
        failure('invalid-input', { fields: { 'forms.0.xml': 'xml' } }),
      );
    }
    expect(executed('messages.create')).toBe(0);
  });

  it('the details of a failed validation come with the words of the platform', async () => {
    const { client, at, control } = desk();
    const service = control.messages.serviceWith();
    const root = /<(\w+)/.exec(service.mainForm.data.replace(/<\?.*?\?>/, ''))?.[1] ?? 'melding';
    const forms = [{ ...mainFormOf(service), xml: `<${root}/>` }];
    const asked = { ...at, ...serviceOf(service), forms, then: 'await-signature' } as const;
    const refused = await client.messages.create(asked);
    expect(refused).toMatchObject(failure('refused', { status: 400 }));
    const words = 'Form validation failed, see the attached validation details';
    expect(refused).toHaveProperty('failure.reason', expect.stringContaining(words));
    const missing = expect.stringMatching(/is missing/) as unknown;
    expect(refused).toHaveProperty('failure.details', expect.arrayContaining([missing]));
  });
});

describe('lost answers', () => {
  const reset = { kind: 'reset' } as const;

  it('RTY-01 RTY-06 a creation is not sent twice; what fits is named and nothing is claimed', async () => {
    const { client, at, control, executed } = desk();
    const service = control.messages.serviceWith();
    control.fault({ operation: 'messages.create', acts: true, effect: reset });
    const asked = { ...at, ...serviceOf(service), then: 'fill-in' } as const;
    const lost = await client.messages.create(asked);
    expect(lost).toMatchObject(failure('outcome-unknown'));
    const made = control.messages
      .of(world().platform.organisationNumber)
      .filter(({ serviceCode }) => serviceCode === service.code)
      .toSorted((a, b) => b.changed.getTime() - a.changed.getTime())[0];
    expect(lost).toHaveProperty('failure.message', expect.stringContaining(made?.id ?? '-'));
    expect(executed('messages.create')).toBe(1);
  });

  it('RTY-06 a removal is settled by asking: gone is gone, still there is unknown', async () => {
    const { client, make, control, truth } = desk();
    const wish = { kind: 'FormTask', state: 'filling' } as const;
    const [gone, there] = [make(wish), make(wish)];
    control.fault({ operation: 'messages.remove', acts: true, effect: reset });
    expect(await client.messages.remove(gone.at)).toEqual({ ok: true, value: {} });
    expect(truth(gone.id).binned).toBe(true);
    control.fault({ operation: 'messages.remove', acts: false, effect: reset });
    expect(await client.messages.remove(there.at)).toMatchObject(failure('outcome-unknown'));
    // In the trash bin, where nothing can be read by its address, the list is what is asked.
    const binned = { ...wish, binned: true };
    const [away, left] = [make(binned), make(binned)];
    control.fault({ operation: 'messages.remove', acts: true, effect: reset });
    expect(await client.messages.remove(away.at)).toEqual({ ok: true, value: {} });
    expect(control.messages.find(away.id)).toBeUndefined();
    control.fault({ operation: 'messages.remove', acts: false, effect: reset });
    expect(await client.messages.remove(left.at)).toMatchObject(failure('outcome-unknown'));
    expect(truth(left.id).binned).toBe(true);
  });

  it('RTY-08 a signature whose answer was lost stays unknown and is not given twice', async () => {
    const on = desk();
    const { client, make, control, executed } = on;
    const { code, edition } = control.messages.serviceWith();
    const made = make({ kind: 'FormTask', state: 'signing', service: { code, edition } });
    const signingText = await shownText(on, made.id);
    control.fault({ operation: 'messages.replace', acts: true, effect: reset });
    const lost = await client.messages.sign({ ...made.at, what: 'all', signingText });
    expect(lost).toMatchObject(failure('outcome-unknown'));
    expect(executed('messages.replace')).toBe(1);
  });

  it('CAN-01 a long list is cancelled at once', async () => {
    const { client, at, control } = desk();
    const held = control.hold('messages.list', false);
    const stop = new AbortController();
    const reading = client.messages.list({ ...at, all: true }, { signal: stop.signal });
    await held.reached;
    stop.abort();
    expect(await reading).toMatchObject(failure('cancelled'));
    held.release();
  });
});
