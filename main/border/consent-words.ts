// How a person is asked for consent, in both languages: by main, in words that no page can change.
import type { Credential } from '../../preload/contract/credentials.ts';
import type { SealingKey } from '../../preload/contract/app.ts';
import type { MessagePlace } from '../../preload/contract/messages.ts';
import { localeFor } from '../../preload/contract/locale.ts';
import type { Settings } from '../../preload/contract/settings.ts';
import type { Goes } from '../secrets/uses.ts';
import type { Question } from '../shell/shell.ts';

type Kind = Credential['kind'];
type Put = Pick<Question, 'message' | 'detail' | 'yes'>;

/** A credential that goes to a new place. */
export interface Sent {
  readonly name: string;
  readonly kind: Kind;
  /** Whom it signs for: its signature goes there then, and not itself. */
  readonly audience: string | undefined;
  /** Hosts that it may go to so far. */
  readonly before: readonly string[];
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

/** One credential in place of another, wherever that is used. */
export interface Replacement {
  readonly kind: Kind;
  readonly from: string;
  readonly to: string;
  /** Names of the connections. */
  readonly homes: readonly string[];
  readonly places: NewPlaces['places'];
}

type Limit = {
  readonly name: 'idleLockMinutes' | 'clipboardSeconds';
  readonly from: number;
  readonly to: number;
};

/** How many of each are given. */
interface Access {
  readonly roles: number;
  readonly rights: number;
}

/** Roles and rights that a job gives, and how many it takes back. */
export interface Granted {
  readonly who: string;
  /** Each once. */
  readonly receivers: readonly string[];
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

interface Erasing {
  readonly what: 'secrets' | 'everything';
  readonly shared: boolean;
  readonly interrupts: boolean;
}

export interface ConsentWords {
  readonly no: string;
  readonly place: (given: NewPlaces) => Put;
  readonly replace: (given: Replacement) => Put;
  readonly reveal: (user: string) => Put;
  readonly override: Put;
  readonly grant: (receiver: string, who: string, counts: Access) => Put;
  readonly grantMany: (given: Granted) => Put;
  readonly limit: (longer: readonly Limit[], updatesFrom: string | undefined) => Put;
  readonly erase: {
    readonly secret: (user: string) => Put;
    readonly message: (id: string, who: string) => Put;
    readonly messages: (given: Deleted) => Put;
    readonly users: (organisation: string, names: readonly string[]) => Put;
    readonly credential: (kind: Kind, name: string) => Put;
    readonly key: (key: SealingKey) => Put;
    readonly all: (given: Erasing) => Put;
  };
}

const counted = (n: number, one: string, many: string): string =>
  `${String(n)} ${n === 1 ? one : many}`;

const accessEN = ({ roles, rights }: Access) =>
  listed(
    [
      ...(roles > 0 ? [counted(roles, 'role', 'roles')] : []),
      ...(rights > 0 ? [counted(rights, 'right', 'rights')] : []),
    ],
    'and',
  );
const accessNB = ({ roles, rights }: Access) =>
  listed(
    [
      ...(roles > 0 ? [counted(roles, 'rolle', 'roller')] : []),
      ...(rights > 0 ? [counted(rights, 'rettighet', 'rettigheter')] : []),
    ],
    'og',
  );
const ofEN = (who: string) => (who === 'my' ? 'the one who is signed in' : who);
const ofNB = (who: string) => (who === 'my' ? 'den som er logget inn' : who);

const quotedEN = (name: string) => `“${name}”`;
const quotedNB = (name: string) => `«${name}»`;

const lines = (...texts: readonly (string | false)[]): string =>
  texts.filter((text) => text !== false && text !== '').join('\n');

/** A line for each place: what goes there. */
function getsEN(home: string, places: NewPlaces['places']): string[] {
  return places.map(({ to, goes, with: sent }) => {
    const what = listed(
      sent.map(({ name, kind, audience }) =>
        audience === undefined
          ? `the ${KIND_EN[kind]} “${name}”`
          : `a signature of the ${KIND_EN[kind]} “${name}” for ${audience}`,
      ),
      'and',
    );
    if (goes.includes('through'))
      return `${to}: everything for ${home} passes through it${what === '' ? '' : `, with ${what}`}.`;
    return `${to}: gets ${what === '' ? 'no credential' : what}.`;
  });
}

function getsNB(home: string, places: NewPlaces['places']): string[] {
  return places.map(({ to, goes, with: sent }) => {
    const what = listed(
      sent.map(({ name, kind, audience }) =>
        audience === undefined
          ? `${KIND_NB[kind]} «${name}»`
          : `en signatur med ${KIND_NB[kind]} «${name}» for ${audience}`,
      ),
      'og',
    );
    if (goes.includes('through'))
      return `${to}: alt til ${home} går gjennom den${what === '' ? '' : `, med ${what}`}.`;
    return `${to}: får ${what === '' ? 'ingen hemmelighet' : what}.`;
  });
}

const en: ConsentWords = {
  no: 'Cancel',
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
      ...moved(places).map(
        ({ name, before }) =>
          `Until now “${name}” was for ${listed(fewOf(before, 'more'), 'and')} only.`,
      ),
      trusts !== undefined &&
        `A server with a certificate that ${trusts} vouches for is taken for ${home}.`,
      replaced.length > 0 &&
        `${listed(replaced.map(quotedEN), 'and')} is replaced and removed from this computer.`,
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
  reveal: (user) => ({
    message: `Show the secret of ${user}?`,
    detail: 'Whoever sees it can sign in with it.',
    yes: 'Show',
  }),
  grant: (receiver, who, counts) => ({
    message: `Give access to ${receiver}?`,
    detail: `${receiver} gets ${accessEN(counts)} for ${ofEN(who)}, and a notice of it.`,
    yes: 'Give',
  }),
  grantMany: ({ who, receivers, counts, takenBack }) => ({
    message: `Give ${accessEN(counts)} for ${ofEN(who)}?`,
    detail: lines(
      `To ${listed(firstOf(receivers, 'more'), 'and')}, with a notice for each.`,
      takenBack > 0 &&
        `${counted(counts.roles + counts.rights + takenBack, 'change', 'changes')} in all: ${counted(takenBack, 'role or right is', 'roles and rights are')} taken back.`,
    ),
    yes: 'Give',
  }),
  override: {
    message: 'Leave although something is not finished?',
    detail:
      'What is under way is interrupted, and drafts that are not saved are lost. Secrets and jobs wait for the next start.',
    yes: 'Leave',
  },
  limit: (longer, updatesFrom) => ({
    message:
      longer.length === 0
        ? `Look for new versions at ${updatesFrom ?? ''}?`
        : longer.some(({ name }) => name === 'idleLockMinutes')
          ? 'Put Steward away later than until now?'
          : 'Keep secrets on the clipboard for longer?',
    detail: lines(
      ...longer.map(({ name, from, to }) =>
        name === 'idleLockMinutes'
          ? `It is put away after ${String(to)} minutes without use instead of ${String(from)}.`
          : `The clipboard is cleared after ${String(to)} seconds instead of ${String(from)}.`,
      ),
      updatesFrom !== undefined && `New versions come from ${updatesFrom}.`,
    ),
    yes: 'Change',
  }),
  erase: {
    secret: (user) => ({
      message: `Remove the secret of ${user} from this computer?`,
      detail: 'Steward keeps no other copy of it.',
      yes: 'Remove',
    }),
    message: (id, who) => ({
      message: `Remove message ${id} of ${who}, perhaps for good?`,
      detail: 'The platform may delete it at once instead of moving it to the trash.',
      yes: 'Remove',
    }),
    messages: ({ who, from, all, forGood }) => ({
      message: `Delete ${counted(all, 'message', 'messages')} of ${ofEN(who)}${from === 'trash' ? ' for good' : ''}?`,
      detail: lines(
        from === 'trash'
          ? 'What is deleted in the trash is gone for good.'
          : 'Messages go to the trash. Nothing brings them back from there.',
        from === 'box' &&
          forGood > 0 &&
          `${counted(forGood, 'is a message', 'are messages')} to an organisation: the platform may refuse to delete ${forGood === 1 ? 'it, or delete it' : 'them, or delete them'} for good at once.`,
      ),
      yes: 'Delete',
    }),
    users: (organisation, names) => ({
      message: `Delete ${counted(names.length, 'enterprise user', 'enterprise users')} of ${organisation}?`,
      detail: lines(
        `${listed(firstOf(names, 'more'), 'and')}: systems that sign in with ${names.length === 1 ? 'it fail' : 'them fail'} at once.`,
        'This cannot be undone.',
      ),
      yes: 'Delete',
    }),
    credential: (kind, name) => ({
      message: `Remove the ${KIND_EN[kind]} “${name}”?`,
      detail: 'It leaves the keychain of this computer. At the platform nothing changes.',
      yes: 'Remove',
    }),
    key: (key) => ({
      message: `Give up what the lost key sealed (${SEALED_EN[key]})?`,
      detail: 'It cannot be read again, and a new key is made.',
      yes: 'Give up',
    }),
    all: ({ what, shared, interrupts }) => ({
      message:
        what === 'everything'
          ? 'Erase everything of Steward on this computer?'
          : 'Erase all secrets of Steward on this computer?',
      detail: lines(
        'Certificates, keys, passwords and kept secrets leave the keychain, and what is sealed by them is lost.',
        what === 'everything' && 'Connections, settings and the record of what was done go too.',
        shared && 'Other data folders of this account may need what is removed.',
        interrupts && 'Something is not finished, and is interrupted.',
      ),
      yes: 'Erase',
    }),
  },
};

const KIND_EN = {
  certificate: 'certificate',
  'api-key': 'API key',
  'proxy-password': 'proxy password',
  password: 'password',
  'private-key': 'private key',
} as const satisfies Record<Kind, string>;

const SEALED_EN = {
  'one-time-secrets': 'one-time secrets',
  'form-drafts': 'drafts of forms',
  jobs: 'jobs',
} as const satisfies Record<SealingKey, string>;

const nb: ConsentWords = {
  no: 'Avbryt',
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
      ...moved(places).map(
        ({ name, before }) =>
          `Hittil var «${name}» bare for ${listed(fewOf(before, 'til'), 'og')}.`,
      ),
      trusts !== undefined &&
        `En server med et sertifikat som ${trusts} går god for, regnes som ${home}.`,
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
  reveal: (user) => ({
    message: `Vise hemmeligheten til ${user}?`,
    detail: 'Den som ser den, kan logge inn med den.',
    yes: 'Vis',
  }),
  grant: (receiver, who, counts) => ({
    message: `Gi tilgang til ${receiver}?`,
    detail: `${receiver} får ${accessNB(counts)} for ${ofNB(who)}, og et varsel om det.`,
    yes: 'Gi',
  }),
  grantMany: ({ who, receivers, counts, takenBack }) => ({
    message: `Gi ${accessNB(counts)} for ${ofNB(who)}?`,
    detail: lines(
      `Til ${listed(firstOf(receivers, 'til'), 'og')}, med et varsel for hver.`,
      takenBack > 0 &&
        `${counted(counts.roles + counts.rights + takenBack, 'endring', 'endringer')} i alt: ${counted(takenBack, 'rolle eller rettighet', 'roller og rettigheter')} tas tilbake.`,
    ),
    yes: 'Gi',
  }),
  override: {
    message: 'Avslutte selv om noe ikke er ferdig?',
    detail:
      'Det som pågår, blir avbrutt, og utkast som ikke er lagret, går tapt. Hemmeligheter og jobber venter til neste start.',
    yes: 'Avslutt',
  },
  limit: (longer, updatesFrom) => ({
    message:
      longer.length === 0
        ? `Se etter nye versjoner hos ${updatesFrom ?? ''}?`
        : longer.some(({ name }) => name === 'idleLockMinutes')
          ? 'Legge Steward bort senere enn til nå?'
          : 'La hemmeligheter bli lenger på utklippstavlen?',
    detail: lines(
      ...longer.map(({ name, from, to }) =>
        name === 'idleLockMinutes'
          ? `Det legges bort etter ${String(to)} minutter uten bruk i stedet for ${String(from)}.`
          : `Utklippstavlen tømmes etter ${String(to)} sekunder i stedet for ${String(from)}.`,
      ),
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
      message: `Fjerne melding ${id} for ${who}, kanskje for godt?`,
      detail: 'Plattformen kan slette den med en gang i stedet for å flytte den til papirkurven.',
      yes: 'Fjern',
    }),
    messages: ({ who, from, all, forGood }) => ({
      message: `Slette ${counted(all, 'melding', 'meldinger')} for ${ofNB(who)}${from === 'trash' ? ' for godt' : ''}?`,
      detail: lines(
        from === 'trash'
          ? 'Det som slettes i papirkurven, er borte for godt.'
          : 'Meldinger går til papirkurven. Ingenting henter dem tilbake derfra.',
        from === 'box' &&
          forGood > 0 &&
          `${counted(forGood, 'melding', 'meldinger')} er sendt til en virksomhet. Plattformen kan la være å slette ${forGood === 1 ? 'den' : 'dem'}, eller slette ${forGood === 1 ? 'den' : 'dem'} for godt med en gang.`,
      ),
      yes: 'Slett',
    }),
    users: (organisation, names) => ({
      message: `Slette ${counted(names.length, 'virksomhetsbruker', 'virksomhetsbrukere')} for ${organisation}?`,
      detail: lines(
        `${listed(firstOf(names, 'til'), 'og')}: systemer som logger inn med ${names.length === 1 ? 'den' : 'dem'}, feiler straks.`,
        'Dette kan ikke angres.',
      ),
      yes: 'Slett',
    }),
    credential: (kind, name) => ({
      message: `Fjerne ${KIND_NB[kind]} «${name}»?`,
      detail:
        'Den forsvinner fra nøkkelringen på denne maskinen. Hos plattformen endres ingenting.',
      yes: 'Fjern',
    }),
    key: (key) => ({
      message: `Gi opp det den tapte nøkkelen forseglet (${SEALED_NB[key]})?`,
      detail: 'Det kan ikke leses igjen, og en ny nøkkel blir laget.',
      yes: 'Gi opp',
    }),
    all: ({ what, shared, interrupts }) => ({
      message:
        what === 'everything'
          ? 'Slette alt fra Steward på denne maskinen?'
          : 'Slette alle hemmeligheter fra Steward på denne maskinen?',
      detail: lines(
        'Sertifikater, nøkler, passord og lagrede hemmeligheter forsvinner fra nøkkelringen, og det de forsegler, går tapt.',
        what === 'everything' &&
          'Tilkoblinger, innstillinger og loggen over det som er gjort, slettes også.',
        shared && 'Andre datamapper på denne kontoen kan trenge det som fjernes.',
        interrupts && 'Noe er ikke ferdig, og blir avbrutt.',
      ),
      yes: 'Slett',
    }),
  },
};

const KIND_NB = {
  certificate: 'sertifikatet',
  'api-key': 'API-nøkkelen',
  'proxy-password': 'proxypassordet',
  password: 'passordet',
  'private-key': 'den private nøkkelen',
} as const satisfies Record<Kind, string>;

const SEALED_NB = {
  'one-time-secrets': 'engangshemmeligheter',
  'form-drafts': 'skjemautkast',
  jobs: 'jobber',
} as const satisfies Record<SealingKey, string>;

/** Credentials that were for other places until now, each once. */
const moved = (places: NewPlaces['places']): readonly Sent[] => [
  ...new Map(
    places
      .flatMap(({ with: sent }) => sent)
      .filter(({ before }) => before.length > 0)
      .map((one) => [one.name, one]),
  ).values(),
];

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
