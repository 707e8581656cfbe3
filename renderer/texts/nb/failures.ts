// Norwegian words for every failure that can cross the border: what it is, in plain words, and the one thing to do.
import type { failures as en } from '../en/failures.ts';
import { createFormats, number } from '../formats.ts';

type Texts = typeof en;

const kinds: Texts['kinds'] = {
  'invalid-input': { what: 'Noe som er fylt ut, kan ikke brukes', fix: 'Rett de merkede feltene.' },
  'sign-in-needed': {
    what: 'Plattformen vet ikke hvem som kaller',
    fix: 'Det ble ikke bedt om sertifikatet, eller det ble ikke godtatt som innlogging. Test tilkoblingen for å se hvilket steg som feiler.',
  },
  refused: {
    what: 'Tjenesten avviste kallet',
    fix: 'Les hva tjenesten svarte, og prøv igjen når det er rettet.',
  },
  'not-found': {
    what: 'Det finnes ikke lenger',
    fix: 'Noen andre kan ha endret det. Oppdater listen.',
  },
  conflict: {
    what: 'Det er i konflikt med noe som finnes fra før',
    fix: 'Velg noe annet og prøv igjen.',
  },
  busy: { what: 'Tjenesten er opptatt', fix: 'Vent litt og prøv igjen.' },
  certificate: {
    what: 'Det er noe galt med et sertifikat',
    fix: 'Se på tilkoblingen og sertifikatet.',
  },
  unreachable: {
    what: 'Får ikke kontakt med tjenesten',
    fix: 'Kontroller nettverket og prøv igjen.',
  },
  'unexpected-answer': {
    what: 'Tjenesten svarte med noe som ikke lar seg forstå',
    fix: 'Det er ingen kjent feil hos deg. Prøv igjen senere. Hvis feilen varer, oppgi referansen til brukerstøtte.',
  },
  keychain: {
    what: 'Systemets nøkkelring kan ikke brukes',
    fix: 'Lås opp nøkkelringen og prøv igjen.',
  },
  file: { what: 'Filen kan ikke brukes', fix: 'Velg en annen fil eller et annet sted.' },
  'outcome-unknown': {
    what: 'Det kan ha blitt utført',
    fix: 'Kallet ble brutt etter at det var sendt. Se hvordan det står til før du gjør det på nytt.',
  },
  offline: { what: 'Du er frakoblet', fix: 'Koble til nettverket og prøv igjen.' },
  cancelled: { what: 'Det ble avbrutt', fix: 'Det skjer ikke mer. Gjør det på nytt når du vil.' },
  managed: {
    what: 'Organisasjonen din har bestemt dette for denne maskinen',
    fix: 'Innstillinger viser hva som er bestemt, og av hvem. De kan endre det.',
  },
  internal: {
    what: 'Steward feilet',
    fix: 'Dette er en feil i programmet. Prøv igjen. Hvis feilen varer, oppgi referansen til brukerstøtte.',
  },
};

const signInNeeded: Texts['signInNeeded'] = {
  certificate: kinds['sign-in-needed'],
  'machine-token': {
    what: 'Maskintokenet ble ikke gitt eller ikke godtatt',
    fix: 'Se hva som ble svart. Klienten, nøkkelen og omfangene står i tilkoblingen. Logg så inn på nytt.',
  },
  person: { what: 'Ingen er logget inn', fix: 'Logg inn i nettleseren for å fortsette.' },
  password: {
    what: 'Brukernavnet eller passordet ble ikke godtatt',
    fix: 'Kontroller begge i tilkoblingen, og logg inn på nytt. Kontoer låses etter noen gale forsøk.',
  },
  'enterprise-user': {
    what: 'Virksomhetsbrukeren slapp ikke inn',
    fix: 'Kontroller navnet, hemmeligheten og sertifikatet i tilkoblingen. Etter en rotering virker ikke den gamle hemmeligheten.',
  },
  'enterprise-user-token': {
    what: 'Virksomhetsbrukeren ble ikke logget inn',
    fix: 'Kontroller brukerens navn og hemmelighet, klienten og endepunktet for tokenbytte i tilkoblingen. Etter en rotering virker ikke den gamle hemmeligheten.',
  },
  'pasted-token': {
    what: 'Det finnes ikke noe token, eller det har gått ut',
    fix: 'Lim inn et nytt token for å fortsette.',
  },
  none: {
    what: 'Denne delen av plattformen er ikke åpen',
    fix: 'Bruk en tilkobling som logger inn.',
  },
};

