// Signing in for the page: the state of each connection, signing in and out; no token, cookie or secret comes along.
import type { Handlers } from '../../preload/contract/contract.ts';
import type { Escrow } from '../credentials/escrow.ts';
import type { SignIns } from '../credentials/sign-ins.ts';
import { Problem } from '../problem.ts';
import { Secret } from '../secret.ts';
import type { ConnectionBook } from '../storage/connection-book.ts';

export interface SignInServiceNeeds {
  readonly signIns: SignIns;
  readonly connections: Pick<ConnectionBook, 'find'>;
  readonly escrow: Pick<Escrow, 'list' | 'reveal'>;
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
      await signIns.begin(connections.find(connection), tell, signal);
      return stateOf(connection);
    },
    async pasteToken({ connection, token }) {
      if (!HEADER_TEXT.test(token.replace(/^bearer\s+/i, ''))) throw wrongToken();
      signIns.pasteToken(connections.find(connection), new Secret(token));
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

/** What an HTTP header carries unchanged. */
const HEADER_TEXT = /^[\x21-\x7e]+$/;

async function verifySecret(
  { signIns, connections, escrow }: SignInServiceNeeds,
  connection: string,
  secret: string,
  signal: AbortSignal,
) {
  const entry = escrow.list().find(({ id }) => id === secret);
  if (entry === undefined) throw gone('There is no such secret.');
  if (entry.connection !== connection) throw gone('The secret belongs to another connection.');
  const { userName } = entry;
  const user = { userName, secret: await escrow.reveal(secret) };
  return signIns.verify(connections.find(connection), user, signal);
}

const gone = (message: string) => new Problem({ kind: 'not-found', message });

const wrongToken = () =>
  new Problem({
    kind: 'invalid-input',
    message: 'A field was refused.',
    fields: { token: 'wrong-type' },
  });
