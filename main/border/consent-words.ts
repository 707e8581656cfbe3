// How a person is asked for consent, in both languages: by main, in words that no page can change.
import type { Credential } from '../../preload/contract/credentials.ts';
import type { SealingKey } from '../../preload/contract/app.ts';
import type { HandOverPart } from '../../preload/contract/hand-over-parts.ts';
import type { MessagePlace, SentForm } from '../../preload/contract/messages.ts';
import { type Locale, localeFor } from '../../preload/contract/locale.ts';
import type { Settings } from '../../preload/contract/settings.ts';
import { handOverWords } from '../hand-over/words.ts';
import type { Goes } from '../secrets/uses.ts';
import type { Question, TypedWords } from '../shell/shell.ts';

type Kind = Credential['kind'];
export type Put = Pick<Question, 'message' | 'detail' | 'yes'>;

/** A credential that goes to a new place. */
export interface Sent {
  readonly name: string;
  readonly kind: Kind;
  /** Whom it signs for: its signature goes there then, and not itself. */
  readonly audience: string | undefined;
  /** What is got with it goes there, and not itself. */
  readonly asToken: boolean;
  /** Places that have answered so far, of those that it may go to; undefined where it may go nowhere yet. */
  readonly before: readonly string[] | undefined;
}

export interface NewPlaces {
  /** Host of the connection. */
  readonly home: string;
  readonly places: readonly {
    readonly to: string;
    readonly goes: readonly Goes[];
    readonly with: readonly Sent[];
  }[];
  /** File of certificate authorities that the connection is to trust as well. */
  readonly trusts: string | undefined;
  /** Names of credentials that are removed because a new one comes in their place. */
  readonly replaced: readonly string[];
}

/** A connection, and what of a hand-over is read through it. */
export interface ReadAs {
  readonly name: string;
  readonly parts: readonly HandOverPart[];
}

/** A host of a file of places: a place in an environment, or what people or machines sign in through. */
export interface LedTo {
  readonly to: string;
  readonly as: 'production' | 'test' | 'person' | 'machine-token' | 'exchange';
  readonly name: string;
}

/** One credential in place of another, wherever that is used. */
export interface Replacement {
  readonly kind: Kind;
  readonly from: string;
  readonly to: string;
  /** Names of the connections. */
  readonly homes: readonly string[];
  readonly places: NewPlaces['places'];
}

export type Limit = {
  readonly name: 'idleLockMinutes' | 'clipboardSeconds';
  readonly from: number;
  readonly to: number;
};

/** Connections and settings of a file. */
export interface TakenOver {
  readonly file: string;
  /** Of the connections. */
  readonly names: readonly string[];
  readonly hosts: readonly string[];
  readonly places: NewPlaces['places'];
  /** Files of certificate authorities, and the host that each is trusted for. */
  readonly trusts: readonly { readonly file: string; readonly host: string }[];
  readonly longer: readonly Limit[];
}

/** How many of each are given. */
interface Access {
  readonly roles: number;
  readonly rights: number;
}

/** Somebody as main knows them: the number of an organisation, a person's with its last digits hidden, a user name. */
export interface Who {
  readonly kind: 'organisation' | 'person' | 'user';
  readonly name: string;
  readonly lastName?: string;
}

/** Roles and rights that a job gives, and how many it takes back. */
export interface Granted {
  readonly who: string;
  /** Each once, and all of them named. */
  readonly receivers: readonly Who[];
  readonly counts: Access;
  readonly takenBack: number;
}

/** Messages that a job deletes, and how many of them may be gone at once. */
export interface Deleted {
  readonly who: string;
  readonly from: MessagePlace;
  readonly all: number;
  readonly forGood: number;
}

/** Forms that a job sends, each a message. */
export interface SentForms {
  readonly as: string;
  readonly service: string;
  readonly count: number;
  readonly then: SentForm;
}

/** Rules of the service rights register. */
export interface GrantedRule {
  readonly to: string;
  /** `code/edition` */
  readonly of: string;
  readonly rights: readonly ('read' | 'write')[];
}

/** A request that a giver gives a receiver access. */
export interface AskedDelegation {
  readonly from: Who;
  readonly receiver: string;
  /** `4628/7, 4629/1`. */
  readonly services: string;
}

/** One request for consent. */
export interface AskedConsent {
  readonly from: Who;
  readonly receiver: string;
  /** `K107/1, K108/2`. */
  readonly services: string;
  readonly validTo: string;
}

/** Secrets of many users that go into a file. */
interface RotatedInto {
  /** Number of the organisation. */
  readonly of: string;
  readonly count: number;
  readonly file: string;
}

/** Files that are sent to other organisations. */
export interface SentOut {
  readonly as: string;
  readonly service: string;
  /** Names of files and folders. */
  readonly files: readonly string[];
  readonly recipients: readonly string[];
}

interface Erasing {
  readonly what: 'secrets' | 'everything';
  readonly interrupts: boolean;
}

