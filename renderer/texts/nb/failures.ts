// Norwegian words for every failure that can cross the border: what it is, in plain words, and the one thing to do.
import type { failures as en } from '../en/failures.ts';
import { createFormats, number } from '../formats.ts';

type Texts = typeof en;

const kinds: Texts['kinds'] = {
  'invalid-input': {
    what: 'Noe av det du har fylt ut, kan ikke brukes',
    fix: 'Rett de merkede feltene.',
  },
  'sign-in-needed': {
    what: 'Plattformen godtok ikke innloggingen',
    fix: 'Serveren ba ikke om sertifikatet, eller godtok det ikke. Test tilkoblingen for å se hvilket steg som feiler.',
  },
  refused: {
    what: 'Serveren avviste forespørselen',
    fix: 'Les meldingen fra serveren, og prøv igjen når problemet er løst.',
  },
  'not-found': {
    what: 'Det finnes ikke lenger',
    fix: 'Noen andre kan ha endret eller fjernet det. Oppdater for å se det som gjelder nå.',
  },
  conflict: {
    what: 'Det er i konflikt med noe som finnes fra før',
    fix: 'Velg noe annet og prøv igjen.',
  },
  busy: { what: 'Serveren er opptatt', fix: 'Vent litt og prøv igjen.' },
  certificate: {
    what: 'Det er noe galt med et sertifikat',
    fix: 'Kontroller tilkoblingen og sertifikatet.',
  },
  unreachable: {
    what: 'Får ikke kontakt med serveren',
    fix: 'Kontroller nettverket og prøv igjen.',
  },
  'unexpected-answer': {
    what: 'Serveren sendte et svar som Steward ikke forstår',
    fix: 'Prøv igjen senere. Hvis det fortsetter, sender du feil-ID-en til brukerstøtte.',
  },
  keychain: {
    what: 'Systemets nøkkelring kan ikke brukes',
    fix: 'Lås opp nøkkelringen og prøv igjen.',
  },
  file: { what: 'Filen kan ikke brukes', fix: 'Velg en annen fil eller mappe.' },
  'outcome-unknown': {
    what: 'Det kan likevel være utført',
    fix: 'Forbindelsen ble brutt etter at forespørselen var sendt. Kontroller om den er utført før du prøver igjen.',
  },
  offline: { what: 'Du er frakoblet', fix: 'Koble til nettverket og prøv igjen.' },
  cancelled: { what: 'Det ble avbrutt', fix: 'Ingenting mer skjer. Start på nytt når du vil.' },
  managed: {
    what: 'Dette administreres av virksomheten din',
    fix: 'Innstillinger viser hva som administreres, og av hvem. De kan endre det.',
  },
  internal: {
    what: 'Det oppstod en feil i Steward',
    fix: 'Prøv igjen. Hvis det fortsetter, sender du feil-ID-en til brukerstøtte.',
  },
};

const signInNeeded: Texts['signInNeeded'] = {
  certificate: kinds['sign-in-needed'],
  'machine-token': {
    what: 'Maskintokenet ble ikke utstedt eller ikke godtatt',
    fix: 'Kontroller klienten, nøkkelen og scopene i tilkoblingen, og logg inn på nytt.',
  },
  person: { what: 'Ingen er logget inn', fix: 'Logg inn i nettleseren for å fortsette.' },
  password: {
    what: 'Brukernavnet eller passordet ble ikke godtatt',
    fix: 'Kontroller begge i tilkoblingen, og logg inn på nytt. Kontoer låses etter flere feil forsøk.',
  },
  'enterprise-user': {
    what: 'Virksomhetsbrukeren ble ikke godtatt',
    fix: 'Kontroller navnet, hemmeligheten og sertifikatet i tilkoblingen. Etter en rotering virker ikke den gamle hemmeligheten.',
  },
  'enterprise-user-token': {
    what: 'Virksomhetsbrukeren ble ikke logget inn',
    fix: 'Kontroller brukerens navn og hemmelighet, klienten og endepunktet for tokenbytte i tilkoblingen. Etter en rotering virker ikke den gamle hemmeligheten.',
  },
  'pasted-token': {
    what: 'Tokenet mangler eller har gått ut',
    fix: 'Lim inn et nytt token for å fortsette.',
  },
  none: {
    what: 'Denne delen av plattformen krever innlogging',
    fix: 'Bruk en tilkobling som logger inn.',
  },
};

