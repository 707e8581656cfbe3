// An age file that secrets are added to: always complete on the disk, and never written over a foreign file.
import { readFile, rm } from 'node:fs/promises';
import { z } from '../../preload/contract/schema.ts';
import { Problem } from '../problem.ts';
import { Secret } from '../secret.ts';
import {
  errorCode,
  fileProblemOf,
  fileTrouble,
  replaceFile,
  syncFolder,
  writeNew,
} from '../storage/disk.ts';
import path from 'node:path';
import { type AgeOptions, decryptWithPassphrase, encryptWithPassphrase } from './age.ts';
import { fileProblem } from '../problems.ts';

/** The plain text, as `age --decrypt FILE` prints it: JSON, so that a secret may have any character. */
const content = z.object({
  format: z.literal('steward-secrets-1'),
  about: z.string(),
  secrets: z.array(z.object({ userName: z.string(), secret: z.string() })),
});

export interface SecretFilePlace {
  /** Absolute path. */
  readonly file: string;
  readonly passphrase: Secret;
  /** The description of the secrets, for the person who opens the file. */
  readonly about: string;
  readonly age?: AgeOptions | undefined;
}

export interface SecretFile {
  has(userName: string): boolean;
  /** The whole file is written, read back and decrypted when it resolves. Until then it has its earlier content. */
  add(secrets: ReadonlyMap<string, Secret>): Promise<void>;
  /** Reads and decrypts the file again, and checks these secrets. Problem file{changed-meanwhile} when one is missing. */
  verify(): Promise<ReadonlyMap<string, Secret>>;
}

/** Writes, reads back, opens and removes a trial file. Problem file{already-exists} when something is there. */
export async function trySecretFile(place: SecretFilePlace): Promise<void> {
  await createSecretFile(place);
  const opened = await openSecretFile(place).catch((error: unknown) => fileProblemOf(error));
  await rm(place.file).catch((error: unknown) => {
    throw fileProblemOf(error);
  });
  if (opened instanceof Problem) throw opened;
}

/** Creates the file without secrets, which reserves its name. */
export async function createSecretFile(place: SecretFilePlace): Promise<void> {
  try {
    await writeNew(place.file, await sealed(place, new Map()));
    await syncFolder(path.dirname(place.file));
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') await rm(place.file, { force: true }).catch(() => undefined);
    throw fileProblemOf(error);
  }
}

/** The file must open with our passphrase before it is written again; a missing one is created. */
export async function openSecretFile(place: SecretFilePlace): Promise<SecretFile> {
  const held = new Map(await readSecrets(place));
  const prove = async (wanted: ReadonlyMap<string, Secret>) => {
    const stored = await readSecrets(place);
    for (const [userName, secret] of wanted)
      if (stored.get(userName)?.expose() !== secret.expose()) throw notInFile();
    return stored;
  };
  return {
    has: (userName) => held.has(userName),
    async add(secrets) {
      const all = new Map([...held, ...secrets]);
      await replaceFile(place.file, await sealed(place, all));
      await prove(all);
      for (const [userName, secret] of secrets) held.set(userName, secret);
    },
    verify: () => prove(held),
  };
}

export const notInFile = () =>
  fileProblem(
    'changed-meanwhile',
    'The file does not hold what was written to it. Put it back, or stop the job.',
  );

async function readSecrets({ file, passphrase }: SecretFilePlace) {
  const text = await decryptWithPassphrase(await readBytes(file), passphrase.expose());
  try {
    const { secrets } = content.parse(JSON.parse(text));
    return new Map(secrets.map(({ userName, secret }) => [userName, new Secret(secret)]));
  } catch {
    // The parser's error would hold the beginning of the file (LOG-03).
    throw fileTrouble('damaged');
  }
}

const readBytes = (file: string): Promise<Buffer> =>
  readFile(file).catch((error: unknown) => {
    throw fileProblemOf(error);
  });

function sealed(place: SecretFilePlace, held: ReadonlyMap<string, Secret>): Promise<Buffer> {
  const secrets = [...held].map(([userName, secret]) => ({ userName, secret: secret.expose() }));
  const value = { format: 'steward-secrets-1', about: place.about, secrets };
  return encryptWithPassphrase(
    `${JSON.stringify(value, null, 2)}\n`,
    place.passphrase.expose(),
    place.age,
  );
}
