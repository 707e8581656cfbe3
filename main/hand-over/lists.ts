// The lists of a hand-over: what is read of the platform for each part, and how its rows are told in a table.
import { consentRequest } from '../../preload/contract/consents.ts';
import { contactEntry } from '../../preload/contract/contact-information.ts';
import { heldRight, heldRole, holding, rightHolder } from '../../preload/contract/delegations.ts';
import { enterpriseUser } from '../../preload/contract/enterprise-users.ts';
import {
  sentFile,
  transferReceipt,
  transferredFile,
} from '../../preload/contract/file-transfer.ts';
import type { EndpointGroup } from '../../preload/contract/offers.ts';
import type { HandOverPart } from '../../preload/contract/hand-over-parts.ts';
import { messageSummary } from '../../preload/contract/messages.ts';
import { organisationProfile, personalProfile } from '../../preload/contract/profile.ts';
import { reportee } from '../../preload/contract/reportees.ts';
import { roleDefinition, roleWithRights } from '../../preload/contract/role-definitions.ts';
import { z } from '../../preload/contract/schema.ts';
import { valueOf } from '../jobs/batch.ts';
import { Problem } from '../problem.ts';
import {
  ACTION,
  CHANGED,
  CREATED,
  EDITION,
  type HandOverList,
  ID,
  KIND,
  known,
  list,
  NAME,
  ORGANISATION_NUMBER,
  partyName,
  RIGHT,
  ROLE,
  SENT,
  SERVICE,
  STATUS,
  VALID_TO,
  w,
} from './list.ts';
import type { NamedService } from './owned-services.ts';
import { ownerLists } from './owner-lists.ts';

const outOfCopy = () =>
  new Problem({
    kind: 'unreachable',
    problem: 'network',
    host: '',
    message: 'The platform could not be reached, and a copy kept on this computer is no proof.',
  });

const users = list({
  key: 'users',
  part: 'users',
  title: w('Enterprise users', 'Virksomhetsbrukere'),
  columns: [
    w('User name', 'Brukernavn'),
    NAME,
    CREATED,
    CHANGED,
    w('Secret last rotated', 'Hemmelighet sist byttet'),
    w('Note', 'Notat'),
  ],
  shape: enterpriseUser,
  async load({ run, connection, signal }) {
    const answer = valueOf(await run('enterpriseUsers.list', { connection }, signal));
    // A copy kept on this computer is no proof of what the platform has.
    if (answer.fromCopy) throw outOfCopy();
    return { items: answer.users, completeness: answer.completeness };
  },
  id: ({ userName }) => userName,
  name: ({ userName }) => userName,
  rows: ({ userName, name, created, lastChanged, local }) => [
    [userName, name, created, lastChanged, local.lastRotated, local.note],
  ],
});

const holders = list({
  key: 'holders',
  part: 'access',
  title: w('Who has access', 'Hvem har tilgang'),
  columns: [
    w('Holder', 'Innehaver'),
    KIND,
    ORGANISATION_NUMBER,
    w('Role or right', 'Rolle eller rettighet'),
    NAME,
    SERVICE,
    EDITION,
    ACTION,
    w('How it came', 'Hvordan den kom'),
    w('Since', 'Siden'),
  ],
  shape: rightHolder,
  detailShape: holding,
  async load({ run, connection, who, signal }) {
    const answer = valueOf(await run('delegations.list', { connection, who }, signal));
    return { items: answer.holders, completeness: answer.completeness };
  },
  id: ({ id }) => id,
  name: ({ name }) => name,
  rows(holder, held) {
    const head = [holder.name, known(holder.kind), holder.organisationNumber];
    const roles = held?.roles.map((role) => [
      ...head,
      ROLE,
      role.name,
      '',
      '',
      '',
      role.delegator === '' ? role.type : role.delegator,
      role.since,
    ]);
    const rights = held?.rights.map((right) => [
      ...head,
      RIGHT,
      right.type,
      right.serviceCode,
      right.serviceEdition,
      right.action.word,
      right.direct ? w('given directly', 'gitt direkte') : right.source,
      '',
    ]);
    const all = [...(roles ?? []), ...(rights ?? [])];
    return all.length > 0 ? all : [[...head, ...Array.from({ length: 7 }, () => '')]];
  },
  detail: async ({ run, connection, who, signal }, receiver) =>
    valueOf(await run('delegations.get', { connection, who, receiver }, signal)),
});

