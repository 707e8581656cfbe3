// The areas outside the message box, assembled, and what tests may read and change of them.
import { createSpool } from './attachment-content.ts';
import type { Answer, Call, Route } from './call.ts';
import { codeListRoutes, createCodeLists, type CodeLists } from './code-lists.ts';
import {
  contactInformationRoutes,
  createContactInformation,
  type ContactEntry,
} from './contact-information.ts';
import { consentPageRoutes } from './consent-page.ts';
import { consentRoutes } from './consent-routes.ts';
import { consentKeyRoutes, createConsentKeys } from './consent-tokens.ts';
import { createConsentControl, createConsents, type ConsentControl } from './consents.ts';
import { createDelegationRequests, type DelegationRequestControl } from './delegation-requests.ts';
import { errorIn, gone, type ErrorForm, type GoneForm } from './errors.ts';
import { createEvents, type EventControl } from './events.ts';
import type { Fault } from './faults.ts';
import { fileTransferRoutes } from './file-transfer-routes.ts';
import { createFileTransfer, type FileTransferControl } from './file-transfer.ts';
import { createLocalRoles, localRoleRoutes, type LocalRole } from './local-roles.ts';
import { createLookup, type LookupControl } from './lookup-services.ts';
import { metadataRoutes } from './metadata-routes.ts';
import { createMetadata, type Metadata } from './metadata.ts';
import { createHeldRights, type HeldRights } from './held-rights.ts';
import { delegationRoutes } from './delegations.ts';
import { ownRightRoutes } from './own-rights.ts';
import { ownerAccessRoutes, type GivenRole } from './owner-access.ts';
import { ownerConsentRoutes } from './owner-consents.ts';
import { createOwners } from './owners.ts';
import type { Parties } from './parties.ts';
import { createNamed, type Named } from './register.ts';
import type { PartyOf } from './party-of.ts';
import { profileRoutes } from './profile.ts';
import { createChance } from './randomness.ts';
import { createRecipients, type RecipientControl } from './recipients.ts';
import { createOpenRoles, openRoleRoutes, type OpenRoles } from './role-definitions.ts';
import { roleRequirementRoutes } from './role-requirements.ts';
import { createRegister, type RegisteredOrganisation } from './service-owner-data.ts';
import { serviceOwnerRoutes } from './service-owner.ts';
import { serviceRightRoutes } from './service-rights-routes.ts';
import { brokerService, createServiceRights, type ServiceRights } from './service-rights.ts';
import type { State } from './state.ts';

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

export interface AreaOptions {
  readonly seed: number;
  readonly services: number;
  readonly serviceOwner: boolean;
  readonly parties: Parties;
  readonly partyOf: PartyOf;
  readonly fault: (fault: Fault) => void;
}

export interface Areas {
  readonly routes: readonly Route[];
  readonly control: AreaControl;
  /** The routes of the whole platform, with areas that can be switched off. */
  guard(routes: readonly Route[]): readonly Route[];
  /** Removes the files of large transfers. */
  clear(): void;
}

