// English texts of a hand-over: everything that an organisation has on the platform, in a folder.
import type { HandOverPart } from '../../../preload/contract/hand-over-parts.ts';
import type {
  PartReader,
  PlannedPart,
  VerifiedHandOver,
} from '../../../preload/contract/hand-over.ts';
import { counted, number } from '../formats.ts';

const files = (count: number): string => counted('en', count, 'file', 'files');

export const handOver = {
  title: 'Hand-over',
  open: 'Hand-over…',
  of: (organisation: string) =>
    `Everything that ${organisation} has on the platform, in a folder that can be read without Steward`,
  back: 'Back to connections',
  folder: 'Folder',
  noFolder: 'No folder chosen',
  choose: 'Choose…',
  chooseEarlier: 'Bring an earlier one up to date…',
  earlierFolder: 'Only what is new or changed since the earlier hand-over is requested.',
  /** Where the shell has no dialog for folders. */
  intoDownloads: 'The new folder is created in your downloads folder.',
  verifyInTerminal: 'To verify a folder, run “steward verify FOLDER” in the terminal.',
  chooseFailed: 'Could not choose the folder',
  table: 'Parts of the hand-over',
  all: 'All parts',
  columns: {
    part: 'Part',
    readAs: 'Read as',
    count: 'Count',
    calls: 'Calls',
    time: 'Time',
    size: 'Size',
  },
  parts: {
    users: { name: 'Enterprise users', what: 'Notes and ages, never a secret' },
    access: { name: 'Who has access', what: 'Holders, their roles and rights, and how each came' },
    'local-roles': { name: 'Local roles', what: 'With the rights of each' },
    organisation: { name: 'Profile, contacts and parties', what: 'Your own access too' },
    messages: {
      name: 'Messages',
      what: 'All years and folders, with attachments, forms and printed pages',
    },
    'file-transfers': { name: 'File transfers', what: 'Lists and receipts' },
    consents: { name: 'Consents', what: 'Given and requested' },
    'service-owner': {
      name: 'Service owner’s lists',
      what: 'Requests, consents, rights register and events',
    },
    services: {
      name: 'Services that occur above',
      what: 'Details, schemas and role requirements',
    },
    journal: { name: 'This computer’s journal', what: 'What was done with Steward' },
  } satisfies Record<HandOverPart, { readonly name: string; readonly what: string }>,
  obstacles: {
    'no-connection': 'No connection of this organisation can read this',
    'signed-out': 'Sign in with a connection that may read this, then refresh',
    'switched-off': 'The platform no longer offers this',
    'not-reached': 'Could not be counted. Refresh to try again',
  } satisfies Record<NonNullable<PlannedPart['obstacle']>, string>,
  noServiceOwner: 'No connection of this organisation is a service owner',
  /** The select of a part; assistive technology reads it. */
  readAsOf: (part: string) => `Read as, ${part}`,
  readerThat: (name: string, reads: string) => `${name} (${reads})`,
  reads: {
    some: 'not all of it',
    'no-connection': 'has no access',
    'signed-out': 'signed out',
    'switched-off': 'not offered',
    'not-reached': 'not reached',
  } satisfies Record<Exclude<PartReader['reads'], 'all' | 'untried'>, string>,
  unfit: (name: string, part: string) => `“${name}” can’t read this: ${part}`,
  unfitText: 'The connection that is selected in the table reads it instead, if there is one.',
  noCalls: 'none',
  /** Where a part of a sum is not known yet. */
  atLeast: (sum: string) => `${sum}+`,
  partsOf: (chosen: number, of: number) =>
    `${number('en', chosen)} of ${counted('en', of, 'part', 'parts')}`,
  counting: (done: number, of: number) =>
    `Counting: ${number('en', done)} of ${counted('en', of, 'part', 'parts')}`,
  countingFirst: 'Counting…',
  countingPart: (part: string) => `Counting: ${part}`,
  cancel: 'Cancel',
  countFailed: 'Could not count what to hand over',
  estimated:
    'Counts are the platform’s; time and size are estimates. You can stop at any time. If you run it again, it requests only what is new or changed.',
  unknown: 'A dash means that the figure is known only once the part is loaded.',
  personalTitle: 'The folder will contain personal data',
  personalText:
    'It is saved unencrypted. Choose a folder that only the right people can open. Once it is finished, save an encrypted copy to send.',
  about: (time: string) => `About ${time}, with up to six calls at once`,
  atLeastAbout: (time: string) => `At least ${time}, with up to six calls at once`,
  start: 'Start',
  starting: 'Could not start the hand-over',
  /** Whatever makes a folder unfit. */
  conflict: {
    what: 'Another hand-over is running, or the folder holds something else',
    fix: 'Choose a new folder, or one with an earlier hand-over of the same organisation.',
  },
  nothingChosen: 'Select at least one part',
  folderFirst: 'Choose a folder first',
  running: 'Another hand-over is running. Hand-overs run one at a time.',
  stillCounting: 'Wait until everything is counted',
  notCounted: 'The parts are not counted yet. Refresh to count them',
  into: (folder: string) => `In the folder “${folder}”`,
  holds: files,
  verify: 'Verify',
  verifyFolder: 'Verify a folder…',
  verifying: (done: string, all: string) => `Verifying: ${done} of ${all}`,
  verifyFailed: 'Could not verify the folder',
  verifiedFolder: (folder: string) => `Folder “${folder}”`,
  completeOn: (time: string) => `Complete on ${time}`,
  completeBut: (parts: string) => `Complete but for ${parts}`,
  notEnded: 'This hand-over has not finished',
  notEndedText: 'Resume its job, or run it again into the same folder.',
  ended: (time: string) => `Finished on ${time}.`,
  matches: (organisation: string, count: number, size: string) =>
    `${organisation}: ${files(count)} (${size}) are there and unchanged.`,
  different: 'The folder doesn’t match what it says it holds',
  noManifest: 'The folder’s manifest can’t be read',
  noManifestText: 'It may have been changed or deleted. Run the hand-over again into a new folder.',
  lackOf: (part: string, here: number, onPlatform: number | null) =>
    onPlatform === null
      ? `${part}: ${number('en', here)} here`
      : `${part}: ${number('en', here)} here, ${number('en', onPlatform)} on the platform`,
  lackBecause: (lack: string, why: string) => `${lack}. ${why}`,
  /** What a manifest says of a part that is not complete. */
  lackStates: {
    incomplete: 'Not everything could be loaded.',
    'not-offered': 'The platform no longer offers it, or not to this organisation.',
  } satisfies Record<VerifiedHandOver['lacks'][number]['state'], string>,
  archive: {
    open: 'Save encrypted…',
    title: 'Save the hand-over encrypted',
    text: 'The folder is saved as one zip file that is encrypted with this passphrase. Any program that reads age files opens it.',
    action: 'Choose where to save…',
    failed: 'Could not save the encrypted file',
    saved: (name: string) => `Saved as “${name}”`,
  },
  missing: 'Missing',
  changed: 'Changed',
  brokenLinks: 'Links that lead nowhere',
  otherCounts: 'Lists with another number of rows than the manifest says',
  others: 'Not from the hand-over',
  gone: 'This hand-over is no longer in the list',
  goneText: 'The folder has not been moved.',
  another: 'New hand-over',
};
