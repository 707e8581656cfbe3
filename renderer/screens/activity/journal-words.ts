// Says what a line of the journal was about in the words of the language.
import type { ActivityLine } from '../../../preload/contract/activity.ts';
import type { Connection } from '../../../preload/contract/connections.ts';
import type { Credential } from '../../../preload/contract/credentials.ts';
import type { Job } from '../../../preload/contract/jobs.ts';
import type { Formats } from '../../texts/formats.ts';
import type { Texts } from '../../texts/en.ts';

/** What the program knows now: names of organisations that a line has the number of only. */
export interface KnownNow {
  readonly connections: readonly Pick<Connection, 'organisationName' | 'organisationNumber'>[];
}

export interface Language {
  readonly t: Texts;
  readonly format: Formats;
}

type Words = (line: ActivityLine, language: Language, known: KnownNow) => string | undefined;

const ID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';

/** Undefined where the text has another form: it is then shown as it stands. */
const read =
  (
    form: RegExp,
    say: (
      parts: readonly string[],
      language: Language,
      known: KnownNow,
      line: ActivityLine,
    ) => string,
  ): Words =>
  (line, language, known) => {
    const found = form.exec(line.object);
    return found === null
      ? undefined
      : say(
          found.slice(1).map((part: string | undefined) => part ?? ''),
          language,
          known,
          line,
        );
  };

const userName: Words = (line) => line.object;
const program: Words = () => 'Steward';
const credentialKinds = {
  certificate: 'certificate',
  'API key': 'api-key',
  'proxy password': 'proxy-password',
  password: 'password',
  'private key': 'private-key',
} as const satisfies Record<string, Credential['kind']>;
const credential: Words = read(
  /^(certificate|API key|proxy password|password|private key) (.+)$/s,
  ([kind = '', name = ''], { t }) =>
    t.activity.object.credential[credentialKinds[kind as keyof typeof credentialKinds]](name),
);
const savedConnections: Words = read(
  /^(\d+) connections for (self|colleague) (?:with|without) secrets$/,
  ([count = '', whom = ''], { t }) =>
    t.activity.object.savedConnections[whom as 'self' | 'colleague'](Number(count)),
);
const removedCredential: Words = (line, language, known) => {
  if (/^credential \S+$/.test(line.object)) return language.t.activity.object.goneCredential;
  return credential(line, language, known);
};

const replacedCredential: Words = (line, language, known) => {
  const [, from = '', to = ''] = /^(.+) -> (.+)$/s.exec(line.object) ?? [];
  const old = removedCredential({ ...line, object: from }, language, known);
  return old === undefined ? undefined : language.t.activity.object.renamed(old, to);
};

const connection: Words = read(/^connection(?: (.+))?$/s, ([name = ''], { t }, _, line) => {
  const before = connectionName(line, t);
  if (name === '') return before ?? t.activity.object.goneConnection;
  return line.connectionName === '' || line.connectionName === name
    ? name
    : t.activity.object.renamed(line.connectionName, name);
});

const secret: Words = read(
  /^secret (?:of (\S+?)|\S+?)(?:: (rotated-again|old-one-works|dropped))?(?:, file (.+))?$/s,
  ([name = '', how = '', file = ''], { t }) => {
    const words = t.activity.object;
    const what = name || words.goneSecret;
    const done = how === '' ? what : words.settled(what, words.how[how as keyof typeof words.how]);
    return file === '' ? done : words.withFile(done, file);
  },
);

const backup: Words = read(
  /^backup(?:, file (.+)| of (\S+))?$/s,
  ([file = '', made = ''], { t, format }) => {
    const words = t.activity.object;
    if (made !== '') return words.backupOf(format.dateTime(made));
    return file === '' ? words.aBackup : words.backup(file);
  },
);

const job: Words = read(/^job (\S+?)(?:: (\S+))?$/, ([given = '', user = ''], { t }) => {
  if (!Object.hasOwn(t.jobs.kind, given)) return user || t.activity.object.goneJob;
  const kind = t.jobs.kind[given as Job['kind']];
  return user === '' ? kind : t.activity.object.ofJob(user, kind);
});