const localRoles = list({
  key: 'roles',
  part: 'local-roles',
  title: w('Local roles', 'Lokale roller'),
  columns: [NAME, w('Description', 'Beskrivelse'), SERVICE, EDITION, ACTION],
  shape: roleDefinition,
  detailShape: roleWithRights,
  async load({ run, connection, who, signal }) {
    const answer = valueOf(await run('roleDefinitions.list', { connection, who }, signal));
    const items = answer.roles.filter(({ kind }) => kind === 'local');
    return { items, completeness: answer.completeness };
  },
  id: ({ id }) => String(id),
  name: ({ name }) => name,
  rows({ name, description }, role) {
    const rights = role?.rights ?? [];
    return rights.length === 0
      ? [[name, description, '', '', '']]
      : rights.map((right) => [
          name,
          description,
          right.serviceCode,
          right.serviceEdition,
          right.action.word,
        ]);
  },
  detail: async ({ run, connection, who, signal }, id) =>
    valueOf(await run('roleDefinitions.get', { connection, who, role: Number(id) }, signal)),
});

const organisation = list({
  key: 'profile',
  part: 'organisation',
  title: w('Profile of the organisation', 'Virksomhetens profil'),
  columns: [
    NAME,
    w('E-mail', 'E-post'),
    w('Mobile number', 'Mobilnummer'),
    w('Address', 'Adresse'),
    w('Business address', 'Forretningsadresse'),
    CHANGED,
  ],
  shape: organisationProfile,
  async load({ run, connection, who, signal }) {
    const input = { connection, organisationNumber: who };
    return { items: [valueOf(await run('profile.organisation', input, signal))] };
  },
  id: () => 'organisation',
  name: ({ entity }) => entity ?? '',
  rows: ({ entity, email, mobileNumber, address, businessAddress, lastModified }) => [
    [entity, email, mobileNumber, addressOf(address), addressOf(businessAddress), lastModified],
  ],
});

const addressOf = (of: {
  readonly street: string | null;
  readonly postCode: string | null;
  readonly city: string | null;
}) => [of.street, of.postCode, of.city].filter((one) => one !== null && one !== '').join(', ');

const contacts = list({
  key: 'contacts',
  part: 'organisation',
  title: w('Contact information', 'Kontaktinformasjon'),
  columns: [
    w('E-mail', 'E-post'),
    w('Mobile number', 'Mobilnummer'),
    w('Gets notices', 'Får varsler'),
  ],
  shape: contactEntry,
  async load({ run, connection, who, signal }) {
    const input = { connection, organisationNumber: who };
    const answer = valueOf(await run('contactInformation.list', input, signal));
    return { items: answer.entries, completeness: answer.completeness };
  },
  id: ({ id }) => String(id),
  name: ({ name }) => name,
  rows: ({ email, mobileNumber, notified }) => [[email, mobileNumber, notified]],
});

const ownProfile = list({
  key: 'own-profile',
  part: 'organisation',
  title: w('Profile of the one who signed in', 'Profilen til den som logget inn'),
  columns: [NAME, w('User name', 'Brukernavn'), w('E-mail', 'E-post'), w('Mobile', 'Mobil')],
  shape: personalProfile,
  async load({ run, connection, signal }) {
    return { items: [valueOf(await run('profile.own', { connection }, signal))] };
  },
  id: () => 'own',
  name: ({ name }) => name ?? '',
  rows: ({ name, userName, contact, mobileNumber }) => [
    [name, userName, contact?.email, contact?.mobile ?? mobileNumber],
  ],
});

