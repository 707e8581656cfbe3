// English texts of one message: what it says, its attachments and forms, and what can be done with it.
import { plural } from '../formats.ts';

const attachmentsOf = (n: number): string =>
  `${n} ${plural('en', n, { one: 'attachment', other: 'attachments' })}`;

export const messagePane = {
  title: 'Message',
  reading: 'Reading the message',
  types: { 'form-task': 'Form', correspondence: 'Correspondence', unknown: 'Message' },
  facts: {
    sender: 'From',
    serviceOwner: 'Service owner',
    lastChanged: 'Last changed',
    by: 'Changed by',
    service: 'Service',
    reference: 'Archive reference',
    id: 'Message ID',
  },
  toService: (name: string) => `Open ${name} among the services`,
  copyId: 'Copy the message ID',
  copyReference: 'Copy the archive reference',
  readingReference: 'Reading the archive reference',

  continue: 'Continue filling in',
  change: 'Change before signing',
  sign: 'Sign',
  markAsRead: 'Mark as read',
  markedAsRead: 'Marked as read',
  marking: 'Marking as read',
  notMarked: 'Opening it has not marked it as read.',
  print: 'Save printable version…',
  printing: 'Saving the printable version',
  portal: 'Open in the portal',
  openingPortal: 'Opening the message in the portal',
  refresh: 'Read the message again',

  gone: 'The message is not there any more',
  goneText: 'It may have been deleted, or have got another number when it was archived.',
  goneShown: 'What it said when it was last read stands below.',
  refreshList: 'Refresh the list',
  changed: 'The message was changed meanwhile',
  changedText: 'What stands below is how it was before.',
  showNow: 'Show it as it is now',
  inTrash: 'In the trash',
  inTrashText:
    'The platform no longer shows what it says. Nothing brings a message back from the trash.',

  summary: 'Summary',
  text: 'Text',
  noText: 'The message has no text.',

  replies: 'Reply',
  startForm: (service: string) => `Fill in form ${service}`,
  startFormText: (service: string) => `Starts form ${service} for you to fill in`,
  archivedText: (name: string) => `Shows ${name} in the message box`,
  archived: 'Show what it is about',
  looking: 'Looking in the archive',
  notInArchive: (names: string) => `The archive has nothing with ${names}.`,
  notInArchiveText: 'You may lack the right to see it, or it belongs to another party.',
  copyArchived: (name: string) => `Copy ${name}`,
  linkText: (host: string) => `Opens ${host} in the browser`,
  openingLink: (host: string) => `Opening ${host}`,
  plainText: 'Cannot be opened from here',

  attachments: {
    title: 'Attachments',
    encrypted: 'Encrypted',
    signingLocked: 'Must be signed',
    signedByDefault: 'Signed unless you choose otherwise',
    sizeUnknown: 'Size not known',
    noAddress: 'Cannot be saved: the platform gives no address for it.',
    save: (name: string) => `Save ${name}…`,
    saveAll: 'Save all…',
    saving: (name: string) => `Saving ${name}`,
    savingAll: (done: number, of: number) => `${done} of ${of} saved`,
    cancel: (name: string) => `Stop saving ${name}`,
    cancelAll: 'Stop',
    waiting: 'Waiting',
    soFar: (done: string, of: string) => `${done} of ${of}`,
    saved: (name: string) => `Saved as ${name}`,
    notSaved: (name: string) => `${name} was not saved`,
    savedAll: (done: number, of: number, folder: string) =>
      done === of
        ? `${attachmentsOf(of)} saved in ${folder}`
        : `${done} of ${attachmentsOf(of)} saved in ${folder}`,
    someFailed: (n: number) => `${n} could not be saved; see why below.`,
    choosing: 'Choosing where to save',
    saveFirst: 'Save the attachment, or all of them',
  },
  forms: {
    title: 'Forms',
    unnamed: (n: number) => `Form ${n}`,
    reading: 'Reading the form',
    type: 'Type',
    types: { 'main-form': 'Main form', 'sub-form': 'Sub-form' },
    format: 'Data format',
    validation: 'Validation',
    validations: { notvalidated: 'Not checked yet', ok: 'No faults found' },
    none: 'Not stated',
    showXml: 'Show XML',
    saveXml: 'Save XML…',
    saving: 'Saving the XML of the form',
    readingXml: 'Reading the XML of the form',
    noData: 'The platform offers no XML of this form.',
    noAddress: 'Only its name is known: the platform gives no address for it.',
    xmlOf: (name: string) => `XML of ${name}`,
  },

  delete: {
    ask: 'Delete…',
    title: 'Delete the message',
    go: 'Delete message',
    done: (subject: string) => `“${subject}” is in the trash`,
    doneForGood: (subject: string) => `“${subject}” is deleted for good`,
    consequence:
      'The message goes to the trash. Nothing brings it back, neither here nor in the portal.',
    openForm:
      'The form goes to the trash with all that is filled in and attached. Nothing brings it back, neither here nor in the portal.',
    inTrash: 'The message is in the trash already. Deleting it there removes it for good.',
    subject: 'Subject',
    kept: 'A correspondence to an organisation cannot be deleted, neither here nor in the portal.',
    unknownParty:
      'Whether it can be deleted depends on whose box this is. The platform decides, and its answer is shown here.',
    maybe: 'It may have been deleted',
    maybeText:
      'The answer was lost. Look at how things stand; until then it cannot be deleted again.',
    look: 'Look',
    lookFirst: 'Look first whether it was deleted',
    still: 'It was not deleted',
    stillText: 'The platform still has the message.',
    attempted: 'Deleting the message',
  },
};
