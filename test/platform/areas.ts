// The areas outside the message box, assembled, and what tests may read and change of them.
import { codeListActs, createCodeLists, type CodeLists } from './code-lists.ts';
import {
  contactInformationActs,
  createContactInformation,
  type ContactEntry,
} from './contact-information.ts';
import { consentPageActs } from './consent-page.ts';
import { consentActs } from './consent-routes.ts';
import { consentKeyActs } from './consent-tokens.ts';
import type { ConsentControl } from './consents.ts';
import type { Acts, Doorkeeper, Retired } from './door.ts';
import { createDelegationRequests, type DelegationRequestControl } from './delegation-requests.ts';
import { errorIn, refusals, type ErrorForm, type GoneForm } from './errors.ts';
import { createEvents, type EventControl } from './events.ts';
import type { Fault } from './faults.ts';
import { fileTransferActs } from './file-transfer-routes.ts';
import type { FileTransferControl } from './file-transfer.ts';
import { createLocalRoles, localRoleActs, type LocalRole } from './local-roles.ts';
import { createLookup, type LookupControl } from './lookup-services.ts';
import { metadataActs } from './metadata-routes.ts';
import type { Metadata } from './metadata.ts';
import type { GivenRole, HeldRights } from './held-rights.ts';
import { delegationActs } from './delegations.ts';
import { ownRightActs } from './own-rights.ts';
import { ownerAccessActs } from './owner-access.ts';
import { ownerConsentActs } from './owner-consents.ts';
import type { Named } from './register.ts';
import type { PartyOf } from './party-of.ts';
import { profileActs } from './profile.ts';
import { createRecipients, type RecipientControl } from './recipients.ts';
import { openRoleActs, type OpenRoles } from './role-definitions.ts';
import { roleRequirementActs } from './role-requirements.ts';
import type { RegisteredOrganisation } from './service-owner-data.ts';
import { serviceOwnerActs } from './service-owner.ts';
import { serviceRightActs } from './service-rights-routes.ts';
import type { ServiceRights } from './service-rights.ts';
import type { State } from './state.ts';
import { createWorld, type WorldOptions } from './world.ts';

export interface AreaControl {
  /** Calls of open endpoints that carried an API key, a token, a cookie or a certificate with its flag. */
  readonly credentialsAtOpen: number;
  /** Service-owner lists asked for without e-mail and telephone number. */
  readonly unfilteredLookups: number;
  readonly metadata: Metadata;
  readonly codeLists: CodeLists;
  readonly openRoles: OpenRoles;
  /** What a service owner can look up. */
  readonly register: readonly RegisteredOrganisation[];
  /** Service owners by organisation number; may be changed. */
  readonly serviceOwners: Set<string>;
  /** Under which code a service owner owns services; may be changed. */
  readonly ownerCodes: Map<string, string>;
  /** Consent requests and consents, tokens and their keys. */
  readonly consents: ConsentControl;
  readonly delegationRequests: DelegationRequestControl;
  readonly lookup: LookupControl;
  /** Files of the file transfer, and the life of each. */
  readonly fileTransfer: FileTransferControl;
  readonly serviceRights: ServiceRights;
  /** Roles that service owners gave. */
  readonly rolesGiven: readonly GivenRole[];
  readonly recipients: RecipientControl;
  readonly events: EventControl;
  /** Local role definitions of a party: an organisation number, or `r<digits>`. */
  localRoles(party: string): readonly LocalRole[];
  contactInformation(organisation: string): readonly ContactEntry[];
  /** Who holds which roles and rights, who manages access, and the notices sent. */
  readonly held: HeldRights;
  /** Ids and registered names. */
  readonly named: Named;
  /** Switches an area off: the part of operation names before the dot. Its changes, or all of its calls. */
  retire(area: string, form: GoneForm, calls?: 'writes' | 'all'): void;
  /** Switches every area on again. */
  restore(): void;
  /** The next calls of an operation are refused before anything is done, worded in the form. */
  refuse(operation: string, refusal: Refusal): void;
}

