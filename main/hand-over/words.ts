// What the pages of a hand-over say, in both languages.
import type { Locale } from '../../preload/contract/locale.ts';
import type { HandOverPart, HandOverState } from '../../preload/contract/hand-over-parts.ts';
import type { Successor } from '../../preload/contract/endpoints.ts';

export interface HandOverWords {
  readonly parts: Readonly<Record<HandOverPart, string>>;
  readonly successors: Readonly<Record<Successor, string>>;
  readonly noSuccessor: string;
  readonly title: (organisation: string) => string;
  readonly lead: (number: string, environment: string, from: string, to: string) => string;
  readonly environments: Readonly<Record<'production' | 'test', string>>;
  readonly complete: string;
  readonly lacking: (parts: string) => string;
  readonly partsComplete: (n: number, of: number) => string;
  readonly columns: readonly [string, string, string, string, string, string];
  readonly states: Readonly<Record<HandOverState, string>>;
  readonly missing: (n: number) => string;
  readonly since: (day: string) => string;
  readonly find: string;
  readonly check: (verify: string, sums: string, manifest: string) => string;
  readonly madeBy: (program: string) => string;
  readonly back: string;
  readonly toMessage: string;
  readonly rows: (n: string) => string;
  readonly lists: (n: number) => string;
  readonly gone: string;
  readonly lacks: string;
  readonly why: string;
  readonly what: string;
  readonly message: {
    readonly status: string;
    readonly type: string;
    readonly from: string;
    readonly service: string;
    readonly created: string;
    readonly changed: string;
    readonly id: string;
    readonly reference: string;
    readonly body: string;
    readonly files: string;
    readonly asPage: string;
    readonly inFolder: string;
  };
  readonly moving: {
    readonly title: string;
    readonly lead: string;
    readonly users: string;
    readonly usersColumns: readonly [string, string, string, string];
    readonly roles: string;
    readonly rolesColumns: readonly [string, string, string];
    readonly passwords: string;
    readonly passwordColumns: readonly [string, string];
    /** Ways of signing in that have a password. */
    readonly ways: Readonly<Record<string, string>>;
    readonly none: string;
  };
  readonly holdsBack: string;
}

const en: HandOverWords = {
  parts: {
    users: 'Enterprise users',
    access: 'Who has access',
    'local-roles': 'Local roles',
    organisation: 'Profile, contacts and parties',
    messages: 'Messages',
    'file-transfers': 'File transfers',
    consents: 'Consents',
    'service-owner': 'Service owner’s lists',
    services: 'Services that occur above',
    journal: 'Journal of Steward',
  },
  successors: {
    portal: 'The portal',
    'access-management': 'Access management',
    'access-groups': 'Access groups',
    'open-metadata': 'The open metadata',
    'dialogs-and-apps': 'The dialog service and each app’s own API',
    'resource-register': 'The resource register',
    'owner-register': 'The register for resource owners',
    'system-users': 'System users',
    'broker-api': 'The new broker service',
    'consent-site': 'The new consent service',
    tokens: 'Tokens for persons and machines',
    nothing: 'None. They fade out.',
  },
  noSuccessor: '–',
  title: (organisation) => `Hand-over of ${organisation}`,
  lead: (number, environment, from, to) =>
    `${number} · Everything the organisation had on the platform, ${environment}, read ${from === to ? from : `${from} to ${to}`}`,
  environments: { production: 'production', test: 'test' },
  complete: 'Complete',
  lacking: (parts) => `Complete but for ${parts}`,
  partsComplete: (n, of) => `${String(n)} of ${String(of)} parts are complete.`,
  columns: ['Part', 'On the platform', 'Here', 'State', 'What replaces it', 'As a list'],
  states: {
    complete: 'Complete',
    incomplete: 'Incomplete',
    'not-offered': 'Not offered any more',
    'not-read': 'Not taken along',
  },
  missing: (n) => `${String(n)} missing`,
  since: (day) => `since ${day}`,
  find: 'Find anything with your browser’s search (Ctrl+F). Each part and each message is a page of its own. No page runs a script or loads anything from the network.',
  check: (verify, sums, manifest) =>
    `Check that nothing was changed: ${verify} or ${sums}. Details of this run: ${manifest}.`,
  madeBy: (program) => `Made by ${program}.`,
  back: 'All parts',
  toMessage: 'The message',
  rows: (n) => `${n} rows`,
  lists: (n) => `${String(n)} lists`,
  gone: 'Not on the platform any more',
  lacks: 'What is missing, and why',
  why: 'Why',
  what: 'What',
  message: {
    status: 'Status',
    type: 'Kind',
    from: 'From',
    service: 'Service',
    created: 'Created',
    changed: 'Last changed',
    id: 'Id',
    reference: 'Archive reference',
    body: 'Text',
    files: 'Files',
    asPage: 'as a page',
    inFolder: 'in the message’s folder; made by others, so open it with care',
  },
  moving: {
    title: 'Plan for moving',
    lead: 'What has to be set up anew when the platform ends, from what is in this folder.',
    users: 'Enterprise users, with the services and rights each has',
    usersColumns: ['Enterprise user', 'Service', 'Role or right', 'Service owner'],
    roles: 'Local roles, and who has them',
    rolesColumns: ['Local role', 'Gives', 'Held by'],
    passwords: 'Systems on this computer that sign in with a password',
    passwordColumns: ['Connection', 'Way of signing in'],
    ways: {
      password: 'User name and password',
      'enterprise-user': 'Enterprise user with a certificate',
      'enterprise-user-token': 'Enterprise user with a token',
    },
    none: 'None.',
  },
  holdsBack: 'The platform did not give the whole list.',
};