export interface ConsentWords {
  readonly answers: Pick<Question, 'no' | keyof TypedWords>;
  readonly place: (given: NewPlaces) => Put;
  readonly replace: (given: Replacement) => Put;
  /** A question for each part of the hosts. */
  readonly takePlaces: (from: string, leads: readonly LedTo[]) => readonly Put[];
  readonly reveal: (user: string) => Put;
  readonly saveSecret: (user: string, file: string) => Put;
  readonly rotateInto: (given: RotatedInto) => Put;
  readonly exportMessages: (who: string, folder: string) => Put;
  readonly handOver: (organisation: string, folder: string, reads: readonly ReadAs[]) => Put;
  readonly connectionFile: {
    readonly save: (connections: readonly string[], file: string) => Put;
    /** A question for each part of what goes where. */
    readonly takeOver: (given: TakenOver) => readonly Put[];
  };
  readonly backup: {
    readonly make: (file: string) => Put;
    readonly bringBack: (file: string) => Put;
  };
  readonly memoryOnly: Put;
  readonly override: Put;
  readonly grant: (receiver: Who, who: string, counts: Access) => Put;
  /** A question for each part of the receivers. */
  readonly grantMany: (given: Granted) => readonly Put[];
  readonly rule: {
    readonly grant: (given: GrantedRule) => Put;
    readonly revoke: (rule: string, of: string) => Put;
  };
  readonly delegationRequest: {
    readonly ask: (given: AskedDelegation) => Put;
    readonly remove: (request: string) => Put;
  };
  readonly send: (given: SentForms) => Put;
  readonly consents: {
    readonly ask: (given: AskedConsent) => Put;
    readonly askMany: (organisation: string, count: number) => Put;
    readonly withdraw: (code: string) => Put;
    readonly copy: (code: string) => Put;
    readonly giveUp: (code: string) => Put;
    readonly logUse: (code: string, service: string) => Put;
  };
  /** A question for each part of the recipients. */
  readonly sendFiles: (given: SentOut) => readonly Put[];
  readonly limit: (longer: readonly Limit[], updatesFrom: string | undefined) => Put;
  readonly erase: {
    readonly secret: (user: string) => Put;
    readonly message: (id: string, who: string) => Put;
    readonly messages: (given: Deleted) => Put;
    readonly file: (reference: string, who: string) => Put;
    readonly users: (organisation: string, names: readonly string[]) => Put;
    readonly credential: (kind: Kind, name: string) => Put;
    readonly key: (key: SealingKey) => Put;
    readonly all: (given: Erasing) => Put;
  };
}

const counting = (locale: string) => {
  // The words of a locale are loaded with its first number, not at the start.
  let format: Intl.NumberFormat | undefined;
  return (n: number, one: string, many: string): string => {
    format ??= new Intl.NumberFormat(locale, { useGrouping: 'min2' });
    return `${format.format(n)} ${n === 1 ? one : many}`;
  };
};
const countedEN = counting('en-GB');
const countedNB = counting('nb-NO');

const accessEN = ({ roles, rights }: Access) =>
  listed(
    [
      ...(roles > 0 ? [countedEN(roles, 'role', 'roles')] : []),
      ...(rights > 0 ? [countedEN(rights, 'right', 'rights')] : []),
    ],
    'and',
  );
const accessNB = ({ roles, rights }: Access) =>
  listed(
    [
      ...(roles > 0 ? [countedNB(roles, 'rolle', 'roller')] : []),
      ...(rights > 0 ? [countedNB(rights, 'rettighet', 'rettigheter')] : []),
    ],
    'og',
  );
const ofEN = (who: string) => (who === 'my' ? 'the one who is signed in' : who);
const ofNB = (who: string) => (who === 'my' ? 'den som er logget inn' : who);

const numbered = ({ name, lastName }: Who) =>
  lastName === undefined ? name : `${name} (${lastName})`;
/** A user is known by the name alone. */
const whoEN = (who: Who) =>
  who.kind === 'user'
    ? who.name
    : `${{ organisation: 'organisation', person: 'person' }[who.kind]} ${numbered(who)}`;
const whoNB = (who: Who) =>
  who.kind === 'user'
    ? who.name
    : `${{ organisation: 'virksomheten', person: 'personen' }[who.kind]} ${numbered(who)}`;
/** At the beginning of a sentence; a user name stays as it is. */
const capital = (text: string) =>
  /^(organisation|person|virksomheten|personen) /.test(text)
    ? text.charAt(0).toUpperCase() + text.slice(1)
    : text;

/** Nobody is hidden behind a number: as many as can be read in one question, and the others in the next (ATK-30). */
const MOST_IN_A_PART = 900;
function inParts(names: readonly string[]): readonly (readonly string[])[] {
  const parts: string[][] = [[]];
  let letters = 0;
  for (const name of names) {
    if (letters > 0 && letters + name.length > MOST_IN_A_PART) {
      parts.push([]);
      letters = 0;
    }
    parts.at(-1)?.push(name);
    letters += name.length + 2;
  }
  return parts;
}
const partEN = (at: number, of: number) =>
  of > 1 &&
  `This is question ${String(at + 1)} of ${String(of)}. Nothing begins before all are answered.`;
const partNB = (at: number, of: number) =>
  of > 1 &&
  `Dette er spørsmål ${String(at + 1)} av ${String(of)}. Ingenting begynner før alle er besvart.`;

const quotedEN = (name: string) => `“${name}”`;
const quotedNB = (name: string) => `«${name}»`;

const lines = (...texts: readonly (string | false)[]): string =>
  texts.filter((text) => text !== false && text !== '').join('\n');

const partsIn = (locale: Locale, parts: readonly HandOverPart[]): string =>
  parts.map((part) => handOverWords[locale].parts[part].toLocaleLowerCase(locale)).join(', ');

/** A token goes there that no credential here gives. */
const isOfWhoever = (goes: readonly Goes[], sent: readonly Sent[]) =>
  goes.includes('token') && !sent.some(({ asToken }) => asToken);

