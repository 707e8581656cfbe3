// English texts of exporting messages into a folder.
import { plural } from '../formats.ts';

const messages = (count: number, shown: string): string =>
  `${shown} ${plural('en', count, { one: 'message', other: 'messages' })}`;
const files = (count: number, shown: string): string =>
  `${shown} ${plural('en', count, { one: 'file', other: 'files' })}`;

export const messageExport = {
  title: 'Export messages',
  of: (who: string) => `Messages of ${who}, into a new folder on this computer`,
  back: 'Back to the messages',
  which: 'Which messages',
  changed: 'Changed',
  folders: 'Folders',
  folder: { inbox: 'Inbox', 'work-list': 'Work list', archive: 'Archive' },
  trashText: 'What is in the trash can be listed, but not read: it cannot be exported.',
  filtered: 'Only what fits the platform’s filter',
  what: 'What of each message',
  always: 'What the platform says of it, and its text',
  alwaysText: 'message.json and body.html, always',
  parts: { forms: 'Forms', attachments: 'Attachments', print: 'Printable version' },
  partsText: {
    forms: 'XML, byte for byte as the platform has it',
    attachments: 'Every file as it was sent',
    print: 'PDF of a form, where the platform offers one',
  },
  manifest:
    'A manifest lists each file with its SHA-256, what is missing, and why. Nothing is marked as read.',
  counting: (count: number, shown: string, calls: string) =>
    `Counting: ${messages(count, shown)} so far, ${calls} calls`,
  countingFirst: 'Counting messages…',
  count: (count: number, shown: string) => `${messages(count, shown)} at this moment`,
  none: 'No message fits. Choose other dates or folders.',
  incomplete: 'The platform does not give the whole list. The manifest will say so.',
  countFailed: 'Could not count the messages',
  personalTitle: 'The folder will hold personal data',
  personalText:
    'Messages are written in the clear. Choose a folder that only those may open who may read them, and delete it when it is no longer needed.',
  intoDownloads: 'The new folder is made in your downloads folder.',
  start: 'Choose folder and export…',
  startHere: 'Export',
  reading: 'Reading the list of messages…',
  cancel: 'Cancel',
  starting: 'Could not start the export',
  noFolder: 'Choose at least one folder',
  impossible: 'The first day is after the last.',
  running: 'Another export is not at its end. They run one after the other.',
  into: (folder: string) => `In the folder “${folder}”`,
  holds: (count: number, shown: string) => files(count, shown),
  wholeList: 'The platform did not give the whole list of messages: there may be more.',
  verify: 'Check the files',
  verifying: (done: string, all: string) => `Checking: ${done} of ${all}`,
  verifyAgain: 'Check again',
  verifyFailed: 'Could not check the files',
  verified: (count: number, shown: string) =>
    `All is as the manifest says: ${files(count, shown)} checked.`,
  different: 'The folder is not as the manifest says',
  missing: 'Not there',
  altered: 'Changed',
  others: 'Not from this export',
  gone: 'This export is not on the list any more.',
  goneText: 'The folder with its manifest is where it was.',
  another: 'New export',
};
