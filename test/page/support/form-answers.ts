// What main answers about one form and its draft on this computer; a test changes it as others would.
import type { DraftForm, FormDraft } from '../../../preload/contract/form-drafts.ts';
import type { AttachmentLink, Message } from '../../../preload/contract/messages.ts';
import type { Failure } from '../../../preload/result.ts';
import type { Actor } from '../../../renderer/state/acting.svelte.ts';
import type { FakeMain } from './fake-main.ts';
import { AT, makeConnection } from './samples.ts';

/** Somebody else, or the platform itself, changed the message then. */
export const LATER = '2026-03-02T09:00:00.000Z';
export const CONNECTION = makeConnection('c-1');
export const ACTOR: Actor = {
  who: '974760673',
  name: 'Fjordtrafikk AS',
  kind: 'organisation',
  organisationNumber: '974760673',
  own: true,
};
export const TARGET = { connection: 'c-1', who: '974760673', message: 'a77' };
const MAIN = '1';

export const makeMessage = (more: Partial<Message> = {}): Message => ({
  id: TARGET.message,
  subject: 'Ferry timetable',
  status: { state: 'filling-in', word: 'Utfylling' },
  type: { kind: 'form-task', word: 'FormTask' },
  lastChanged: AT,
  lastChangedBy: 'Kari Nordmann',
  serviceOwner: 'Havneverket',
  sender: null,
  serviceCode: '1234',
  serviceEdition: 2,
  replyOptions: [],
  summary: null,
  body: null,
  archiveReference: null,
  originalId: null,
  forms: [
    { id: MAIN, name: 'Timetable' },
    { id: '2', name: 'Quay' },
  ],
  attachments: [],
  can: {
    print: true,
    signingText: true,
    portal: true,
    archiveReference: true,
    metadata: true,
    validate: true,
    archive: false,
    confirm: 'no',
    payment: false,
  },
  printsAs: 'pdf',
  ...more,
});

export const makeAttachment = (id: string, more: Partial<AttachmentLink> = {}): AttachmentLink => ({
  id,
  name: `Map ${id}`,
  fileName: `map-${id}.pdf`,
  encrypted: false,
  signingLocked: false,
  signedByDefault: true,
  bytes: 1000,
  type: null,
  ...more,
});

/** A form of the draft that was changed here; a key that begins with `new` is of a form that is not at the platform yet. */
export const makeDraftForm = (key: string, more: Partial<DraftForm> = {}): DraftForm => ({
  key,
  form: key.startsWith('new') ? null : key,
  type: key === MAIN ? 'main-form' : 'sub-form',
  name: `Draft ${key}`,
  ...formatOf(key),
  xml: `<form>${key} as it is here</form>`,
  revision: 1,
  changed: true,
  removed: false,
  ...more,
});

export const makeDraft = (...forms: readonly DraftForm[]): FormDraft => ({
  who: TARGET.who,
  message: TARGET.message,
  subject: 'Ferry timetable',
  expected: AT,
  changed: AT,
  forms: [...forms],
});

const formatOf = (form: string) => ({
  dataFormatId: form === MAIN ? '10' : '20',
  dataFormatVersion: '3',
});

/** The digest that main gives with a signing text. */
export const digestOf = (text: string): string =>
  [...text]
    .map((one) => one.charCodeAt(0).toString(16))
    .join('')
    .padEnd(64, '0')
    .slice(0, 64);

export interface Answers {
  message: Message;
  draft: FormDraft | null;
  /** XML of the platform's forms, by id. */
  xml: Readonly<Record<string, string>>;
  signingText: string;
}

/** Answers all that reads, and what takes something out of the draft. What is sent to the platform waits for the test. */
export function answerForm(main: FakeMain): Answers {
  const answers: Answers = {
    message: makeMessage(),
    draft: null,
    xml: {},
    signingText: 'I sign the timetable.',
  };
  main.always('messages.get', () => answers.message);
  main.alwaysFails('reference.service', notFound);
  main.always('messages.signingText', () => ({
    text: answers.signingText,
    digest: digestOf(answers.signingText),
  }));
  main.always('forms.get', ({ form }) => ({
    id: form,
    type: form === MAIN ? 'main-form' : 'sub-form',
    word: '',
    name: answers.message.forms.find(({ id }) => id === form)?.name ?? '',
    ...formatOf(form),
    validationStatus: null,
    hasData: true,
  }));
  main.always('forms.data', ({ form }) => ({ xml: answers.xml[form] ?? `<form>${form}</form>` }));
  main.always('formDrafts.open', () => ({ draft: answers.draft }));
  main.always('formDrafts.drop', () => {
    answers.draft = null;
    return {};
  });
  main.always('formDrafts.revert', ({ key }) => {
    const { draft } = answers;
    const forms = draft?.forms.filter((one) => one.key !== key) ?? [];
    if (draft !== null) answers.draft = { ...draft, forms };
    return {};
  });
  return answers;
}

export const notFound: Failure = { kind: 'not-found', message: 'It is not there.', reason: '' };
export const conflict: Failure = {
  kind: 'conflict',
  message: 'It was changed.',
  reason: 'Conflict',
  field: 'expected',
};
export const refused: Failure = {
  kind: 'refused',
  message: 'The platform said no.',
  status: 403,
  reason: 'Forbidden',
  reference: 'r-2',
  cause: 'other',
};
export const answerLost: Failure = {
  kind: 'outcome-unknown',
  message: 'The line broke.',
  reference: 'r-3',
};
