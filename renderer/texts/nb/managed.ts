// Norwegian texts of managed settings.
import type { managed as en } from '../en/managed.ts';
import { number } from '../formats.ts';

export const managed: typeof en = {
  title: 'Bestemt av organisasjonen din',
  lead: (by) => `${by} har bestemt dette for alle som bruker denne maskinen.`,
  where: {
    linux: 'Det leses fra filen managed.json i /etc/steward ved hver start og kan ikke endres her.',
    macos:
      'Det leses fra filen managed.json i /Library/Application Support/Steward ved hver start og kan ikke endres her.',
    windows:
      'Det leses fra filen managed.json i mappen Steward i ProgramData ved hver start og kan ikke endres her.',
  },
  free: 'Alt annet velger du selv.',
  untrustedTitle: 'Innstillinger som ikke gjelder',
  untrusted: {
    owner: 'Denne filen eller mappen tilhører ikke en administrator av maskinen.',
    writable: 'Andre enn administratorene av maskinen kan endre denne filen eller mappen.',
    link: 'Dette er en symbolsk lenke, som kan føre til en fil som noen andre eier.',
    'not-readable': 'Steward fant ikke ut hvem som kan endre denne filen eller mappen.',
  },
  untrustedText:
    'Det finnes en fil med innstillinger fra en organisasjon, men hvem som helst kan ha skrevet den. Steward følger den ikke. Si fra til den som styrer maskinen.',
  facts: {
    organisation: 'Organisasjon',
    places: 'Tilkoblinger går til',
    providers: 'Innlogging gjennom',
    proxy: 'Mellomtjener',
    updates: 'Oppdateringer',
    off: 'Slått av',
    limits: 'Høyst',
  },
  alone: 'og til ingen annen adresse',
  tls12: 'høyst TLS 1.2',
  formerHosts: (hosts) => `også for lenker til ${hosts}`,
  providerKinds: { person: 'personer', 'machine-token': 'maskintokener' },
  proxies: {
    system: 'Den systemet har, i alle tilkoblinger',
    none: 'Ingen, i alle tilkoblinger',
    manual: (host, port) => `${host}:${String(port)}, i alle tilkoblinger`,
  },
  updatesAt: (address) => `Hentes fra ${address}`,
  updatesOff: 'Letes ikke etter',
  features: {
    'enterprise-users': 'Virksomhetsbrukere',
    delegations: 'Roller og rettigheter',
    'role-definitions': 'Lokale roller',
    'contact-information': 'Kontaktinformasjon',
    profile: 'Profil',
    reportees: 'Aktører',
    messages: 'Meldingsboks',
    'message-export': 'Eksport av meldinger',
    'service-owner': 'Kontaktoppslag',
    reference: 'Tjenester, kodelister og roller',
    explorer: 'Utforsker',
  },
  limits: {
    clipboardSeconds: (n) => `${number('nb', n)} sekunder før utklippstavlen tømmes`,
    idleLockMinutes: (n) => `${number('nb', n)} minutter uten bruk før det legges bort`,
    rotationPolicyDays: (n) => `${number('nb', n)} døgn før en hemmelighet er forfalt`,
  },
  by: (by) => `Bestemt av ${by}.`,
  atMost: (n, by) => `Høyst ${number('nb', n)}, bestemt av ${by}.`,
  place: 'Sted',
  choosePlace: 'Velg et sted',
  placeHint: (by) => `${by} har bestemt hvor tilkoblinger kan gå.`,
  chooseProvider: 'Velg en tilbyder',
  withoutProvider: 'Ingen',
  providerHint: (by) => `${by} har bestemt hvem man kan logge inn gjennom.`,
  noProvider: (by) =>
    `${by} tillater ingen tilbyder for denne måten å logge inn på. Velg en annen.`,
  proxyLabel: 'Mellomtjener',
  alsoFormer: (hosts, by) => `${by} har lagt til ${hosts}.`,
  notAllowedTitle: 'Denne tilkoblingen kan ikke brukes her',
  notAllowed: (by) =>
    `${by} tillater ikke hvor den går, hvem den gjelder, eller hvordan den logger inn. Ingenting sendes gjennom den. Endre den eller fjern den.`,
  offTitle: (screen) => `${screen}: slått av`,
  offText: (by) => `${by} har slått dette av på denne maskinen.`,
  showSettled: 'Vis hva som er bestemt',
  leftTitle: 'Det som var begynt',
  leftText: 'Disse jobbene hviler. Det de har gjort, er gjort.',
  stop: 'Stopp',
  remove: 'Ta av listen',
  stopping: 'Kunne ikke stoppe jobben',
  removing: 'Kunne ikke fjerne jobben fra listen',
};
