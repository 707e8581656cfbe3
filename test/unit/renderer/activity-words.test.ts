// Every kind of line in the journal has words in both languages; none shows an id.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { createNameSubject } from '../../../main/border/subjects.ts';
import { Problem } from '../../../main/problem.ts';
import type { ActivityLine } from '../../../preload/contract/activity.ts';
import { contract } from '../../../preload/contract/contract.ts';
import type { Operation } from '../../../preload/contract/operation.ts';
import type { Failure } from '../../../preload/result.ts';
import {
  connectionName,
  detailOf,
  type KnownNow,
  objectOf,
  operationOf,
} from '../../../renderer/screens/activity/journal-words.ts';
import { en } from '../../../renderer/texts/en.ts';
import { createFormats } from '../../../renderer/texts/formats.ts';
import { nb } from '../../../renderer/texts/nb.ts';
import { rotate, startBridge, user } from '../../support/bridge.ts';
import { samples } from '../../support/contract-samples.ts';

const languages = {
  en: { t: en, format: createFormats('en') },
  nb: { t: nb, format: createFormats('nb') },
};
/** Numbers and units are kept together by spaces that do not break. */
const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ');

const writes = Object.entries(contract).flatMap(([feature, operations]) =>
  Object.entries(operations as Record<string, Operation>)
    .filter(([, { effect }]) => effect === 'write')
    .map(([name, operation]) => [`${feature}.${name}`, operation] as const),
);
/** Lines by the journal about itself. */
const source = ['journal-file', 'journal-tally']
  .map((name) => readFileSync(new URL(`../../../main/storage/${name}.ts`, import.meta.url), 'utf8'))
  .join('\n');
const own = [...new Set(source.match(/(?<=')journal\.(?!jsonl)[a-z]+(?=')/g))];
/** A read until it repairs: then the check makes a line of its own. */
const READS = ['app.check'];

