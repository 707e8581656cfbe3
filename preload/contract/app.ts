// The program itself: what the page needs at start, quitting, locking and opening the system browser.
import { read, write } from './operation.ts';
import { connection } from './connections.ts';
import { checkProgress, checkReport } from './check.ts';
import { credential } from './credentials.ts';
import { job } from './jobs.ts';
import { journalState } from './activity.ts';
import { oneTimeSecret } from './one-time-secrets.ts';
import { layout } from './layout.ts';
import { managedSettings, untrustedSettings } from './managed.ts';
import { knownPlaces } from './places.ts';
import { settings } from './settings.ts';
import { id, optionalLine, saveTarget, z } from './schema.ts';

/** `memory`: asked for by a person for this session; secrets end with the program. */
export const keychainState = z.object({
  state: z.enum(['ready', 'locked', 'absent', 'not-answering', 'memory']),
  message: z.string(),
});
export type KeychainState = z.infer<typeof keychainState>;

/**
 * This start found that the data folder was copied. `beside`: the first one is still where it was, and this one has got names
 * of its own in the keychain. `elsewhere`: this keychain has nothing of it, being that of another account or computer.
 */
export const copiedFolder = z.enum(['beside', 'elsewhere']);

export const start = z.object({
  version: z.string(),
  shell: z.enum(['electron', 'chromium', 'terminal']),
  platform: z.enum(['windows', 'macos', 'linux']),
  /** What the shell can do, so that the page promises nothing else. */
  can: z.object({
    hideFromScreenSharing: z.boolean(),
    saveDialog: z.boolean(),
    /** The system is asked who opens it when it was put away (Touch ID). */
    askWhoOpens: z.literal(true).optional(),
    /** The system shows notifications. */
    notify: z.literal(true).optional(),
  }),
  osLanguage: z.string(),
  keychain: keychainState,
  settings,
  /** What the organisation has settled for this computer. */
  managed: managedSettings.nullable(),
  untrustedSettings: untrustedSettings.nullable(),
  /** From a file that was taken; they are offered where the organisation settles none. */
  places: knownPlaces.nullable(),
  layout,
  connections: z.array(connection),
  chosen: id.nullable(),
  credentials: z.array(credential),
  secrets: z.array(oneTimeSecret),
  jobs: z.array(job),
  journal: journalState,
  /** Files that were damaged at the start and set aside: names only. */
  setAside: z.array(z.string()),
  copiedFolder: copiedFolder.nullable(),
  /** It was put away, and a person has to open it. */
  putAway: z.literal(true).optional(),
});
export type Start = z.infer<typeof start>;

/** One library or program that is inside Steward, from the bill of materials of this build. */
export const component = z.object({
  name: z.string(),
  version: z.string(),
  /** SPDX expression. */
  licence: z.string(),
  /** The text that its licence asks to be passed on. */
  notice: z.string(),
});
export type Component = z.infer<typeof component>;

/** The keys by which files on this computer are sealed, by what they seal. */
export const sealingKey = z.enum(['one-time-secrets', 'form-drafts', 'jobs']);
export type SealingKey = z.infer<typeof sealingKey>;

/** One that the keychain has lost, and how many answers, drafts or jobs nobody can read without it. */
export const lostKey = z.object({ key: sealingKey, sealed: z.number().int() });
export type LostKey = z.infer<typeof lostKey>;