/** A line for each place: what goes there. */
function getsEN(home: string, places: NewPlaces['places']): string[] {
  return places.map(({ to, goes, with: sent }) => {
    const what = listed(
      sent
        .map(({ name, kind, audience, asToken }) => {
          const it = `the ${KIND_EN[kind]} “${name}”`;
          if (asToken) return `a token got with ${it}`;
          return audience === undefined ? it : `a signature made with ${it} for ${audience}`;
        })
        .concat(isOfWhoever(goes, sent) ? ['the token of whoever signs in'] : []),
      'and',
    );
    if (goes.includes('through'))
      return `${to}: all traffic to ${home} passes through it${what === '' ? '' : `, with ${what}`}.`;
    return `${to}: gets ${what === '' ? 'no credential' : what}.`;
  });
}

function getsNB(home: string, places: NewPlaces['places']): string[] {
  return places.map(({ to, goes, with: sent }) => {
    const what = listed(
      sent
        .map(({ name, kind, audience, asToken }) => {
          const it = `${KIND_NB[kind]} «${name}»`;
          if (asToken) return `et token hentet med ${it}`;
          return audience === undefined ? it : `en signatur laget med ${it} for ${audience}`;
        })
        .concat(isOfWhoever(goes, sent) ? ['tokenet til den som logger inn'] : []),
      'og',
    );
    if (goes.includes('through'))
      return `${to}: all trafikk til ${home} går gjennom den${what === '' ? '' : `, med ${what}`}.`;
    return `${to}: får ${what === '' ? 'ingen hemmelighet' : what}.`;
  });
}

const longerEN = (longer: readonly Limit[]): string[] =>
  longer.map(({ name, from, to }) =>
    name === 'idleLockMinutes'
      ? `The session is cleared after ${String(to)} minutes without activity instead of ${String(from)}.`
      : `The clipboard is cleared after ${String(to)} seconds instead of ${String(from)}.`,
  );
const longerNB = (longer: readonly Limit[]): string[] =>
  longer.map(({ name, from, to }) =>
    name === 'idleLockMinutes'
      ? `Økten tømmes etter ${String(to)} minutter uten aktivitet i stedet for ${String(from)}.`
      : `Utklippstavlen tømmes etter ${String(to)} sekunder i stedet for ${String(from)}.`,
  );