const organisationNeeded: Texts['organisationNeeded'] = {
  what: 'Denne delen av plattformen er for virksomheter',
  fix: 'Bruk en tilkobling som logger inn med virksomhetssertifikat eller maskintoken.',
};

const needs: Texts['needs'] = {
  title: 'Dette krever tre ting. Én mangler',
  key: 'API-nøkkel',
  keyText: (resource) => `Eieren må ha bestilt «${resource}» for nøkkelen.`,
  keyOwner: 'Eieren må være virksomheten som logger inn.',
  keyNone: 'Plattformen dokumenterer ingen krav til nøkkelen.',
  keyHas: 'Steward kan ikke se hva en nøkkel gir tilgang til.',
  scope: 'Scope',
  scopeText: (scopes) => (scopes.includes(',') ? `Ett av ${scopes}.` : `${scopes}.`),
  scopeNone: 'Plattformen dokumenterer ikke noe scope for dette.',
  scopeHas: (scope) => `Denne innloggingen har ${scope}.`,
  scopeLacks: (scopes) => `Denne innloggingen har bare ${scopes}.`,
  scopeUnused: 'Denne innloggingsmetoden har ingen scope.',
  right: 'Rettighet',
  rightText: (part) => `Den som er logget inn, må ha fått rettigheter til ${part} på plattformen.`,
  rightHas: 'En som styrer tilganger, kan gi den i portalen.',
  states: { missing: 'Mangler', fine: 'På plass', unknown: 'Ukjent' },
  rights: {
    'access-manager':
      'Den som er logget inn, må være tilgangsstyrer eller hovedadministrator for aktøren.',
    'rights-for-party': 'Den som er logget inn, må ha en rettighet for denne virksomheten.',
    'held-rights': 'Den som er logget inn, må ha alle rettighetene i rollen.',
    'service-register': 'Begge parter må være i tjenestens rettighetsregister.',
    'party-to-request':
      'Bare den som laget forespørselen eller får det den ber om, kan gjøre dette.',
    'given-by-caller': 'Bare det virksomheten selv har gitt, kan tas tilbake.',
  },
};

/** Dates of the platform's documentation, wherever the reader is. */
const { date } = createFormats('nb', 'UTC');
/** Beside the clock of this computer, in its own time zone. */
const { dateTime } = createFormats('nb');

const instead: Texts['instead'] = {
  portal: 'Bruk portalen i stedet.',
  'access-management': 'Plattformens nye tilgangsstyring erstatter det.',
  'access-groups': 'Tilgangsgrupper i plattformens nye tilgangsstyring erstatter det.',
  'open-metadata': 'De åpne metadataene har den samme informasjonen.',
  'dialogs-and-apps':
    'Plattformens dialoger erstatter lesing, og hver apps eget API erstatter innsending.',
  'resource-register': 'Plattformens ressursregister erstatter det.',
  'owner-register': 'Plattformens register for ressurseiere erstatter det.',
  'system-users': 'Systembrukere erstatter det.',
  'broker-api': 'Plattformens nye API for filoverføring erstatter det.',
  'consent-site': 'Plattformens nye samtykkeløsning erstatter det.',
  tokens: 'Token for personer og maskiner erstatter det.',
  nothing: 'Ingenting erstatter det.',
};

