// Which credentials exist, their facts, and the vault names their secrets are under.
import type { Credential } from '../../preload/contract/credentials.ts';
import type { Secret } from '../secret.ts';

/** Key and chain as PEM, taken out of the file at import; what TLS gets. */
export interface ClientCertificate {
  readonly key: Secret;
  readonly certificateChainPem: string;
}

export interface CredentialBook {
  list(): readonly Credential[];
  /** Problem certificate{missing} or keychain{...}; certificate{expired} when its time has passed (TLS-13). */
  certificate(id: string): Promise<ClientCertificate>;
  apiKey(id: string): Promise<Secret>;
  proxyPassword(id: string): Promise<Secret>;
}