const en: ConsentWords = {
  answers: {
    no: 'Cancel',
    typed: 'To allow it, type',
    again: 'That was too quick to be read. To allow it, type',
  },
  place: ({ home, places, trusts, replaced }) => ({
    message:
      places.length > 0
        ? `Connect to ${listed(
            places.map(({ to }) => to),
            'and',
          )}?`
        : `Trust the certificates in ${trusts ?? ''} for ${home}?`,
    detail: lines(
      ...getsEN(home, places),
      ...moved(places).map(({ name, before }) =>
        before.length === 0
          ? `“${name}” has not been used yet.`
          : `Until now, “${name}” has been used only at ${listed(fewOf(before, 'more'), 'and')}.`,
      ),
      trusts !== undefined &&
        `A server with a certificate issued by a CA in ${trusts} is accepted as ${home}.`,
      replaced.length > 0 &&
        `${listed(replaced.map(quotedEN), 'and')} ${replaced.length === 1 ? 'is' : 'are'} replaced and removed from this computer.`,
    ),
    yes: places.length > 0 ? 'Connect' : 'Trust',
  }),
  replace: ({ kind, from, to, homes, places }) => ({
    message: `Use the ${KIND_EN[kind]} “${to}” instead of “${from}”?`,
    detail: lines(
      `Used by ${listed(firstOf(homes, 'more'), 'and')}.`,
      ...getsEN(listed(firstOf(homes, 'more'), 'and'), places),
      `“${from}” is not removed.`,
    ),
    yes: 'Replace',
  }),
  takePlaces: (from, leads) =>
    inParts(leads.map(({ to, as, name }) => `${to}: ${LED_TO_EN[as]} “${name}”.`)).map(
      (part, at, { length }) => ({
        message: `Use the places from ${quotedEN(from)}?`,
        detail: lines(
          ...part,
          partEN(at, length),
          'New connections can go to them, and places from an earlier file are no longer offered. No connection is changed.',
        ),
        yes: 'Use places',
      }),
    ),
  reveal: (user) => ({
    message: `Show the secret of ${user}?`,
    detail: 'Anyone who sees it can sign in with it.',
    yes: 'Show',
  }),
  saveSecret: (user, file) => ({
    message: `Save the secret of ${user} in the file ${quotedEN(file)}?`,
    detail: 'Anyone who has the file and its passphrase can sign in with it.',
    yes: 'Save',
  }),
  rotateInto: ({ of, count, file }) => ({
    message: `Rotate ${countedEN(count, 'secret', 'secrets')} of ${of} into the file ${quotedEN(file)}?`,
    detail:
      'The old secrets stop working. Anyone who has the file and its passphrase can sign in with the new ones.',
    yes: 'Rotate',
  }),
  handOver: (organisation, folder, reads) => ({
    message: `Save everything of ${organisation} in the folder ${quotedEN(folder)}?`,
    detail: lines(
      'Messages, names and rights of persons are saved there unencrypted.',
      ...reads.map(({ name, parts }) => `Read as ${quotedEN(name)}: ${partsIn('en', parts)}.`),
    ),
    yes: 'Save',
  }),
  backup: {
    make: (file) => ({
      message: `Save all secrets and data of Steward in ${quotedEN(file)}?`,
      detail:
        'The file is encrypted. Whoever has it and its passphrase can use every certificate, key and secret in it.',
      yes: 'Save',
    }),
    bringBack: (file) => ({
      message: `Bring back the backup ${quotedEN(file)}?`,
      detail:
        'Its connections, secrets and settings count from then on. They decide where Steward connects to.',
      yes: 'Bring back',
    }),
  },
  exportMessages: (who, folder) => ({
    message: `Export messages of ${ofEN(who)} to the folder ${quotedEN(folder)}?`,
    detail: 'What the messages say is saved there unencrypted.',
    yes: 'Export',
  }),
  connectionFile: {
    save: (connections, file) => ({
      message: `Save ${countedEN(connections.length, 'connection', 'connections')} with secrets in the file ${quotedEN(file)}?`,
      detail: `Anyone who has the file and its passphrase can sign in with ${listed(firstOf(connections, 'more'), 'and')}.`,
      yes: 'Save',
    }),
    takeOver: ({ file, names, hosts, places, trusts, longer }) =>
      inParts([
        ...getsEN(listed(firstOf(names, 'more'), 'and'), places),
        ...trusts.map(
          (one) =>
            `A server with a certificate issued by a CA in ${one.file} is accepted as ${one.host}.`,
        ),
        ...longerEN(longer),
      ]).map((part, at, { length }) => ({
        message:
          names.length === 0
            ? `Take over settings from the file ${quotedEN(file)}?`
            : `Take over ${countedEN(names.length, 'connection', 'connections')} to ${listed(hosts, 'and')} from the file ${quotedEN(file)}?`,
        detail: lines(
          ...(part.length > 0 ? part : ['No credential goes there.']),
          partEN(at, length),
        ),
        yes: 'Take over',
      })),
  },
  memoryOnly: {
    message: 'Keep secrets in memory until you quit?',
    detail: 'New secrets are not stored in the keychain. They are lost when Steward ends.',
    yes: 'Keep in memory',
  },
  grant: (receiver, who, counts) => ({
    message: `Give access to ${whoEN(receiver)}?`,
    detail: `${capital(whoEN(receiver))} gets ${accessEN(counts)} for ${ofEN(who)}, and is notified.`,
    yes: 'Give access',
  }),
  grantMany: ({ who, receivers, counts, takenBack }) =>
    inParts(receivers.map(whoEN)).map((part, at, { length }) => ({
      message: `Give ${accessEN(counts)} ${who === 'my' ? `for ${ofEN(who)}` : `in ${who}`}?`,
      detail: lines(
        `To ${listed(part, 'and')}. Each is notified.`,
        partEN(at, length),
        takenBack > 0 &&
          `${countedEN(counts.roles + counts.rights + takenBack, 'change', 'changes')} in total: ${countedEN(takenBack, 'role or right is', 'roles and rights are')} taken back.`,
      ),
      yes: 'Give access',
    })),
  rule: {
    grant: ({ to, of, rights }) => ({
      message: `Give access to ${to}?`,
      detail: `${to} may ${listed(rights, 'and')} in service ${of}, as the service rights register then says.`,
      yes: 'Give',
    }),
    revoke: (rule, of) => ({
      message: `Remove rule ${rule} from the service rights register?`,
      detail: `Whoever it was for loses that access to service ${of}.`,
      yes: 'Remove',
    }),
  },
  delegationRequest: {
    ask: ({ from, receiver, services }) => ({
      message: `Ask ${whoEN(from)} to give access to ${receiver}?`,
      detail: lines(
        `${receiver} gets access to ${services} if the request is accepted.`,
        'The request is sent at once.',
      ),
      yes: 'Send',
    }),
    remove: (request) => ({
      message: 'Remove the delegation request?',
      detail: lines(`Request ${request}.`, 'It can no longer be answered.'),
      yes: 'Remove',
    }),
  },
  send: ({ as, service, count, then }) => ({
    message:
      then === 'fill-in'
        ? `Save ${countedEN(count, 'draft', 'drafts')} as ${ofEN(as)}?`
        : `Send ${countedEN(count, 'form', 'forms')} to signing as ${ofEN(as)}?`,
    detail: lines(
      `Service: ${service}. Each form becomes a message.`,
      then === 'fill-in'
        ? 'Each is saved in the work list, where it can still be changed.'
        : 'Each is sent to signing. Nothing is signed yet.',
    ),
    yes: then === 'fill-in' ? 'Save' : 'Send',
  }),
  consents: {
    ask: ({ from, receiver, services, validTo }) => ({
      message: `Ask ${whoEN(from)} for consent?`,
      detail: lines(
        `${receiver} asks for access to ${services}, until ${validTo.slice(0, 10)}.`,
        'The request is sent at once. It can be withdrawn until it is answered.',
      ),
      yes: 'Send',
    }),
    askMany: (organisation, count) => ({
      message: `Send ${countedEN(count, 'request', 'requests')} for consent as ${organisation}?`,
      detail: 'Each person and organisation in the table is asked once.',
      yes: 'Send',
    }),
    withdraw: (code) => ({
      message: 'Withdraw the request for consent?',
      detail: lines(`Request ${code}.`, 'It can no longer be answered. This cannot be undone.'),
      yes: 'Withdraw',
    }),
    copy: (code) => ({
      message: 'Copy the consent token?',
      detail: lines(
        `Consent ${code}.`,
        'For half a minute, whoever has the token can prove the consent with it.',
      ),
      yes: 'Copy',
    }),
    giveUp: (code) => ({
      message: 'Give up the consent?',
      detail: lines(
        `Consent ${code}.`,
        'It no longer gives access to the data. This cannot be undone.',
      ),
      yes: 'Give up',
    }),
    logUse: (code, service) => ({
      message: `Log a use of ${service}?`,
      detail: lines(
        `Consent ${code}.`,
        'A consent for one use ends with it. This cannot be undone.',
      ),
      yes: 'Log use',
    }),
  },
  sendFiles: ({ as, service, files, recipients }) =>
    inParts(recipients).map((part, at, { length }) => ({
      message: `Send ${countedEN(files.length, 'file', 'files')} as ${ofEN(as)} to ${countedEN(recipients.length, 'organisation', 'organisations')}?`,
      detail: lines(
        `${listed(firstOf(files, 'more'), 'and')}: to ${listed(part, 'and')}, by the service ${service}.`,
        partEN(at, length),
        'What is sent can’t be taken back.',
      ),
      yes: 'Send',
    })),
  override: {
    message: 'Quit before everything is finished?',
    detail:
      'Work in progress is interrupted, and unsaved drafts are lost. Secrets and jobs are still there at the next start.',
    yes: 'Quit',
  },
  limit: (longer, updatesFrom) => ({
    message:
      longer.length === 0
        ? `Check for new versions at ${updatesFrom ?? ''}?`
        : longer.some(({ name }) => name === 'idleLockMinutes')
          ? 'Wait longer before the session is cleared?'
          : 'Keep secrets on the clipboard longer?',
    detail: lines(
      ...longerEN(longer),
      updatesFrom !== undefined && `New versions come from ${updatesFrom}.`,
    ),
    yes: 'Change',
  }),
  erase: {
    secret: (user) => ({
      message: `Remove the secret of ${user} from this computer?`,
      detail: 'Steward has no other copy of it.',
      yes: 'Remove',
    }),
    message: (id, who) => ({
      message: `Delete message ${id} of ${who}?`,
      detail: 'The platform may delete it permanently instead of moving it to the trash.',
      yes: 'Delete',
    }),
    messages: ({ who, from, all, forGood }) => ({
      message: `Delete ${countedEN(all, 'message', 'messages')} of ${ofEN(who)}${from === 'trash' ? ' permanently' : ''}?`,
      detail: lines(
        from === 'trash'
          ? 'Messages deleted from the trash can’t be restored.'
          : 'Messages are moved to the trash, and can’t be moved back.',
        from === 'box' &&
          forGood > 0 &&
          `${countedEN(forGood, 'is a message', 'are messages')} to an organisation. The platform may refuse to delete ${forGood === 1 ? 'it, or delete it' : 'them, or delete them'} permanently.`,
      ),
      yes: 'Delete',
    }),
    file: (reference, who) => ({
      message: `Confirm that file ${reference} was downloaded, for ${ofEN(who)}?`,
      detail: 'The platform may remove it then. It can’t be downloaded again.',
      yes: 'Confirm',
    }),
    users: (organisation, names) => ({
      message: `Delete ${countedEN(names.length, 'enterprise user', 'enterprise users')} of ${organisation}?`,
      detail: lines(
        `Systems that sign in as ${listed(firstOf(names, 'more'), 'and')} stop working at once.`,
        'You can’t undo this.',
      ),
      yes: 'Delete',
    }),
    credential: (kind, name) => ({
      message: `Remove the ${KIND_EN[kind]} “${name}”?`,
      detail: 'It is removed from the keychain on this computer. Nothing changes on the platform.',
      yes: 'Remove',
    }),
    key: (key) => ({
      message: `Give up the ${SEALED_EN[key]} sealed with the lost key?`,
      detail: 'They can’t be opened again. Steward makes a new key.',
      yes: 'Give up',
    }),
    all: ({ what, interrupts }) => ({
      message:
        what === 'everything'
          ? 'Erase everything Steward has on this computer?'
          : 'Erase all of Steward’s secrets on this computer?',
      detail: lines(
        'Certificates, keys, passwords and stored secrets are removed from the keychain, and everything sealed with them is lost.',
        what === 'everything' && 'Connections, settings and the activity journal are removed too.',
        interrupts && 'Work in progress is interrupted.',
      ),
      yes: 'Erase',
    }),
  },
};

