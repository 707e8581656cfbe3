// Service owners (section 8): which organisations are ones and which services are theirs.
import { consentServiceOf } from './consents.ts';
import type { Metadata } from './metadata.ts';
import { furtherServices } from './service-data.ts';

export interface Owners {
  /** By organisation number; tests may change it. */
  readonly numbers: Set<string>;
  /** The code (as in ServiceOwnerCode) under which an organisation owns services; tests may change it. */
  readonly codes: Map<string, string>;
  /** The service when it is the organisation's own. */
  owns(organisation: string | undefined, code: string, edition: number): boolean;
}

/** Fyrtilsynet owns all further kinds of services. */
const codeOfFurther = 'FYR';

export function createOwners(first: string | undefined, metadata: Metadata): Owners {
  const codes = new Map(first === undefined ? [] : [[first, codeOfFurther]]);
  const ownerOf = (code: string, edition: number): string | undefined =>
    furtherServices.some((one) => one.code === code && edition === 1)
      ? codeOfFurther
      : (consentServiceOf(code, edition)?.ownerCode ?? metadata.find(code, edition)?.ownerCode);
  return {
    numbers: new Set(first === undefined ? [] : [first]),
    codes,
    owns(organisation = '', code, edition) {
      const own = codes.get(organisation);
      return own !== undefined && ownerOf(code, edition) === own;
    },
  };
}