const CODE = '4f0c2c4e-1b7d-4d8f-9a39-5b1f6a1c2d3e';
/** Stored words, and what a person reads. */
const table: Readonly<Record<string, readonly (readonly [string, string, string])[]>> = {
  'app.erase': [
    ['everything', 'Everything', 'Alt'],
    ['secrets', 'Secrets', 'Hemmeligheter'],
  ],
  'app.check': [['everything', 'Everything', 'Alt']],
  'app.renewKey': [
    ['one-time-secrets', 'Responses with new secrets', 'Svar med nye hemmeligheter'],
    ['form-drafts', 'Form drafts', 'Skjemautkast'],
    ['jobs', 'Jobs', 'Jobber'],
  ],
  'settings.change': [
    [
      'idleLockMinutes: 15 -> 5',
      'Clear session when idle: 15 min → 5 min',
      'Tøm økten ved inaktivitet: 15 min → 5 min',
    ],
    [
      'rotationPolicyDays: 180 -> 1, clipboardSeconds: 30 -> 10',
      'Rotation policy: 180 days → 1 day, Clear the clipboard: 30 s → 10 s',
      'Roteringsregel: 180 dager → 1 dag, Tøm utklippstavlen: 30 s → 10 s',
    ],
    [
      'updateAddress: none -> https://new.example/x',
      'Address for updates: none → https://new.example/x',
      'Oppdateringsadresse: ingen → https://new.example/x',
    ],
    ['notifications: true -> false', 'Notifications: on → off', 'Varsler: på → av'],
    [
      'updateAddress: https://cut.example/x',
      'Address for updates: https://cut.example/x',
      'Oppdateringsadresse: https://cut.example/x',
    ],
    ['language: nb -> nb', 'App language: Bokmål', 'Språk i appen: Bokmål'],
    ['scheme, language', 'Appearance, App language', 'Utseende, Språk i appen'],
    ['scheme', 'Appearance', 'Utseende'],
    ['scheme: auto -> dark', 'Appearance: System → Dark', 'Utseende: System → Mørkt'],
  ],
  'credentials.importCertificate': [['certificate Org', 'Certificate Org', 'Sertifikat Org']],
  'credentials.addApiKey': [['API key Key', 'API key Key', 'API-nøkkel Key']],
  'credentials.addProxyPassword': [
    ['proxy password Proxy', 'Proxy password Proxy', 'Proxypassord Proxy'],
  ],
  'credentials.addPassword': [['password Password', 'Password Password', 'Passord Password']],
  'credentials.importPrivateKey': [['private key Key', 'Private key Key', 'Privat nøkkel Key']],
  'credentials.replace': [
    ['API key Fjord -> New', 'API key Fjord → New', 'API-nøkkel Fjord → New'],
    [
      'credential key-1 -> New',
      'A removed certificate or key → New',
      'Et sertifikat eller en nøkkel som er fjernet → New',
    ],
  ],
  'credentials.remove': [
    [
      'credential key-1',
      'A removed certificate or key',
      'Et sertifikat eller en nøkkel som er fjernet',
    ],
    ['API key Fjord', 'API key Fjord', 'API-nøkkel Fjord'],
  ],
  'connections.create': [['connection Fjord', 'Fjord', 'Fjord']],
  'connections.change': [['connection Fjord', 'Fjord', 'Fjord']],
  'connections.setUp': [['connection Fjord', 'Fjord', 'Fjord']],
  'connections.remove': [['connection', 'Fjord', 'Fjord']],
  'connections.askOffers': [['connection', 'Fjord', 'Fjord']],
  'places.take': [
    [
      'places of Fjord IT: 1 places, 1 providers',
      'Fjord IT: 1 place, 1 provider',
      'Fjord IT: 1 sted, 1 leverandør',
    ],
    [
      'places of IT: Nord AS: 2 places, 1 providers',
      'IT: Nord AS: 2 places, 1 provider',
      'IT: Nord AS: 2 steder, 1 leverandør',
    ],
  ],
  'places.forget': [['places', 'All places from the file', 'Alle steder fra filen']],
  'connectionFile.save': [
    [
      '1 connections for self without secrets',
      '1 connection for another computer',
      '1 tilkobling til en annen maskin',
    ],
  ],
  'connectionFile.saveEncrypted': [
    [
      '1 connections for colleague with secrets',
      '1 connection for a colleague',
      '1 tilkobling til en kollega',
    ],
  ],
  'connectionFile.takeOver': [
    ['1 connections and 1 settings', '1 connection, 1 setting', '1 tilkobling, 1 innstilling'],
    [
      '2 connections and 0 settings',
      '2 connections, 0 settings',
      '2 tilkoblinger, 0 innstillinger',
    ],
  ],
  'signIn.verifySecret': [
    ['secret s-1', 'A secret that is no longer kept', 'En hemmelighet som ikke lenger er lagret'],
    ['secret of svc-payroll', 'svc-payroll', 'svc-payroll'],
  ],
  'enterpriseUsers.create': [['svc-payroll', 'svc-payroll', 'svc-payroll']],
  'enterpriseUsers.rename': [
    ['svc-payroll -> svc-salary', 'svc-payroll → svc-salary', 'svc-payroll → svc-salary'],
  ],
  'enterpriseUsers.remove': [['svc-payroll', 'svc-payroll', 'svc-payroll']],
  'enterpriseUsers.rotateSecret': [['svc-payroll', 'svc-payroll', 'svc-payroll']],
  'enterpriseUsers.changeNote': [['svc-payroll', 'svc-payroll', 'svc-payroll']],
  'enterpriseUsers.tellRotation': [['svc-payroll', 'svc-payroll', 'svc-payroll']],
  'oneTimeSecrets.keep': [
    ['secret s-1', 'A secret that is no longer kept', 'En hemmelighet som ikke lenger er lagret'],
    ['secret of svc-payroll', 'svc-payroll', 'svc-payroll'],
  ],
  'oneTimeSecrets.saveEncrypted': [
    ['secret s-1', 'A secret that is no longer kept', 'En hemmelighet som ikke lenger er lagret'],
    [
      'secret of svc-payroll, file plan.pdf',
      'svc-payroll, file plan.pdf',
      'svc-payroll, fil plan.pdf',
    ],
  ],
  'oneTimeSecrets.confirmStored': [
    ['secret s-1', 'A secret that is no longer kept', 'En hemmelighet som ikke lenger er lagret'],
    ['secret of svc-payroll', 'svc-payroll', 'svc-payroll'],
  ],
  'oneTimeSecrets.resolve': [
    [
      'secret s-1: dropped',
      'A secret that is no longer kept (dropped)',
      'En hemmelighet som ikke lenger er lagret (forkastet)',
    ],
    ['secret of svc-payroll: dropped', 'svc-payroll (dropped)', 'svc-payroll (forkastet)'],
  ],
  'jobs.startRotation': [['1 users', '1 user', '1 bruker']],
  'jobs.startContactEntries': [
    [
      '2 contact entries of 910514318',
      '2 notification addresses of 910 514 318',
      '2 varslingsadresser for 910 514 318',
    ],
    [
      '1 contact entries of 974760673 Fjord',
      '1 notification address of Fjord (974 760 673)',
      '1 varslingsadresse for Fjord (974 760 673)',
    ],
  ],
  'jobs.startLookUp': [['1 organisations', '1 organisation', '1 virksomhet']],
  'jobs.startSynchronise': [['open metadata: everything', 'Everything', 'Alt']],
  'jobs.startMessageExport': [
    ['messages of 974760673', 'Fjord (974 760 673)', 'Fjord (974 760 673)'],
    ['messages of 910514318 Havn', 'Havn (910 514 318)', 'Havn (910 514 318)'],
    ['messages of r5001', 'The messages of another party', 'Meldingene til en annen aktør'],
    [
      'messages of my',
      'The messages of whoever is signed in',
      'Meldingene til den som er logget inn',
    ],
  ],
  'backup.make': [
    ['backup', 'A backup', 'En sikkerhetskopi'],
    ['backup, file plan.pdf', 'File plan.pdf', 'Filen plan.pdf'],
  ],
  'backup.bringBack': [
    ['backup', 'A backup', 'En sikkerhetskopi'],
    ['backup, file plan.pdf', 'File plan.pdf', 'Filen plan.pdf'],
    ['backup of 2026-11-29T10:00:00.000Z', 'Made 29 Nov 2026, 10:00', 'Laget 29. nov. 2026, 10:00'],
  ],
  'handOver.start': [
    [
      'hand-over of 974760673 Fjord: 1 parts',
      'Fjord (974 760 673), 1 part',
      'Fjord (974 760 673), 1 del',
    ],
    [
      'hand-over of 910514318 Havn: Nord AS: 9 parts',
      'Havn: Nord AS (910 514 318), 9 parts',
      'Havn: Nord AS (910 514 318), 9 deler',
    ],
  ],
  'jobs.retry': [
    ['job j-1', 'A job that is no longer in the list', 'En jobb som ikke lenger er på listen'],
    ['job rotate-secrets', 'Rotate secrets', 'Roter hemmeligheter'],
  ],
  'jobs.resume': [
    ['job j-1', 'A job that is no longer in the list', 'En jobb som ikke lenger er på listen'],
    ['job rotate-secrets', 'Rotate secrets', 'Roter hemmeligheter'],
  ],
  'jobs.stop': [
    ['job j-1', 'A job that is no longer in the list', 'En jobb som ikke lenger er på listen'],
    ['job rotate-secrets', 'Rotate secrets', 'Roter hemmeligheter'],
  ],
  'jobs.resolveRow': [
    ['job j-1: svc-payroll', 'svc-payroll', 'svc-payroll'],
    [
      'job rotate-secrets: svc-payroll',
      'svc-payroll (Rotate secrets)',
      'svc-payroll (Roter hemmeligheter)',
    ],
  ],
  'jobs.forget': [
    ['job j-1', 'A job that is no longer in the list', 'En jobb som ikke lenger er på listen'],
    ['job rotate-secrets', 'Rotate secrets', 'Roter hemmeligheter'],
  ],
  'messages.create': [
    ['new message, service 3811/1', 'New message, service 3811/1', 'Ny melding, tjeneste 3811/1'],
  ],
  'messages.replace': [['message a1200345', 'Message a1200345', 'Melding a1200345']],
  'messages.sign': [['message a1200345', 'Message a1200345', 'Melding a1200345']],
  'messages.remove': [['message a1200345', 'Message a1200345', 'Melding a1200345']],
  'messages.confirm': [['message a1200345', 'Message a1200345', 'Melding a1200345']],
  'messages.archive': [['message a1200345', 'Message a1200345', 'Melding a1200345']],
  'forms.add': [
    [
      'message a1200345, form new',
      'New form in message a1200345',
      'Nytt skjema i melding a1200345',
    ],
  ],
  'forms.replace': [
    ['message a1200345, form 302', 'Form 302 in message a1200345', 'Skjema 302 i melding a1200345'],
  ],
  'forms.remove': [
    ['message a1200345, form 302', 'Form 302 in message a1200345', 'Skjema 302 i melding a1200345'],
  ],
  'attachments.add': [
    [
      'message a1200345, attachment new',
      'New attachment in message a1200345',
      'Nytt vedlegg i melding a1200345',
    ],
    [
      'message a1200345, attachment new plan.pdf',
      'plan.pdf in message a1200345',
      'plan.pdf i melding a1200345',
    ],
  ],
  'attachments.stream': [
    [
      'message a1200345, attachment new',
      'New attachment in message a1200345',
      'Nytt vedlegg i melding a1200345',
    ],
    [
      'message a1200345, attachment new plan.pdf',
      'plan.pdf in message a1200345',
      'plan.pdf i melding a1200345',
    ],
  ],
  'fileTransfer.send': [
    [
      'send 1 files B102/1 of my to 2',
      '1 file by service B102/1, as whoever is signed in, to 2 organisations',
      '1 fil gjennom tjeneste B102/1, som den som er logget inn, til 2 virksomheter',
    ],
  ],
  'jobs.startFileSending': [
    [
      'send 1 files B102/1 of 910514318 to 2 Fjord',
      '1 file by service B102/1, as Fjord (910 514 318), to 2 organisations',
      '1 fil gjennom tjeneste B102/1, som Fjord (910 514 318), til 2 virksomheter',
    ],
  ],
  'jobs.startFileDownload': [
    [
      'download 2 files of 910514318 Fjord',
      '2 files for Fjord (910 514 318)',
      '2 filer til Fjord (910 514 318)',
    ],
    [
      'download all files of my',
      'All files for whoever is signed in',
      'Alle filer til den som er logget inn',
    ],
  ],
  'fileTransfer.confirm': [
    [
      'file 8d4a9a90-6a0c-4d62-9c1f-1f4c8a1d2b3c of my',
      '1 file for whoever is signed in',
      '1 fil til den som er logget inn',
    ],
  ],
  'attachments.remove': [
    [
      'message a1200345, attachment 401',
      'Attachment 401 in message a1200345',
      'Vedlegg 401 i melding a1200345',
    ],
  ],
  'jobs.startDelegations': [
    [
      '2 roles and rights of 910514318 Fjordtrafikk AS',
      '2 roles and rights of Fjordtrafikk AS',
      '2 roller og rettigheter for Fjordtrafikk AS',
    ],
    ['2 roles and rights of my', '2 roles and rights of my', '2 roller og rettigheter for my'],
  ],
  'jobs.startUserDeletion': [['delete 2 users', '2 users', '2 brukere']],
  'jobs.startForms': [
    [
      'save 2 forms 4711/2 of 910514318 Fjord',
      '2 drafts of service 4711/2, as Fjord (910 514 318)',
      '2 utkast for tjeneste 4711/2, som Fjord (910 514 318)',
    ],
    [
      'send 2 forms 4711/2 of 910514318 Fjord',
      '2 forms of service 4711/2, as Fjord (910 514 318)',
      '2 skjemaer for tjeneste 4711/2, som Fjord (910 514 318)',
    ],
    [
      'send 2 forms 4711/2 of my',
      '2 forms of service 4711/2, as whoever is signed in',
      '2 skjemaer for tjeneste 4711/2, som den som er logget inn',
    ],
  ],
  'jobs.startMessageChanges': [
    [
      'delete 2 messages of 910514318 Fjordtrafikk AS',
      'Delete 2 messages of Fjordtrafikk AS (910 514 318)',
      'Slett 2 meldinger for Fjordtrafikk AS (910 514 318)',
    ],
    [
      'delete 2 messages of my',
      'Delete 2 messages of whoever is signed in',
      'Slett 2 meldinger for den som er logget inn',
    ],
    [
      'mark-as-read 1 messages of my',
      'Mark 1 message of whoever is signed in as read',
      'Marker 1 melding for den som er logget inn som lest',
    ],
    [
      'mark-as-read 3 messages of r50010002',
      'Mark 3 messages of another party as read',
      'Marker 3 meldinger for en annen part som lest',
    ],
  ],
  'delegations.give': [
    ['roles and rights of 910514318 to a person', 'A person', 'En person'],
    ['roles and rights of 910514318 to svc-payroll', 'svc-payroll', 'svc-payroll'],
  ],
  'delegations.takeRole': [
    ['role 880001 Local of r50010002', 'Local (r50010002)', 'Local (r50010002)'],
    ['role 880001 of r50010002', 'Role 880001 (r50010002)', 'Rolle 880001 (r50010002)'],
  ],
  'delegations.takeRight': [['right 880004 of r50010002', 'r50010002', 'r50010002']],
  'partyAccess.exportReportees': [
    [
      'represented as xlsx',
      'Parties someone represents, as XLSX',
      'Aktører noen representerer, som XLSX',
    ],
  ],
  'partyAccess.exportAccess': [
    ['access as csv', 'Roles and rights as CSV', 'Roller og rettigheter som CSV'],
  ],
  'ownerRequests.exportConsents': [['consents as csv', 'Consents as CSV', 'Samtykker som CSV']],
  'ownerRequests.create': [
    ['delegation request for 974760673: 2877/1', '974760673: 2877/1', '974760673: 2877/1'],
  ],
  'ownerRequests.remove': [
    [
      'delegation request 0b5c7b1e-3f4a-4c5d-8e6f-7a8b9c0d1e2f',
      'A delegation request',
      'En delegeringsforespørsel',
    ],
  ],
  'ownerEvents.exportEvents': [['events as xlsx', 'Events as XLSX', 'Hendelser som XLSX']],
  'serviceRights.grant': [
    [
      'read and write of B102/1 to 974760673',
      '974760673, service B102/1',
      '974760673, tjeneste B102/1',
    ],
    ['read of B102/1 to a person', 'A person, service B102/1', 'En person, tjeneste B102/1'],
  ],
  'serviceRights.revoke': [
    ['rule 61 of B102/1', 'Rule 61, service B102/1', 'Regel 61, tjeneste B102/1'],
  ],
  'jobs.startConsentRequests': [
    ['2 requests for consent', '2 requests for consent', '2 forespørsler om samtykke'],
  ],
  'consents.create': [
    ['consent request for K107/1', 'Request for K107/1', 'Forespørsel om K107/1'],
  ],
  'consents.withdraw': [
    [`consent request ${CODE}`, 'A request for consent', 'En forespørsel om samtykke'],
  ],
  'consents.giveUp': [[`consent ${CODE}`, 'A consent', 'Et samtykke']],
  'consents.logUse': [[`use of K107/1 by consent ${CODE}`, 'K107/1', 'K107/1']],
  'roleDefinitions.create': [['local role Payroll', 'Payroll', 'Payroll']],
  'roleDefinitions.replace': [['local role 7 Payroll', 'Payroll', 'Payroll']],
  'roleDefinitions.remove': [
    ['local role 7 Payroll', 'Payroll', 'Payroll'],
    ['local role 7', 'Local role 7', 'Lokal rolle 7'],
  ],
  'contactInformation.add': [
    ['contact information of 974760673', 'Fjord (974 760 673)', 'Fjord (974 760 673)'],
  ],
  'contactInformation.remove': [
    ['contact information 418 of 974760673', 'Fjord (974 760 673)', 'Fjord (974 760 673)'],
  ],
  'serviceOwner.exportResults': [
    [
      'look-ups as csv with national identity numbers',
      'Look-ups as CSV, with national identity numbers',
      'Oppslag som CSV, med fødselsnumre',
    ],
    ['look-ups as xlsx', 'Look-ups as XLSX', 'Oppslag som XLSX'],
    ['look-ups as xlsx, file plan.pdf', 'plan.pdf', 'plan.pdf'],
  ],
  'updates.install': [['program', 'Steward', 'Steward']],
  'journal.cut': [
    [
      'unfinished last line of 812 bytes',
      'The last line was incomplete (812 bytes)',
      'Den siste linjen var ufullstendig (812 byte)',
    ],
  ],
  'journal.anchored': [
    [
      '3 lines written without a keychain',
      '3 lines written without a keychain',
      '3 linjer skrevet uten nøkkelring',
    ],
  ],
  'journal.unconfirmed': [
    ['lines 5 to 1208', 'Lines 5 to 1,208', 'Linje 5 til 1 208'],
    ['lines 7 to 7', 'Line 7', 'Linje 7'],
  ],
  'journal.restarted': [
    [
      'old file journal.jsonl.bad-2030',
      'The damaged journal is kept as journal.jsonl.bad-2030',
      'Den skadede journalen er beholdt som journal.jsonl.bad-2030',
    ],
    ['the file was gone', 'The file was missing', 'Filen manglet'],
  ],
};

