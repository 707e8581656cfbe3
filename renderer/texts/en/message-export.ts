// English texts of exporting messages into a folder.
import { plural } from '../formats.ts';

const messages = (count: number, shown: string): string =>
  `${shown} ${plural('en', count, { one: 'message', other: 'messages' })}`;
const files = (count: number, shown: string): string =>
  `${shown} ${plural('en', count, { one: 'file', other: 'files' })}`;

export const messageExport = {
  title: 'Export messages',
  of: (who: string) => `Messages of ${who}, to a new folder on this computer`,
  back: 'Back to the messages',
  which: 'Which messages',
  changed: 'Changed',
  folders: 'Folders',
  folder: { inbox: 'Inbox', 'work-list': 'Work list', archive: 'Archive' },
  trashText: 'Messages in the trash can’t be exported: the platform doesn’t show their contents.',
  filtered: 'Only messages that match the advanced filter',
  what: 'Include',
  always: 'Details and text',
  alwaysText: 'message.json and body.html, always included',
  parts: { forms: 'Forms', attachments: 'Attachments', print: 'Printable version' },
  partsText: {
    forms: 'XML, exactly as on the platform',
    attachments: 'Every file as sent',
    print: 'PDF of a form, if the platform has one',
  },
  manifest:
    'A manifest lists each file with its SHA-256, and what is missing and why. No message is marked as read.',
  counting: (count: number, shown: string, calls: string) =>
    `Counting: ${messages(count, shown)} so far, ${calls} calls`,
  countingFirst: 'Counting messages…',
  count: (count: number, shown: string) => `${messages(count, shown)} right now`,
  selection: (count: number, shown: string) => `${messages(count, shown)} selected in the list`,
  filter: (count: number, shown: string) =>
    `${messages(count, shown)} shown in the list, as it is filtered`,
  notSelected: 'Choose by folder and date',
  none: 'No messages match. Choose other dates or folders.',
  incomplete: 'The platform doesn’t return the whole list. The manifest says so.',
  countFailed: 'Could not count the messages',
  personalTitle: 'The folder will contain personal data',
  personalText:
    'Messages are saved unencrypted. Choose a folder that only the right people can open, and delete it when you no longer need it.',
  intoDownloads: 'The new folder is created in your downloads folder.',
  start: 'Choose folder and export…',
  startHere: 'Export',
  reading: 'Loading the list of messages…',
  cancel: 'Cancel',
  starting: 'Could not start the export',
  noFolder: 'Choose at least one folder',
  impossible: 'The first day must be before the last.',
  running: 'Another export is running. Exports run one at a time.',
  into: (folder: string) => `In the folder “${folder}”`,
  holds: (count: number, shown: string) => files(count, shown),
  wholeList: 'The platform didn’t return the whole list. There may be more messages.',
  verify: 'Check the files',
  verifying: (done: string, all: string) => `Checking: ${done} of ${all}`,
  verifyAgain: 'Check again',
  verifyFailed: 'Could not check the files',
  verified: (count: number, shown: string) =>
    `All files match the manifest: ${files(count, shown)} checked`,
  different: 'The folder doesn’t match the manifest',
  missing: 'Missing',
  altered: 'Changed',
  others: 'Not from this export',
  gone: 'This export is no longer in the list',
  goneText: 'The folder with the manifest has not been moved.',
  another: 'New export',
};