export interface Refusal {
  readonly form: ErrorForm;
  readonly words: string;
  /** 400 when left out. */
  readonly status?: number;
  /** ErrorCode of the forms with a body; 1000 when left out. */
  readonly code?: number;
  /** How many calls; 1 when left out. */
  readonly times?: number;
}

export interface AreaOptions extends WorldOptions {
  readonly partyOf: PartyOf;
  readonly fault: (fault: Fault) => void;
}

export function createAreas(state: State, options: AreaOptions) {
  const { partyOf } = options;
  const world = createWorld(state, options);
  const { metadata, openRoles, register, owners, held, named, transfer } = world;
  const codeLists = createCodeLists();
  const roles = createLocalRoles(metadata);
  const contacts = createContactInformation();
  const seen = { credentialsAtOpen: 0, unfiltered: 0 };
  const retired = new Map<string, Retired>();
  const lookup = createLookup(world);
  const recipients = createRecipients(world);
  const events = createEvents(state);
  const delegationRequests = createDelegationRequests(world);
  const acts = {
    ...codeListActs(codeLists),
    ...openRoleActs(openRoles),
    ...roleRequirementActs(metadata, openRoles),
    ...metadataActs(metadata),
    ...consentKeyActs(world.keys),
    ...localRoleActs(roles, metadata),
    ...contactInformationActs(contacts),
    ...profileActs(state),
    ...serviceOwnerActs({ ...world, unfiltered: () => void (seen.unfiltered += 1) }),
    ...delegationActs(world),
    ...ownRightActs(world),
    ...consentActs(world),
    ...consentPageActs(world.consentControl),
    ...delegationRequests.acts,
    ...lookup.acts,
    ...fileTransferActs(world),
    ...ownerAccessActs(world),
    ...ownerConsentActs(world),
    ...serviceRightActs(world),
    ...recipients.acts,
    ...events.acts,
    'parties.notBuilt': () => refusals.notFound,
  } satisfies Partial<Acts>;
  const keeper: Doorkeeper = {
    owners: owners.numbers,
    partyOf,
    isManager: (caller, party) => held.isManager(caller, party),
    uncalledFor: () => void (seen.credentialsAtOpen += 1),
    retired,
  };
  return {
    acts,
    keeper,
    /** Removes the files of large transfers. */
    clear: () => transfer.spool.clear(),
    control: {
      get credentialsAtOpen() {
        return seen.credentialsAtOpen;
      },
      get unfilteredLookups() {
        return seen.unfiltered;
      },
      get register() {
        return register.all;
      },
      metadata,
      codeLists,
      openRoles,
      serviceOwners: owners.numbers,
      ownerCodes: owners.codes,
      consents: world.consentControl,
      delegationRequests: delegationRequests.control,
      lookup: lookup.control,
      fileTransfer: transfer.control,
      serviceRights: world.rights,
      rolesGiven: world.rolesGiven,
      recipients: recipients.control,
      events: events.control,
      localRoles: (party) => roles.of(party),
      contactInformation: (organisation) => contacts.of(organisation),
      held,
      named,
      retire: (area, form, calls = 'writes') => void retired.set(area, { form, calls }),
      restore: () => retired.clear(),
      refuse: (operation, refusal) => options.fault(faultOf(operation, refusal)),
    } satisfies AreaControl,
  };
}

function faultOf(operation: string, refusal: Refusal): Fault {
  const { form, words, status = 400, code = 1000, times = 1 } = refusal;
  const { reason, headers = {}, body } = errorIn(form, status, code, words);
  const type = headers['Content-Type'];
  const shown = {
    ...(typeof type === 'string' ? { headers: { 'Content-Type': type } } : {}),
    ...(typeof body === 'string' ? { body } : {}),
  };
  return { operation, acts: false, times, effect: { kind: 'alter', status, reason, ...shown } };
}