const nb: HandOverWords = {
  parts: {
    users: 'Virksomhetsbrukere',
    access: 'Hvem har tilgang',
    'local-roles': 'Lokale roller',
    organisation: 'Profil, kontakter og aktører',
    messages: 'Meldinger',
    'file-transfers': 'Filoverføringer',
    consents: 'Samtykker',
    'service-owner': 'Tjenesteeierens lister',
    services: 'Tjenester som er nevnt over',
    journal: 'Journalen i Steward',
  },
  successors: {
    portal: 'Portalen',
    'access-management': 'Tilgangsstyring',
    'access-groups': 'Tilgangsgrupper',
    'open-metadata': 'De åpne metadataene',
    'dialogs-and-apps': 'Dialogtjenesten og hver apps eget API',
    'resource-register': 'Ressursregisteret',
    'owner-register': 'Registeret for ressurseiere',
    'system-users': 'Systembrukere',
    'broker-api': 'Den nye formidlingstjenesten',
    'consent-site': 'Den nye samtykketjenesten',
    tokens: 'Token for personer og maskiner',
    nothing: 'Ingenting. De fases ut.',
  },
  noSuccessor: '–',
  title: (organisation) => `Overlevering for ${organisation}`,
  lead: (number, environment, from, to) =>
    `${number} · Alt virksomheten hadde på plattformen, ${environment}, lest ${from === to ? from : `${from} til ${to}`}`,
  environments: { production: 'produksjon', test: 'test' },
  complete: 'Fullstendig',
  lacking: (parts) => `Fullstendig unntatt ${parts}`,
  partsComplete: (n, of) => `${String(n)} av ${String(of)} deler er fullstendige.`,
  columns: ['Del', 'På plattformen', 'Her', 'Tilstand', 'Hva som erstatter den', 'Som liste'],
  states: {
    complete: 'Fullstendig',
    incomplete: 'Ufullstendig',
    'not-offered': 'Tilbys ikke lenger',
    'not-read': 'Ikke tatt med',
  },
  missing: (n) => `${String(n)} mangler`,
  since: (day) => `siden ${day}`,
  find: 'Finn hva som helst med nettleserens søk (Ctrl+F). Hver del og hver melding er en egen side. Ingen side kjører skript eller henter noe fra nettet.',
  check: (verify, sums, manifest) =>
    `Kontroller at ingenting er endret: ${verify} eller ${sums}. Detaljer om kjøringen: ${manifest}.`,
  madeBy: (program) => `Laget av ${program}.`,
  back: 'Alle deler',
  toMessage: 'Meldingen',
  rows: (n) => `${n} rader`,
  lists: (n) => `${String(n)} lister`,
  gone: 'Ikke på plattformen lenger',
  lacks: 'Hva som mangler, og hvorfor',
  why: 'Hvorfor',
  what: 'Hva',
  message: {
    status: 'Status',
    type: 'Type',
    from: 'Fra',
    service: 'Tjeneste',
    created: 'Opprettet',
    changed: 'Sist endret',
    id: 'Id',
    reference: 'Arkivreferanse',
    body: 'Tekst',
    files: 'Filer',
    asPage: 'som side',
    inFolder: 'i meldingens mappe; laget av andre, så åpne den med omhu',
  },
  moving: {
    title: 'Flytteplan',
    lead: 'Hva som må settes opp på nytt når plattformen avsluttes, ut fra det som er i denne mappen.',
    users: 'Virksomhetsbrukere, med tjenestene og rettighetene hver har',
    usersColumns: ['Virksomhetsbruker', 'Tjeneste', 'Rolle eller rettighet', 'Tjenesteeier'],
    roles: 'Lokale roller, og hvem som har dem',
    rolesColumns: ['Lokal rolle', 'Gir', 'Innehas av'],
    passwords: 'Systemer på denne maskinen som logger inn med passord',
    passwordColumns: ['Tilkobling', 'Innloggingsmåte'],
    ways: {
      password: 'Brukernavn og passord',
      'enterprise-user': 'Virksomhetsbruker med sertifikat',
      'enterprise-user-token': 'Virksomhetsbruker med token',
    },
    none: 'Ingen.',
  },
  holdsBack: 'Plattformen ga ikke hele listen.',
};

export const handOverWords: Readonly<Record<Locale, HandOverWords>> = { en, nb };
