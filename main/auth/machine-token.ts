// Machine tokens: the JWT bearer grant (RFC 7523), signed with the organisation's certificate or a registered key.
import { createPrivateKey, randomUUID, X509Certificate } from 'node:crypto';
import type { SignIn } from '../../preload/contract/connections.ts';
import { Secret } from '../secret.ts';
import type { SavedConnection } from '../storage/connection-store.ts';
import { certificateTrouble } from '../secrets/certificate-fault.ts';
import type { CredentialStore } from '../secrets/credential-store.ts';
import { type KeyHint, signAssertion } from './jwt.ts';
import {
  type Clock,
  type Held,
  TokenCache,
  NO_FACTS,
  type AuthHeaders,
  QUIET,
  type Session,
  type SessionFacts,
} from './session.ts';
import { askProvider, type ProviderReach, readTokens, type TokenAnswer } from './token-endpoint.ts';

type MachineSignIn = Extract<SignIn, { way: 'machine-token' }>;

export interface MachineTokenNeeds extends ProviderReach, Clock {
  readonly credentials: Pick<CredentialStore, 'certificate' | 'privateKey'>;
}

const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
/** `exp` is at most `iat` + 120 s (platform.md, Signing in). */
const LIFE_SECONDS = 120;

/** A bearer token as a header. */
export interface HeldToken extends Held {
  readonly scopes: readonly string[];
}

export function bearer(token: Secret): AuthHeaders {
  return {
    headers: { Authorization: new Secret(`Bearer ${token.expose()}`) },
    certificate: false,
  };
}

export function createMachineSession(
  connection: () => SavedConnection,
  signIn: MachineSignIn,
  needs: MachineTokenNeeds,
  about: { readonly who: () => SessionFacts['who']; readonly changed: () => void },
): Session {
  const get = async (signal: AbortSignal) => {
    const { accessToken, seconds, scopes } = await grant(connection(), signIn, needs, signal);
    return { authHeaders: bearer(accessToken), seconds, scopes: scopes ?? signIn.scopes };
  };
  const tokens = new TokenCache<HeldToken>({ clock: needs, changed: about.changed, get });
  return {
    ...QUIET,
    present: (signal) => tokens.present(signal),
    // A page to sign in at says that a person is needed (platform.md, Signing in): no other token changes that.
    renew: (stale, because, signal) =>
      because === 'signed-out' ? Promise.resolve(undefined) : tokens.renew(stale, signal),
    begin: async (_report, signal) => {
      tokens.clear();
      await tokens.present(signal);
    },
    drop: () => {
      tokens.clear();
    },
    signOut: () => {
      tokens.clear();
      return Promise.resolve('not-offered');
    },
    facts: () => ({
      ...NO_FACTS,
      ...tokens.times(),
      state: tokens.held() ? 'signed-in' : 'ready',
      who: about.who(),
      scopes: [...(tokens.held()?.scopes ?? signIn.scopes)],
      renews: true,
      failure: tokens.failure(),
    }),
  };
}

/** One grant with a new assertion. Problem refused{...} with the provider's words, certificate, keychain, unreachable. */
async function grant(
  connection: SavedConnection,
  signIn: MachineSignIn,
  needs: MachineTokenNeeds,
  signal: AbortSignal,
): Promise<TokenAnswer> {
  const assertion = await assertionOf(signIn, needs);
  const address = new URL(signIn.tokenEndpoint);
  const form = new URLSearchParams({ grant_type: GRANT, assertion });
  return readTokens(await askProvider(needs, { connection, address, form, signal }));
}

async function assertionOf(signIn: MachineSignIn, needs: MachineTokenNeeds): Promise<string> {
  const { key, hint } = await proofOf(signIn.proof, needs.credentials);
  if (createPrivateKey(key.expose()).asymmetricKeyType !== 'rsa')
    throw certificateTrouble('unreadable', 'RS256 needs an RSA key.');
  const iat = Math.floor(needs.now().getTime() / 1000);
  const { audience, clientId, scopes, resource } = signIn;
  return signAssertion(key, hint, {
    ...{ aud: audience, iss: clientId, scope: scopes.join(' ') },
    ...{ iat, exp: iat + LIFE_SECONDS, jti: randomUUID() },
    ...(resource !== undefined && { resource }),
  });
}

async function proofOf(
  proof: MachineSignIn['proof'],
  credentials: MachineTokenNeeds['credentials'],
): Promise<{ key: Secret; hint: KeyHint }> {
  if (proof.by === 'registered-key')
    return { key: await credentials.privateKey(proof.key), hint: { kid: proof.keyId } };
  const { key, certificateChainPem } = await credentials.certificate(proof.certificate);
  const blocks = certificateChainPem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END[^-]+-----/g);
  const x5c = (blocks ?? []).map((pem) => new X509Certificate(pem).raw.toString('base64'));
  return { key, hint: { x5c } };
}