const fjord = {
  organisationName: 'Fjord',
  organisationNumber: '974760673',
};
const known: KnownNow = { connections: [fjord] };
const lineOf = (
  operation: string,
  object: string,
  more: Partial<ActivityLine> = {},
): ActivityLine => ({
  number: 1,
  at: '2030-03-01T12:00:00Z',
  who: 'kari',
  connection: null,
  connectionName: '',
  environment: 'none',
  operation,
  object,
  outcome: 'done',
  detail: '',
  confirmed: true,
  ...more,
});
const ofFjord = { connection: 'c-1', connectionName: 'Fjord', environment: 'test' } as const;

it('knows of every kind of line that is written, and of its name', () => {
  expect(own.toSorted()).toEqual([
    'journal.anchored',
    'journal.cut',
    'journal.restarted',
    'journal.unconfirmed',
  ]);
  const kinds = [...writes.map(([name]) => name), ...own, ...READS];
  expect(kinds.length).toBeGreaterThan(45);
  expect(Object.keys(table).toSorted()).toEqual(kinds.toSorted());
  for (const language of Object.values(languages)) {
    const nameless = kinds.filter((kind) => operationOf(lineOf(kind, ''), language) === kind);
    expect(nameless).toEqual([]);
  }
});

it.each(
  Object.entries(table).flatMap(([operation, rows]) =>
    rows.map((row) => [operation, ...row] as const),
  ),
)('%s %s', (operation, object, english, norwegian) => {
  const line = lineOf(operation, object, ofFjord);
  expect(plain(objectOf(line, languages.en, known))).toBe(english);
  expect(plain(objectOf(line, languages.nb, known))).toBe(norwegian);
});