const LED_TO_EN = {
  production: 'production,',
  test: 'test,',
  person: 'people sign in through',
  'machine-token': 'machine tokens come from',
  exchange: 'machine tokens are exchanged by',
} as const satisfies Record<LedTo['as'], string>;

const KIND_EN = {
  certificate: 'certificate',
  'api-key': 'API key',
  'proxy-password': 'proxy password',
  password: 'password',
  'private-key': 'private key',
} as const satisfies Record<Kind, string>;

const SEALED_EN = {
  'one-time-secrets': 'one-time secrets',
  'form-drafts': 'form drafts',
  jobs: 'jobs',
} as const satisfies Record<SealingKey, string>;

const nb: ConsentWords = {
  answers: {
    no: 'Avbryt',
    typed: 'For å tillate det, skriv',
    again: 'Det gikk for fort til å bli lest. For å tillate det, skriv',
  },
  place: ({ home, places, trusts, replaced }) => ({
    message:
      places.length > 0
        ? `Koble til ${listed(
            places.map(({ to }) => to),
            'og',
          )}?`
        : `Stole på sertifikatene i ${trusts ?? ''} for ${home}?`,
    detail: lines(
      ...getsNB(home, places),
      ...moved(places).map(({ name, before }) =>
        before.length === 0
          ? `«${name}» er ikke brukt ennå.`
          : `Til nå er «${name}» bare brukt hos ${listed(fewOf(before, 'til'), 'og')}.`,
      ),
      trusts !== undefined &&
        `En server med et sertifikat fra en utsteder i ${trusts} godtas som ${home}.`,
      replaced.length > 0 &&
        `${listed(replaced.map(quotedNB), 'og')} blir erstattet og fjernet fra denne maskinen.`,
    ),
    yes: places.length > 0 ? 'Koble til' : 'Stol på dem',
  }),
  replace: ({ kind, from, to, homes, places }) => ({
    message: `Bruke ${KIND_NB[kind]} «${to}» i stedet for «${from}»?`,
    detail: lines(
      `Brukes av ${listed(firstOf(homes, 'til'), 'og')}.`,
      ...getsNB(listed(firstOf(homes, 'til'), 'og'), places),
      `«${from}» blir ikke fjernet.`,
    ),
    yes: 'Erstatt',
  }),
  takePlaces: (from, leads) =>
    inParts(leads.map(({ to, as, name }) => `${to}: ${LED_TO_NB[as]} «${name}».`)).map(
      (part, at, { length }) => ({
        message: `Bruke stedene fra ${quotedNB(from)}?`,
        detail: lines(
          ...part,
          partNB(at, length),
          'Nye tilkoblinger kan gå dit, og steder fra en tidligere fil tilbys ikke lenger. Ingen tilkobling endres.',
        ),
        yes: 'Bruk stedene',
      }),
    ),
  reveal: (user) => ({
    message: `Vise hemmeligheten til ${user}?`,
    detail: 'Den som ser den, kan logge inn med den.',
    yes: 'Vis',
  }),
  saveSecret: (user, file) => ({
    message: `Lagre hemmeligheten til ${user} i filen ${quotedNB(file)}?`,
    detail: 'Den som har filen og passordfrasen, kan logge inn med den.',
    yes: 'Lagre',
  }),
  rotateInto: ({ of, count, file }) => ({
    message: `Bytte ${countedNB(count, 'hemmelighet', 'hemmeligheter')} for ${of}, og lagre i filen ${quotedNB(file)}?`,
    detail:
      'De gamle hemmelighetene slutter å virke. Den som har filen og passordfrasen, kan logge inn med de nye.',
    yes: 'Bytt',
  }),
  handOver: (organisation, folder, reads) => ({
    message: `Lagre alt for ${organisation} i mappen ${quotedNB(folder)}?`,
    detail: lines(
      'Meldinger, navn og rettigheter for personer lagres der uten kryptering.',
      ...reads.map(({ name, parts }) => `Leses som ${quotedNB(name)}: ${partsIn('nb', parts)}.`),
    ),
    yes: 'Lagre',
  }),
  backup: {
    make: (file) => ({
      message: `Lagre alle hemmeligheter og data i Steward i ${quotedNB(file)}?`,
      detail:
        'Filen er kryptert. Den som har den og passordfrasen, kan bruke alle sertifikater, nøkler og hemmeligheter i den.',
      yes: 'Lagre',
    }),
    bringBack: (file) => ({
      message: `Hente tilbake sikkerhetskopien ${quotedNB(file)}?`,
      detail:
        'Tilkoblingene, hemmelighetene og innstillingene i den gjelder fra da av. De bestemmer hvor Steward kobler seg til.',
      yes: 'Hent tilbake',
    }),
  },
  exportMessages: (who, folder) => ({
    message: `Eksportere meldinger for ${ofNB(who)} til mappen ${quotedNB(folder)}?`,
    detail: 'Det som står i meldingene, lagres der uten kryptering.',
    yes: 'Eksporter',
  }),
  connectionFile: {
    save: (connections, file) => ({
      message: `Lagre ${countedNB(connections.length, 'tilkobling', 'tilkoblinger')} med hemmeligheter i filen ${quotedNB(file)}?`,
      detail: `Den som har filen og passordfrasen, kan logge inn med ${listed(firstOf(connections, 'til'), 'og')}.`,
      yes: 'Lagre',
    }),
    takeOver: ({ file, names, hosts, places, trusts, longer }) =>
      inParts([
        ...getsNB(listed(firstOf(names, 'til'), 'og'), places),
        ...trusts.map(
          (one) =>
            `En server med et sertifikat fra en utsteder i ${one.file} godtas som ${one.host}.`,
        ),
        ...longerNB(longer),
      ]).map((part, at, { length }) => ({
        message:
          names.length === 0
            ? `Ta over innstillinger fra filen ${quotedNB(file)}?`
            : `Ta over ${countedNB(names.length, 'tilkobling', 'tilkoblinger')} til ${listed(hosts, 'og')} fra filen ${quotedNB(file)}?`,
        detail: lines(
          ...(part.length > 0 ? part : ['Ingen hemmelighet går dit.']),
          partNB(at, length),
        ),
        yes: 'Ta over',
      })),
  },
  memoryOnly: {
    message: 'Ha hemmeligheter i minnet til du avslutter?',
    detail: 'Nye hemmeligheter lagres ikke i nøkkelringen. De går tapt når Steward avsluttes.',
    yes: 'Ha i minnet',
  },
  grant: (receiver, who, counts) => ({
    message: `Gi tilgang til ${whoNB(receiver)}?`,
    detail: `${capital(whoNB(receiver))} får ${accessNB(counts)} for ${ofNB(who)}, og blir varslet.`,
    yes: 'Gi tilgang',
  }),
  grantMany: ({ who, receivers, counts, takenBack }) =>
    inParts(receivers.map(whoNB)).map((part, at, { length }) => ({
      message: `Gi ${accessNB(counts)} ${who === 'my' ? `for ${ofNB(who)}` : `i ${who}`}?`,
      detail: lines(
        `Til ${listed(part, 'og')}. Hver av dem blir varslet.`,
        partNB(at, length),
        takenBack > 0 &&
          `${countedNB(counts.roles + counts.rights + takenBack, 'endring', 'endringer')} i alt: ${countedNB(takenBack, 'rolle eller rettighet', 'roller og rettigheter')} tas tilbake.`,
      ),
      yes: 'Gi tilgang',
    })),
  rule: {
    grant: ({ to, of, rights }) => ({
      message: `Gi tilgang til ${to}?`,
      detail: `${to} får ${listed(
        rights.map((right) => (right === 'read' ? 'lese' : 'skrive')),
        'og',
      )} i tjeneste ${of}. Det står i tjenesterettighetsregisteret etterpå.`,
      yes: 'Gi',
    }),
    revoke: (rule, of) => ({
      message: `Fjerne regel ${rule} fra tjenesterettighetsregisteret?`,
      detail: `Den som regelen gjelder, mister den tilgangen til tjeneste ${of}.`,
      yes: 'Fjern',
    }),
  },
  delegationRequest: {
    ask: ({ from, receiver, services }) => ({
      message: `Be ${whoNB(from)} om å gi tilgang til ${receiver}?`,
      detail: lines(
        `${receiver} får tilgang til ${services} hvis forespørselen blir godtatt.`,
        'Forespørselen sendes straks.',
      ),
      yes: 'Send',
    }),
    remove: (request) => ({
      message: 'Fjerne delegeringsforespørselen?',
      detail: lines(`Forespørsel ${request}.`, 'Ingen kan svare på den lenger.'),
      yes: 'Fjern',
    }),
  },
  send: ({ as, service, count, then }) => ({
    message:
      then === 'fill-in'
        ? `Lagre ${countedNB(count, 'utkast', 'utkast')} som ${ofNB(as)}?`
        : `Sende ${countedNB(count, 'skjema', 'skjemaer')} til signering som ${ofNB(as)}?`,
    detail: lines(
      `Tjeneste: ${service}. Hvert skjema blir én melding.`,
      then === 'fill-in'
        ? 'Hvert skjema lagres i arbeidslisten, der det fortsatt kan endres.'
        : 'Hvert skjema sendes til signering. Ingenting blir signert ennå.',
    ),
    yes: then === 'fill-in' ? 'Lagre' : 'Send',
  }),
  consents: {
    ask: ({ from, receiver, services, validTo }) => ({
      message: `Be ${whoNB(from)} om samtykke?`,
      detail: lines(
        `${receiver} ber om tilgang til ${services}, til ${validTo.slice(0, 10)}.`,
        'Forespørselen sendes straks. Den kan trekkes tilbake til den er besvart.',
      ),
      yes: 'Send',
    }),
    askMany: (organisation, count) => ({
      message: `Sende ${countedNB(count, 'forespørsel', 'forespørsler')} om samtykke som ${organisation}?`,
      detail: 'Hver person og virksomhet i tabellen blir spurt én gang.',
      yes: 'Send',
    }),
    withdraw: (code) => ({
      message: 'Trekke tilbake forespørselen om samtykke?',
      detail: lines(
        `Forespørsel ${code}.`,
        'Ingen kan svare på den lenger. Dette kan ikke angres.',
      ),
      yes: 'Trekk tilbake',
    }),
    copy: (code) => ({
      message: 'Kopiere samtykketokenet?',
      detail: lines(
        `Samtykke ${code}.`,
        'I et halvt minutt kan den som har tokenet, bevise samtykket med det.',
      ),
      yes: 'Kopier',
    }),
    giveUp: (code) => ({
      message: 'Gi fra seg samtykket?',
      detail: lines(
        `Samtykke ${code}.`,
        'Det gir ikke lenger tilgang til opplysningene. Dette kan ikke angres.',
      ),
      yes: 'Gi fra deg',
    }),
    logUse: (code, service) => ({
      message: `Registrere bruk av ${service}?`,
      detail: lines(
        `Samtykke ${code}.`,
        'Et samtykke til én gangs bruk er slutt etter det. Dette kan ikke angres.',
      ),
      yes: 'Registrer bruk',
    }),
  },
  sendFiles: ({ as, service, files, recipients }) =>
    inParts(recipients).map((part, at, { length }) => ({
      message: `Sende ${countedNB(files.length, 'fil', 'filer')} som ${ofNB(as)} til ${countedNB(recipients.length, 'virksomhet', 'virksomheter')}?`,
      detail: lines(
        `${listed(firstOf(files, 'til'), 'og')}: til ${listed(part, 'og')}, gjennom tjenesten ${service}.`,
        partNB(at, length),
        'Det som er sendt, kan ikke trekkes tilbake.',
      ),
      yes: 'Send',
    })),
  override: {
    message: 'Avslutte før alt er ferdig?',
    detail:
      'Det som pågår, blir avbrutt, og utkast som ikke er lagret, går tapt. Hemmeligheter og jobber er der fortsatt ved neste start.',
    yes: 'Avslutt',
  },
  limit: (longer, updatesFrom) => ({
    message:
      longer.length === 0
        ? `Se etter nye versjoner hos ${updatesFrom ?? ''}?`
        : longer.some(({ name }) => name === 'idleLockMinutes')
          ? 'Vente lenger før økten tømmes?'
          : 'La hemmeligheter ligge lenger på utklippstavlen?',
    detail: lines(
      ...longerNB(longer),
      updatesFrom !== undefined && `Nye versjoner kommer fra ${updatesFrom}.`,
    ),
    yes: 'Endre',
  }),
  erase: {
    secret: (user) => ({
      message: `Fjerne hemmeligheten til ${user} fra denne maskinen?`,
      detail: 'Steward har ingen annen kopi av den.',
      yes: 'Fjern',
    }),
    message: (id, who) => ({
      message: `Slette melding ${id} for ${who}?`,
      detail: 'Plattformen kan slette den for godt i stedet for å flytte den til papirkurven.',
      yes: 'Slett',
    }),
    messages: ({ who, from, all, forGood }) => ({
      message: `Slette ${countedNB(all, 'melding', 'meldinger')} for ${ofNB(who)}${from === 'trash' ? ' for godt' : ''}?`,
      detail: lines(
        from === 'trash'
          ? 'Meldinger som slettes fra papirkurven, kan ikke gjenopprettes.'
          : 'Meldingene flyttes til papirkurven, og kan ikke flyttes tilbake.',
        from === 'box' &&
          forGood > 0 &&
          `${countedNB(forGood, 'melding', 'meldinger')} er sendt til en virksomhet. Plattformen kan la være å slette ${forGood === 1 ? 'den' : 'dem'}, eller slette ${forGood === 1 ? 'den' : 'dem'} for godt.`,
      ),
      yes: 'Slett',
    }),
    file: (reference, who) => ({
      message: `Bekrefte at filen ${reference} er lastet ned, for ${ofNB(who)}?`,
      detail: 'Plattformen kan da fjerne den, og den kan ikke lastes ned igjen.',
      yes: 'Bekreft',
    }),
    users: (organisation, names) => ({
      message: `Slette ${countedNB(names.length, 'virksomhetsbruker', 'virksomhetsbrukere')} for ${organisation}?`,
      detail: lines(
        `Systemer som logger inn som ${listed(firstOf(names, 'til'), 'og')}, slutter å virke med en gang.`,
        'Du kan ikke angre dette.',
      ),
      yes: 'Slett',
    }),
    credential: (kind, name) => ({
      message: `Fjerne ${KIND_NB[kind]} «${name}»?`,
      detail: 'Fjernes fra nøkkelringen på denne maskinen. Ingenting endres på plattformen.',
      yes: 'Fjern',
    }),
    key: (key) => ({
      message: `Gi opp ${SEALED_NB[key]} som er forseglet med den tapte nøkkelen?`,
      detail: 'De kan ikke åpnes igjen. Steward lager en ny nøkkel.',
      yes: 'Gi opp',
    }),
    all: ({ what, interrupts }) => ({
      message:
        what === 'everything'
          ? 'Slette alt Steward har på denne maskinen?'
          : 'Slette alle hemmelighetene til Steward på denne maskinen?',
      detail: lines(
        'Sertifikater, nøkler, passord og lagrede hemmeligheter fjernes fra nøkkelringen, og alt som er forseglet med dem, går tapt.',
        what === 'everything' && 'Tilkoblinger, innstillinger og aktivitetsloggen slettes også.',
        interrupts && 'Det som pågår, blir avbrutt.',
      ),
      yes: 'Slett',
    }),
  },
};