const parts: Texts['parts'] = {
  organizations: 'oppslag på virksomheter',
  reportees: 'aktører',
  'rights and roles': 'rettigheter og roller',
  events: 'hendelser',
  srr: 'tjenesterettighetsregisteret (SRR)',
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
    what: 'Serveren fant ingen API-nøkkel i forespørselen',
    fix: 'Velg API-nøkkelen for dette miljøet i tilkoblingen.',
  },
  'api-key-not-authorized': {
    what: 'API-nøkkelen gir ikke tilgang til dette',
    fix: 'Kontroller at nøkkelen i tilkoblingen er riktig skrevet. Er den det, ber du plattformens eier gi den tilgang til tjenesten.',
  },
  'organisation-not-authenticated': {
    what: 'Virksomheten er ikke logget inn',
    fix: 'Serveren fikk ikke sertifikatet som innlogging. Test tilkoblingen.',
  },
  'missing-scope': {
    what: 'Innloggingen mangler et scope som trengs',
    fix: 'Legg til scopet i tilkoblingen og logg inn på nytt. Hvis utstederen ikke gir det, spør du den som administrerer klienten.',
  },
  'not-offered-any-more': {
    what: 'Tjenesten er ikke lenger tilgjengelig her',
    fix: 'Den kan være avviklet. Lister som er lagret på denne maskinen, er fortsatt tilgjengelige.',
  },
  'incomplete-list': {
    what: 'Plattformen ga ikke hele listen',
    fix: 'Det som mangler i den, kan finnes likevel, så ingenting ble avgjort ut fra den. Avgrens det du spør etter, eller sjekk på plattformens egne sider.',
  },
  'wrong-clock': {
    what: 'Klokken på denne maskinen går feil',
    fix: 'Den avviker mer enn en uke fra serverens klokke. Still dato og klokkeslett, og prøv igjen.',
  },
  redirected: {
    what: 'Serveren videresender til en annen adresse',
    fix: 'Steward sender aldri en innlogging til en annen adresse. Kontroller basisadressen i tilkoblingen.',
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
    fix: 'Skriv inn passordfrasen som fulgte med filen.',
  },
  'key-locked': {
    what: 'Den private nøkkelen har en annen passordfrase',
    fix: 'Passordfrasen åpner filen, men ikke nøkkelen som trengs. Skriv inn passordfrasen til den nøkkelen.',
  },
  'two-passphrases': {
    what: 'Nøkkelen og sertifikatet har ulike passordfraser',
    fix: 'Lagre begge med én passordfrase i programmet filen kommer fra. Eller velg sertifikatet som egen fil, denne filen som nøkkelfil, og skriv inn nøkkelens passordfrase.',
  },
  'no-private-key': {
    what: 'Filen har ingen privat nøkkel',
    fix: 'Eksporter sertifikatet på nytt med privat nøkkel, eller velg også nøkkelfilen.',
  },
  'several-keys': {
    what: 'Filen har flere nøkler som kan brukes',
    fix: 'Velg en av dem.',
  },
  unreadable: {
    what: 'Filen er ikke et sertifikat Steward kan lese',
    fix: 'Velg en .p12-, .pfx- eller .pem-fil.',
  },
  'unknown-encryption': {
    what: 'Filen er kryptert på en måte Steward ikke kan lese',
    fix: 'Passordfrasen kan være riktig. Eksporter sertifikatet på nytt med AES-256. Detaljene sier hvilken kryptering det har nå.',
  },
  'unknown-key': {
    what: 'Nøkkelen i filen er av en type Steward ikke kan bruke',
    fix: 'Filen er ikke skadet. Be om et sertifikat med RSA-nøkkel, eller med nøkkel av typen P-256 eller P-384. Detaljene sier hvilken type den har nå.',
  },
  'too-costly': {
    what: 'Det ville ta for lang tid å åpne filen',
    fix: 'Filen er beskyttet med uvanlig tung kryptering. Eksporter den på nytt med vanlige innstillinger.',
  },
  'not-for-client-authentication': {
    what: 'Sertifikatet kan ikke brukes til å logge inn',
    fix: 'Bruk et virksomhetssertifikat for autentisering, ikke ett for signering eller kryptering.',
  },
  weak: {
    what: 'Deres eget sertifikat er for svakt',
    fix: 'Bestill et nytt: en RSA-nøkkel på minst 2048 bit, eller en elliptisk kurve, signert med SHA-256 eller nyere. Det er ikke noe galt med serverens sertifikat.',
  },
  'refused-by-server': {
    what: 'Serveren avviste sertifikatet',
    fix: 'Kontroller at sertifikatet hører til dette miljøet og ikke er trukket tilbake.',
  },
  'server-unknown-issuer': {
    what: 'Utstederen av serverens sertifikat er ikke klarert',
    fix: 'Hvis virksomheten inspiserer trafikken eller har egen utsteder, legger du CA-filen til i tilkoblingen.',
  },
  'server-missing-intermediate': {
    what: 'Serveren utelater utstederens sertifikat',
    fix: 'Si fra til plattformens eier om at serveren må sende mellomsertifikatet. Inntil da legger du det til i CA-filen i tilkoblingen.',
  },
  'server-self-signed': {
    what: 'Serverens sertifikat er selvsignert',
    fix: 'Kontroller adressen. Er det deres egen server, legger du sertifikatet til som CA-fil i tilkoblingen.',
  },
  'server-expired': {
    what: 'Serverens sertifikat er utløpt',
    fix: 'Kontroller datoen på maskinen. Er den riktig, må du si fra til plattformens eier.',
  },
  'server-not-yet-valid': {
    what: 'Serverens sertifikat er ikke gyldig ennå',
    fix: 'Kontroller datoen på maskinen.',
  },
  'server-wrong-host': {
    what: 'Serverens sertifikat hører til en annen adresse',
    fix: 'Kontroller basisadressen i tilkoblingen.',
  },
  'server-without-names': {
    what: 'Serverens sertifikat sier ikke hvilke adresser det gjelder for',
    fix: 'Si fra til plattformens eier: Adressen må stå i sertifikatet som alternativt navn (SAN). Et «common name» er ikke nok.',
  },
  'server-weak': {
    what: 'Serverens sertifikat er for svakt',
    fix: 'Si fra til plattformens eier. Steward godtar ikke svake sertifikater.',
  },
  'server-revoked': {
    what: 'Serverens sertifikat er trukket tilbake',
    fix: 'Ikke fortsett. Si fra til plattformens eier.',
  },
  'server-protocol-too-old': {
    what: 'Serveren tilbyr bare en utdatert TLS-versjon',
    fix: 'Kontroller basisadressen. Steward krever TLS 1.2 eller nyere.',
  },
  'server-no-forward-secrecy': {
    what: 'Serveren tilbyr ingen kryptering med fremoverrettet hemmelighold (forward secrecy)',
    fix: 'Si fra til plattformens eier: Steward krever TLS 1.3, eller TLS 1.2 med ECDHE eller DHE. Ellers kan trafikk som er tatt opp, leses når noen får tak i serverens nøkkel.',
  },
  'server-untrusted': {
    what: 'Serverens sertifikat er ikke klarert',
    fix: 'Kontroller basisadressen, og CA-filen hvis tilkoblingen har en.',
  },
};

