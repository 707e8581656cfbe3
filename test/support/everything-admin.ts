// The part of everything.ts that administers an organisation: roles, contacts, profiles, reportees, look-ups.
import type { Platform } from '../platform/platform.ts';

type Call = <T>(name: string, input: unknown, expected?: string) => Promise<T>;

/** Every operation of these features once, on the platform's own organisation. */
export async function administerEverything(
  call: Call,
  connection: string,
  { control, organisationNumber }: Pick<Platform, 'control' | 'organisationNumber'>,
  file: (name: string) => string,
): Promise<void> {
  const ofParty = { connection, who: 'my' };
  const ofOrganisation = { connection, organisationNumber };
  const [service] = control.metadata.services;
  const of = { code: service?.code ?? '', edition: service?.edition ?? 1 };
  const right = { serviceCode: of.code, serviceEdition: of.edition, action: 'Read' };
  const role = { name: 'Everything', description: '', rights: [right] };

  await call('roleDefinitions.list', ofParty);
  const made = await call<{ id: number }>('roleDefinitions.create', { ...ofParty, ...role });
  const ofRole = { ...ofParty, role: made.id };
  await call('roleDefinitions.get', ofRole);
  const roleFile = file('role.json');
  await call('roleDefinitions.exportRole', { ...ofRole, target: roleFile });
  await call('roleDefinitions.readFile', { ...ofParty, file: roleFile });
  const rolesFile = file('roles.json');
  await call('roleDefinitions.exportAll', { ...ofParty, target: rolesFile, format: 'json' });
  await call('roleDefinitions.compareFile', { ...ofParty, file: rolesFile });
  await call('roleDefinitions.replace', { ...ofRole, ...role, name: 'All', expected: role });
  await call('roleDefinitions.remove', ofRole);

  await delegateEverything(call, { connection, who: organisationNumber }, control, file);

  await consentEverything(call, { connection }, { control, organisationNumber });

  await call('contactInformation.list', ofOrganisation);
  const added = await call<{ entry: { id: number } }>('contactInformation.add', {
    ...ofOrganisation,
    email: 'everything@fjordtrafikk.example',
  });
  await call('contactInformation.remove', { ...ofOrganisation, entry: added.entry.id });
  const contacts = file('contacts.csv');
  await call('contactInformation.exportList', { ...ofOrganisation, target: contacts });
  await call('contactInformation.readFile', { ...ofOrganisation, file: contacts });
  await call('profile.own', { connection });
  await call('profile.organisation', ofOrganisation);

  const { reportees } = await call<{ reportees: { id: string }[] }>('reportees.list', {
    connection,
  });
  await call('reportees.get', { connection, reportee: reportees[0]?.id });
  await call('reportees.revealNumber', { connection, reportee: reportees[0]?.id });

  await call('serviceOwner.find', { connection, phoneNumber: '90000418' });
  await call('serviceOwner.get', ofOrganisation);
  await call('serviceOwner.names', { connection, organisationNumbers: [organisationNumber] });
  await call('serviceOwner.officialContacts', ofOrganisation);
  const { contacts: persons } = await call<{ contacts: { id: string }[] }>(
    'serviceOwner.personalContacts',
    ofOrganisation,
  );
  await call('serviceOwner.rolesOf', { ...ofOrganisation, person: persons[0]?.id });
  await call('serviceOwner.revealNumber', { ...ofOrganisation, person: persons[0]?.id });
  await call('serviceOwner.roleDefinition', { connection, role: 20 });

  const lookUps = file('look-ups.csv');
  await call('serviceOwner.exportResults', {
    connection,
    of: { organisationNumbers: [organisationNumber] },
    target: lookUps,
    format: 'csv',
    identityNumbers: 'masked',
  });
  await call('serviceOwner.readNumbers', { file: lookUps });
  await call('serviceOwner.results', { job: 'none', from: 0, count: 1 }, 'not-found');
  await ruleEverything(call, { connection, organisationNumber }, file);
  await followEverything(call, { connection, control, organisationNumber }, file);
}

/** The services of the platform's own service owner. */
async function ruleEverything(
  call: Call,
  { connection, organisationNumber }: { connection: string; organisationNumber: string },
  file: (name: string) => string,
): Promise<void> {
  const subject = { identityNumber: '14857912345' };
  const between = { connection, subject, reportee: { organisationNumber } };
  await call('partyAccess.reportees', { connection, subject });
  await call('partyAccess.rights', between);
  await call('partyAccess.roles', between);
  const parties = { connection, subject, format: 'csv', target: file('parties.csv') };
  await call('partyAccess.exportReportees', parties);
  const holds = { ...between, format: 'csv', target: file('holds.csv') };
  await call('partyAccess.exportAccess', holds);
  const of = { connection, service: { code: 'B102', edition: 1 } };
  await call('serviceRights.list', { ...of, reportee: organisationNumber });
  await call('serviceRights.exportList', { ...of, format: 'csv', target: file('rules.csv') });
  const { rights } = await call<{ rights: { id: string }[] }>('serviceRights.grant', {
    ...of,
    reportee: { identityNumber: '27828434567' },
    rights: ['read'],
    conditions: [{ name: 'IsRecipient', value: true }],
  });
  const rule = rights[0]?.id;
  await call('serviceRights.get', { connection, rule });
  await call('serviceRights.revoke', { ...of, rule });
}