const parties = list({
  key: 'parties',
  part: 'organisation',
  title: w('Parties', 'Aktører'),
  columns: [NAME, KIND, ORGANISATION_NUMBER, w('Form', 'Organisasjonsform'), STATUS],
  shape: reportee,
  async load({ run, connection, signal }) {
    const answer = valueOf(await run('reportees.list', { connection }, signal));
    return { items: answer.reportees, completeness: answer.completeness };
  },
  id: ({ id }) => id,
  name: ({ name }) => name,
  rows: ({ name, kind, organisationNumber, form, status }) => [
    [name, known(kind), organisationNumber, form, status?.word],
  ],
});

const ownAccess = list({
  key: 'own-access',
  part: 'organisation',
  title: w('Own access', 'Egen tilgang'),
  columns: [w('Role or right', 'Rolle eller rettighet'), NAME, SERVICE, EDITION, ACTION],
  shape: z.object({ roles: z.array(heldRole), rights: z.array(heldRight) }),
  async load({ run, connection, who, signal }) {
    const { roles, rights, completeness } = valueOf(
      await run('delegations.own', { connection, who }, signal),
    );
    return { items: [{ roles, rights }], completeness };
  },
  id: () => 'own-access',
  name: () => '',
  rows: ({ roles, rights }) => [
    ...roles.map(({ name }) => [ROLE, name, '', '', '']),
    ...rights.map((right) => [
      RIGHT,
      right.type,
      right.serviceCode,
      right.serviceEdition,
      right.action.word,
    ]),
  ],
});

/** Each message is read by the export of messages, with all its files. */
const messages = list({
  key: 'messages',
  part: 'messages',
  title: w('Messages', 'Meldinger'),
  hasFiles: true,
  columns: [
    w('Subject', 'Emne'),
    STATUS,
    KIND,
    w('From', 'Fra'),
    SERVICE,
    EDITION,
    CREATED,
    CHANGED,
    ID,
  ],
  shape: messageSummary,
  async load({ run, connection, who, signal }) {
    const answer = valueOf(await run('messages.list', { connection, who, all: true }, signal));
    // The platform lists what is in the trash, and has no way to read it.
    const items = answer.messages.filter(({ status }) => status.state !== 'deleted');
    return { items, completeness: answer.completeness };
  },
  id: ({ id }) => id,
  name: ({ subject }) => subject,
  changed: ({ lastChanged }) => lastChanged,
  rows: (one) => [
    [
      one.subject,
      one.status.word,
      one.type.word,
      one.sender ?? one.serviceOwner,
      one.serviceCode,
      one.serviceEdition,
      one.created,
      one.lastChanged,
      one.id,
    ],
  ],
});

const RECEIPT = [w('Receipt', 'Kvittering'), w('Receipt says', 'Kvitteringen sier')];

const received = list({
  key: 'received',
  part: 'file-transfers',
  title: w('Files received', 'Mottatte filer'),
  columns: [NAME, STATUS, w('Sender', 'Avsender'), SERVICE, EDITION, SENT, ID, ...RECEIPT],
  shape: transferredFile,
  detailShape: transferReceipt,
  async load({ run, connection, who, signal }) {
    const statuses = ['initialized' as const, 'uploaded' as const, 'downloaded' as const];
    const answer = valueOf(await run('fileTransfer.list', { connection, who, statuses }, signal));
    return { items: answer.files, completeness: answer.completeness };
  },
  id: ({ reference }) => reference,
  name: ({ name, reference }) => name || reference,
  rows: (file, receipt) => [
    [
      file.name,
      known(file.status),
      file.sender,
      file.serviceCode,
      file.serviceEdition,
      file.sent,
      file.reference,
      receipt?.statusWord,
      receipt?.text,
    ],
  ],
  detail: async ({ run, connection, who, signal }, reference) =>
    valueOf(await run('fileTransfer.receipt', { connection, who, reference, box: 'in' }, signal)),
});

