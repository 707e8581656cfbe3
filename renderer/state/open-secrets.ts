// The one-time secrets and unknown outcomes of one connection that are not resolved yet.
import type { OneTimeSecret } from '../../preload/contract/one-time-secrets.ts';

/** Newest first, as main tells them. */
export const openSecretsOf = (
  secrets: readonly OneTimeSecret[],
  connection: string,
): readonly OneTimeSecret[] =>
  secrets.filter((entry) => entry.connection === connection && entry.state !== 'confirmed');