export const app = {
  start: read({ approval: 'none', input: z.strictObject({}), output: start }),
  /** Tries the keychain again after the person unlocked or installed it. */
  checkKeychain: read({ approval: 'none', input: z.strictObject({}), output: keychainState }),
  /** Memory-only secrets for this session. Nothing already stored is touched. */
  useMemoryKeychain: read({
    approval: 'override',
    input: z.strictObject({}),
    output: keychainState,
  }),
  /** Drops conversations, tokens and decrypted copies. */
  lock: read({ approval: 'none', input: z.strictObject({}), output: z.object({}) }),
  /** Opens what was put away; the system asks for the person where it can, and until they were recognised nothing else is answered. */
  openAgain: read({
    approval: 'none',
    input: z.strictObject({}),
    output: z.object({ open: z.boolean() }),
  }),
  /** How many drafts this window holds that nobody saved: leaving asks about them. */
  holdDrafts: read({
    approval: 'none',
    input: z.strictObject({
      drafts: z.number().int().min(0, 'out-of-range').max(1000, 'out-of-range'),
    }),
    output: z.object({}),
  }),
  /** A fault of the page, for the log: of its words nothing, and of its stack the places in our files (LOG-03). */
  tellFault: read({
    approval: 'none',
    input: z.strictObject({
      name: optionalLine(60),
      /** Frames alone, without the message. */
      frames: z.array(optionalLine(300)).max(20, 'too-many'),
    }),
    output: z.object({ reference: z.string() }),
  }),
  /** Ends the program; answers what holds it back, unless `anyway`. */
  quit: read({
    approval: 'override',
    input: z.strictObject({ anyway: z.boolean() }),
    output: z.object({ held: z.boolean() }),
  }),
  /** What is inside this build, by name; empty in a developer's copy that was never packed. */
  components: read({
    approval: 'none',
    input: z.strictObject({}),
    output: z.object({ all: z.array(component) }),
  }),
  /** Saves the CycloneDX bill of materials of this build. Problem not-found where it has none. */
  saveBillOfMaterials: read({
    approval: 'none',
    input: z.strictObject({ target: saveTarget }),
    output: z.object({ name: z.string() }),
  }),
  /** A report on the program for whoever helps: facts and the last lines of the log, without secrets, to be looked at first. */
  report: read({
    approval: 'none',
    input: z.strictObject({}),
    output: z.object({ text: z.string() }),
  }),
  /** The same, as a file. */
  saveReport: read({
    approval: 'none',
    input: z.strictObject({ target: saveTarget }),
    output: z.object({ name: z.string() }),
  }),
  /** The form of the data folder. Its path is no answer's to give (IPC-04). */
  dataFolder: read({
    approval: 'none',
    input: z.strictObject({}),
    output: z.object({
      /** Form of the folder. */
      format: z.number().int(),
      /** Whether it is where a user's data usually is on this system; else somebody named another one. */
      usual: z.boolean(),
      /** Names of backups made before a step to a newer form. */
      backups: z.array(z.string()),
    }),
  }),
  /**
   * `secrets`: every entry of Steward in the keychain, and with them what is sealed by them. `everything`: these and then the
   * data folder's content. Answers `held` and does nothing while something runs or waits, unless `anyway`. Afterwards
   * nothing is kept any more: the page says what was done and ends the program (`quit`), and with it goes the rest.
   */
  erase: write({
    approval: 'erase',
    input: z.strictObject({ what: z.enum(['secrets', 'everything']), anyway: z.boolean() }),
    output: z.object({
      held: z.boolean(),
      secrets: z.number().int(),
      /** Names in the data folder of what Steward did not make, and left there. */
      left: z.array(z.string()),
    }),
    subject: ({ what }) => ({ object: what }),
  }),
  /** Keys that the keychain has lost. Problem keychain{...} while it cannot tell. */
  lostKeys: read({
    approval: 'none',
    input: z.strictObject({}),
    output: z.object({ lost: z.array(lostKey) }),
  }),
  /**
   * Gives up what a lost key sealed, and makes a new one: sealed answers become unknown outcomes, files of drafts and jobs are kept
   * beside the new ones. Problem conflict for a key that can be read, and while a job runs.
   */
  renewKey: write({
    approval: 'erase',
    input: z.strictObject({ key: sealingKey }),
    output: z.object({ sealed: z.number().int() }),
    subject: ({ key }) => ({ object: key }),
  }),
  /**
   * Reads everything that Steward keeps on this computer, repairs what is safe to repair, and reports. A read, because it works
   * where nothing can be written; its first repair makes a line in the journal before it begins.
   */
  check: read({
    approval: 'none',
    input: z.strictObject({}),
    output: checkReport,
    progress: checkProgress,
  }),
  /** Opens the page of the connection's portal in the system browser after showing its host. */
  openPortal: read({
    approval: 'none',
    input: z.strictObject({ connection: id }),
    output: z.object({ host: z.string() }),
  }),
};