const unreachable: Texts['unreachable'] = {
  'name-not-found': {
    what: 'Ingen svarer på denne adressen',
    fix: 'Kontroller basisadressen og nettverket.',
  },
  refused: {
    what: 'Serveren tar ikke imot forbindelser',
    fix: 'Kontroller basisadressen og porten.',
  },
  'timed-out': {
    what: 'Serveren svarte ikke i tide',
    fix: 'Prøv igjen. Hvis det fortsetter, kontrollerer du nettverket og proxyen.',
  },
  reset: {
    what: 'Forbindelsen ble brutt',
    fix: 'Prøv igjen. En brannmur eller proxy kan være årsaken.',
  },
  'proxy-refused': {
    what: 'Proxyen åpnet ikke forbindelsen',
    fix: 'Kontroller at adressen er til en http-proxy, og spør den som drifter den, om den tillater forbindelser til plattformen.',
  },
  'proxy-unreachable': {
    what: 'Proxyen svarer ikke',
    fix: 'Kontroller adressen og porten: i tilkoblingen, eller i systemet hvis tilkoblingen bruker systemets proxy.',
  },
  'proxy-sign-in-needed': {
    what: 'Proxyen krever innlogging',
    fix: 'Skriv inn proxyen med brukernavn og passord i tilkoblingen.',
  },
  'proxy-sign-in-refused': {
    what: 'Proxyen avviste brukernavnet eller passordet',
    fix: 'Kontroller begge: i tilkoblingen, eller i miljøvariabelen som angir proxyen.',
  },
  'proxy-sign-in-unsupported': {
    what: 'Steward kan ikke logge inn hos denne proxyen',
    fix: 'Steward logger inn hos proxyer med brukernavn og passord (Basic). Be den som drifter proxyen, om å tillate det, eller om å slippe plattformen gjennom uten innlogging.',
  },
  'proxy-unsupported': {
    what: 'Steward kan ikke bruke denne typen proxy',
    fix: 'Steward bruker bare http-proxyer. Skriv inn en i tilkoblingen, eller velg ingen proxy.',
  },
  'proxy-unreadable': {
    what: 'Systemets proxy er ikke en gyldig adresse',
    fix: 'Rett den i systemet, for eksempel til http://proxy.example.org:3128, eller skriv inn proxyen i tilkoblingen.',
  },
  'proxy-script': {
    what: 'Systemets proxy er satt til et proxyskript, eller til svaret fra et',
    fix: 'Sett den til adressen til proxyen, for eksempel http://proxy.example.org:3128, eller fjern den for å ikke bruke noen. Du kan også skrive inn proxyen i tilkoblingen.',
  },
  network: { what: 'Maskinen er ikke koblet til nett', fix: 'Koble til nettverket og prøv igjen.' },
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
    what: 'Det som er lagret i nøkkelringen, er skadet',
    fix: 'Importer sertifikatet eller legg til nøkkelen på nytt.',
  },
  refused: {
    what: 'Nøkkelringen ga ikke tilgang',
    fix: 'Gi Steward lov til å bruke den, og prøv igjen.',
  },
  'too-large': {
    what: 'Dette er for stort for nøkkelringen',
    fix: 'Eksporter sertifikatet uten ekstra sertifikater.',
  },
  'key-lost': {
    what: 'En nøkkel Steward trenger, mangler i nøkkelringen',
    fix: 'Gjenopprett nøkkelringen fra en sikkerhetskopi. Ellers viser «Data på denne maskinen» i Innstillinger hva som ikke kan leses, og lar deg fortsette uten det.',
  },
  'other-place': {
    what: 'Sertifikatet, nøkkelen eller passordet kan ikke brukes på denne adressen',
    fix: 'Åpne tilkoblingen og lagre den. Steward ber deg da om å tillate adressen.',
  },
  'not-stored': {
    what: 'Nøkkelringen lagret det ikke',
    fix: 'Prøv igjen. Hvis det fortsetter, kan du bruke minnet i denne økten.',
  },
};