const organisationNeeded: Texts['organisationNeeded'] = {
  what: 'Denne delen av plattformen er for virksomheter',
  fix: 'Bruk en tilkobling som logger inn med virksomhetssertifikat eller maskintoken.',
};

const needs: Texts['needs'] = {
  title: 'Tre ulike ting trengs, og én av dem mangler',
  key: 'API-nøkkel',
  keyText: (resource) => `Eieren må ha bestilt «${resource}» for nøkkelen.`,
  keyOwner: 'Eieren må være virksomheten som logger inn.',
  keyNone: 'Plattformen dokumenterer ingen ressurs hos nøkkelen for dette.',
  keyHas: 'Steward kan ikke se hva en nøkkel åpner.',
  scope: 'Omfang',
  scopeText: (scopes) => `Ett av ${scopes}.`,
  scopeNone: 'Plattformen dokumenterer ingen for dette.',
  scopeHas: (scope) => `Denne innloggingen har ${scope}.`,
  scopeLacks: (scopes) => `Denne innloggingen har bare ${scopes}.`,
  scopeUnused: 'Denne innloggingsmåten har ingen omfang.',
  right: 'Rettighet',
  rightText: (part) => `Den som er logget inn, må ha fått rettigheter til ${part} på plattformen.`,
  rightHas: 'En med tilgangsstyring gir den i portalen.',
  states: { missing: 'Mangler', fine: 'På plass', unknown: 'Ukjent' },
  rights: {
    'access-manager':
      'Den som er logget inn, må være tilgangsstyrer eller hovedadministrator for aktøren.',
    'rights-for-party': 'Den som er logget inn, må ha en rettighet for denne virksomheten.',
    'held-rights': 'Den som er logget inn, må ha alle rettighetene i rollen.',
    'service-register': 'Begge parter må stå i tjenestens rettighetsregister.',
    'party-to-request':
      'Bare den som laget forespørselen eller får det den ber om, kan gjøre dette.',
    'given-by-caller': 'Bare det virksomheten selv har gitt, kan tas bort.',
  },
};

/** Dates of the platform's documentation, wherever the reader is. */
const { date } = createFormats('nb', 'UTC');
/** Beside the clock of this computer, in its own time zone. */
const { dateTime } = createFormats('nb');

const instead: Texts['instead'] = {
  portal: 'Det gjøres i portalen nå.',
  'access-management': 'Plattformens nye tilgangsstyring har tatt over.',
  'open-metadata': 'De åpne metadataene har det samme.',
  nothing: 'Ingenting har tatt over.',
};

const parts: Texts['parts'] = {
  organizations: 'oppslag på virksomheter',
  reportees: 'aktører',
  'rights and roles': 'rettigheter og roller',
  events: 'hendelser',
  srr: 'srr-registeret',
  consents: 'samtykker',
  delegationrequests: 'delegeringsforespørsler',
  notifications: 'varsler',
  'service-owner role definitions': 'tjenesteeieres rolledefinisjoner',
  'enterprise users': 'virksomhetsbrukere',
  'consent tokens': 'samtykketoken',
  'delegation requests': 'delegeringsforespørsler',
  'consent requests': 'samtykkeforespørsler',
  'role definitions': 'rolledefinisjoner',
  delegations: 'delegeringer',
  rights: 'rettigheter',
  roles: 'roller',
  lookup: 'oppslag',
  'broker service': 'formidlingstjenesten',
  profiles: 'profiler',
  'message list': 'meldingslisten',
  messages: 'meldinger',
};

