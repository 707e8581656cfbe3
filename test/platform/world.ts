// What the areas outside the message box share: the platform's models, each made once.
import { createSpool } from './attachment-content.ts';
import { createConsentKeys } from './consent-tokens.ts';
import { createConsentControl, createConsents } from './consents.ts';
import { createFileTransfer } from './file-transfer.ts';
import { createHeldRights, type GivenRole } from './held-rights.ts';
import { createMetadata } from './metadata.ts';
import { createOwners } from './owners.ts';
import type { Parties } from './parties.ts';
import { createChance } from './randomness.ts';
import { createNamed } from './register.ts';
import { createOpenRoles } from './role-definitions.ts';
import { createRegister } from './service-owner-data.ts';
import { createServiceRights } from './service-rights.ts';
import type { State } from './state.ts';

export interface WorldOptions {
  readonly seed: number;
  readonly services: number;
  readonly serviceOwner: boolean;
  readonly parties: Parties;
}

export function createWorld(state: State, { seed, services, serviceOwner, parties }: WorldOptions) {
  const metadata = createMetadata({ seed, services });
  const register = createRegister(seed, [state.organisation, state.other]);
  const named = createNamed(state, parties, register);
  // With a chance of its own: secrets and tokens of a seed stay what they were.
  const chance = createChance(seed + 5_000);
  const keys = createConsentKeys(() => state.now());
  const consents = createConsents(state, chance, named, register);
  const rolesGiven: GivenRole[] = [];
  return {
    ...{ state, parties, metadata, register, named, chance, keys, consents, rolesGiven },
    consentControl: createConsentControl(consents, keys.control),
    openRoles: createOpenRoles(),
    owners: createOwners(serviceOwner ? state.organisation.number : undefined, metadata),
    held: createHeldRights(state, metadata, named),
    /** The service rights register. */
    rights: createServiceRights(state),
    transfer: createFileTransfer(state, chance, createSpool()),
  };
}

export type World = ReturnType<typeof createWorld>;
