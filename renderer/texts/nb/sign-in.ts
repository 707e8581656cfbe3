// Norwegian texts of signing in: the methods, their fields, the state of a sign-in, and what can be done about it.
import type { signIn as en } from '../en/sign-in.ts';
import { number } from '../formats.ts';

export const signIn: typeof en = {
  title: 'Innlogging',
  ways: {
    certificate: 'Virksomhetssertifikat',
    'machine-token': 'Maskintoken',
    person: 'Person, i nettleseren',
    password: 'Brukernavn og passord',
    'enterprise-user': 'Virksomhetsbruker med sertifikat',
    'enterprise-user-token': 'Virksomhetsbruker med maskintoken',
    'pasted-token': 'Innlimt token',
    none: 'Uten innlogging',
  },
  /** In a column of a list. */
  shortWays: {
    certificate: 'Sertifikat',
    'machine-token': 'Maskintoken',
    person: 'Person',
    password: 'Passord',
    'enterprise-user': 'Virksomhetsbruker',
    'enterprise-user-token': 'Virksomhetsbruker',
    'pasted-token': 'Innlimt token',
    none: 'Uten innlogging',
  },
  about: {
    certificate:
      'Krever sertifikatfilen og en API-nøkkel. Gir tilgang til det virksomheten selv kan gjøre.',
    'machine-token':
      'Krever en klient hos tokenutstederen. Gir tilgang til det omfangene og API-nøkkelen tillater.',
    person:
      'Krever en klient hos ID-leverandøren. Gir tilgang til det personen som logger inn, kan gjøre.',
    password:
      'Krever en portalbruker. Gir bare tilgang til meldinger og tjenester på sikkerhetsnivå 1.',
    'enterprise-user':
      'Krever brukerens hemmelighet og sertifikatet. Gir tilgang til det brukeren har rettigheter til.',
    'enterprise-user-token':
      'Krever brukerens navn og hemmelighet og en klient hos tokenutstederen. Gir tilgang til det brukeren har rettigheter til.',
    'pasted-token':
      'Krever et token du har fått et annet sted. Gir tilgang til det tokenet tillater, til det utløper. Lagres aldri.',
    none: 'Krever ingenting, ikke engang en API-nøkkel. Gir bare tilgang til de åpne metadataene.',
  },
  otherWays: 'Andre innloggingsmetoder …',
  fields: {
    tokenEndpoint: 'Tokenendepunkt',
    audience: 'Mottaker (audience)',
    audienceHint: 'Navnet utstederen oppga da du registrerte klienten.',
    clientId: 'Klient-ID',
    clientIdHint: 'Klienten du har registrert for Steward.',
    resource: 'Ressurs',
    resourceHint: 'Bare hvis utstederen ber om det.',
    exchangeEndpoint: 'Endepunkt for tokenbytte',
    exchangeEndpointHint:
      'Bytter maskintokenet og brukerens navn og hemmelighet i et token for brukeren.',
    exchangeToCheckHint:
      'Bare for å kontrollere den nye hemmeligheten til en virksomhetsbruker etter en rotering.',
    proof: 'Klienten autentiserer seg med',
    proofs: { certificate: 'Sertifikat', 'registered-key': 'Registrert nøkkel' },
    key: 'Privat nøkkel',
    chooseKey: 'Velg en privat nøkkel …',
    keyId: 'Nøkkel-ID',
    keyIdHint: '«kid» som du fikk fra utstederen da du registrerte nøkkelen.',
    found: 'Leverandørens adresser',
    foundWays: { discovery: 'Automatisk', typed: 'Manuelt' },
    issuer: 'Utsteder (issuer)',
    issuerHint: {
      discovery: 'De andre adressene hentes automatisk fra leverandøren.',
      typed: 'Nøyaktig som i leverandørens token.',
    },
    authorizeEndpoint: 'Autorisasjonsendepunkt',
    jwksAddress: 'Adressen til signeringsnøklene (JWKS)',
    revocationEndpoint: 'Endepunkt for tilbakekalling',
    endSessionEndpoint: 'Endepunkt for utlogging',
    acrValues: 'Innloggingsnivå (acr_values)',
    acrValuesHint: 'For eksempel Level3. La feltet stå tomt for å la leverandøren bestemme.',
    callbackPath: 'Callback-sti',
    callbackPathHint: 'Bare hvis leverandøren kontrollerer den, for eksempel /callback.',
    rarely: 'Trengs sjelden',
    userName: 'Brukernavn',
    password: 'Passord',
    choosePassword: 'Velg …',
    secret: 'Virksomhetsbrukerens hemmelighet',
    pastedHint: 'Lim inn tokenet etter at du har lagret, og på nytt hver gang du starter Steward.',
    level1: 'Gir bare tilgang på sikkerhetsnivå 1.',
    noKey: 'Kallene har verken API-nøkkel, sertifikat eller token.',
  },
  states: {
    ready: 'Klar',
    needed: 'Logget ut',
    'under-way': 'Logger inn …',
    'signed-in': 'Logget inn',
    ended: 'Innloggingen er utløpt',
    'open-only': 'Bare åpne data',
  },
  stateText: {
    ready: {
      certificate: 'Sertifikatet brukes i hvert kall.',
      other: 'Logger inn automatisk ved første kall.',
    },
    needed: {
      person: 'Logg inn i nettleseren for å fortsette.',
      'pasted-token': 'Lim inn et token for å fortsette.',
      other: 'Logg inn for å fortsette.',
    },
  },
  facts: {
    who: 'Logget inn som',
    how: 'Metode',
    level: 'Sikkerhetsnivå',
    since: 'Siden',
    left: 'Tid igjen',
    scopes: 'Omfang',
  },
  kinds: {
    organisation: 'virksomhet',
    person: 'privatperson',
    'enterprise-user': 'virksomhetsbruker',
  },
  unknownLevel: 'Ukjent',
  noEnd: 'Ukjent',
  renews: 'fornyes automatisk',
  left: {
    minutes: (minutes, seconds) => `${minutes}:${seconds} min`,
    hours: (n) => `${number('nb', n)} ${n === 1 ? 'time' : 'timer'}`,
    over: 'Utløpt',
  },
  timeLeft: (time) => `${time} igjen`,
  noScopes: 'Denne innloggingsmetoden har ingen omfang.',
  noneGranted: 'Ingen omfang ble gitt.',
  begin: 'Logg inn',
  beginAgain: 'Logg inn på nytt',
  signOut: 'Logg ut',
  paste: 'Lim inn token …',
  pasteTitle: 'Lim inn token',
  token: 'Token',
  tokenHint:
    'Uten «Bearer». Ligger i minnet til du avslutter Steward, og sendes bare til basisadressen.',
  usePasted: 'Bruk tokenet',
  steps: {
    discovering: 'Finner leverandørens adresser …',
    'browser-opened': 'Fortsett i nettleseren. Steward venter i opptil fem minutter.',
    'answer-came': 'Har fått svar …',
    verifying: 'Kontrollerer svaret …',
  },
  beginning: 'Logger inn …',
  cancel: 'Avbryt',
  signedIn: (name) => `Logget inn med ${name}.`,
  signedOut: {
    yes: 'Logget ut, både her og hos leverandøren.',
    no: 'Logget ut her. Leverandøren har ikke bekreftet at innloggingen er avsluttet.',
    'not-offered': 'Logget ut.',
  },
  attempted: {
    begin: 'Kunne ikke logge inn',
    signOut: 'Kunne ikke logge ut',
    paste: 'Kunne ikke bruke tokenet',
    look: 'Kunne ikke hente innloggingsstatusen',
  },
  barTitle: 'Logget ut.',
  barText: 'Lister lastes på nytt når du har logget inn. Gjenta endringen du hadde begynt på.',
};