it('the table has what the contract and main write now', () => {
  const nameSubject = createNameSubject({
    settings: () => ({
      scheme: 'auto',
      language: 'auto',
      rotationPolicyDays: 180,
      clipboardSeconds: 30,
      idleLockMinutes: 15,
      updateAddress: null,
      notifications: true,
    }),
    credentials: () => [{ id: 'key-1', kind: 'api-key', name: 'Fjord' }] as never,
    secret: () => ({ connection: 'c-1', userName: 'svc-payroll' }) as never,
    jobs: () => [{ id: 'j-1', connection: 'c-1', kind: 'rotate-secrets' }] as never,
    fileName: () => 'plan.pdf',
  });
  for (const [name, { input, subject }] of writes) {
    const given = input.parse(samples[name]);
    const said = subject?.(given) ?? { object: '' };
    const objects = table[name]?.map(([object]) => object);
    expect(objects, name).toContain(said.object);
    expect(objects, name).toContain(nameSubject(name, given, said).object);
  }
});

it('no id is shown, of what is gone or of an act that is not known', () => {
  const id = '0b3c7d1e-6f0a-4c53-9d8e-1a2b3c4d5e6f';
  const cases = [
    ['credentials.remove', `credential ${id}`, 'A removed certificate or key'],
    ['oneTimeSecrets.keep', `secret ${id}`, 'A secret that is no longer kept'],
    ['signIn.verifySecret', `secret ${id}`, 'A secret that is no longer kept'],
    ['jobs.stop', `job ${id}`, 'A job that is no longer in the list'],
    ['jobs.resolveRow', `job ${id}: svc-a`, 'svc-a'],
    ['connections.remove', 'connection', 'A removed connection'],
    ['future.act', `thing ${id}`, 'thing (no name)'],
  ] as const;
  for (const [operation, object, name] of cases) {
    const line = lineOf(operation, object, { connection: id });
    expect(objectOf(line, languages.en, known)).toBe(name);
    const norwegian = objectOf(line, languages.nb, known);
    expect(norwegian).not.toContain(id);
    expect(norwegian).not.toBe('');
  }
});

