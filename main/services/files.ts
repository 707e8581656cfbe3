// Lets the person pick files; the page gets a handle and a name.
import { lstat } from 'node:fs/promises';
import type { Handlers } from '../../preload/contract/contract.ts';
import type { ReadHandle } from '../../preload/contract/schema.ts';
import { excerpt } from '../file-formats/text-files.ts';
import { charsetNamed } from '../charset.ts';
import { readingsOf } from '../messages/xml-bytes.ts';
import { refusedField } from '../problems.ts';
import { fileTrouble, makeFolder } from '../storage/disk.ts';
import { freePath, nameOf } from '../storage/file-names.ts';
import { inertFileName } from '../storage/inert-names.ts';
import type { FileHandles } from '../storage/files.ts';
import { LARGEST_FILE } from '../xsd/xsd.ts';

/** Those that are no tables are there to be told so. */
const TABLES = ['xlsx', 'xlsm', 'csv', 'tsv', 'txt', 'xls'] as const;

const EXTENSIONS = {
  certificate: ['p12', 'pfx', 'pem', 'crt', 'cer', 'p7b'],
  'certificate-authority': ['pem', 'crt', 'cer', 'p7b'],
  'private-key': ['pem', 'key'],
  // What a service takes is its own rule (platform.md, Open metadata): the dialog shows all files.
  attachment: [],
  'form-xml': ['xml'],
  'form-table': TABLES,
  'local-role': ['json'],
  'local-roles': ['json', ...TABLES],
  'contact-entries': TABLES,
  delegations: TABLES,
  consents: TABLES,
  'organisation-numbers': TABLES,
  places: ['json'],
  connections: ['json', 'age'],
  backup: ['age'],
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
  const chosen = (picked: string | undefined) =>
    picked === undefined ? null : { handle: handles.issue(picked), name: nameOf(picked) };
  const target = (picked: string | undefined) =>
    picked === undefined ? null : { handle: handles.issueTarget(picked), name: nameOf(picked) };
  return {
    choose: async ({ purpose }) =>
      chosen(await dialogs.open({ purpose, extensions: EXTENSIONS[purpose] })),
    async chooseSeveral({ purpose }) {
      const options = { purpose, extensions: EXTENSIONS[purpose] };
      const one = async () => [await dialogs.open(options)].filter((path) => path !== undefined);
      const picked = dialogs.openSeveral ? await dialogs.openSeveral(options) : await one();
      return { files: [...(await sentFiles(handles, picked))] };
    },
    readings: ({ file }) => readings(handles, file),
    readIn({ file, charset }) {
      const known = charsetNamed(charset);
      if (known === undefined) throw refusedField('charset', 'not-a-choice', 'Unknown charset.');
      handles.readIn(file, known);
      return Promise.resolve({});
    },
    takeHidden({ file, taken }) {
      handles.takeHidden(file, taken);
      return Promise.resolve({});
    },
    // Where its ending is dangerous, the person sees what makes it inert, and may take that away (FIL-04).
    chooseTarget: async ({ suggestedName }) =>
      target(await dialogs.save({ suggestedName: inertFileName(suggestedName) })),
    async show({ target: saved }) {
      await showInFolder(handles.saved(saved, 'target'));
      return {};
    },
    async chooseFolder({ suggestedName, make, use }) {
      const within = await dialogs.folder({ suggestedName: suggestedName ?? '' });
      if (within === undefined) return null;
      if (use === 'read') return chosen(within);
      if (suggestedName === undefined) return target(within);
      const folder = freePath(within, suggestedName);
      if (make) await makeFolder(folder);
      return target(folder);
    },
  };
}

async function readings(handles: FileHandles, file: ReadHandle) {
  const { sure, all } = readingsOf(await handles.read(file, LARGEST_FILE));
  if (sure) return { charset: all[0]?.written.charset ?? 'utf-8', readings: [] };
  // Where the text is long, the first sign that is not plain is the first that differs.
  const shown = all.map(({ xml, written: { charset } }) => {
    const at = Math.max(0, xml.search(NOT_PLAIN) - BEFORE);
    return { charset, excerpt: excerpt(xml.slice(at, at + BEFORE + AROUND), AROUND) };
  });
  return { charset: null, readings: shown };
}

// oxlint-disable-next-line no-control-regex -- all that is the same in every charset
const NOT_PLAIN = /[^\x00-\x7f]/;
/** Signs of the excerpt. */
const BEFORE = 20;
const AROUND = 60;

const isThere = (file: string) =>
  lstat(file).then(
    () => true,
    () => false,
  );

/** Files that may be sent: the page is told how long they are, and never where they are. */
export const sentFiles = (handles: FileHandles, paths: readonly string[]) =>
  Promise.all(
    paths.slice(0, MOST_AT_ONCE).map(async (picked) => {
      const handle = handles.issue(picked);
      return { handle, name: nameOf(picked), bytes: await handles.size(handle) };
    }),
  );
