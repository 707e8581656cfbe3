// Builds the suggested name of a saved file.
import { localDay } from '../../preload/contract/rules.ts';
import type { Environment } from '../../preload/contract/schema.ts';

/** Carries the environment, so that a file is never taken for that of another one. */
export function fileName(
  organisation: string,
  environment: Environment,
  what: string,
  now: Date,
  ending: string,
): string {
  const safe = organisation
    .toLowerCase()
    .replaceAll('æ', 'ae')
    .replaceAll('ø', 'o')
    .replaceAll('å', 'a')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 40);
  return [safe, environment === 'production' ? 'PRODUCTION' : 'test', what, localDay(now)]
    .filter((part) => part !== '')
    .join('-')
    .concat(ending);
}