const message: Words = read(/^message (\S+)$/, ([id = ''], { t }) => t.activity.object.message(id));
const attachment: Words = read(
  /^message (\S+), attachment (\S+)(?: (.+))?$/s,
  ([of = '', id = '', file = ''], { t }) =>
    t.activity.object.partOf(
      file === ''
        ? id === 'new'
          ? t.activity.object.newAttachment
          : t.activity.object.attachment(id)
        : file,
      of,
    ),
);
const form: Words = read(/^message (\S+), form (\S+)$/, ([of = '', id = ''], { t }) =>
  t.activity.object.partOf(
    id === 'new' ? t.activity.object.newForm : t.activity.object.form(id),
    of,
  ),
);

const organisation = (number: string, known: KnownNow, { format }: Language, name = '') => {
  const own = known.connections.find((one) => one.organisationNumber === number);
  const shown = format.organisationNumber(number);
  const called = name || own?.organisationName;
  return called === undefined ? shown : `${called} (${shown})`;
};
const contactEntry: Words = read(
  /^contact information (?:\d+ )?of (\d{9})$/,
  ([number = ''], language, known) => organisation(number, known, language),
);

/** Names of persons are not in the journal. */
const party = (who: string, language: Language, known: KnownNow, name = '') => {
  if (/^\d{9}$/.test(who)) return organisation(who, known, language, name);
  const t = language.t.activity.object;
  return who === 'my' ? t.signedIn : t.another;
};
const sentFiles: Words = read(
  /^send (\d+) files (\S+) of (\S+) to (\d+)(?: (.+))?$/s,
  ([n = '', service = '', who = '', to = '', name = ''], language, known) => {
    const of = party(who, language, known, name);
    return language.t.activity.object.sentFiles(Number(n), service, of, Number(to));
  },
);

type SettingName = keyof Texts['activity']['object']['settings'];
const settings: Words = ({ object }, language) => {
  const parts = object.split(', ').map((part) => setting(part, language));
  return parts.includes(undefined) ? undefined : parts.join(', ');
};

/** `idleLockMinutes: 10 -> 5`, or the name alone. */
function setting(part: string, language: Language): string | undefined {
  const [, name = '', values = ''] = /^(\w+)(?:: (.+))?$/s.exec(part) ?? [];
  const { settings: names, ...t } = language.t.activity.object;
  if (!Object.hasOwn(names, name)) return undefined;
  const known = name as SettingName;
  if (values === '') return names[known];
  const [, from, to] = /^(\S+) -> (\S+)$/.exec(values) ?? [];
  // The journal shortens what is very long.
  if (from === undefined || to === undefined) return t.changedTo(names[known], values);
  const value = (of: string) => settingValue(known, of, language);
  if (from === to) return t.changedTo(names[known], value(to));
  return t.changed(names[known], value(from), value(to));
}

function settingValue(name: SettingName, value: string, { t, format }: Language): string {
  const number = Number(value);
  switch (name) {
    case 'scheme':
      return t.settings.schemes[value as keyof Texts['settings']['schemes']] ?? value;
    case 'language':
      return t.settings.languages[value as keyof Texts['settings']['languages']] ?? value;
    case 'rotationPolicyDays':
      return t.words.days(number);
    case 'clipboardSeconds':
      return format.seconds(number);
    case 'idleLockMinutes':
      return t.activity.object.minutes(format.number(number));
    case 'notifications':
      return value === 'true' ? t.activity.object.on : t.activity.object.off;
    case 'updateAddress':
      return value === 'none' ? t.activity.object.nowhere : value;
  }
}

