// Machine tokens: the JWT bearer grant (RFC 7523), signed with the organisation's certificate or a registered key.
import { createPrivateKey, randomUUID, X509Certificate } from 'node:crypto';
import type { MachineSignIn } from '../../preload/contract/used-credentials.ts';
import { Problem } from '../problem.ts';
import { Secret } from '../secret.ts';
import type { SavedConnection } from '../storage/connection-store.ts';
import { certificateTrouble } from '../secrets/certificate-fault.ts';
import type { CredentialStore } from '../secrets/credential-store.ts';
import { byToken, toSign, type Use } from '../secrets/uses.ts';
import { type KeyHint, signAssertion } from './jwt.ts';
import {
  type AuthHeaders,
  type AuthRejection,
  type CachedToken,
  type Clock,
  NO_FACTS,
  type SessionFacts,
  TokenSession,
} from './session.ts';
import {
  type ProviderConnection,
  readTokens,
  refusalOf,
  requestFromProvider,
  type TokenAnswer,
} from './token-endpoint.ts';

export interface MachineTokenNeeds extends ProviderConnection, Clock {
  readonly credentials: Pick<CredentialStore, 'certificate' | 'privateKey'>;
}

const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
/** `exp` is at most `iat` + 120 s (platform.md, Signing in). */
const LIFE_SECONDS = 120;

export interface BearerToken extends CachedToken {
  readonly scopes: readonly string[];
}

/** For one place alone: host and port. */
export function bearer(token: Secret, place: string): AuthHeaders {
  return {
    headers: { Authorization: new Secret(`Bearer ${token.expose()}`, place) },
    certificate: false,
  };
}

export class MachineSession extends TokenSession<BearerToken> {
  readonly #connection: () => SavedConnection;
  readonly #signIn: MachineSignIn;
  readonly #needs: MachineTokenNeeds;
  readonly #who: () => SessionFacts['who'];

  constructor(
    connection: () => SavedConnection,
    signIn: MachineSignIn,
    needs: MachineTokenNeeds,
    { who, changed }: { readonly who: () => SessionFacts['who']; readonly changed: () => void },
  ) {
    super(needs, changed);
    this.#connection = connection;
    this.#signIn = signIn;
    this.#needs = needs;
    this.#who = who;
  }

  /** A page to sign in at says that a person is needed (platform.md, Signing in): no other token changes that. */
  override renew(
    stale: AuthHeaders,
    because: AuthRejection,
    signal?: AbortSignal,
  ): Promise<AuthHeaders | undefined> {
    return because === 'signed-out' ? Promise.resolve(undefined) : this.tokens.renew(stale, signal);
  }

  /** For the same reason a page to sign in at does not end the token. */
  override discard(_stale: AuthHeaders): void {}

  override facts(): SessionFacts {
    const token = this.tokens.token();
    return {
      ...NO_FACTS,
      ...this.tokens.times(),
      state: token ? 'signed-in' : 'ready',
      who: this.#who(),
      scopes: [...(token?.scopes ?? this.#signIn.scopes)],
      renews: true,
      failure: this.tokens.failure(),
    };
  }

  protected override async load(signal: AbortSignal): Promise<BearerToken> {
    const connection = this.#connection();
    const signIn = this.#signIn;
    const place = await placeOf(signIn, byToken(signIn, connection), this.#needs);
    const { accessToken, seconds, scopes } = await machineTokenOf(
      connection,
      signIn,
      this.#needs,
      signal,
    );
    return { authHeaders: bearer(accessToken, place), seconds, scopes: scopes ?? signIn.scopes };
  }
}

/** Where what the key gets may go, before it is asked for. Problem keychain{other-place} where nobody has allowed it (ATK-28). */
export async function placeOf(
  { proof }: Pick<MachineSignIn, 'proof'>,
  use: Use,
  { credentials }: Pick<MachineTokenNeeds, 'credentials'>,
): Promise<string> {
  if (proof.by === 'certificate') await credentials.certificate(proof.certificate, use);
  else await credentials.privateKey(proof.key, use);
  return use.to;
}

/**
 * One grant with a new assertion, which is valid by the provider's clock: where this computer's turns out to be another one, a refused
 * grant is asked for once more. Problem refused{...} with the provider's words, certificate, keychain, unreachable.
 */
export async function machineTokenOf(
  connection: SavedConnection,
  signIn: MachineSignIn,
  needs: MachineTokenNeeds,
  signal: AbortSignal,
): Promise<TokenAnswer> {
  const address = new URL(signIn.tokenEndpoint);
  const { serverTimes } = needs;
  const ask = async (time: Date) => {
    const assertion = await assertionOf(connection, signIn, needs, time);
    const form = new URLSearchParams({ grant_type: GRANT, assertion });
    return requestFromProvider(needs, { connection, address, form, signal });
  };
  const heard = serverTimes.revision(address);
  const first = await ask(serverTimes.at(address));
  const isOff = serverTimes.revision(address) !== heard;
  const isRefused = refusalOf(first)?.kind === 'refused';
  const answer = isRefused && isOff ? await ask(serverTimes.at(address)) : first;
  const refusal = refusalOf(answer);
  if (refusal?.kind === 'refused' && serverTimes.isUnreasonable(address))
    throw new Problem({ ...refusal, cause: 'wrong-clock', message: CLOCK });
  return readTokens(answer);
}

const CLOCK = 'The clock of this computer is more than a week away from that of the provider.';

async function assertionOf(
  connection: SavedConnection,
  signIn: MachineSignIn,
  needs: MachineTokenNeeds,
  time: Date,
): Promise<string> {
  const { key, hint } = await keyOf(signIn, connection, needs.credentials);
  if (createPrivateKey(key.expose()).asymmetricKeyType !== 'rsa')
    throw certificateTrouble('unreadable', 'RS256 needs an RSA key.');
  const iat = Math.floor(time.getTime() / 1000);
  const { audience, clientId, scopes, resource, consumerOrg } = signIn;
  return signAssertion(key, hint, {
    aud: audience,
    iss: clientId,
    scope: scopes.join(' '),
    iat,
    exp: iat + LIFE_SECONDS,
    jti: randomUUID(),
    ...(resource !== undefined && { resource }),
    ...(consumerOrg !== undefined && { consumer_org: consumerOrg }),
  });
}

async function keyOf(
  signIn: MachineSignIn,
  connection: SavedConnection,
  credentials: MachineTokenNeeds['credentials'],
): Promise<{ key: Secret; hint: KeyHint }> {
  const { proof } = signIn;
  const use = toSign(signIn, connection);
  if (proof.by === 'registered-key')
    return { key: await credentials.privateKey(proof.key, use), hint: { kid: proof.keyId } };
  const { key, certificateChainPem } = await credentials.certificate(proof.certificate, use);
  const blocks = certificateChainPem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END[^-]+-----/g);
  const x5c = (blocks ?? []).map((pem) => new X509Certificate(pem).raw.toString('base64'));
  return { key, hint: { x5c } };
}