const causes: Texts['causes'] = {
  'api-key-missing': {
    what: 'Tjenesten fant ingen API-nøkkel i kallet',
    fix: 'Velg API-nøkkelen for dette miljøet i tilkoblingen.',
  },
  'api-key-not-authorized': {
    what: 'API-nøkkelen gir ikke tilgang til dette',
    fix: 'Be plattformens eier åpne tjenesten for nøkkelen, eller velg en annen nøkkel i tilkoblingen.',
  },
  'organisation-not-authenticated': {
    what: 'Virksomheten er ikke logget inn',
    fix: 'Sertifikatet nådde ikke frem som innlogging. Test tilkoblingen.',
  },
  'missing-scope': {
    what: 'Innloggingen mangler et omfang (scope) som trengs',
    fix: 'Legg til omfanget i tilkoblingen og logg inn på nytt. Gir ikke utstederen det, spør du den som administrerer klienten.',
  },
  'not-offered-any-more': {
    what: 'Tjenesten svarer ikke lenger her',
    fix: 'Den kan være avviklet. Det som er lagret på denne maskinen, er fortsatt tilgjengelig.',
  },
  'wrong-clock': {
    what: 'Klokken på denne maskinen går feil',
    fix: 'Den er mer enn en uke unna serverens. Still dato og klokkeslett, og prøv igjen.',
  },
  redirected: {
    what: 'Kallet sendes videre til et annet sted',
    fix: 'Steward tar aldri med en innlogging til en annen adresse. Kontroller basisadressen i tilkoblingen.',
  },
  other: kinds.refused,
};

const certificate: Texts['certificate'] = {
  missing: {
    what: 'Sertifikatet mangler',
    fix: 'Velg eller importer et sertifikat i tilkoblingen.',
  },
  expired: {
    what: 'Sertifikatet er utløpt',
    fix: 'Kontroller datoen på denne maskinen. Er den riktig, bestiller du et nytt sertifikat og importerer det.',
  },
  'not-yet-valid': {
    what: 'Sertifikatet er ikke gyldig ennå',
    fix: 'Kontroller datoen på maskinen, eller vent til sertifikatet blir gyldig.',
  },
  'wrong-passphrase': {
    what: 'Passordfrasen er feil',
    fix: 'Skriv passordfrasen som fulgte med filen.',
  },
  'no-private-key': {
    what: 'Filen har ingen privat nøkkel',
    fix: 'Eksporter sertifikatet på nytt med privat nøkkel, eller velg også nøkkelfilen.',
  },
  'several-keys': {
    what: 'Filen har flere private nøkler',
    fix: 'Eksporter bare det ene sertifikatet som skal brukes.',
  },
  unreadable: {
    what: 'Filen kan ikke leses som et sertifikat',
    fix: 'Velg en .p12-, .pfx- eller .pem-fil.',
  },
  'too-costly': {
    what: 'Det ville ta for lang tid å åpne filen',
    fix: 'Filen er beskyttet med uvanlig tung kryptering. Eksporter den på nytt med vanlige innstillinger.',
  },
  'not-for-client-authentication': {
    what: 'Sertifikatet kan ikke brukes til å logge inn',
    fix: 'Bruk et virksomhetssertifikat for autentisering, ikke ett for signering eller kryptering.',
  },
  'refused-by-server': {
    what: 'Tjenesten avviste sertifikatet',
    fix: 'Kontroller at sertifikatet hører til dette miljøet og ikke er trukket tilbake.',
  },
  'server-unknown-issuer': {
    what: 'Maskinen kjenner ikke utstederen av tjenestens sertifikat',
    fix: 'Hvis virksomheten inspiserer trafikken eller har egen utsteder, legger du CA-filen til i tilkoblingen.',
  },
  'server-self-signed': {
    what: 'Tjenestens sertifikat er signert av seg selv',
    fix: 'Kontroller adressen. Er tjenesten deres egen, legger du sertifikatet til som CA-fil i tilkoblingen.',
  },
  'server-expired': {
    what: 'Tjenestens sertifikat er utløpt',
    fix: 'Kontroller datoen på maskinen. Er den riktig, må du si fra til plattformens eier.',
  },
  'server-not-yet-valid': {
    what: 'Tjenestens sertifikat er ikke gyldig ennå',
    fix: 'Kontroller datoen på maskinen.',
  },
  'server-wrong-host': {
    what: 'Tjenestens sertifikat hører til en annen adresse',
    fix: 'Kontroller basisadressen i tilkoblingen.',
  },
  'server-without-names': {
    what: 'Tjenestens sertifikat sier ikke hvilke adresser det gjelder for',
    fix: 'Si fra til plattformens eier: Adressen må stå i sertifikatet som alternativt navn (SAN). Et «common name» er ikke nok.',
  },
  'server-weak': {
    what: 'Tjenestens sertifikat er for svakt til å stoles på',
    fix: 'Si fra til plattformens eier. Steward senker ikke kravene.',
  },
  'server-revoked': {
    what: 'Tjenestens sertifikat er trukket tilbake',
    fix: 'Ikke gå videre. Si fra til plattformens eier.',
  },
  'server-protocol-too-old': {
    what: 'Tjenesten tilbyr bare en utdatert TLS-versjon',
    fix: 'Kontroller basisadressen. Steward krever TLS 1.2 eller nyere.',
  },
  'server-no-forward-secrecy': {
    what: 'Tjenesten tilbyr ingen kryptering med fremoverrettet hemmelighold (forward secrecy)',
    fix: 'Si fra til plattformens eier: Steward krever TLS 1.3, eller TLS 1.2 med ECDHE eller DHE. Ellers kan trafikk som er tatt opp, leses når noen får tak i tjenestens nøkkel.',
  },
  'server-untrusted': {
    what: 'Tjenestens sertifikat er ikke til å stole på',
    fix: 'Kontroller basisadressen, og CA-filen hvis tilkoblingen har en.',
  },
};