/** Consents, requests and events of the platform's own service owner. */
async function followEverything(
  call: Call,
  { connection, control, organisationNumber }: Followed,
  file: (name: string) => string,
): Promise<void> {
  await call('serviceOwner.validateRecipient', { connection, recipient: { organisationNumber } });
  const given = { connection, service: { code: 'K103', edition: 1 } };
  await call('ownerRequests.consents', { ...given, statuses: ['active'] });
  const consents = { ...given, format: 'csv', target: file('consents.csv') };
  await call('ownerRequests.exportConsents', consents);
  const { requests } = await call<{ requests: { id: string }[] }>('ownerRequests.list', {
    connection,
  });
  await call('ownerRequests.get', { connection, request: requests[0]?.id });
  const giver = control.register.find(({ number }) => number !== organisationNumber);
  const [service] = control.metadata.services.filter(({ code }) => Number(code) % 9 !== 0);
  const made = await call<{ id: string }>('ownerRequests.create', {
    connection,
    receiver: { organisationNumber },
    giver: { organisationNumber: giver?.number },
    giverName: giver?.name,
    services: [{ code: service?.code, edition: service?.edition, operations: ['Read'] }],
    redirectUrl: 'https://retur.fjordtrafikk.example/tilgang',
  });
  await call('ownerRequests.remove', { connection, request: made.id });
  await call('ownerEvents.read', { connection });
  await call('ownerEvents.exportEvents', { connection, format: 'csv', target: file('events.csv') });
}

interface Followed extends Pick<Platform, 'control' | 'organisationNumber'> {
  readonly connection: string;
}

async function delegateEverything(
  call: Call,
  at: { readonly connection: string; readonly who: string },
  control: Platform['control'],
  file: (name: string) => string,
): Promise<void> {
  // Whose certificate it is manages the access of the organisation.
  control.held.managers.add('');
  const [service] = control.metadata.services.filter(({ code }) => Number(code) % 9 !== 0);
  const right = {
    serviceCode: service?.code ?? '',
    serviceEdition: service?.edition ?? 1,
    action: 'Read',
  };
  const { connection } = at;
  const person = { identityNumber: '27828434567', lastName: 'Bratthammer' };
  await call('delegations.list', at);
  await call('delegations.own', at);
  await call('delegations.knownUsers', { connection: at.connection });
  const access = file('access.csv');
  await call('delegations.exportList', { ...at, target: access, holdings: true });
  await call('delegations.readFile', { ...at, file: access });
  await call('reportees.convert', { connection, of: person });
  const { holder } = await call<{ holder: { id: string } | null }>('delegations.give', {
    ...at,
    to: { kind: 'person', ...person },
    roles: [27],
    rights: [right],
  });
  const receiver = holder?.id ?? '';
  const held = await call<{
    roles: { held: string | null }[];
    rights: { id: string; direct: boolean }[];
  }>('delegations.get', { ...at, receiver });
  const role = held.roles.find((one) => one.held !== null)?.held ?? '';
  await call('delegations.holdings', { ...at, holders: [receiver] });
  await call('delegations.loss', { ...at, receiver, roles: [role], rights: [] });
  await call('delegations.takeRole', { ...at, receiver, role });
  const direct = held.rights.find((one) => one.direct)?.id ?? '';
  await call('delegations.takeRight', { ...at, receiver, right: direct });
}

/** Requests for consent, and what can be done with one that was given. */
async function consentEverything(
  call: Call,
  at: { readonly connection: string },
  { control, organisationNumber }: Pick<Platform, 'control' | 'organisationNumber'>,
) {
  await call('consents.list', at);
  const resource = { serviceCode: 'K103', serviceEdition: 1, metadata: [] };
  const { code } = await call<{ code: string }>('consents.create', {
    ...at,
    receiver: organisationNumber,
    giver: { kind: 'person', identityNumber: '27828434567', lastName: 'Bratthammer' },
    validTo: '2100-01-01T00:00:00Z',
    returnAddress: 'https://retur.fjordtrafikk.example/ferdig',
    resources: [resource],
    // One document lets it be left out, the other does not.
    message: { nb: 'Kan vi få lese kartet?', en: 'May we read the map?' },
  });
  const of = { ...at, code };
  await call('consents.get', of);
  await call('consents.revealNumber', { ...of, whose: 'giver' });
  await call('consents.openPage', { ...of, language: 'nn' });
  await call('consents.withdraw', of);
  const given = { ...at, code: control.consents.make({ status: 'Accepted' }).id };
  await call('consents.token', given);
  await call('consents.copyToken', given);
  await call('consents.logUse', { ...given, serviceCode: 'K103', serviceEdition: 1 });
  await call('consents.giveUp', given);
}
