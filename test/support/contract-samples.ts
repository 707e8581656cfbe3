// A valid input for every operation of the contract, and hostile ones made from it.
import { contract } from '../../preload/contract/contract.ts';
import type { Operation } from '../../preload/contract/operation.ts';

const FILE = 'file-AAAAAAAAAAAAAAAAAAAAAAAA';
const LINK = 'link-AAAAAAAAAAAAAAAAAAAAAAAA';
const connection = {
  name: 'Fjord',
  environment: 'test',
  baseAddress: 'https://platform.example.test',
  organisationName: 'Fjord',
  organisationNumber: '974760673',
  signIn: { way: 'certificate', certificate: 'cert-1' },
  apiKey: 'key-1',
  highestTls: 'TLSv1.2',
  language: 1044,
  mediaType: 'application/hal+json',
  proxy: { use: 'none' },
  formerHosts: ['old.example.test'],
};
const { signIn: _signIn, apiKey: _apiKey, ...place } = connection;
const user = { connection: 'c-1', userName: 'svc-payroll' };
const filter = { text: 'x' };
const form = {
  connection: 'c-1',
  code: '0112',
  edition: 1,
  dataFormatId: '3012',
  dataFormatVersion: '1',
};
const ofParty = { connection: 'c-1', who: 'my' };
const ofOrganisation = { connection: 'c-1', organisationNumber: '974760673' };
const right = { serviceCode: '3811', serviceEdition: 1, action: 'Read' };
const role = { name: 'Payroll', description: 'Reports', rights: [right] };
const inMessage = { ...ofParty, message: 'a1200345' };
const subForm = { dataFormatId: '3012', dataFormatVersion: '1', file: FILE };
const destination = { kind: 'file', target: FILE, passphrase: 'a long passphrase' };

