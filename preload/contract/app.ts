// The program itself: what the page needs to begin, leaving, locking and opening the system browser.
import { read } from './operation.ts';
import { connection } from './connections.ts';
import { credential } from './credentials.ts';
import { job } from './jobs.ts';
import { journalState } from './activity.ts';
import { oneTimeSecret } from './one-time-secrets.ts';
import { layout } from './layout.ts';
import { settings } from './settings.ts';
import { id, z } from './schema.ts';

/** `memory`: asked for by a person for this session; secrets end with the program. */
export const keychainState = z.object({
  state: z.enum(['ready', 'locked', 'absent', 'not-answering', 'memory']),
  message: z.string(),
});
export type KeychainState = z.infer<typeof keychainState>;

export const start = z.object({
  version: z.string(),
  shell: z.enum(['electron', 'chromium', 'terminal']),
  platform: z.enum(['windows', 'macos', 'linux']),
  /** What the shell can do, so that the page promises nothing else. */
  can: z.object({ hideFromScreenSharing: z.boolean(), saveDialog: z.boolean() }),
  osLanguage: z.string(),
  keychain: keychainState,
  settings,
  layout,
  connections: z.array(connection),
  chosen: id.nullable(),
  credentials: z.array(credential),
  secrets: z.array(oneTimeSecret),
  jobs: z.array(job),
  journal: journalState,
  /** Files that were damaged at the start and set aside: names only. */
  setAside: z.array(z.string()),
});
export type Start = z.infer<typeof start>;

export const app = {
  start: read({ input: z.strictObject({}), output: start }),
  /** Tries the keychain again after the person unlocked or installed it. */
  checkKeychain: read({ input: z.strictObject({}), output: keychainState }),
  /** Memory-only secrets for this session. Nothing already stored is touched. */
  useMemoryKeychain: read({ input: z.strictObject({}), output: keychainState }),
  /** Drops conversations, tokens and decrypted copies. */
  lock: read({ input: z.strictObject({}), output: z.object({}) }),
  /** How many drafts this window holds that nobody saved: leaving asks about them. */
  holdDrafts: read({
    input: z.strictObject({
      drafts: z.number().int().min(0, 'out-of-range').max(1000, 'out-of-range'),
    }),
    output: z.object({}),
  }),
  /** Ends the program; answers what holds it back, unless `anyway`. */
  quit: read({
    input: z.strictObject({ anyway: z.boolean() }),
    output: z.object({ held: z.boolean() }),
  }),
  /** Opens the page of the connection's portal in the system browser after showing its host. */
  openPortal: read({
    input: z.strictObject({ connection: id }),
    output: z.object({ host: z.string() }),
  }),
};
