// Credentials for the page: imported, listed and removed; a secret goes in once and never comes back.
import type { Checks, GivenTo, Handlers, Notify } from '../../preload/contract/contract.ts';
import type { Credential } from '../../preload/contract/credentials.ts';
import { withCredential } from '../../preload/contract/used-credentials.ts';
import type { CredentialReader } from '../secrets/credential-reader.ts';
import type { CredentialStore } from '../secrets/credential-store.ts';
import { usesIn } from '../secrets/uses.ts';
import { type ConnectionStore, shownConnections } from '../storage/connection-store.ts';
import { conflict, notFound, refusedField } from '../problems.ts';

export interface CredentialsServiceNeeds {
  readonly store: CredentialStore;
  readonly reader: CredentialReader;
  readonly connections: Pick<ConnectionStore, 'all' | 'chosen' | 'changeAll'>;
  readonly notify: Notify;
  /** Told of connections that use another credential now: what they are signed in with is dropped. */
  readonly replaced: (connections: readonly string[]) => void;
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
    async replace({ credential, name, ...brought }) {
      const old = store.list().find(({ id }) => id === credential);
      if (old === undefined) throw notFound('There is no such credential.');
      const added = await addAs(old.kind, name, brought, needs);
      const connections = await putInPlaceOf(old.id, added.id, needs).catch(
        async (error: unknown) => {
          // The keychain may not answer: what stays is in the list, used by nothing.
          await store.remove(added.id).catch(() => undefined);
          throw error;
        },
      );
      needs.replaced(connections);
      notify('connectionsChanged', shownConnections(needs.connections));
      return changed({ credential: { ...added, usedBy: connections }, connections });
    },
    async remove({ credential }) {
      if (needs.openSecretsOf(credential)) throw secretsWaiting();
      await store.remove(credential);
      needs.removed(credential);
      return changed({});
    },
  };
}

/** What is refused whatever a person says: a certificate that cannot be used. Problem certificate{...}. */
export const credentialChecks = ({
  store,
  reader,
}: {
  readonly store: Pick<CredentialStore, 'list'>;
  readonly reader: Pick<CredentialReader, 'certificate'>;
}): Checks<'credentials'> => ({
  async replace({ credential, ...given }) {
    const { file } = given;
    const isCertificate = store.list().find(({ id }) => id === credential)?.kind === 'certificate';
    if (isCertificate && file !== undefined) await reader.certificate({ ...given, file });
  },
});

const secretsWaiting = () =>
  conflict('A one-time secret of a connection that uses this credential is not resolved yet.');

type Brought = Omit<GivenTo<'credentials', 'replace'>, 'credential' | 'name'>;

/** What each kind is made of. */
const MADE_OF: Readonly<Record<Credential['kind'], readonly (keyof Brought)[]>> = {
  certificate: ['file', 'keyFile', 'passphrase', 'keyNumber'],
  'private-key': ['file', 'passphrase', 'keyNumber'],
  'api-key': ['key'],
  password: ['password'],
  'proxy-password': ['password'],
};

async function addAs(
  kind: Credential['kind'],
  name: string,
  brought: Brought,
  { store, reader }: CredentialsServiceNeeds,
): Promise<Credential> {
  const other = (Object.keys(brought) as (keyof Brought)[]).find(
    (field) => !MADE_OF[kind].includes(field),
  );
  if (other !== undefined) throw refusedField(other, 'unknown-field');
  switch (kind) {
    case 'certificate':
      return store.addCertificate(name, await reader.certificate(withFile(brought)));
    case 'private-key':
      return store.addPrivateKey(name, await reader.privateKey(withFile(brought)));
    case 'api-key':
      return store.addApiKey(name, reader.apiKey(given(brought, 'key')));
    case 'password':
      return store.addPassword(name, reader.password(given(brought, 'password')));
    case 'proxy-password':
      return store.addProxyPassword(name, reader.password(given(brought, 'password')));
  }
}

const withFile = (brought: Brought) => ({ ...brought, file: given(brought, 'file') });

function given<F extends 'file' | 'key' | 'password'>(
  brought: Brought,
  field: F,
): NonNullable<Brought[F]> {
  const found = brought[field];
  if (found === undefined) throw refusedField(field, 'required');
  return found;
}

/** The connections that use the new one now. A person has allowed it their places (border/consent.ts), and no others. */
async function putInPlaceOf(
  old: string,
  added: string,
  { store, connections }: CredentialsServiceNeeds,
): Promise<string[]> {
  const using = connections
    .all()
    .filter((one) => usesIn(one).some(({ credential }) => credential === old));
  const uses = using.flatMap((one) => usesIn(withCredential(one, old, added)));
  await store.allow(uses.filter(({ credential }) => credential === added));
  const ids = using.map(({ id }) => id);
  await connections.changeAll(ids, (one) => withCredential(one, old, added));
  return ids;
}