/** By `feature.operation`; the test that uses it fails when one is missing. */
export const samples: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'app.start': {},
  'app.checkKeychain': {},
  'app.useMemoryKeychain': {},
  'app.lock': {},
  'app.openAgain': {},
  'app.holdDrafts': { drafts: 1 },
  'app.quit': { anyway: false },
  'app.openPortal': { connection: 'c-1' },
  'app.components': {},
  'app.saveBillOfMaterials': { target: FILE },
  'app.report': {},
  'app.saveReport': { target: FILE },
  'app.dataFolder': {},
  'app.check': {},
  'app.lostKeys': {},
  'app.renewKey': { key: 'jobs' },
  'app.erase': { what: 'secrets', anyway: false },
  'today.list': {},
  'updates.state': {},
  'updates.check': {},
  'updates.download': {},
  'updates.install': { anyway: false },
  'layout.get': {},
  'layout.remember': {
    sidebarWidth: 240,
    inspectorWidths: { 'enterprise-users': 400 },
    sorting: { reportees: { column: 'name', rising: false } },
    places: { none: { screen: 'metadata', id: null } },
    parties: { 'c-1': { acting: 'my', recent: ['r50010001'], starred: [] } },
  },
  'settings.get': {},
  'settings.change': { scheme: 'dark' },
  'files.choose': { purpose: 'certificate' },
  'files.chooseSeveral': { purpose: 'attachment' },
  'files.chooseTarget': { suggestedName: 'report.csv' },
  'credentials.list': {},
  'credentials.importCertificate': { name: 'Org', file: FILE, passphrase: 'secret' },
  'credentials.inspectCertificate': { file: FILE, passphrase: 'secret' },
  'credentials.addApiKey': { name: 'Key', key: 'abc-def' },
  'credentials.addProxyPassword': { name: 'Proxy', password: 'abc-def' },
  'credentials.addPassword': { name: 'Password', password: 'abc-def' },
  'credentials.importPrivateKey': { name: 'Key', file: FILE, passphrase: 'secret' },
  'credentials.replace': { credential: 'key-1', name: 'New', key: 'abc-def' },
  'credentials.remove': { credential: 'key-1' },
  'connections.list': {},
  'connections.create': { ...connection, copyOf: 'c-1' },
  'connections.change': { ...connection, connection: 'c-1' },
  'connections.setUp': {
    ...place,
    certificate: { file: FILE, passphrase: 'secret' },
    apiKey: { key: 'abc-def' },
  },
  'connections.remove': { connection: 'c-1' },
  'connections.choose': { connection: 'c-1' },
  'connections.test': { connection: 'c-1' },
  'signIn.state': { connection: 'c-1' },
  'signIn.begin': { connection: 'c-1' },
  'signIn.pasteToken': { connection: 'c-1', token: 'abc-def' },
  'signIn.signOut': { connection: 'c-1' },
  'signIn.verifySecret': { connection: 'c-1', secret: 's-1' },
  'enterpriseUsers.list': { connection: 'c-1' },
  'enterpriseUsers.exportList': { connection: 'c-1', userNames: ['svc-payroll'], target: FILE },
  'enterpriseUsers.get': user,
  'enterpriseUsers.create': user,
  'enterpriseUsers.rename': { ...user, newName: 'svc-salary' },
  'enterpriseUsers.remove': user,
  'enterpriseUsers.rotateSecret': user,
  'enterpriseUsers.tellRotation': { ...user, on: '2026-10-31' },
  'enterpriseUsers.changeNote': { ...user, note: 'runs at night' },
  'enterpriseUsers.history': user,
  'oneTimeSecrets.list': {},
  'oneTimeSecrets.reveal': { secret: 's-1' },
  'oneTimeSecrets.look': { secret: 's-1' },
  'oneTimeSecrets.copy': { secret: 's-1' },
  'oneTimeSecrets.keep': { secret: 's-1' },
  'oneTimeSecrets.saveEncrypted': { secret: 's-1', target: FILE, passphrase: 'a long passphrase' },
  'oneTimeSecrets.confirmStored': { secret: 's-1' },
  'oneTimeSecrets.resolve': { secret: 's-1', how: 'dropped' },
  'oneTimeSecrets.probe': { secret: 's-1' },
  'files.show': { target: FILE },
  'files.chooseFolder': { suggestedName: 'messages' },
  'jobs.list': {},
  'jobs.testDestination': { destination },
  'jobs.startRotation': { connection: 'c-1', userNames: ['svc-payroll'], destination },
  'jobs.startContactEntries': {
    ...ofOrganisation,
    organisationName: 'Fjord',
    changes: [{ action: 'add', email: 'post@fjord.example' }],
  },
  'jobs.startDelegations': {
    ...ofParty,
    organisationName: 'Fjord',
    changes: [
      {
        action: 'give',
        to: { kind: 'enterprise-user', userName: 'svc-payroll' },
        what: { role: 27, name: 'Payroll' },
      },
      {
        action: 'take',
        to: { kind: 'holder', holder: 'r50010002' },
        what: { serviceCode: '2877', serviceEdition: 1, action: 'ArchiveRead' },
      },
    ],
  },
  'jobs.startUserDeletion': {
    connection: 'c-1',
    users: [{ userName: 'svc-payroll', created: '2026-01-01T00:00:00Z' }, { userName: 'svc-old' }],
  },
  'jobs.startMessageChanges': {
    ...ofParty,
    organisationName: 'Fjord',
    change: 'delete',
    from: 'box',
    messages: [
      { message: 'a1200345', title: 'Vedtak' },
      { message: 'a1200346', forGood: true },
    ],
  },
  'jobs.startSynchronise': { connection: 'c-1', language: 1044, scope: { what: 'everything' } },
  'jobs.startLookUp': {
    connection: 'c-1',
    organisationNumbers: ['974760673'],
    officialContacts: true,
    personalContacts: false,
  },
  'jobs.startMessageExport': {
    ...ofParty,
    partyName: 'Fjord',
    folder: FILE,
    folders: ['inbox'],
    from: '2026-01-01T00:00:00Z',
    to: null,
    forms: true,
    attachments: true,
    print: false,
  },
  'jobs.verifyExport': { job: 'j-1' },
  'jobs.rows': { job: 'j-1', from: 0, count: 50 },
  'jobs.retry': { job: 'j-1' },
  'jobs.pause': { job: 'j-1' },
  'jobs.resume': { job: 'j-1' },
  'jobs.stop': { job: 'j-1' },
  'jobs.resolveRow': { job: 'j-1', userName: 'svc-payroll', how: 'rotate-again' },
  'jobs.saveReport': { job: 'j-1', target: FILE },
  'jobs.forget': { job: 'j-1' },
  'activity.list': { filter, limit: 100 },
  'activity.exportCsv': { filter, target: FILE },
  'activity.verify': {},
  'messages.list': { ...ofParty, from: '2026-01-01T00:00:00Z', filter: "Type eq 'FormTask'" },
  'messages.get': { ...inMessage, markAsRead: false },
  'messages.create': {
    ...ofParty,
    serviceCode: '3811',
    serviceEdition: 1,
    then: 'fill-in',
    forms: [subForm],
    attachments: [{ file: FILE, type: 'Kvittering' }],
  },
  'messages.replace': {
    ...inMessage,
    expected: '2026-01-01T00:00:00.000Z',
    then: 'fill-in',
    forms: [{ ...subForm, replaces: '301' }, { kept: '302' }],
    attachments: [{ kept: '401', type: 'Kvittering' }],
    drop: { forms: ['303'] },
  },
  'messages.sign': { ...inMessage, what: 'all', signingText: { digest: 'a'.repeat(64) } },
  'messages.remove': inMessage,
  'messages.validate': inMessage,
  'messages.confirm': inMessage,
  'messages.archive': inMessage,
  'messages.openPayment': inMessage,
  'messages.trashBin': ofParty,
  'messages.signingText': inMessage,
  'messages.print': { ...inMessage, target: FILE },
  'messages.archiveReference': inMessage,
  'messages.openPortal': inMessage,
  'messages.openLink': { address: 'https://www.example.test/more' },
  'messages.showBody': { html: ['<p>x</p>'], scheme: 'light', title: 'x' },
  'formDrafts.list': { connection: 'c-1' },
  'formDrafts.open': inMessage,
  'formDrafts.begin': { ...inMessage, form: '301' },
  'formDrafts.add': { ...inMessage, ...subForm, name: 'Part B' },
  'formDrafts.edit': {
    ...inMessage,
    key: '301',
    revision: 0,
    changes: [{ from: 0, to: 1, insert: 'x' }],
  },
  'formDrafts.fill': { ...inMessage, key: 'new-1', file: FILE },
  'formDrafts.save': { ...inMessage, key: '301', target: FILE },
  'formDrafts.setRemoved': { ...inMessage, key: '301', removed: true },
  'formDrafts.revert': { ...inMessage, key: '301' },
  'formDrafts.drop': inMessage,
  'forms.get': { ...inMessage, form: '301' },
  'forms.data': { ...inMessage, form: '301' },
  'forms.saveData': { ...inMessage, form: '301', target: FILE },
  'forms.add': { ...inMessage, ...subForm },
  'forms.replace': { ...inMessage, form: '302', ...subForm },
  'forms.remove': { ...inMessage, form: '302' },
  'attachments.add': { ...inMessage, file: FILE, type: 'Kvittering' },
  'attachments.stream': { ...inMessage, file: FILE, type: 'Kvittering' },
  'attachments.remove': { ...inMessage, attachment: '401' },
  'attachments.save': { ...inMessage, attachment: '401', target: FILE },
  'roleDefinitions.list': ofParty,
  'roleDefinitions.get': { ...ofParty, role: 7 },
  'roleDefinitions.create': { ...ofParty, ...role },
  'roleDefinitions.replace': { ...ofParty, role: 7, ...role, expected: role },
  'roleDefinitions.remove': { ...ofParty, role: 7 },
  'roleDefinitions.exportRole': { ...ofParty, role: 7, target: FILE },
  'roleDefinitions.exportAll': { ...ofParty, target: FILE, format: 'json' },
  'roleDefinitions.compareFile': { ...ofParty, file: FILE },
  'roleDefinitions.readFile': { ...ofParty, file: FILE },
  'contactInformation.list': ofOrganisation,
  'contactInformation.readFile': { ...ofOrganisation, file: FILE },
  'contactInformation.exportList': { ...ofOrganisation, target: FILE },
  'contactInformation.add': { ...ofOrganisation, email: 'post@fjord.example' },
  'contactInformation.remove': { ...ofOrganisation, entry: 418 },
  'profile.own': { connection: 'c-1' },
  'profile.organisation': ofOrganisation,
  'delegations.list': {
    connection: 'c-1',
    who: '910514318',
    service: { code: '2877', edition: 1 },
  },
  'delegations.get': { connection: 'c-1', who: '910514318', receiver: 'r50010002', language: 1044 },
  'delegations.own': { connection: 'c-1', who: 'my' },
  'delegations.loss': {
    connection: 'c-1',
    who: '910514318',
    receiver: 'u70000001',
    roles: ['880001'],
    rights: ['880004'],
  },
  'delegations.readFile': { connection: 'c-1', who: '910514318', file: FILE },
  'delegations.exportList': { connection: 'c-1', who: '910514318', target: FILE, holdings: true },
  'delegations.give': {
    connection: 'c-1',
    who: '910514318',
    to: { kind: 'person', identityNumber: '27828434567', lastName: 'Bratthammer' },
    roles: [27],
    rights: [{ serviceCode: '2877', serviceEdition: 1, action: 'ArchiveRead' }],
    email: 'sunniva@postkasse.example',
  },
  'delegations.takeRole': {
    connection: 'c-1',
    who: '910514318',
    receiver: 'r50010002',
    role: '880001',
    name: 'Local',
  },
  'delegations.takeRight': {
    connection: 'c-1',
    who: '910514318',
    receiver: 'r50010002',
    right: '880004',
  },
  'reportees.convert': {
    connection: 'c-1',
    of: { identityNumber: '27828434567', lastName: 'Bratthammer' },
  },
  'reportees.list': { connection: 'c-1' },
  'reportees.get': { connection: 'c-1', reportee: 'r50010001' },
  'reportees.revealNumber': { connection: 'c-1', reportee: 'r50010001' },
  'serviceOwner.find': { connection: 'c-1', phoneNumber: '+47 90 00 04 18' },
  'serviceOwner.get': ofOrganisation,
  'serviceOwner.officialContacts': ofOrganisation,
  'serviceOwner.personalContacts': { ...ofOrganisation, roleDefinitionCode: 'DAGL' },
  'serviceOwner.rolesOf': { ...ofOrganisation, person: 'r50010001' },
  'serviceOwner.roleDefinition': { connection: 'c-1', role: 4 },
  'serviceOwner.revealNumber': { ...ofOrganisation, person: 'r50010001' },
  'serviceOwner.readNumbers': { file: FILE },
  'serviceOwner.results': { job: 'j-1', from: 0, count: 50 },
  'serviceOwner.exportResults': {
    connection: 'c-1',
    of: { organisationNumbers: ['974760673'] },
    format: 'xlsx',
    identityNumbers: 'none',
    target: FILE,
  },
  'reference.state': { connection: 'c-1', language: 1044 },
  'reference.estimate': { connection: 'c-1', scope: { what: 'owner', owner: 'FYR' } },
  'reference.search': {
    connection: 'c-1',
    typed: 'årsrapport',
    from: 0,
    count: 50,
    filters: { type: 'formtask', restEnabled: true, validNow: true, owner: 'FYR' },
  },
  'reference.services': { connection: 'c-1', language: 1033, fresh: true },
  'reference.owners': { connection: 'c-1' },
  'reference.named': { connection: 'c-1', services: [{ code: '0112', edition: 1 }] },
  'reference.service': { connection: 'c-1', kind: 'formtask', code: '0112', edition: 1 },
  'reference.requirements': { connection: 'c-1', code: '0112', edition: 1, fresh: true },
  'reference.codeLists': { connection: 'c-1', language: 2068 },
  'reference.codeList': { connection: 'c-1', name: 'Units', version: 2, was: 'before' },
  'reference.saveCodeList': {
    connection: 'c-1',
    name: 'Units',
    version: 2,
    format: 'xlsx',
    target: FILE,
    headings: ['Code', 'Value 1', 'Value 2', 'Value 3'],
  },
  'reference.roles': { connection: 'c-1' },
  'reference.role': { connection: 'c-1', role: 4, language: 1033 },
  'reference.roleServices': { connection: 'c-1', role: 4 },
  'reference.changes': { connection: 'c-1' },
  'reference.failures': { connection: 'c-1' },
  'reference.remove': { connection: 'c-1' },
  'xsd.view': form,
  'xsd.save': { ...form, target: FILE },
  'xsd.validate': { ...form, file: FILE },
  'explorer.entryPoints': { connection: 'c-1' },
  'explorer.get': {
    connection: 'c-1',
    accept: 'application/xml',
    at: { entry: '{who}/messages', values: { who: 'my', $top: '5' } },
  },
  'explorer.openLink': { connection: 'c-1', link: LINK },
  'explorer.traffic': { since: 4 },
  'explorer.clearTraffic': {},
  'explorer.supportReport': { exchange: 3 },
  'explorer.copySupportReport': { reference: 'ABCD-1234' },
};

