// Lets the person pick files; the page gets a handle and a name.
import { lstat } from 'node:fs/promises';
import path from 'node:path';
import type { Handlers } from '../../preload/contract/contract.ts';
import type { ChosenFile } from '../../preload/contract/files.ts';
import { fileTrouble, makeFolder } from '../storage/disk.ts';
import { freePath } from '../storage/file-names.ts';
import { inertFileName } from '../storage/inert-names.ts';
import type { FileHandles } from '../storage/files.ts';

const EXTENSIONS = {
  certificate: ['p12', 'pfx', 'pem', 'crt', 'cer'],
  'certificate-authority': ['pem', 'crt', 'cer'],
  'private-key': ['pem', 'key'],
  // What a service takes is its own rule (platform.md, Open metadata): the dialog shows all files.
  attachment: [],
  'form-xml': ['xml'],
  'form-table': ['csv', 'xlsx', 'txt', 'tsv'],
  'local-role': ['json'],
  'local-roles': ['json', 'xlsx', 'csv'],
  'contact-entries': ['csv', 'txt'],
  delegations: ['csv', 'txt'],
  consents: ['csv', 'txt', 'xlsx'],
  'organisation-numbers': ['csv', 'txt'],
} as const;

/** More than a message may have attachments. */
const MOST_AT_ONCE = 100;

export interface FilesNeeds {
  /** The shell's dialogs: the path picked, or undefined when the person cancelled. */
  readonly dialogs: {
    open(options: { purpose: string; extensions: readonly string[] }): Promise<string | undefined>;
    /** Absent where there is no dialog for several. */
    openSeveral?(options: {
      purpose: string;
      extensions: readonly string[];
    }): Promise<readonly string[]>;
    save(options: { suggestedName: string }): Promise<string | undefined>;
    folder(options: { suggestedName: string }): Promise<string | undefined>;
  };
  readonly handles: FileHandles;
  readonly showInFolder: (file: string) => Promise<void>;
}

/** Selects what is there in the system's file manager, which would show its own start for what is not. */
export const createShowing =
  (showInFolder: FilesNeeds['showInFolder']): FilesNeeds['showInFolder'] =>
  async (file) => {
    if (!(await isThere(file))) throw fileTrouble('not-found');
    await showInFolder(file);
  };

export function filesService({ dialogs, handles, showInFolder }: FilesNeeds): Handlers<'files'> {
  const chosen = (picked: string | undefined): ChosenFile | null =>
    picked === undefined ? null : { handle: handles.issue(picked), name: path.basename(picked) };
  return {
    choose: async ({ purpose }) =>
      chosen(await dialogs.open({ purpose, extensions: EXTENSIONS[purpose] })),
    async chooseSeveral({ purpose }) {
      const options = { purpose, extensions: EXTENSIONS[purpose] };
      const one = async () => [await dialogs.open(options)].filter((path) => path !== undefined);
      const picked = dialogs.openSeveral ? await dialogs.openSeveral(options) : await one();
      return { files: [...(await sentFiles(handles, picked))] };
    },
    // Where its ending is dangerous, the person sees what makes it inert, and may take that away (FIL-04).
    chooseTarget: async ({ suggestedName }) =>
      chosen(await dialogs.save({ suggestedName: inertFileName(suggestedName) })),
    async show({ target }) {
      await showInFolder(handles.saved(target, 'target'));
      return {};
    },
    async chooseFolder({ suggestedName, make }) {
      const within = await dialogs.folder({ suggestedName: suggestedName ?? '' });
      if (within === undefined) return null;
      if (suggestedName === undefined) return chosen(within);
      const folder = freePath(within, suggestedName);
      if (make) await makeFolder(folder);
      return { handle: handles.issue(folder), name: path.basename(folder) };
    },
  };
}

const isThere = (file: string) =>
  lstat(file).then(
    () => true,
    () => false,
  );

/** Files that may be sent: the page is told how long they are, and never where they are. */
export function sentFiles(
  handles: FileHandles,
  paths: readonly string[],
): Promise<readonly ChosenFile[]> {
  return Promise.all(
    paths.slice(0, MOST_AT_ONCE).map(async (picked) => {
      const handle = handles.issue(picked);
      return { handle, name: path.basename(picked), bytes: await handles.size(handle) };
    }),
  );
}
