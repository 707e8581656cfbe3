// English texts of filling in a form: the steps, the attachments, the check and the sending.
import { counted, number, plural } from '../formats.ts';

const forms = (n: number) => counted('en', n, 'form', 'forms');

export const formDesk = {
  title: 'Fill in',
  steps: { forms: 'Forms', attachments: 'Attachments', check: 'Check', sign: 'Sign' },
  stepsLabel: 'Steps of the form',
  goTo: (step: string) => `Go to ${step}`,
  problems: (n: number) => counted('en', n, 'problem', 'problems'),
  unsaved: (n: number) => `${forms(n)} changed on this computer`,
  reading: 'Reading the form',
  back: 'Back to the list',
  message: 'Message',
  changedHere: 'Changed here',
  lastTyped: 'Last typed',
  formCount: forms,
  discard: 'Discard draft…',
  discardTitle: 'Discard the draft on this computer?',
  discardText:
    'What was filled in here and not saved is gone for good. The message stays at the platform as it is there.',
  discardAction: 'Discard draft',
  discarded: 'The draft is discarded.',
  gone: 'This message is not there any more',
  goneText: 'It was deleted, or signed and archived under another number. Look in the archive.',
  goneDraft: 'What you filled in is still on this computer until you discard the draft.',
  lost: 'Part of this draft could not be read.',
  lostText: (until: string, files: string) =>
    `The draft is shown as it was at ${until}. Later edits are missing: check the form before you save it. The damaged file is kept as ${files}.`,
  closed: (state: string) => `This form cannot be changed any more: ${state}`,
  closedText: 'It was signed and archived, or moved on. You can read it, and nothing can be saved.',
  closedDraft:
    'It was signed and archived, or moved on, while there was a draft here. The draft cannot be saved any more; copy from it what you need, then discard it.',
  notOpen: 'The form cannot be changed any more',
  uploading: (n: number) => `${counted('en', n, 'attachment', 'attachments')} being uploaded`,
  attachments: {
    title: 'Attachments',
    add: 'Add files…',
    drop: 'Drop files here, or choose them with Add files.',
    none: 'There are no attachments yet.',
    columns: {
      name: 'File',
      type: 'Type',
      size: 'Size',
      actions: 'Actions',
      files: 'Allowed files',
      count: 'Count',
      limit: 'Largest size',
    },
    locked: 'Must be signed',
    lockedText: 'Locked to the signature: it must be among what is signed.',
    encrypted: 'Encrypted',
    noId: 'The platform does not say how this attachment is named',
    typeOf: (file: string) => `Type of ${file}`,
    typeUnknown: 'Type not known',
    typeName: 'Name of the type',
    chooseType: 'Choose type',
    notThisEnding: 'not this kind of file',
    rules: 'What the service asks for',
    required: 'Required',
    atLeast: (n: number) => (n === 0 ? 'any number' : `at least ${number('en', n)}`),
    between: (from: number, to: number) => (from === to ? `exactly ${to}` : `${from}–${to}`),
    has: (n: number, of: string) => `${number('en', n)} (${of})`,
    sizeText:
      'The unit of the largest size is not documented. Steward warns, and the platform decides.',
    takesNone:
      'The service has no rules for attachments. The platform decides whether it takes any.',
    noRules: 'The rules for attachments are not known',
    noRulesText:
      'The open metadata does not have this service, or could not be read. Nothing is checked before the upload; the platform decides.',
    missingTitle: 'Attachments are missing',
    missing: (n: number, type: string) =>
      `${number('en', n)} more of the type ${type} ${n === 1 ? 'is' : 'are'} needed.`,
    missingPerhaps: 'One whose type is not known may be it.',
    remove: (file: string) => `Delete ${file}`,
    removeTitle: 'Delete this attachment?',
    removeText:
      'It is deleted from the message at the platform at once and cannot be brought back.',
    removeAction: 'Delete attachment',
    removed: (file: string) => `${file} was deleted.`,
    uploads: 'Files to upload',
    oneByOne: 'Files are added to the message at the platform at once, one after the other.',
    upload: (n: number) => (n === 1 ? 'Upload 1 file' : `Upload ${number('en', n)} files`),
    waiting: 'Waiting',
    stopping: 'Cancelling',
    cancelled: 'Cancelled. It was not added to the message.',
    again: 'Try again',
    takeOff: (file: string) => `Take ${file} off this list`,
    cancel: (file: string) => `Cancel the upload of ${file}`,
    sending: (file: string) => `Uploading ${file}`,
    progress: (file: string) => `Progress of ${file}`,
    sent: (sent: string, of: string) => `${sent} of ${of}`,
    awaited: 'Sent. Waiting for the platform to confirm…',
    speed: (size: string) => `${size}/s`,
    left: {
      minutes: (minutes: number, seconds: string) => `${minutes}:${seconds} min left`,
      hours: (n: number) => `${number('en', n)} h left`,
    },
    problems: {
      ending: (allowed: string) => `This kind of file is not allowed for the type: ${allowed}`,
      tooMany: (most: number) =>
        `There are ${number('en', most)} of this type already, and no more are allowed`,
      other: {
        'no-file': 'This is a folder or no ordinary file',
        empty: 'The file is empty',
        'type-needed': 'Choose a type first',
        'type-unknown': 'The service does not have this type',
      },
    },
    mayBeTooLarge: (most: string) =>
      `It may be too large: the largest size is ${most}, in a unit that is not documented`,
    unknownTitle: 'It may have been added',
    unknownThere:
      'The message now has an attachment with this name. Compare its size above before you add the file again.',
    unknownNotThere:
      'The message was read again and has no attachment with this name. Add the file again if it is still missing after a while.',
    unknownUnread:
      'The message could not be read again. Refresh it, and look whether the attachment is there, before you add the file again.',
  },
  check: {
    title: 'Check what is sent',
    comparing: 'Comparing with what the platform has',
    refresh: 'Read again what the platform has',
    forms: 'Forms',
    attachments: 'Attachments',
    noAttachments: 'The message has no attachments.',
    unnamed: 'Form without a name',
    kinds: { kept: 'Unchanged', changed: 'Changed', new: 'New', removed: 'Taken out' },
    fromTo: (from: string, to: string) => `${from} → ${to}`,
    differs: (line: number) => `Differs from line ${line} on`,
    platformHas: 'At the platform now',
    youHave: 'In your draft',
    nothing: '(nothing)',
    moreLines: (n: number) =>
      `${number('en', n)} more ${plural('en', n, { one: 'line', other: 'lines' })}`,
    somebody: 'Somebody',
    stale: 'The message was changed after you began',
    staleText: (who: string, when: string, began: string) =>
      `${who} changed it on ${when}; your draft began from the version of ${began}.`,
    staleChoose:
      'That may also have been you, in the portal. Choose for each form whether yours is saved or theirs stays. Nothing is sent before that.',
    mine: 'Save mine',
    theirs: 'Keep theirs',
    choose: (form: string) => `Which version of ${form}`,
    undecided: 'Choose one',
    warnings: 'Before you send it',
    formProblems: (n: number) =>
      `The XML check found ${counted('en', n, 'problem', 'problems')} in the forms.`,
    notChecked: 'The changed forms were not checked against their XSD.',
    notBlocking: 'A draft can be saved all the same. Signing may be refused.',
    what: 'What saving does',
    whole:
      'Saving replaces everything in the message: the platform then has exactly these forms and attachments.',
    steps: 'The changed forms are saved one by one. Attachments stay untouched, because:',
    obstacles: {
      'large-attachments': 'Some attachments are too large to be sent again in one call.',
      'unnamed-attachments': 'The platform does not say how some attachments are named.',
      'unnamed-forms': 'The platform does not say how some forms are named.',
      'unknown-forms': 'The platform does not say what some unchanged forms are.',
      'no-types': 'The types of the attachments are not known.',
    },
    refusals: {
      'types-needed':
        'Choose the type of every attachment first: they are sent again with the forms.',
      'unknown-format': 'The platform does not say which data format a changed form has.',
      'no-forms': 'At least one form must stay.',
      'whole-impossible': 'The message cannot be replaced in one call',
    },
    becomes: {
      changed: (names: string) => `Replaced with yours: ${names}`,
      new: (names: string) => `Added: ${names}`,
      removed: (names: string) => `Taken out: ${names}`,
      kept: (names: string) => `Stays as it is: ${names}`,
    },
    attachmentsKept: (n: number) =>
      n === 0
        ? 'No attachments'
        : `${counted('en', n, 'attachment stays', 'attachments stay')} as ${n === 1 ? 'it is' : 'they are'}`,
    nothingChanged: 'Nothing is changed on this computer.',
    backToFilling: 'The form awaits signature. Saving as a draft takes it back to being filled in.',
    save: 'Save draft',
    sendToSigning: 'Send to signing',
    complete: 'Complete and send…',
    saveFirst: 'Save the draft first',
    decideFirst: 'Choose a version of each form first',
    uploadsFirst: 'Wait until the attachments are uploaded',
    noSigning: 'It can be signed and sent, but not sent to signing by others from here:',
    saving: 'Saving the form',
    saved: 'The form is saved at the platform.',
    sentToSigning: 'The form is saved and awaits signature.',
    lost: 'It is not known whether it was saved',
    lostText:
      'No answer came, and the message could not be read after that. Your draft is kept. Look what the platform has before anything else.',
    lookUp: 'Look what the platform has',
    notDone: 'It was not saved',
    notDoneText: 'The platform has what it had before. Your draft is kept, and you can save again.',
    other: 'Something else came of it',
    otherText:
      'The message was read again: it is neither as before nor as it was sent. Your draft is kept. Compare, then decide.',
    partly: 'Saved before it stopped',
  },
};