/** Every operation by its full name. */
export const operations: readonly (readonly [string, Operation])[] = Object.entries(
  contract as Record<string, Record<string, Operation>>,
).flatMap(([feature, group]) =>
  Object.entries(group).map(([name, operation]) => [`${feature}.${name}`, operation] as const),
);

/** Inputs that no schema may let through: whole ones, and the sample with one field spoilt. */
export function hostileInputs(sample: Readonly<Record<string, unknown>>): unknown[] {
  const whole: unknown[] = [
    ...[null, 0, NaN, 'text', true, [], [sample], Symbol('s'), 10n, () => sample],
    ...[new Date(0), new Map([['a', 1]]), new Uint8Array(8), new ArrayBuffer(8), /x/],
    Object.create(sample) as unknown,
    JSON.parse('{"__proto__": {"anyway": true}}') as unknown,
    { ...sample, unknown: 1 },
    { ...sample, constructor: { prototype: {} } },
    JSON.parse(`{"__proto__": {}, ${JSON.stringify(sample).slice(1, -1) || '"a": 1'}}`) as unknown,
    { ...sample, deep: nested(10_000) },
    { ...sample, wide: Array.from({ length: 300_000 }, () => 0) },
    { ...sample, cyclic: cycle() },
    withGetter(sample),
  ];
  const spoilt = Object.keys(sample).flatMap((field) =>
    badValues(field).map((value) => ({ ...sample, [field]: value })),
  );
  return [...whole, ...spoilt];
}

/** A passphrase may be any text: it goes nowhere but into a key derivation. */
const badValues = (field: string): unknown[] => [
  ...(field === 'passphrase' ? [] : ['\u202e\u0000\u001b[2J']),
  'x'.repeat(1_000_000),
  NaN,
  Infinity,
  -0.5,
  10n,
  Symbol('s'),
  { toString: 'x' },
  [[]],
  nested(10_000),
  cycle(),
  new Uint8Array(4),
  JSON.parse('{"__proto__": {"polluted": true}}'),
];

function nested(depth: number): unknown {
  let value: unknown = 'bottom';
  for (let level = 0; level < depth; level++) value = { value };
  return value;
}

function cycle(): unknown {
  const value: Record<string, unknown> = {};
  value['self'] = value;
  return value;
}

function withGetter(sample: Readonly<Record<string, unknown>>): unknown {
  return Object.defineProperty({ ...sample }, 'trap', {
    enumerable: true,
    get() {
      throw new Error('A getter of the page was run.');
    },
  });
}
