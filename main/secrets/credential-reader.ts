// Reads what a person gives to sign in with: files of certificates and keys, API keys, passwords. Nothing is kept here.
import type { ReadHandle } from '../../preload/contract/schema.ts';
import type { InspectedCertificate } from '../../preload/contract/credentials.ts';
import { failureOf } from '../problem.ts';
import { Secret } from '../secret.ts';
import type { FileHandles } from '../storage/files.ts';
import { refusedField } from '../problems.ts';
import {
  type Certificates,
  type CertificateSource,
  expiryOf,
  factsAt,
  type ImportedCertificate,
  type ImportedKey,
  refuseOutsideValidity,
} from './certificates.ts';

/** Handles of files that were picked, and the passphrase that opens them. */
export interface PickedFiles {
  readonly file: ReadHandle;
  readonly keyFile?: ReadHandle | undefined;
  readonly passphrase?: string | undefined;
  /** Which of several, from 1. */
  readonly keyNumber?: number | undefined;
}

export interface CredentialReader {
  /** Problem certificate{...}, also of one that is not valid now. */
  certificate(picked: PickedFiles): Promise<ImportedCertificate>;
  /** What it says, whether it is valid or not. Problem certificate{...}. */
  facts(picked: PickedFiles): Promise<InspectedCertificate>;
  /** Problem certificate{...}. */
  privateKey(picked: PickedFiles): Promise<ImportedKey>;
  /** The certificates of a CA file, as PEM. Problem invalid-input{extraCaFile}, certificate{too-costly}. */
  authorities(handle: ReadHandle): Promise<string>;
  /** Problem invalid-input{key}. */
  apiKey(pasted: string): Secret;
  /** Problem invalid-input{password}. */
  password(typed: string): Secret;
}

interface CredentialReaderNeeds {
  readonly certificates: Certificates;
  readonly handles: Pick<FileHandles, 'read'>;
  readonly now: () => Date;
}

/** Certificate files are 3 to 6 KB; what is larger is something else (TLS-12). */
const LARGEST_FILE = 64 * 1024;
/** All authorities that an operating system knows are some 200 KB. */
const LARGEST_CA_FILE = 1024 * 1024;
const CONTROL = /[\p{Cc}\p{Cf}\u2028\u2029]/u;
/** What an HTTP header carries unchanged. */
const HEADER_TEXT = /^[\x21-\x7e]+$/;

export function createCredentialReader(needs: CredentialReaderNeeds): CredentialReader {
  const { certificates, handles, now } = needs;
  const read = (handle: ReadHandle, field: string) => handles.read(handle, LARGEST_FILE, field);
  const source = async ({
    file,
    keyFile,
    passphrase,
    keyNumber,
  }: PickedFiles): Promise<CertificateSource> => ({
    keyNumber,
    file: await read(file, 'file'),
    ...(keyFile !== undefined && { keyFile: await read(keyFile, 'keyFile') }),
    ...(passphrase !== undefined && { passphrase: new Secret(passphrase) }),
  });
  return {
    async certificate(picked) {
      const imported = await certificates.read(await source(picked));
      refuseOutsideValidity(imported.facts, now());
      return imported;
    },
    async facts(picked) {
      const { facts, leftOut } = await certificates.read(await source(picked));
      return { ...factsAt(facts, now()), expiry: expiryOf(facts, now()), leftOut };
    },
    privateKey: async (picked) => certificates.readKey(await source(picked)),
    async authorities(handle) {
      const file = await handles.read(handle, LARGEST_CA_FILE, 'extraCaFile');
      return certificates.readAuthorities(file).catch((error: unknown) => {
        const failure = failureOf(error);
        if (failure?.kind !== 'certificate' || failure.problem !== 'unreadable') throw error;
        throw refusedField('extraCaFile', 'no-certificate', 'The file holds no certificate.');
      });
    },
    apiKey(pasted) {
      // Pasted keys come with blanks and line breaks around them; inside they are a sign of something else (CLP-04).
      const key = pasted.trim();
      if (key === '') throw refusedField('key', 'required');
      if (CONTROL.test(key)) throw refusedField('key', 'control-characters');
      if (!HEADER_TEXT.test(key)) throw refusedField('key', 'wrong-type');
      return new Secret(key);
    },
    password(typed) {
      if (CONTROL.test(typed)) throw refusedField('password', 'control-characters');
      return new Secret(typed);
    },
  };
}
