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
      'Krever sertifikatfilen og en API-nøkkel, og åpner det virksomheten selv har tilgang til.',
    'machine-token':
      'Krever en klient hos tokenutstederen, og åpner det omfangene og API-nøkkelen gir virksomheten.',
    person:
      'Krever en klient hos ID-leverandøren og at noen logger inn, og åpner det personen har tilgang til.',
    password:
      'Krever en bruker i portalen, og åpner bare meldinger og tjenester på sikkerhetsnivå 1.',
    'enterprise-user':
      'Krever brukerens hemmelighet og sertifikatet, og åpner det brukeren har fått rettigheter til.',
    'enterprise-user-token':
      'Krever brukerens navn og hemmelighet og en klient hos tokenutstederen. Gir tilgang til det brukeren har fått rettigheter til.',
    'pasted-token':
      'Krever et token du har fått et annet sted, og åpner det tokenet gir til det går ut. Det lagres aldri.',
    none: 'Krever ingenting, ikke engang en API-nøkkel, og åpner bare de åpne metadataene.',
  },
  otherWays: 'Andre måter å logge inn på …',
  fields: {
    tokenEndpoint: 'Tokenendepunkt',
    audience: 'Mottaker (audience)',
    audienceHint: 'Det utstederen kaller seg selv, slik du fikk det da klienten ble registrert.',
    clientId: 'Klient-id',
    clientIdHint: 'For klienten som er registrert for dette programmet.',
    resource: 'Ressurs',
    resourceHint: 'Bare der utstederen ber om det.',
    exchangeEndpoint: 'Endepunkt for tokenbytte',
    exchangeEndpointHint:
      'Her byttes maskintokenet og brukerens navn og hemmelighet i brukerens token.',
    exchangeToCheckHint:
      'Bare for å kontrollere den nye hemmeligheten til en virksomhetsbruker etter en rotering.',
    proof: 'Klienten beviser hvem den er, med',
    proofs: { certificate: 'Sertifikat', 'registered-key': 'Registrert nøkkel' },
    key: 'Privat nøkkel',
    chooseKey: 'Velg en privat nøkkel …',
    keyId: 'Nøkkel-id',
    keyIdHint: '«kid» som utstederen ga nøkkelen da den ble registrert.',
    found: 'Leverandørens adresser',
    foundWays: { discovery: 'Finnes automatisk', typed: 'Skrives inn' },
    issuer: 'Utsteder (issuer)',
    issuerHint: {
      discovery: 'De andre adressene leses fra leverandørens oppdagelsesdokument.',
      typed: 'Nøyaktig slik det står i leverandørens token.',
    },
    authorizeEndpoint: 'Autorisasjonsendepunkt',
    jwksAddress: 'Adressen til signeringsnøklene (JWKS)',
    revocationEndpoint: 'Endepunkt for tilbakekalling',
    endSessionEndpoint: 'Endepunkt for utlogging',
    acrValues: 'Innloggingens nivå (acr_values)',
    acrValuesHint: 'For eksempel Level3. Tomt lar leverandøren bestemme.',
    callbackPath: 'Stien til svaret',
    callbackPathHint: 'Bare der leverandøren sammenligner den, for eksempel /callback.',
    rarely: 'Trengs sjelden',
    userName: 'Brukernavn',
    password: 'Passord',
    choosePassword: 'Velg et passord …',
    secret: 'Virksomhetsbrukerens hemmelighet',
    pastedHint: 'Lim inn tokenet etter at du har lagret, og på nytt hver gang Steward er startet.',
    level1: 'Åpner bare det som krever sikkerhetsnivå 1.',
    noKey: 'Kallene har verken API-nøkkel, sertifikat eller token.',
  },
  states: {
    ready: 'Klar',
    needed: 'Logget ut',
    'under-way': 'Logger inn …',
    'signed-in': 'Logget inn',
    ended: 'Innloggingen er over',
    'open-only': 'Bare åpne data',
  },
  stateText: {
    ready: {
      certificate: 'Sertifikatet vises ved hvert kall.',
      other: 'Logger inn av seg selv ved første kall.',
    },
    needed: {
      person: 'Logg inn i nettleseren for å fortsette.',
      'pasted-token': 'Lim inn et token for å fortsette.',
      other: 'Logg inn for å fortsette.',
    },
  },
  facts: {
    who: 'Hvem',
    how: 'Hvordan',
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
  unknownLevel: 'Ikke oppgitt',
  noEnd: 'Ingen oppgir det',
  renews: 'fornyer seg selv',
  left: {
    minutes: (minutes, seconds) => `${minutes}:${seconds} minutter`,
    hours: (n) => `${number('nb', n)} ${n === 1 ? 'time' : 'timer'}`,
    over: 'Den er over',
  },
  noScopes: 'Denne innloggingsmåten har ingen omfang.',
  noneGranted: 'Ingen ble gitt.',
  begin: 'Logg inn',
  beginAgain: 'Logg inn på nytt',
  signOut: 'Logg ut',
  paste: 'Lim inn token …',
  pasteTitle: 'Lim inn token',
  token: 'Tokenet',
  tokenHint:
    'Uten «Bearer». Det holdes i minnet til Steward avsluttes, og sendes bare til basisadressen.',
  usePasted: 'Bruk tokenet',
  steps: {
    discovering: 'Leter etter leverandørens adresser …',
    'browser-opened': 'Fortsett i nettleseren. Det ventes i fem minutter.',
    'answer-came': 'Svaret kom …',
    verifying: 'Kontrollerer svaret …',
  },
  beginning: 'Logger inn …',
  cancel: 'Avbryt',
  signedIn: (name) => `Logget inn på ${name}.`,
  signedOut: {
    yes: 'Logget ut. Leverandøren har også trukket innloggingen tilbake.',
    no: 'Logget ut her. Leverandøren svarte ikke eller trakk ikke innloggingen tilbake.',
    'not-offered': 'Logget ut.',
  },
  attempted: {
    begin: 'Å logge inn',
    signOut: 'Å logge ut',
    paste: 'Å ta imot tokenet',
    look: 'Å lese innloggingens tilstand',
  },
  barTitle: 'Logget ut.',
  barText:
    'Det du ser og har skrevet, blir stående. Lesing fortsetter etter innloggingen, en endring trykker du på igjen.',
};