export function createAreas(state: State, options: AreaOptions): Areas {
  const { seed, partyOf } = options;
  const metadata = createMetadata({ seed, services: options.services });
  const codeLists = createCodeLists();
  const openRoles = createOpenRoles();
  const register = createRegister(seed, [state.organisation, state.other]);
  const roles = createLocalRoles(metadata);
  const contacts = createContactInformation();
  const owners = createOwners(
    options.serviceOwner ? state.organisation.number : undefined,
    metadata,
  );
  const seen = { credentialsAtOpen: 0, unfiltered: 0 };
  const retired = new Map<string, Retired>();
  const named = createNamed(state, options.parties, register);
  const held = createHeldRights(state, metadata, named);
  const authorization = { held, named, metadata, partyOf, now: () => state.now() };
  // With a chance of its own: secrets and tokens of a seed stay what they were.
  const chance = createChance(seed + 5_000);
  const rights = createServiceRights(state);
  const keys = createConsentKeys(() => state.now());
  const consents = createConsents(state, chance, named, register);
  const consentControl = createConsentControl(consents, keys.control);
  const rolesGiven: GivenRole[] = [];
  const lookup = createLookup({ consents, partyOf, now: () => state.now() });
  const spool = createSpool();
  const transfer = createFileTransfer(state, chance, spool);
  const recipients = createRecipients({ owners, named, register, metadata });
  const events = createEvents({ owners, state });
  const delegationRequests = createDelegationRequests({
    owners,
    named,
    metadata,
    held,
    state,
    chance,
    giver: () => register.all[3]?.number ?? '',
  });
  const unfiltered = (): void => void (seen.unfiltered += 1);
  const open = [
    ...codeListRoutes(codeLists),
    ...openRoleRoutes(openRoles),
    ...roleRequirementRoutes(metadata, openRoles),
    ...metadataRoutes(metadata),
    ...consentKeyRoutes(keys),
    ...lookup.open,
  ].map((route) => watched(route, () => (seen.credentialsAtOpen += 1)));
  return {
    routes: [
      ...open,
      ...localRoleRoutes(roles, metadata, partyOf),
      ...contactInformationRoutes(contacts, partyOf),
      ...profileRoutes(state, partyOf),
      ...serviceOwnerRoutes({ register, metadata, owners: owners.numbers, unfiltered }),
      ...delegationRoutes(authorization),
      ...ownRightRoutes(authorization),
      ...consentRoutes({
        consents,
        control: consentControl,
        keys,
        named,
        state,
        mayHandle: (coveredBy, handledBy) => rights.mayHandle(coveredBy, handledBy),
      }),
      ...consentPageRoutes(consentControl),
      ...delegationRequests.routes,
      ...lookup.routes,
      ...fileTransferRoutes({
        transfer,
        rights,
        named,
        partyOf,
        services: new Set([`${brokerService.code}/${brokerService.edition}`]),
      }),
      ...ownerAccessRoutes({
        owners,
        held,
        named,
        parties: options.parties,
        metadata,
        consents,
        state,
        given: rolesGiven,
      }),
      ...ownerConsentRoutes({ owners, consents, named, now: () => state.now() }),
      ...serviceRightRoutes({ owners, rights, state }),
      ...recipients.routes,
      ...events.routes,
    ],
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
      consents: consentControl,
      delegationRequests: delegationRequests.control,
      lookup: lookup.control,
      fileTransfer: transfer.control,
      serviceRights: rights,
      rolesGiven,
      recipients: recipients.control,
      events: events.control,
      localRoles: (party) => roles.of(party),
      contactInformation: (organisation) => contacts.of(organisation),
      held,
      named,
      retire: (area, form, calls = 'writes') => void retired.set(area, { form, calls }),
      restore: () => retired.clear(),
      refuse: (operation, refusal) => options.fault(faultOf(operation, refusal)),
    },
    guard: (routes) => routes.map((route) => guarded(route, retired)),
    clear: () => spool.clear(),
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

/** Counts calls that bring a credential where none is wanted. */
function watched(route: Route, count: () => void): Route {
  return {
    ...route,
    act(call) {
      if (bringsCredential(call)) count();
      return route.act(call);
    },
  };
}

function bringsCredential({ headers, query, caller }: Call): boolean {
  const flagged = query.split('&').includes('ForceEIAuthentication');
  return (
    headers.apikey !== undefined ||
    headers.authorization !== undefined ||
    headers.cookie !== undefined ||
    (caller.certificate !== undefined && flagged)
  );
}

interface Retired {
  readonly form: GoneForm;
  readonly calls: 'writes' | 'all';
}

function guarded(route: Route, retired: ReadonlyMap<string, Retired>): Route {
  const area = route.operation.split('.')[0] ?? '';
  const answer = (): Answer | undefined => {
    const found = retired.get(area);
    if (!found || (found.calls === 'writes' && route.method === 'GET')) return undefined;
    return gone(found.form);
  };
  return { ...route, act: (call) => answer() ?? route.act(call) };
}