it('a connection has the name of that time, else words', () => {
  const nameOf = (more: Partial<ActivityLine>) => connectionName(lineOf('jobs.stop', '', more), en);
  expect(nameOf({ connection: 'c-1', connectionName: 'Old fjord' })).toBe('Old fjord');
  expect(nameOf({ connection: 'c-2' })).toBe('A removed connection');
  expect(nameOf({})).toBeUndefined();
  const renamed = lineOf('connections.change', 'connection Fjord', {
    connection: 'c-1',
    connectionName: 'Old fjord',
  });
  expect(objectOf(renamed, languages.nb, known)).toBe('Old fjord → Fjord');
});

const reference = '0b3c7d1e-6f0a-4c53-9d8e-1a2b3c4d5e6f';
const message = '';
/** One failure of each kind; a new kind does not compile until it is here. */
const failures: { readonly [K in Failure['kind']]: Extract<Failure, { kind: K }> } = {
  'invalid-input': { kind: 'invalid-input', message, fields: { name: 'required' } },
  'sign-in-needed': { kind: 'sign-in-needed', message, status: 0, reason: '', reference },
  refused: {
    kind: 'refused',
    message,
    status: 403,
    reason: 'Forbidden',
    reference,
    cause: 'other',
  },
  'not-found': { kind: 'not-found', message },
  conflict: { kind: 'conflict', message, reason: 'Name in use' },
  busy: { kind: 'busy', message, retryAfterSeconds: 1 },
  certificate: { kind: 'certificate', message, problem: 'expired', detail: '' },
  unreachable: { kind: 'unreachable', message, host: 'x', problem: 'timed-out' },
  'unexpected-answer': { kind: 'unexpected-answer', message, status: 500, reference },
  keychain: { kind: 'keychain', message, problem: 'locked' },
  file: { kind: 'file', message, problem: 'disk-full' },
  managed: { kind: 'managed', message, by: 'Fjord' },
  'outcome-unknown': { kind: 'outcome-unknown', message, reference },
  offline: { kind: 'offline', message },
  cancelled: { kind: 'cancelled', message },
  internal: { kind: 'internal', message, reference },
};