const LED_TO_NB = {
  production: 'produksjon,',
  test: 'test,',
  person: 'personer logger inn gjennom',
  'machine-token': 'maskintoken hentes fra',
  exchange: 'maskintoken byttes hos',
} as const satisfies Record<LedTo['as'], string>;

const KIND_NB = {
  certificate: 'sertifikatet',
  'api-key': 'API-nøkkelen',
  'proxy-password': 'proxypassordet',
  password: 'passordet',
  'private-key': 'den private nøkkelen',
} as const satisfies Record<Kind, string>;

const SEALED_NB = {
  'one-time-secrets': 'engangshemmelighetene',
  'form-drafts': 'skjemautkastene',
  jobs: 'jobbene',
} as const satisfies Record<SealingKey, string>;

/** Credentials that were for other places until now, each once. */
const moved = (places: NewPlaces['places']): readonly Moved[] => [
  ...new Map(
    places
      .flatMap(({ with: sent }) => sent)
      .flatMap(({ name, before }) => (before === undefined ? [] : [{ name, before }]))
      .map((one) => [one.name, one]),
  ).values(),
];
type Moved = Pick<Sent, 'name'> & { readonly before: NonNullable<Sent['before']> };

/** A question has to be read: of many places only the latest are named, the others counted. */
const MOST_NAMED = 3;
const fewOf = (places: readonly string[], more: string): readonly string[] =>
  places.length <= MOST_NAMED + 1
    ? places
    : [...places.slice(-MOST_NAMED), `${String(places.length - MOST_NAMED)} ${more}`];

/** The first of many names, each cut where it is too long to be read in a question, and how many more. */
function firstOf(names: readonly string[], more: string): readonly string[] {
  const shown = names.length <= MOST_NAMED + 1 ? names : names.slice(0, MOST_NAMED);
  const rest = names.length - shown.length;
  return [
    ...shown.map((name) => (name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name)),
    ...(rest > 0 ? [`${String(rest)} ${more}`] : []),
  ];
}
const LONGEST_NAME = 60;

/** `a, b and c`; nothing of nothing. */
function listed(texts: readonly string[], and: string): string {
  const last = texts.at(-1) ?? '';
  return texts.length < 2 ? last : `${texts.slice(0, -1).join(', ')} ${and} ${last}`;
}

export const consentWords = (language: Settings['language'], osLanguage: string): ConsentWords =>
  ({ en, nb })[localeFor(language, osLanguage)];
