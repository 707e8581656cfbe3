// Backup: all that Steward keeps on this computer in one encrypted file, brought back where nothing is kept yet.
import { write } from './operation.ts';
import {
  byteProgress,
  filePassphrase,
  newPassphrase,
  readHandle,
  saveTarget,
  z,
} from './schema.ts';

const counts = z.object({
  connections: z.number().int(),
  credentials: z.number().int(),
  /** One-time secrets that are kept. */
  secrets: z.number().int(),
  jobs: z.number().int(),
});

export const backup = {
  /**
   * The data folder as it is at one moment, and what the keychain has of it, in a new file that `age --decrypt` and tar open. Left out: open
   * metadata, saved lists, logs, earlier backups, and the sign-ins of persons. Problem conflict while a job runs, file{changed-meanwhile}
   * where the folder does not come to rest, keychain{...}.
   */
  make: write({
    approval: 'reveal',
    input: z.strictObject({ target: saveTarget, passphrase: newPassphrase }),
    output: z.object({
      name: z.string(),
      bytes: z.number(),
      counts,
      /** Entries that the keychain has lost or damaged, so that they are not in the backup. */
      lost: z.number().int(),
    }),
    progress: byteProgress,
    subject: () => ({ object: 'backup' }),
  }),
  /**
   * Reads and verifies all of it, and puts its secrets into the keychain; its files take their places at the next start, so the program
   * ends after this. Whatever fails leaves everything as it was. Problem conflict where anything is kept here already,
   * file{wrong-passphrase, not-a-backup, newer, damaged}.
   */
  bringBack: write({
    approval: 'place',
    input: z.strictObject({ file: readHandle, passphrase: filePassphrase }),
    output: z.object({
      /** When it was made. */
      made: z.string(),
      counts,
    }),
    progress: byteProgress,
    subject: () => ({ object: 'backup' }),
  }),
};
