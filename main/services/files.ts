// Lets the person pick files; the page gets a handle and a name.
import path from 'node:path';
import type { Handlers } from '../../preload/contract/contract.ts';
import type { ChosenFile } from '../../preload/contract/files.ts';
import type { FileHandles } from '../storage/files.ts';

const EXTENSIONS = {
  certificate: ['p12', 'pfx', 'pem', 'crt', 'cer'],
  'certificate-authority': ['pem', 'crt', 'cer'],
  'private-key': ['pem', 'key'],
  // What a service takes is its own rule (api.md, AttachmentRules): the dialog shows all files.
  attachment: [],
  'form-xml': ['xml'],
  'local-role': ['json'],
  'contact-entries': ['csv', 'txt'],
  'organisation-numbers': ['csv', 'txt'],
} as const;

export interface FilesNeeds {
  /** The shell's dialogs: the path picked, or undefined when the person cancelled. */
  readonly dialogs: {
    open(ask: { purpose: string; extensions: readonly string[] }): Promise<string | undefined>;
    save(ask: { suggestedName: string }): Promise<string | undefined>;
  };
  readonly handles: FileHandles;
}

export function filesService({ dialogs, handles }: FilesNeeds): Handlers<'files'> {
  const chosen = (picked: string | undefined): ChosenFile | null =>
    picked === undefined ? null : { handle: handles.issue(picked), name: path.basename(picked) };
  return {
    choose: async ({ purpose }) =>
      chosen(await dialogs.open({ purpose, extensions: EXTENSIONS[purpose] })),
    chooseTarget: async ({ suggestedName }) => chosen(await dialogs.save({ suggestedName })),
  };
}
