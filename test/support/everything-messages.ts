// The part of everything.ts in the message box: lists, forms, attachments, submitting and signing.
import { mkdirSync, writeFileSync } from 'node:fs';
import { expect } from 'vitest';
import type { ServiceSample } from '../platform/message-control.ts';
import type { Platform } from '../platform/platform.ts';
import { plainMarker } from './markers.ts';
import { eventually } from './eventually.ts';

/** A text that a person types into a draft, which is left on the disk. */
export const TYPED = plainMarker('typed');

type Call = <T>(name: string, input: unknown, expected?: string) => Promise<T>;

/** Every operation of these features once, in the box of the platform's own organisation. */
export async function writeEverything(
  call: Call,
  connection: string,
  { control, organisationNumber: party }: Pick<Platform, 'control' | 'organisationNumber'>,
  /** A path and a handle for a file of the test's own. */
  file: (name: string) => { readonly path: string; readonly handle: string },
): Promise<void> {
  const box = { connection, who: 'my' };
  const service = control.messages.serviceWith({ subForm: true });
  const { subForm, mainForm } = service;
  const of = { ...box, serviceCode: service.code, serviceEdition: service.edition };

  await call('messages.list', { ...box, all: true });
  await call('messages.trashBin', box);
  // Some platforms never say where what was made is: then its true state does.
  const created = await call<Made>('messages.create', { ...of, then: 'fill-in' });
  const message = created.id ?? newestOf(control.messages.of(party));
  const truth = (id: string) => control.messages.find(id);
  const at = { ...box, message };
  const main = await call<{ forms: { id: string }[] }>('messages.get', at);
  const form = main.forms[0]?.id;
  await call('forms.get', { ...at, form });
  const { xml } = await call<{ xml: string }>('forms.data', { ...at, form });
  await call('forms.saveData', { ...at, form, target: file('everything.xml').handle });
  const format = {
    dataFormatId: subForm?.dataFormatId,
    dataFormatVersion: subForm?.dataFormatVersion,
  };
  const sub = { ...at, ...format, xml: subForm?.data };
  const forms = () => truth(message)?.forms ?? [];
  const added = (await call<Made>('forms.add', sub)).id ?? newestOf(forms());
  const again = { ...sub, form: added };
  const replaced = (await call<Made>('forms.replace', again)).id ?? newestOf(forms());
  await call('forms.remove', { ...at, form: replaced });
  await draftEverything(call, { ...at, form }, { ...format, xml }, file);
  await sendManyForms(call, box, service, file);
  await call('messages.print', { ...at, target: file('everything.pdf').handle });
  await call('messages.validate', at);

  const attaching = control.messages.serviceWith({ attachments: true });
  const [rule] = attaching.attachmentTypes;
  const ending = /[a-z]{3,}/i.exec(rule?.allowedFileTypes ?? '')?.[0] ?? 'pdf';
  const other = control.messages.make({
    party,
    kind: 'FormTask',
    state: 'filling',
    service: { code: attaching.code, edition: attaching.edition },
  });
  const there = { ...box, message: other.id };
  const attached = file(`everything.${ending}`);
  writeFileSync(attached.path, 'attached');
  const given = { ...there, file: attached.handle, type: rule?.name };
  const attachments = () => truth(other.id)?.attachments ?? [];
  const small = (await call<Made>('attachments.add', given)).id ?? newestOf(attachments());
  const saved = file('everything-saved.txt').handle;
  await call('attachments.save', { ...there, attachment: small, target: saved });
  await call('attachments.remove', { ...there, attachment: small });
  await call('attachments.stream', given);

  const { lastChanged: expected } = await call<{ lastChanged: string }>('messages.get', at);
  const whole = {
    dataFormatId: mainForm.dataFormatId,
    dataFormatVersion: mainForm.dataFormatVersion,
    xml,
    replaces: form,
  };
  const replacing = { ...at, expected, forms: [whole], then: 'await-signature' };
  await call('messages.replace', replacing);
  const { digest } = await call<{ digest: string }>('messages.signingText', at);
  const signing = { ...at, what: 'all', signingText: { digest } };
  const signed = await call<Made>('messages.sign', signing);
  const sent = control.messages.of(party).filter(({ originalId }) => originalId === message);
  const archived = signed.id ?? newestOf(sent);
  const { archiveReference = '' } = truth(archived) ?? {};
  const letter = control.messages.make({
    ...{ party, kind: 'Correspondence', state: 'read', archiveReference },
    asksConfirmation: true,
  });
  await call('messages.archiveReference', { ...box, message: letter.id });
  await call('messages.remove', { ...box, message: archived });
  await call('messages.confirm', { ...box, message: letter.id });
  await call('messages.openPayment', { ...box, message: letter.id }, 'not-found');
  await call('messages.archive', { ...box, message: letter.id });
  const [first, second] = [
    control.messages.make({ party, kind: 'Correspondence' }),
    control.messages.make({ party, kind: 'Correspondence' }),
  ];
  await changeEverything(call, box, [first.id, second.id]);
  await exportEverything(call, box, file('everything-exported').handle);
  await handOverEverything(call, { connection: box.connection, party }, file);
  await transferEverything(call, box, { control, organisationNumber: party }, file);
  await lookUpEverything(call, box, file('everything-answer.txt').handle);
}