const sent = list({
  key: 'sent',
  part: 'file-transfers',
  title: w('Files sent from this computer', 'Filer sendt fra denne maskinen'),
  isHere: true,
  columns: [NAME, w('To', 'Til'), SERVICE, EDITION, SENT, ID, ...RECEIPT],
  shape: sentFile,
  detailShape: transferReceipt,
  async load({ run, connection, who, signal }) {
    const { files } = valueOf(await run('fileTransfer.sent', { connection, who }, signal));
    return { items: files };
  },
  id: ({ reference }) => reference,
  name: ({ name }) => name,
  rows: (file, receipt) => [
    [
      file.name,
      file.recipients.join(', '),
      file.code,
      file.edition,
      file.sent,
      file.reference,
      receipt?.statusWord,
      receipt?.text,
    ],
  ],
  detail: async ({ run, connection, who, signal }, reference) =>
    valueOf(await run('fileTransfer.receipt', { connection, who, reference, box: 'out' }, signal)),
});

const consents = list({
  key: 'consents',
  part: 'consents',
  title: w('Requests for consent', 'Samtykkeforespørsler'),
  columns: [ID, STATUS, w('Giver', 'Giver'), w('Receiver', 'Mottaker'), SERVICE, CREATED, VALID_TO],
  shape: consentRequest,
  async load({ run, connection, signal }) {
    const answer = valueOf(await run('consents.list', { connection }, signal));
    return { items: answer.requests, completeness: answer.completeness };
  },
  id: ({ code }) => code,
  name: ({ code }) => code,
  rows: (one) => [
    [
      one.code,
      one.status.word,
      partyName(one.giver),
      partyName(one.receiver),
      one.resources.map((of) => `${of.serviceCode}/${String(of.serviceEdition)}`).join(', '),
      one.created,
      one.validTo,
    ],
  ],
});

/** In the order in which they are read. Services and journal are made of what is there by then. */
export const handOverLists: readonly HandOverList[] = [
  users,
  holders,
  localRoles,
  organisation,
  contacts,
  ownProfile,
  parties,
  ownAccess,
  messages,
  received,
  sent,
  consents,
  ...ownerLists,
];

export const listsOf = (part: HandOverPart): readonly HandOverList[] =>
  handOverLists.filter((one) => one.part === part);

export const listNamed = (key: string): HandOverList | undefined =>
  handOverLists.find((one) => one.key === key);

/** The groups of the endpoint table that a part is read from: their successors are what comes after it. */
export const groupsOf: Readonly<Record<HandOverPart, readonly EndpointGroup[]>> = {
  users: ['enterprise-users'],
  access: ['delegations'],
  'local-roles': ['role-definitions'],
  organisation: ['profiles', 'parties'],
  messages: ['messages'],
  'file-transfers': ['file-transfer'],
  consents: ['consent-requests'],
  'service-owner': [
    'owner-delegation-requests',
    'owner-consents',
    'service-rights',
    'owner-events',
  ],
  services: ['metadata'],
  journal: [],
};

/** Parts that may name services which the organisation owns, beside its own requests for delegation. */
export const NAMING: readonly HandOverPart[] = ['local-roles', 'consents'];

/** Codes and editions of services that an item or its detail names. */
export function servicesIn(value: unknown): readonly NamedService[] {
  const found: NamedService[] = [];
  const walk = (one: unknown): void => {
    if (Array.isArray(one)) for (const inner of one) walk(inner);
    if (typeof one !== 'object' || one === null || Array.isArray(one)) return;
    const fields = one as Readonly<Record<string, unknown>>;
    const code = fields['serviceCode'] ?? fields['code'];
    const edition = fields['serviceEdition'] ?? fields['edition'];
    if (typeof code === 'string' && code !== '' && typeof edition === 'number')
      found.push({ code, edition });
    for (const inner of Object.values(fields)) walk(inner);
  };
  walk(value);
  return found;
}