/** By operation; a test holds that every kind of line is there. */
const objects: Readonly<Record<string, Words>> = {
  'enterpriseUsers.create': userName,
  'enterpriseUsers.rename': read(/^(\S+) -> (\S+)$/, ([from = '', to = ''], { t }) =>
    t.activity.object.renamed(from, to),
  ),
  'enterpriseUsers.remove': userName,
  'enterpriseUsers.rotateSecret': userName,
  'enterpriseUsers.changeNote': userName,
  'enterpriseUsers.tellRotation': userName,
  'oneTimeSecrets.keep': secret,
  'oneTimeSecrets.saveEncrypted': secret,
  'oneTimeSecrets.confirmStored': secret,
  'oneTimeSecrets.resolve': secret,
  'signIn.verifySecret': secret,
  'credentials.importCertificate': credential,
  'credentials.addApiKey': credential,
  'credentials.addProxyPassword': credential,
  'credentials.addPassword': credential,
  'credentials.importPrivateKey': credential,
  'credentials.remove': removedCredential,
  'credentials.replace': replacedCredential,
  'connections.create': connection,
  'connections.change': connection,
  'connections.setUp': connection,
  'connections.remove': connection,
  'connections.askOffers': connection,
  'places.take': read(
    /^places of (.+): (\d+) places, (\d+) providers$/s,
    ([by = '', places = '', providers = ''], { t }) =>
      t.activity.object.places(by, Number(places), Number(providers)),
  ),
  'places.forget': read(/^(places)$/, (_, { t }) => t.activity.object.allPlaces),
  'connectionFile.save': savedConnections,
  'connectionFile.saveEncrypted': savedConnections,
  'connectionFile.takeOver': read(
    /^(\d+) connections and (\d+) settings$/,
    ([connections = '', settings = ''], { t }) =>
      t.activity.object.takenConnections(Number(connections), Number(settings)),
  ),
  'jobs.startConsentRequests': read(/^(\d+) requests for consent$/, ([n = ''], { t }) =>
    t.activity.object.consentRequests(Number(n)),
  ),
  'consents.create': read(/^consent request for (.+)$/s, ([services = ''], { t }) =>
    t.activity.object.consentFor(services),
  ),
  // Of a code nobody reads anything.
  'consents.withdraw': read(
    /^consent request \S+$/,
    (_, { t }) => t.activity.object.consentRequest,
  ),
  'consents.giveUp': read(/^consent \S+$/, (_, { t }) => t.activity.object.consent),
  'consents.logUse': read(/^use of (\S+) by consent \S+$/, ([service = '']) => service),
  'delegations.give': read(/^roles and rights of \S+ to (.+)$/s, ([to = ''], { t }) =>
    to === 'a person' ? t.activity.object.person : to,
  ),
  'delegations.takeRole': read(
    /^role (\d+)(?: (.+))? of (\S+)$/s,
    ([id = '', name = '', holder = ''], { t }) =>
      `${name === '' ? t.activity.object.heldRole(id) : name} (${holder})`,
  ),
  'delegations.takeRight': read(/^right \S+ of (\S+)$/, ([holder = '']) => holder),
  'partyAccess.exportReportees': read(/^represented as (csv|xlsx)$/, ([format = ''], { t }) =>
    t.activity.object.represented(format.toUpperCase()),
  ),
  'partyAccess.exportAccess': read(/^access as (csv|xlsx)$/, ([format = ''], { t }) =>
    t.activity.object.access(format.toUpperCase()),
  ),
  'ownerRequests.exportConsents': read(/^consents as (csv|xlsx)$/, ([format = ''], { t }) =>
    t.activity.object.ownedConsents(format.toUpperCase()),
  ),
  'ownerRequests.create': read(
    /^delegation request for (\d+): (.+)$/s,
    ([receiver = '', services = ''], { t }) =>
      t.activity.object.delegationRequest(receiver, services),
  ),
  'ownerRequests.remove': read(
    /^delegation request \S+$/,
    (_, { t }) => t.activity.object.aDelegationRequest,
  ),
  'ownerEvents.exportEvents': read(/^events as (csv|xlsx)$/, ([format = ''], { t }) =>
    t.activity.object.events(format.toUpperCase()),
  ),
  'serviceRights.grant': read(
    /^(read and write|write and read|read|write) of (\S+) to (.+)$/s,
    ([, service = '', to = ''], { t }) =>
      t.activity.object.ruled(to === 'a person' ? t.activity.object.person : to, service),
  ),
  'serviceRights.revoke': read(/^rule (\S+) of (\S+)$/, ([rule = '', service = ''], { t }) =>
    t.activity.object.rule(rule, service),
  ),
  'roleDefinitions.create': read(/^local role (.+)$/s, ([name = '']) => name),
  'roleDefinitions.replace': read(/^local role \d+ (.+)$/s, ([name = '']) => name),
  'roleDefinitions.remove': read(/^local role (\d+)(?: (.+))?$/s, ([id = '', name = ''], { t }) =>
    name === '' ? t.activity.object.role(id) : name,
  ),
  'attachments.add': attachment,
  'attachments.stream': attachment,
  'attachments.remove': attachment,
  'fileTransfer.send': sentFiles,
  'fileTransfer.confirm': read(/^file \S+ of (\S+)$/, ([who = ''], language, known) =>
    language.t.activity.object.downloadedFiles(1, party(who, language, known)),
  ),
  'forms.add': form,
  'forms.replace': form,
  'forms.remove': form,
  'messages.create': read(/^new message, service (\S+)$/, ([service = ''], { t }) =>
    t.activity.object.newMessage(service),
  ),
  'messages.replace': message,
  'messages.sign': message,
  'messages.remove': message,
  'messages.confirm': message,
  'messages.archive': message,
  'jobs.startRotation': read(/^(\d+) users$/, ([n = ''], { t }) =>
    t.activity.object.users(Number(n)),
  ),
  'jobs.startDelegations': read(
    /^(\d+) roles and rights of (\S+)(?: (.+))?$/s,
    ([n = '', who = '', name = ''], { t }) =>
      t.activity.object.delegations(Number(n), name === '' ? who : name),
  ),
  'jobs.startUserDeletion': read(/^delete (\d+) users$/, ([n = ''], { t }) =>
    t.activity.object.users(Number(n)),
  ),
  'jobs.startForms': read(
    /^(save|send) (\d+) forms (\S+) of (\S+)(?: (.+))?$/s,
    ([how = '', n = '', service = '', who = '', name = ''], language, known) => {
      const t = language.t.activity.object;
      const of = party(who, language, known, name);
      return how === 'save'
        ? t.savedForms(Number(n), service, of)
        : t.sentForms(Number(n), service, of);
    },
  ),
  'jobs.startFileSending': sentFiles,
  'jobs.startFileDownload': read(
    /^download (all|\d+) files of (\S+)(?: (.+))?$/s,
    ([n = '', who = '', name = ''], language, known) => {
      const t = language.t.activity.object;
      const of = party(who, language, known, name);
      return n === 'all' ? t.allFiles(of) : t.downloadedFiles(Number(n), of);
    },
  ),
  'jobs.startMessageChanges': read(
    /^(mark-as-read|delete) (\d+) messages of (\S+)(?: (.+))?$/s,
    ([change = '', n = '', who = '', name = ''], language, known) => {
      const how = change === 'delete' ? 'delete' : 'mark-as-read';
      const of = party(who, language, known, name);
      return language.t.activity.object.messageChanges[how](Number(n), of);
    },
  ),
  'jobs.startContactEntries': read(
    /^(\d+) contact entries of (\d{9})(?: (.+))?$/s,
    ([n = '', number = '', name = ''], language, known) =>
      language.t.activity.object.contactEntries(
        Number(n),
        organisation(number, known, language, name),
      ),
  ),
  'jobs.startLookUp': read(/^(\d+) organisations$/, ([n = ''], { t }) =>
    t.activity.object.organisations(Number(n)),
  ),
  'jobs.startSynchronise': read(/^open metadata: (\S+)$/, ([what = ''], { t }) => {
    const scopes: Readonly<Record<string, string>> = t.reference.scope;
    return scopes[what] ?? what;
  }),
  'jobs.startMessageExport': read(
    /^messages of (\S+)(?: (.+))?$/s,
    ([who = '', name = ''], language, known) => {
      const t = language.t.activity.object;
      if (/^\d{9}$/.test(who)) return organisation(who, known, language, name);
      return who === 'my' ? t.ownMessages : t.otherParty;
    },
  ),
  'backup.make': backup,
  'backup.bringBack': backup,
  'handOver.start': read(
    /^hand-over of (\d{9})(?: (.+))?: (\d+) parts$/s,
    ([number = '', name = '', n = ''], language, known) =>
      language.t.activity.object.handOver(organisation(number, known, language, name), Number(n)),
  ),
  'jobs.retry': job,
  'jobs.resume': job,
  'jobs.stop': job,
  'jobs.resolveRow': job,
  'jobs.forget': job,
  'contactInformation.add': contactEntry,
  'contactInformation.remove': contactEntry,
  'serviceOwner.exportResults': read(
    /^look-ups as (csv|xlsx)( with national identity numbers)?(?:, file (.+))?$/s,
    ([format = '', numbers = '', file = ''], { t }) => {
      const words = t.activity.object;
      const what = file === '' ? words.lookUps(format.toUpperCase()) : file;
      return numbers === '' ? what : words.withNumbers(what);
    },
  ),
  'settings.change': settings,
  'updates.install': program,
  'app.erase': read(/^(secrets|everything)$/, ([what], { t }) =>
    what === 'secrets' ? t.activity.object.secrets : t.activity.object.everything,
  ),
  'app.check': read(/^(everything)$/, (_, { t }) => t.activity.object.everything),
  'app.renewKey': read(/^(one-time-secrets|form-drafts|jobs)$/, ([key], { t }) => {
    const { sealed } = t.activity.object;
    return sealed[key as keyof typeof sealed];
  }),
  'journal.cut': read(/^unfinished last line of (\d+) bytes$/, ([bytes = ''], { t, format }) =>
    t.activity.object.cut(format.size(Number(bytes))),
  ),
  'journal.anchored': read(/^(\d+) lines written without a keychain$/, ([n = ''], { t }) =>
    t.activity.object.anchoredLoose(Number(n)),
  ),
  'journal.unconfirmed': read(/^lines (\d+) to (\d+)$/, ([from = '', to = ''], { t }) =>
    t.activity.object.unconfirmed(Number(from), Number(to)),
  ),
  'journal.restarted': (line, language, known) =>
    line.object === 'the file was gone'
      ? language.t.activity.object.restartedGone
      : read(/^old file (.+)$/s, ([file = ''], { t }) => t.activity.object.restarted(file))(
          line,
          language,
          known,
        ),
};

