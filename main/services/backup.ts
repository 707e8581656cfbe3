// Backup for a person: made while no job runs, brought back where nothing is kept.
import type { Checks, Handlers } from '../../preload/contract/contract.ts';
import type { Job } from '../../preload/contract/jobs.ts';
import { bringBack, type BringingNeeds } from '../backup/bring.ts';
import { holdsDraftsOrRows } from '../backup/copied-folder.ts';
import { createBackupMaker, type MakingNeeds } from '../backup/make.ts';
import type { BackupManifest } from '../backup/manifest.ts';
import { failureOf } from '../problem.ts';
import { cancelled, conflict } from '../problems.ts';
import { Secret } from '../secret.ts';
import type { FileHandles } from '../storage/files.ts';

export interface BackupServiceNeeds extends Omit<MakingNeeds, 'counts'>, BringingNeeds {
  readonly connections: () => readonly unknown[];
  readonly credentials: () => readonly unknown[];
  readonly secrets: () => readonly unknown[];
  readonly jobs: () => readonly Job[];
  readonly files: Pick<FileHandles, 'sink' | 'source'>;
  /** True while a backup is brought back, and from then on: until the next start nothing else is kept. */
  readonly bringing: { isUnderWay: boolean };
}

/** What is refused before a person is asked. */
export const backupChecks = (needs: Pick<BackupServiceNeeds, Kept>): Checks<'backup'> => ({
  make() {
    if (needs.jobs().some(({ state }) => state === 'running' || state === 'pausing'))
      throw conflict('A job is running. Pause it, or wait until it ends, then make the backup.');
  },
  async bringBack() {
    const counts = Object.values(countsOf(needs));
    if (counts.some((count) => count > 0) || (await holdsDraftsOrRows(needs.folder)))
      throw conflict(
        'A backup is brought back only where nothing is kept yet. This data folder has connections, certificates, secrets, ' +
          'jobs or drafts. Use another account or folder, or remove everything here first.',
      );
  },
});

type Kept = 'connections' | 'credentials' | 'secrets' | 'jobs' | 'folder';

const countsOf = (needs: Pick<BackupServiceNeeds, Kept>): BackupManifest['counts'] => ({
  connections: needs.connections().length,
  credentials: needs.credentials().length,
  secrets: needs.secrets().length,
  jobs: needs.jobs().length,
});

export function backupService(needs: BackupServiceNeeds): Handlers<'backup'> {
  const make = createBackupMaker({ ...needs, counts: () => countsOf(needs) });
  const { bringing } = needs;
  return {
    async make({ target, passphrase }, { signal, report }) {
      const sink = await needs.files.sink(target, 'target', { mostBytes: Infinity });
      const { counts, lost } = await make({ passphrase, sink, signal, report }).catch(
        (error: unknown) => {
          if (failureOf(error) === undefined && signal.aborted) throw cancelled();
          throw error;
        },
      );
      return { ...sink.result(), counts, lost };
    },
    async bringBack({ file, passphrase }, { signal, report }) {
      if (bringing.isUnderWay)
        throw conflict('A backup is brought back already. Close Steward and start it again.');
      const source = await needs.files.source(file, 'file');
      bringing.isUnderWay = true;
      try {
        const read = { source, passphrase: new Secret(passphrase), signal, report };
        const { made, counts } = await bringBack(needs, read);
        return { made, counts };
      } catch (error) {
        bringing.isUnderWay = false;
        throw error;
      } finally {
        await source.close();
      }
    },
  };
}
