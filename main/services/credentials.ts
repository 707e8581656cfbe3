// Credentials for the page: imported, listed and removed; a secret goes in once and never comes back.
import type { Handlers, Notify } from '../../preload/contract/contract.ts';
import {
  type Certificates,
  type CertificateSource,
  factsAt,
  refuseOutsideValidity,
} from '../secrets/certificates.ts';
import type { CredentialStore } from '../secrets/credential-store.ts';
import { Secret } from '../secret.ts';
import type { FileHandles } from '../storage/files.ts';
import { conflict, refusedField } from '../problems.ts';

export interface CredentialsServiceNeeds {
  readonly store: CredentialStore;
  readonly certificates: Certificates;
  readonly handles: Pick<FileHandles, 'read'>;
  readonly notify: Notify;
  readonly now: () => Date;
  /** Told when a credential was taken away: what was signed in with it is dropped. */
  readonly removed: (credential: string) => void;
  /** Whether a one-time secret of a connection that uses this credential still waits for its person (OTS-11). */
  readonly openSecretsOf: (credential: string) => boolean;
}

interface PickedFiles {
  readonly file: string;
  readonly keyFile?: string | undefined;
  readonly passphrase?: string | undefined;
}

/** Certificate files are 3 to 6 KB; what is larger is something else (TLS-12). */
const LARGEST_FILE = 64 * 1024;
const CONTROL = /[\p{Cc}\p{Cf}\u2028\u2029]/u;
/** What an HTTP header carries unchanged. */
const HEADER_TEXT = /^[\x21-\x7e]+$/;

export function credentialsService(needs: CredentialsServiceNeeds): Handlers<'credentials'> {
  const { store, certificates, notify, now } = needs;
  const changed = <T>(value: T): T => {
    notify('credentialsChanged', [...store.list()]);
    return value;
  };
  const source = (picked: PickedFiles) => sourceOf(picked, needs);

  return {
    list: async () => [...store.list()],
    async importCertificate(input) {
      const imported = await certificates.read(await source(input));
      refuseOutsideValidity(imported.facts, now());
      return changed(await store.addCertificate(input.name, imported));
    },
    async inspectCertificate(input) {
      const { facts } = await certificates.read(await source(input));
      return factsAt(facts, now());
    },
    addApiKey: async ({ name, key }) =>
      changed(await store.addApiKey(name, new Secret(apiKeyText(key)))),
    addProxyPassword: async (input) =>
      changed(await store.addProxyPassword(input.name, passwordText(input.password))),
    addPassword: async (input) =>
      changed(await store.addPassword(input.name, passwordText(input.password))),
    importPrivateKey: async (input) =>
      changed(
        await store.addPrivateKey(input.name, await certificates.readKey(await source(input))),
      ),
    async remove({ credential }) {
      if (needs.openSecretsOf(credential)) throw secretsWaiting();
      await store.remove(credential);
      needs.removed(credential);
      return changed({});
    },
  };
}

function passwordText(given: string): Secret {
  if (CONTROL.test(given)) throw refusedField('password', 'control-characters');
  return new Secret(given);
}

async function sourceOf(
  { file, keyFile, passphrase }: PickedFiles,
  { handles }: CredentialsServiceNeeds,
): Promise<CertificateSource> {
  return {
    file: await handles.read(file, LARGEST_FILE, 'file'),
    ...(keyFile !== undefined && { keyFile: await handles.read(keyFile, LARGEST_FILE, 'keyFile') }),
    ...(passphrase !== undefined && { passphrase: new Secret(passphrase) }),
  };
}

/** Pasted keys come with blanks and line breaks around them; inside they are a sign of something else (CLP-04). */
function apiKeyText(pasted: string): string {
  const key = pasted.trim();
  if (key === '') throw refusedField('key', 'required');
  if (CONTROL.test(key)) throw refusedField('key', 'control-characters');
  if (!HEADER_TEXT.test(key)) throw refusedField('key', 'wrong-type');
  return key;
}

const secretsWaiting = () =>
  conflict('A one-time secret of a connection that uses this credential is not settled yet.');
