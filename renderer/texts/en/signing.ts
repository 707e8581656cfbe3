// English texts of signing.
import { counted } from '../formats.ts';

export const signing = {
  title: 'Sign',
  read: {
    title: '1. Read what you sign',
    label: 'Signing text',
    reading: 'Could not load the signing text',
    none: 'The form is not at a signing step.',
    noneText: 'There is no signing text now. What is sent is what stands in the form.',
    readable: 'As text',
    original: 'As it came',
    markupText: 'The text came as HTML. Here are its words, with the addresses that links lead to.',
    toEnd: 'Scroll to the end of the text to go on.',
    atEnd: 'You have seen all of the text.',
    tick: 'I have read the signing text',
    tickNone: 'I have checked the form that is signed',
  },
  changed: {
    text: 'The signing text has changed.',
    textText:
      'Somebody changed it after it was shown. This is the new one: read it before you sign.',
    message: 'The form has changed.',
    messageText:
      'Somebody changed it after you began to read. Look at it again before you sign; nothing was signed.',
    look: 'Look at the forms',
  },
  what: {
    title: '2. Choose what is signed',
    label: 'What is signed',
    all: 'Everything',
    chosen: 'Chosen items',
    single: 'There is only one item, so all is signed together.',
    unnamed:
      'At least one item has no number that the platform takes, so they can only be signed all together.',
    locked: 'Must be signed: the service owner has locked it to the signature.',
    byDefault: 'Signed unless you choose otherwise.',
    form: 'Form',
    attachment: 'Attachment',
    partly:
      'The form stays among those that await signature until all that must be signed is signed.',
  },
  go: {
    title: '3. Sign',
    for: 'On behalf of',
    sign: 'Sign…',
    completeFirst: 'The form is still being filled in. Signing completes it and sends it in.',
    unknownState: (word: string) =>
      `The platform calls the state of this form “${word}”, which Steward does not know. Whether it can be signed is for the platform to say.`,
    reasons: {
      reading: 'The text is being read',
      offline: 'Needs connection',
      unsaved: 'Save or discard your draft first',
      'draft-unknown': 'The draft on this computer cannot be read',
      unread: 'Scroll to the end of the text first',
      unticked: 'Tick that you have read it first',
      none: 'Choose at least one item',
    },
  },
  unsaved: {
    title: 'There is a draft on this computer that is not saved.',
    text: 'What is signed is what the platform has, without your draft. Save or discard it first.',
    toCheck: 'Go to Check',
    unread: 'Could not read the draft on this computer',
  },
  confirm: {
    title: 'Sign this form?',
    subject: 'Form',
    what: 'What',
    text: 'Signing text',
    textRead: 'Read to the end',
    textNone: 'The service has none',
    connection: 'Connection',
    consequence:
      'A signature cannot be taken back. When all that must be signed is signed, the form is sent in and archived.',
    sign: 'Sign',
    everything: (items: string) => `Everything: ${items}`,
  },
  count: (forms: number, attachments: number) => {
    const parts = [
      counted('en', forms, 'form', 'forms'),
      counted('en', attachments, 'attachment', 'attachments'),
    ];
    return (attachments === 0 ? parts.slice(0, 1) : parts).join(', ');
  },
  underWay: (subject: string) => `The signature of “${subject}”, which is under way`,
  standing: {
    archived: 'This form is sent and archived already.',
    archivedText: 'There is nothing left to sign.',
    deleted: 'This form is in the trash.',
    deletedText: 'Nothing is signed or restored from there.',
    correspondence: 'This is a message, not a form.',
    correspondenceText: 'Only forms are signed.',
    toArchive: 'Open in the archive',
    toWorkList: 'Back to the work list',
  },
  unknown: {
    title: 'It may have been signed.',
    text: 'The answer of the platform was lost. Steward does not sign again by itself, and there is no button for it until it is clear what happened.',
    looking: 'Checking with the platform…',
    attempted: 'Could not sign',
    lookFailed: 'Could not check with the platform',
    again: 'Look again',
    unchanged: 'The platform still has the form as it was, unsigned.',
    unchangedText: 'As far as it says, nothing was signed. You can begin anew with the text.',
    changed: 'The form was changed since, and is not archived.',
    changedText: (state: string) =>
      `The platform calls its state “${state}”. Some of it may be signed. Look at it before you go on.`,
    begin: 'Begin anew',
    gone: 'The form is no longer in the work list.',
    goneText:
      'A form that is archived gets a new number. These forms of the service were archived since:',
    goneNone:
      'No form of the service is in the archive since then. It may come there in a moment, or somebody may have deleted the form.',
    open: (subject: string) => `Open ${subject} in the archive`,
    toArchive: 'Look in the archive',
  },
  result: {
    archived: 'Signed, sent in and archived',
    signed: 'Signed',
    partly: 'What you chose is signed.',
    partlyText: 'The form still awaits the rest of its signatures.',
    rest: 'Sign more…',
    id: 'Id in the archive',
    copy: 'Copy the id',
    items: 'What was signed',
    at: 'Time',
    unread: 'Could not load the archived form',
    unlocated: 'The platform did not say where the archived form is. Look in the archive.',
    print: 'Save printable version…',
    printing: 'Could not save the printable version',
    printName: 'form',
    printed: (name: string) => `Saved as ${name}.`,
  },
};
