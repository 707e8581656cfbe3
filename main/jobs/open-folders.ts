// The folder that a job fills, opened once for its run: the lines of a large box are read once and in memory once.

export interface OpenFolders<Job, Folder> {
  /** For a run. */
  begin(job: Job): Promise<Folder>;
  /** The one of the run, or one that is opened where none has begun. */
  of(job: Job): Promise<Folder>;
  /** The run has ended. */
  end(job: Job): void;
}

export function openFolders<Job extends { readonly id: string }, Folder>(
  open: (job: Job) => Promise<Folder>,
): OpenFolders<Job, Folder> {
  const folders = new Map<string, Folder>();
  return {
    async begin(job) {
      const folder = await open(job);
      folders.set(job.id, folder);
      return folder;
    },
    of: async (job) => folders.get(job.id) ?? open(job),
    end: ({ id }) => void folders.delete(id),
  };
}