/** A question to a look-up service, and its answer in a file. */
async function lookUpEverything(
  call: Call,
  box: { readonly connection: string; readonly who: string },
  target: string,
): Promise<void> {
  const { connection } = box;
  const service = { code: 'L101', edition: 1 };
  await call('lookups.describe', { connection, ...service });
  const asked = { ...box, ...service, query: 'kjenningssignal=LM 1234;format=json' };
  const { handle } = await call<{ handle: string }>('lookups.ask', asked);
  await call('lookups.save', { connection, answer: handle, target });
}

/** A file that comes and one that goes, each once by hand. */
async function transferEverything(
  call: Call,
  box: { readonly connection: string; readonly who: string },
  { control, organisationNumber: own }: Pick<Platform, 'control' | 'organisationNumber'>,
  file: (name: string) => { readonly path: string; readonly handle: string },
): Promise<void> {
  const { reference } = control.fileTransfer.put({ fileName: 'everything-in.zip' });
  const other = control.serviceRights.all.find((one) => one.reportee !== own)?.reportee ?? '';
  const of = { connection: box.connection, code: 'B102', edition: 1 };
  const description = {
    sendersReference: 'R-7',
    recipients: [other],
    properties: [],
    fileList: true,
  };
  const { connection } = box;
  await call('fileTransfer.list', { ...box, statuses: ['initialized', 'uploaded', 'downloaded'] });
  await call('fileTransfer.waiting', { connection, recipients: [own] });
  await call('fileTransfer.get', { ...box, box: 'in', reference });
  await call('fileTransfer.receipt', { ...box, box: 'in', reference });
  await call('fileTransfer.confirm', { ...box, reference });
  await call('fileTransfer.keep', { ...of, description });
  await call('fileTransfer.kept', of);
  const sent = file('everything-out.txt');
  writeFileSync(sent.path, 'sent', { mode: 0o600 });
  await call('fileTransfer.send', { ...box, source: sent.handle, ...of, ...description });
  await call('fileTransfer.sent', box);
  const who = { ...box, organisationName: 'Fjordtrafikk AS' };
  const sending = { ...who, sources: [sent.handle], ...of, ...description };
  await finishes(call, (await call<{ id: string }>('jobs.startFileSending', sending)).id);
  control.fileTransfer.put({ fileName: 'everything-job.zip' });
  const downloads = file('everything-downloads');
  mkdirSync(downloads.path, { mode: 0o700 });
  const downloading = { ...who, folder: downloads.handle };
  await finishes(call, (await call<{ id: string }>('jobs.startFileDownload', downloading)).id);
}

const finishes = (call: Call, job: string) =>
  eventually(async () => {
    const all = await call<readonly { id: string; state: string }[]>('jobs.list', {});
    expect(all.find(({ id }) => id === job)).toMatchObject({ state: 'finished' });
  }, 100);

/** Null where the platform does not say it. */
interface Made {
  readonly id: string | null;
}

/** Ids count up. */
const newestOf = (all: readonly { readonly id: string }[]): string =>
  all
    .map(({ id }) => id)
    .sort((a, b) => Number(a.replace(/\D/g, '')) - Number(b.replace(/\D/g, '')))
    .at(-1) ?? '';

/** One line, which says what the template has already. */
async function sendManyForms(
  call: Call,
  box: { readonly connection: string; readonly who: string },
  { code, edition, name, mainForm }: ServiceSample,
  file: (name: string) => { readonly path: string; readonly handle: string },
): Promise<void> {
  const { dataFormatId, dataFormatVersion, data } = mainForm;
  const of = { connection: box.connection, code, edition, dataFormatId, dataFormatVersion };
  const template = file('everything-template.xml');
  writeFileSync(template.path, data, { mode: 0o600 });
  await call('manyForms.keep', { ...of, template: { file: template.handle } });
  await call('manyForms.kept', of);
  const table = file('everything-table.csv');
  writeFileSync(table.path, 'a\nb\n', { mode: 0o600 });
  const asked = { ...of, who: box.who, file: table.handle, template: { from: 'kept' } };
  type Plan = { fields: { path: string }[]; valid: number; digest: string };
  const { fields } = await call<Plan>('manyForms.plan', asked);
  const valueOf = (path: string) =>
    new RegExp(`<${path.split('/').at(-1) ?? ''}[^>]*>([^<&]+)<`).exec(data)?.[1];
  const path = fields.find((one) => valueOf(one.path) !== undefined)?.path ?? '';
  writeFileSync(table.path, `a\n"${valueOf(path) ?? ''}"\n`);
  const mapping = [{ column: 0, path }];
  const { valid, digest } = await call<Plan>('manyForms.plan', { ...asked, mapping });
  const job = await call<{ id: string }>('jobs.startForms', {
    ...{ ...asked, mapping, count: valid, digest, then: 'fill-in' },
    ...{ organisationName: 'Fjordtrafikk AS', serviceName: name },
  });
  await finishes(call, job.id);
}

