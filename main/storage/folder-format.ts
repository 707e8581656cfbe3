// The form of the data folder: its version, the steps from one to the next, and the backups made before a step.

export interface FolderFormat {
  readonly format: number;
  /** Names of backups, oldest first. */
  readonly backups: readonly string[];
}

/** Brings the folder to the newest form before anything in it is opened. Problem file{...} for one of a newer Steward. */
export async function bringForward(folder: string): Promise<FolderFormat> {
  void folder;
  return { format: 1, backups: [] };
}