/** Operations that this version has no words for are shown by their names. */
export const operationOf = (line: ActivityLine, { t }: Language): string =>
  t.activity.operation[line.operation] ?? line.operation;

export function objectOf(line: ActivityLine, language: Language, known: KnownNow): string {
  const said = objects[line.operation]?.(line, language, known) ?? line.object;
  // Of a line that a newer version wrote.
  return said.replaceAll(new RegExp(ID, 'g'), language.t.activity.object.unnamed);
}

/** The name at that time. */
export function connectionName(line: ActivityLine, t: Texts): string | undefined {
  if (line.connectionName !== '') return line.connectionName;
  return line.connection === null ? undefined : t.activity.object.goneConnection;
}

/** Why it went as it did, and the error's id, by which the log has more. */
export interface Detail {
  readonly text: string;
  readonly errorId: string | undefined;
}

export function detailOf({ detail }: ActivityLine, { t }: Language): Detail {
  const [, named = detail, errorId] = /^(\S+) \(reference (.+)\)$/.exec(detail) ?? [];
  return { text: detailWords(named, t), errorId };
}

function detailWords(detail: string, t: Texts): string {
  const words = t.activity.detail;
  if (detail === 'Steward ended before the outcome was known.') return words.ended;
  if (detail === 'incomplete list') return words.incompleteList;
  const bad = /^first bad line (\d+), SHA-256 of the file ([0-9a-f]+)$/.exec(detail);
  if (bad !== null) return words.firstBadLine(bad[1] ?? '', bad[2] ?? '');
  const repaired = /^(\d+) repaired$/.exec(detail)?.[1];
  if (repaired !== undefined) return words.repaired(Number(repaired));
  const notValid = /^not valid: (.*)$/.exec(detail)?.[1];
  if (notValid !== undefined)
    return words.because(t.failures.kinds['invalid-input'].what, notValid);
  const [, kind = detail, problem] = /^([a-z-]+): (.+)$/s.exec(detail) ?? [];
  if (!Object.hasOwn(t.failures.kinds, kind)) return statusWords(detail, t);
  const { what } = t.failures.kinds[kind as keyof Texts['failures']['kinds']];
  if (problem === undefined) return what;
  return problemWords(kind, problem, t) ?? words.because(what, problem);
}

/** Without a call there was no status. */
const statusWords = (detail: string, t: Texts) =>
  detail === '0' ? t.failures.kinds['sign-in-needed'].what : detail.replace(/^0 /, '');

function problemWords(kind: string, problem: string, { failures }: Texts): string | undefined {
  const tables: Readonly<Record<string, Readonly<Record<string, { readonly what: string }>>>> = {
    certificate: failures.certificate,
    unreachable: failures.unreachable,
    keychain: failures.keychain,
    file: failures.file,
  };
  return tables[kind]?.[problem]?.what;
}