const unreachable: Texts['unreachable'] = {
  'name-not-found': {
    what: 'Det er ingen tjener bak adressen',
    fix: 'Kontroller basisadressen og nettverket.',
  },
  refused: { what: 'Ingen svarer på adressen', fix: 'Kontroller basisadressen og porten.' },
  'timed-out': {
    what: 'Tjenesten svarte ikke i tide',
    fix: 'Prøv igjen. Hvis feilen varer, kontrollerer du nettverket og mellomtjeneren.',
  },
  reset: {
    what: 'Forbindelsen ble brutt',
    fix: 'Prøv igjen. En brannmur eller mellomtjener på veien kan være årsaken.',
  },
  'proxy-refused': {
    what: 'Mellomtjeneren avviste kallet',
    fix: 'Kontroller mellomtjeneren i tilkoblingen.',
  },
  'proxy-sign-in-needed': {
    what: 'Mellomtjeneren krever innlogging',
    fix: 'Legg brukernavn og passord for mellomtjeneren til i tilkoblingen.',
  },
  network: { what: 'Maskinen er ikke koblet til', fix: 'Koble til nettverket og prøv igjen.' },
};

const keychain: Texts['keychain'] = {
  absent: {
    what: 'Maskinen har ingen nøkkelringtjeneste',
    fix: 'Installer og start en, eller bruk minnet i denne økten.',
  },
  locked: { what: 'Nøkkelringen er låst', fix: 'Lås den opp og prøv igjen.' },
  'timed-out': {
    what: 'Nøkkelringen svarer ikke',
    fix: 'Se etter et spørsmål fra systemet bak andre vinduer, og prøv igjen.',
  },
  damaged: {
    what: 'Det nøkkelringen holder, er skadet',
    fix: 'Importer sertifikatet eller legg til nøkkelen på nytt.',
  },
  refused: {
    what: 'Nøkkelringen avviste det',
    fix: 'Gi Steward lov til å bruke den, og prøv igjen.',
  },
  'too-large': {
    what: 'Dette er for stort for nøkkelringen',
    fix: 'Eksporter sertifikatet uten overflødige sertifikater.',
  },
  'key-lost': {
    what: 'Nøkkelringen har mistet en nøkkel Steward bruker',
    fix: 'Gjenopprett nøkkelringen fra en sikkerhetskopi. Ellers se Innstillinger, Data på denne maskinen: Der står det hva som ikke kan leses, og du kan begynne på nytt uten det.',
  },
  'other-place': {
    what: 'Ingen har tillatt at dette brukes der',
    fix: 'Åpne tilkoblingen og lagre den. Da spør Steward deg, og nevner stedet.',
  },
  'not-stored': {
    what: 'Nøkkelringen beholdt ikke det den fikk',
    fix: 'Prøv igjen. Hvis feilen varer, kan du bruke minnet i denne økten.',
  },
};