const file: Texts['file'] = {
  'not-found': { what: 'Filen finnes ikke lenger', fix: 'Velg den på nytt.' },
  'already-exists': {
    what: 'Det finnes allerede en fil med det navnet',
    fix: 'Velg et annet navn.',
  },
  'not-permitted': {
    what: 'Du har ikke tilgang til denne filen eller mappen',
    fix: 'Velg en annen mappe, eller be om tilgang.',
  },
  'disk-full': { what: 'Disken er full', fix: 'Frigjør plass og prøv igjen.' },
  'read-only': { what: 'Mappen er skrivebeskyttet', fix: 'Velg en annen mappe.' },
  'too-large': { what: 'Filen er for stor', fix: 'Velg en annen fil.' },
  'not-a-file': { what: 'Dette er ikke en fil', fix: 'Velg en fil.' },
  'changed-meanwhile': { what: 'Filen er endret', fix: 'Velg den på nytt.' },
  'no-end': {
    what: 'Filen er større enn den skal være',
    fix: 'Ingenting av den er lagret. Når plattformen ikke sier hvor stor en fil er, tar Steward imot 1 GB, eller 10 GB i en filoverføring.',
  },
  'wrong-passphrase': {
    what: 'Passordfrasen åpner ikke denne filen',
    fix: 'Skriv inn passordfrasen filen ble lagret med. Er du sikker på den, er filen skadet.',
  },
  'not-a-backup': {
    what: 'Denne filen er ikke en sikkerhetskopi fra Steward',
    fix: 'Velg en fil som ble lagret med «Lag en sikkerhetskopi».',
  },
  newer: {
    what: 'Denne filen er lagret av en nyere versjon av Steward',
    fix: 'Installer den versjonen eller en nyere, og prøv igjen.',
  },
  'no-dialog': {
    what: 'Kunne ikke åpne et vindu for å velge fil',
    fix: 'Oppgi filen når du starter programmet.',
  },
  damaged: { what: 'Filen er skadet', fix: 'Gjenopprett den fra en sikkerhetskopi.' },
  outdated: {
    what: 'Filen er en eldre kopi',
    fix: 'Gjenopprett den nyere filen. Steward bruker ikke den eldre.',
  },
  'in-use': { what: 'Et annet program bruker filen', fix: 'Lukk den der og prøv igjen.' },
  other: { what: 'Filen kunne ikke brukes', fix: 'Velg en annen fil eller mappe.' },
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
  serverSaid: 'Serveren svarte',
  status: 'Statuskode',
  errorCode: 'Feilkode',
  field: 'Felt',
  host: 'Server',
  detail: 'Detaljer',
  time: 'Tidspunkt',
  reference: 'Feil-ID',
  message: 'Melding',
  copyDetails: 'Kopier detaljer',
  found: 'Problemer funnet',
  support: 'Kopier rapport til brukerstøtte',
  supportCopied: 'Rapporten er kopiert til utklippstavlen',
  supportGone: 'Forespørselen er ikke lenger i loggen.',
  lookAtClock: ({ now, from, until }) =>
    `Klokken på maskinen viser ${dateTime(now)}. Sertifikatet gjelder fra ${dateTime(from)} til ${dateTime(until)}. Hvis klokken går feil, stiller du den og prøver igjen. Hvis den går riktig, sier du fra til plattformens eier.`,
  lookAtOwnDates: ({ now, from, until }) =>
    `Klokken på maskinen viser ${dateTime(now)}. Sertifikatet deres gjelder fra ${dateTime(from)} til ${dateTime(until)}. Hvis klokken går feil, stiller du den og prøver igjen. Hvis den går riktig, bruker du et sertifikat som gjelder nå.`,
  unknownIssuer: {
    'server-unknown-issuer': (issuer) =>
      `Det er utstedt av «${issuer}». Hvis virksomheten inspiserer trafikken eller har egen utsteder, legger du CA-filen til «${issuer}» til i tilkoblingen.`,
    'server-missing-intermediate': (issuer) =>
      `Sertifikatet er utstedt av «${issuer}». Si fra til plattformens eier om at serveren må sende dette mellomsertifikatet. Inntil da legger du sertifikatet til «${issuer}» til i CA-filen i tilkoblingen, eller velger det som CA-fil.`,
  },
  waitSeconds: (n) => `Prøv igjen om ${number('nb', n)} s.`,
  waitOver: 'Du kan prøve igjen nå.',
  authenticationNote:
    'Forespørsler på vegne av virksomheten sendes med ForceEIAuthentication, som får serveren til å be om sertifikatet.',
  tooMuchAtOnce: {
    what: 'Steward ble bedt om for mye på én gang',
    fix: 'Svar på spørsmålet hvis et er åpent. Prøv deretter igjen.',
  },
  foreignLink: {
    what: (host) => `Lenken går til ${host} og ble ikke fulgt`,
    fix: 'Steward sender ingen data til andre servere. Hvis dette er et tidligere navn på plattformen, legger du det til i tidligere servernavn på tilkoblingen.',
  },
  fixes: {
    retry: 'Prøv igjen',
    refresh: 'Oppdater',
    'open-connection': 'Åpne tilkoblingen',
    'former-hosts': 'Tidligere servernavn',
    'test-connection': 'Test tilkoblingen',
    'check-keychain': 'Kontroller nøkkelringen igjen',
    'sign-in': 'Logg inn',
  },
};