it.each(Object.values(failures))('why: $kind in both languages', async (failure) => {
  const { call, journal } = startBridge(() => () => Promise.reject(new Problem(failure)));
  await call(rotate, user);
  const line = lineOf(rotate, 'svc', { detail: journal.acts[0]?.detail ?? '?' });
  const [english, norwegian] = [detailOf(line, languages.en), detailOf(line, languages.nb)];
  if (failure.kind === 'refused') expect(english.text).toBe('403 Forbidden');
  else {
    expect(norwegian.text).not.toBe(english.text);
    expect(english.text).toMatch(/^[A-Z]/);
  }
  expect(english.text).not.toContain(reference);
  expect(english.errorId).toBe(
    ['unexpected-answer', 'outcome-unknown', 'internal'].includes(failure.kind)
      ? reference
      : undefined,
  );
});

it('why: what the journal says of itself', () => {
  const said = (detail: string) => detailOf(lineOf('x.y', '', { detail }), languages.nb).text;
  expect(said('')).toBe('');
  expect(said('Steward ended before the outcome was known.')).toBe(nb.activity.detail.ended);
  expect(said('incomplete list')).toBe(nb.activity.detail.incompleteList);
  expect(said('first bad line 7, SHA-256 of the file 0f1e')).toBe(
    'Skadet fra linje 7. SHA-256 av filen: 0f1e',
  );
  expect(said('file: disk-full')).toBe(nb.failures.file['disk-full'].what);
});