/** Drafts of forms: one that is changed in every way and dropped, and one that stays; and what a message is shown with. */
async function draftEverything(
  call: Call,
  { form, ...at }: { readonly form: string | undefined; readonly connection: string },
  { xml, ...format }: { readonly xml: string },
  file: (name: string) => { readonly path: string; readonly handle: string },
): Promise<void> {
  const given = file('everything-draft.xml');
  writeFileSync(given.path, xml, { mode: 0o600 });
  await call('formDrafts.begin', { ...at, form });
  const sub = { ...at, ...format, name: 'Part B', file: given.handle };
  const { form: added } = await call<{ form: { key: string } }>('formDrafts.add', sub);
  const key = { ...at, key: added.key };
  const changes = [{ from: 0, to: 0, insert: ' ' }];
  await call('formDrafts.edit', { ...key, revision: 0, changes });
  await call('formDrafts.edit', { ...key, revision: 0, changes }, 'conflict');
  type One = { form: { revision: number } };
  const { form: filled } = await call<One>('formDrafts.fill', { ...key, file: given.handle });
  const { revision } = filled;
  await call('formDrafts.unfill', { ...key, revision });
  await call('formDrafts.unfill', { ...key, revision }, 'conflict');
  await call('formDrafts.content', { connection: at.connection, file: given.handle });
  await call('formDrafts.setRemoved', { ...key, removed: true });
  await call('formDrafts.save', { ...key, target: file('everything-saved.xml').handle });
  await call('formDrafts.revert', key);
  await call('formDrafts.list', { connection: at.connection });
  await call('formDrafts.drop', at);
  await call('formDrafts.begin', { ...at, form });
  const typed = [{ from: 0, to: 0, insert: `<!--${TYPED}-->` }];
  await call('formDrafts.edit', { ...at, key: form, revision: 0, changes: typed });
  await call('formDrafts.open', at);
  await call('messages.openPortal', at);
  await call('messages.openLink', { address: 'https://www.example.test/more' });
  const body = { html: ['<p>Read</p>'], scheme: 'light', title: 'A message' };
  await call('messages.showBody', body);
}

/** Marked as read, and deleted where nobody lost anything. */
async function changeEverything(
  call: Call,
  box: object,
  messages: readonly string[],
): Promise<void> {
  for (const change of ['mark-as-read', 'delete']) {
    const { id: job } = await call<{ id: string }>('jobs.startMessageChanges', {
      ...box,
      ...{ organisationName: 'Fjordtrafikk AS', change },
      messages: messages.map((message) => ({ message, forGood: true })),
    });
    await finishes(call, job);
  }
}

/** Until the manifest can be checked. */
async function exportEverything(call: Call, box: object, folder: string): Promise<void> {
  await call('files.chooseFolder', { suggestedName: 'messages' });
  const { id: job } = await call<{ id: string }>('jobs.startMessageExport', {
    ...box,
    partyName: 'Fjordtrafikk AS',
    folder,
    folders: ['inbox', 'archive'],
    from: null,
    to: null,
    forms: true,
    attachments: true,
    print: true,
  });
  await finishes(call, job);
  await call('jobs.verifyExport', { job });
  await call('jobs.showWritten', { job });
}

/** A small one: until it is proven, and saved to be sent. */
async function handOverEverything(
  call: Call,
  { connection, party }: { readonly connection: string; readonly party: string },
  file: (name: string) => { readonly path: string; readonly handle: string },
): Promise<void> {
  await call('handOver.plan', { connection });
  const { id: job } = await call<{ id: string }>('handOver.start', {
    connection,
    organisationNumber: party,
    organisationName: 'Fjordtrafikk AS',
    folder: file('everything-handed-over').handle,
    parts: [
      { part: 'users', connection },
      { part: 'journal', connection: null },
    ],
  });
  await finishes(call, job);
  await call('handOver.verify', { job });
  const target = file('everything-handed-over.zip.age').handle;
  await call('handOver.saveEncrypted', { job, target, passphrase: 'correct horse battery' });
}