const file: Texts['file'] = {
  'not-found': { what: 'Filen finnes ikke lenger', fix: 'Velg den på nytt.' },
  'already-exists': {
    what: 'Det finnes allerede en fil med det navnet',
    fix: 'Velg et annet navn.',
  },
  'not-permitted': {
    what: 'Maskinen tillater det ikke',
    fix: 'Velg et annet sted, eller be om tilgang.',
  },
  'disk-full': { what: 'Disken er full', fix: 'Frigjør plass og prøv igjen.' },
  'read-only': { what: 'Stedet kan bare leses', fix: 'Velg et annet sted.' },
  'too-large': { what: 'Filen er for stor', fix: 'Velg en annen fil.' },
  'not-a-file': { what: 'Dette er ikke en fil', fix: 'Velg en fil.' },
  'changed-meanwhile': { what: 'Filen ble endret i mellomtiden', fix: 'Velg den på nytt.' },
  'no-dialog': {
    what: 'Det kan ikke åpnes et vindu for å velge fil',
    fix: 'Oppgi filen når programmet startes.',
  },
  damaged: { what: 'Filen er skadet', fix: 'Hent den fra en sikkerhetskopi.' },
  outdated: {
    what: 'Filen er en eldre kopi',
    fix: 'Legg tilbake den nyere filen. Steward bruker ikke den eldre.',
  },
  'in-use': { what: 'Et annet program bruker filen', fix: 'Lukk den der og prøv igjen.' },
  other: { what: 'Filen kunne ikke brukes', fix: 'Velg en annen fil eller et annet sted.' },
};

export const failures: Texts = {
  kinds,
  signInNeeded,
  organisationNeeded,
  needs,
  parts,
  causes,
  switchedOff: (since) => `Ifølge plattformens dokumentasjon ble dette slått av ${date(since)}.`,
  instead,
  certificate,
  unreachable,
  keychain,
  file,
  serverSaid: 'Tjenesten svarte',
  status: 'Statuskode',
  errorCode: 'Feilkode',
  field: 'Felt',
  host: 'Tjener',
  detail: 'Utdyping',
  time: 'Tidspunkt',
  reference: 'Referanse',
  message: 'Melding',
  copyDetails: 'Kopier detaljer',
  found: 'Dette ble funnet',
  support: 'Kopier rapport til brukerstøtte',
  supportCopied: 'Rapporten er på utklippstavlen',
  supportGone: 'Dette kallet er ikke lenger i loggen.',
  lookAtClock: ({ now, from, until }) =>
    `Klokken på maskinen viser ${dateTime(now)}. Sertifikatet gjelder fra ${dateTime(from)} til ${dateTime(until)}. Går klokken feil, stiller du den og prøver igjen. Går den riktig, må du si fra til plattformens eier.`,
  waitSeconds: (n) => `Prøv igjen om ${number('nb', n)} s.`,
  waitOver: 'Du kan prøve igjen nå.',
  authenticationNote:
    'Kall på vegne av virksomheten sendes med ForceEIAuthentication, som ber tjenesten om å spørre etter sertifikatet.',
  foreignLink: {
    what: (host) => `Lenken går til ${host}, og ble ikke fulgt`,
    fix: 'Ingenting av ditt sendes til en annen tjener. Hvis dette er et tidligere navn på plattformen, legger du det til i tidligere tjenernavn på tilkoblingen.',
  },
  fixes: {
    retry: 'Prøv igjen',
    refresh: 'Oppdater',
    'open-connection': 'Åpne tilkoblingen',
    'former-hosts': 'Tidligere tjenernavn',
    'test-connection': 'Test tilkoblingen',
    'check-keychain': 'Sjekk nøkkelringen igjen',
    'sign-in': 'Logg inn',
  },
};
