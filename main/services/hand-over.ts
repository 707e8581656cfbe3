// Hand-over for a person: what there is, its beginning as a job, and whether a folder is whole.
import type { Handlers, Run } from '../../preload/contract/contract.ts';
import type { Locale } from '../../preload/contract/locale.ts';
import { writeArchive } from '../hand-over/archive.ts';
import { isBesideOf, isReader, planHandOver } from '../hand-over/plan.ts';
import { verifyHandOver } from '../hand-over/verify.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { conflict, refusedField } from '../problems.ts';
import type { ConnectionStore } from '../storage/connection-store.ts';
import type { FileHandles } from '../storage/files.ts';
import type { Journal } from '../storage/journal.ts';

export interface HandOverServiceNeeds {
  readonly jobs: Pick<Jobs, 'startHandOver' | 'written' | 'list'>;
  readonly connections: Pick<ConnectionStore, 'all' | 'find'>;
  readonly files: Pick<FileHandles, 'place' | 'path' | 'sink'>;
  readonly journal: Pick<Journal, 'acts'>;
  /** Performs reads of the contract, with their checks. */
  readonly run: Run;
  readonly locale: () => Locale;
}

export function handOverService(needs: HandOverServiceNeeds): Handlers<'handOver'> {
  const { jobs, connections, files, journal, run, locale } = needs;
  return {
    async plan({ connection, ...asked }, { signal, report }) {
      const chosen = connections.find(connection);
      const all = { run, connections: connections.all(), journal };
      const parts = await planHandOver(all, { chosen, ...asked }, signal, report);
      const { organisationNumber, organisationName } = chosen;
      return { organisationNumber, organisationName, parts };
    },
    async start({ connection, folder, parts, ...organisation }) {
      const saved = connections.find(connection);
      for (const { part, connection: id } of parts) {
        const through = id === null ? undefined : connections.find(id);
        if (through !== undefined && !isBesideOf(saved, through))
          throw refusedField(
            'parts',
            'not-a-choice',
            'A part is read through another organisation.',
          );
        if (!isReader(part, through))
          throw refusedField(
            'parts',
            'not-a-choice',
            'A part has a connection that nobody could read it through.',
          );
      }
      if (new Set(parts.map(({ part }) => part)).size < parts.length)
        throw refusedField('parts', 'not-a-choice', 'A part is named more than once.');
      if (organisation.organisationNumber !== saved.organisationNumber)
        throw refusedField('organisationNumber', 'not-a-choice');
      const path = files.place(folder, 'folder');
      return jobs.startHandOver(saved, { ...organisation, parts, path, locale: locale() });
    },
    verify: ({ folder, job = '' }, { signal, report }) =>
      verifyHandOver(
        folder === undefined ? jobs.written(job) : files.path(folder, 'folder'),
        signal,
        report,
      ),
    async saveEncrypted({ job, target, passphrase }, { signal, report }) {
      const { kind, state } = jobs.list().find(({ id }) => id === job) ?? {};
      if (kind !== 'hand-over' || (state !== 'finished' && state !== 'stopped'))
        throw conflict('Only a hand-over that has ended can be saved.');
      const sink = await files.sink(target, 'target');
      await writeArchive({ folder: jobs.written(job), passphrase, sink, signal, report });
      return sink.result();
    },
  };
}
