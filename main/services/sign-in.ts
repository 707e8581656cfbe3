// Signing in for the page: the state of each connection, signing in and out. No token, cookie or secret is returned.
import type { Handlers } from '../../preload/contract/contract.ts';
import type { Escrow } from '../secrets/escrow.ts';
import type { SignIns } from '../auth/sign-ins.ts';
import type { Policy } from '../policy/policy.ts';
import { Secret } from '../secret.ts';
import type { ConnectionStore } from '../storage/connection-store.ts';
import { notFound, refusedField } from '../problems.ts';

export interface SignInServiceNeeds {
  readonly signIns: SignIns;
  readonly connections: Pick<ConnectionStore, 'find'>;
  readonly policy: Pick<Policy, 'inForce'>;
  readonly escrow: Pick<Escrow, 'find' | 'reveal'>;
}

export function signInService(needs: SignInServiceNeeds): Handlers<'signIn'> {
  const { signIns, connections } = needs;
  const stateOf = (connection: string) => signIns.state(connections.find(connection));
  return {
    state: async ({ connection }) => stateOf(connection),
    async begin({ connection }, { signal, report }) {
      const tell = (step: Parameters<typeof report>[0]['step']) => {
        report({ step });
      };
      await signIns.begin(usable(needs, connection), tell, signal);
      return stateOf(connection);
    },
    async pasteToken({ connection, token }) {
      if (!HEADER_TEXT.test(token.replace(/^bearer\s+/i, ''))) throw wrongToken();
      signIns.pasteToken(usable(needs, connection), new Secret(token));
      return stateOf(connection);
    },
    async signOut({ connection }) {
      const revoked = await signIns.signOut(connections.find(connection));
      return { state: stateOf(connection), revoked };
    },
    verifySecret: ({ connection, secret }, { signal }) =>
      verifySecret(needs, connection, secret, signal),
  };
}

/** Problem managed before any key is fetched: one can sign out of any connection, but only into what is allowed. */
function usable({ connections, policy }: SignInServiceNeeds, id: string) {
  const connection = connections.find(id);
  policy.inForce(connection);
  return connection;
}

/** What an HTTP header carries unchanged. */
const HEADER_TEXT = /^[\x21-\x7e]+$/;

async function verifySecret(
  needs: SignInServiceNeeds,
  connection: string,
  secret: string,
  signal: AbortSignal,
) {
  const { signIns, escrow } = needs;
  const entry = escrow.find(secret);
  if (entry === undefined) throw gone('There is no such secret.');
  if (entry.connection !== connection) throw gone('The secret belongs to another connection.');
  const { userName } = entry;
  const user = { userName, secret: await escrow.reveal(secret) };
  return signIns.verify(usable(needs, connection), user, signal);
}

const gone = (message: string) => notFound(message);

const wrongToken = () => refusedField('token', 'wrong-type');
