// Credentials for the page: imported, listed and removed; a secret goes in once and never comes back.
import type { Handlers, Notify } from '../../preload/contract/contract.ts';
import type { CredentialReader } from '../secrets/credential-reader.ts';
import type { CredentialStore } from '../secrets/credential-store.ts';
import { conflict } from '../problems.ts';

export interface CredentialsServiceNeeds {
  readonly store: CredentialStore;
  readonly reader: CredentialReader;
  readonly notify: Notify;
  /** Told when a credential was taken away: what was signed in with it is dropped. */
  readonly removed: (credential: string) => void;
  /** Whether a one-time secret of a connection that uses this credential still waits for its person (OTS-11). */
  readonly openSecretsOf: (credential: string) => boolean;
}

export function credentialsService(needs: CredentialsServiceNeeds): Handlers<'credentials'> {
  const { store, reader, notify } = needs;
  const changed = <T>(value: T): T => {
    notify('credentialsChanged', [...store.list()]);
    return value;
  };

  return {
    list: async () => [...store.list()],
    importCertificate: async (input) =>
      changed(await store.addCertificate(input.name, await reader.certificate(input))),
    inspectCertificate: (input) => reader.facts(input),
    addApiKey: async ({ name, key }) => changed(await store.addApiKey(name, reader.apiKey(key))),
    addProxyPassword: async ({ name, password }) =>
      changed(await store.addProxyPassword(name, reader.password(password))),
    addPassword: async ({ name, password }) =>
      changed(await store.addPassword(name, reader.password(password))),
    importPrivateKey: async (input) =>
      changed(await store.addPrivateKey(input.name, await reader.privateKey(input))),
    async remove({ credential }) {
      if (needs.openSecretsOf(credential)) throw secretsWaiting();
      await store.remove(credential);
      needs.removed(credential);
      return changed({});
    },
  };
}

const secretsWaiting = () =>
  conflict('A one-time secret of a connection that uses this credential is not resolved yet.');
