// A data folder and keychain as Steward 0.1 left them in form 2, in which all folders share names in the keychain.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import {
  accountIn,
  chunkAccount,
  FORMAT,
  fromText,
  isWhole,
  readHead,
  SHARED_FORMAT,
  sharedAccountOf,
} from '../../main/secrets/vault-format.ts';
import { unsealDocument } from '../../main/storage/documents.ts';
import { root } from './imports.ts';
import { tempFolder } from './temp-folder.ts';

const FORM_2 = path.join(root, 'test/fixtures/form-2');

interface Kept {
  /** Accounts and what stands under them. */
  readonly entries: Readonly<Record<string, string>>;
  /** One-time secrets by their ids. */
  readonly secrets: Readonly<Record<string, string>>;
  readonly apiKey: string;
}

export const keychainOfForm2 = JSON.parse(
  readFileSync(path.join(FORM_2, 'keychain.json'), 'utf8'),
) as Kept;

/** The files of the folder, as they were written to the byte. */
const FILES = JSON.parse(readFileSync(path.join(FORM_2, 'folder.json'), 'utf8')) as Readonly<
  Record<string, { readonly text?: string; readonly base64?: string }>
>;

/** `vault.json` as it stands in the folder. */
export const listOfForm2 = FILES['vault.json']?.text ?? '';

const list = unsealDocument(listOfForm2) as { entries: { name: string; stored: boolean }[] };
/** Of everything that the folder keeps in the keychain. */
export const namesOfForm2 = list.entries.filter(({ stored }) => stored).map(({ name }) => name);

export function folderOfForm2(): string {
  const folder = path.join(tempFolder(), 'data');
  for (const [name, { text, base64 }] of Object.entries(FILES)) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(file, text ?? Buffer.from(base64 ?? '', 'base64'), { mode: 0o600 });
  }
  return folder;
}

/** A second folder of form 2 that used the same keychain: its journal is the beginning of the first one's, it holds no secret. */
export function secondFolderOfForm2(): string {
  const folder = folderOfForm2();
  const documents = ['credentials', 'connections', 'enterprise-users', 'jobs', 'vault'];
  for (const name of [...documents.map((one) => `${one}.json`), 'jobs', 'copies', 'escrow.log'])
    rmSync(path.join(folder, name), { recursive: true });
  const journal = path.join(folder, 'journal.jsonl');
  const lines = readFileSync(journal, 'utf8').split('\n').slice(0, 4);
  writeFileSync(journal, `${lines.join('\n')}\n`);
  return folder;
}

/** Names that every folder of an account had, in this fixture. */
export const SHARED_NAMES = ['escrow/key', 'journal-key', 'journal-anchor', 'copies', 'job-rows'];

const isShared = (account: string) =>
  SHARED_NAMES.some((name) => account.startsWith(sharedAccountOf(name)));

/** Entries under the names that all folders shared, and those under older names that hold an id. */
export function olderEntries(accounts: Iterable<string>) {
  const older = [...accounts].filter((account) => account.startsWith('v1.'));
  return { shared: older.filter(isShared), own: older.filter((one) => !isShared(one)) };
}

/** The id of a folder that was brought forward, or made since. */
export function idOf(folder: string): string {
  const said = JSON.parse(readFileSync(path.join(folder, 'format.json'), 'utf8')) as {
    folder: { id: string };
  };
  return said.folder.id;
}

/** Every value has one head under the name of the folder and the chunks that it names; shared names are as they were. */
export function expectForward(
  entries: Readonly<Record<string, string>>,
  folder: string,
  where: string,
  names = namesOfForm2,
): void {
  const { shared, own } = olderEntries(Object.keys(entries));
  expect(own, where).toEqual([]);
  expect(shared.toSorted(), where).toEqual(
    olderEntries(Object.keys(keychainOfForm2.entries)).shared.toSorted(),
  );
  for (const account of shared)
    expect(entries[account], where).toBe(keychainOfForm2.entries[account]);
  const wanted = names.flatMap((name) => {
    const account = accountIn(idOf(folder), name);
    const head = readHead(entries[account] ?? '', FORMAT);
    if (!head) return [`no head of ${name}`];
    if (isWhole(head)) return [account];
    return [
      account,
      ...Array.from({ length: head.chunks }, (_, n) => `${account}.${head.gen}.${n}`),
    ];
  });
  const mine = Object.keys(entries).filter((account) => !shared.includes(account));
  expect(mine.toSorted(), where).toEqual(wanted.toSorted());
}

/** What the entries hold under each name: of a folder that was brought forward, or as all folders shared the names. */
export function valuesIn(
  entries: Readonly<Record<string, string>>,
  folder?: string,
): Readonly<Record<string, string>> {
  const valueOf = (name: string) => {
    const account = folder === undefined ? sharedAccountOf(name) : accountIn(idOf(folder), name);
    const format = folder === undefined ? SHARED_FORMAT : FORMAT;
    const head = readHead(entries[account] ?? '', format);
    if (!head) return 'nothing';
    if (isWhole(head)) return fromText(head.value);
    const chunks = Array.from({ length: head.chunks }, (_, n) =>
      chunkAccount(account, head.gen, n),
    );
    return fromText(chunks.map((chunk) => entries[chunk] ?? '').join(''));
  };
  return Object.fromEntries(namesOfForm2.map((name) => [name, valueOf(name)]));
}
