// Norwegian texts of managed settings.
import type { managed as en } from '../en/managed.ts';
import { number } from '../formats.ts';

export const managed: typeof en = {
  title: 'Administreres av organisasjonen din',
  lead: (by) => `${by} administrerer disse innstillingene for alle som bruker denne maskinen.`,
  where: {
    linux: 'De hentes fra filen managed.json i /etc/steward ved hver start og kan ikke endres her.',
    macos:
      'De hentes fra filen managed.json i /Library/Application Support/Steward ved hver start og kan ikke endres her.',
    windows:
      'De hentes fra filen managed.json i mappen Steward i ProgramData ved hver start og kan ikke endres her.',
  },
  free: 'Alt annet kan du endre selv.',
  untrustedTitle: 'Innstillinger som ikke brukes',
  untrusted: {
    owner: 'Denne filen eller mappen eies ikke av en administrator for maskinen.',
    writable: 'Andre enn administratorene for maskinen kan endre denne filen eller mappen.',
    link: 'Dette er en symbolsk lenke, som kan føre til en annen persons fil.',
    'not-readable': 'Steward fant ikke ut hvem som kan endre denne filen eller mappen.',
  },
  untrustedText:
    'Det finnes en fil med innstillinger fra en organisasjon, men hvem som helst kan ha skrevet den, så Steward bruker den ikke. Si fra til den som administrerer maskinen.',
  facts: {
    organisation: 'Organisasjon',
    places: 'Tilkoblinger går til',
    providers: 'Innlogging gjennom',
    proxy: 'Proxy',
    updates: 'Oppdateringer',
    off: 'Slått av',
    limits: 'Høyst',
  },
  alone: 'og til ingen annen adresse',
  tls12: 'høyst TLS 1.2',
  formerHosts: (hosts) => `også for lenker til ${hosts}`,
  providerKinds: { person: 'personer', 'machine-token': 'maskintokener' },
  proxies: {
    system: 'Systemets proxy, i alle tilkoblinger',
    none: 'Ingen proxy, i alle tilkoblinger',
    manual: (host, port) => `${host}:${String(port)}, i alle tilkoblinger`,
  },
  updatesAt: (address) => `Fra ${address}`,
  updatesOff: 'Av',
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
    idleLockMinutes: (n) => `${number('nb', n)} minutter uten aktivitet før Steward legges bort`,
    rotationPolicyDays: (n) => `${number('nb', n)} dager før en hemmelighet er forfalt`,
  },
  by: (by) => `Administreres av ${by}.`,
  atMost: (n, by) => `Høyst ${number('nb', n)}. Administreres av ${by}.`,
  place: 'Sted',
  choosePlace: 'Velg et sted',
  placeHint: (by) => `${by} styrer hvor tilkoblinger kan gå.`,
  chooseProvider: 'Velg en leverandør',
  withoutProvider: 'Ingen',
  providerHint: (by) => `${by} styrer hvilke leverandører du kan logge inn gjennom.`,
  noProvider: (by) =>
    `${by} tillater ingen leverandør for denne innloggingsmåten. Velg en annen måte.`,
  proxyLabel: 'Proxy',
  alsoFormer: (hosts, by) => `Lagt til av ${by}: ${hosts}.`,
  notAllowedTitle: 'Denne tilkoblingen kan ikke brukes her',
  notAllowed: (by) =>
    `${by} tillater ikke adressen, virksomheten eller innloggingsmåten. Ingenting sendes gjennom tilkoblingen. Endre den eller fjern den.`,
  offTitle: (screen) => `${screen}: slått av`,
  offText: (by) => `${by} har slått dette av på denne maskinen.`,
  showSettled: 'Vis administrerte innstillinger',
  leftTitle: 'Jobber som er startet tidligere',
  leftText: 'Disse jobbene er på pause. Det de har gjort, blir stående.',
  stop: 'Stopp',
  remove: 'Fjern fra listen',
  stopping: 'Kunne ikke stoppe jobben',
  removing: 'Kunne ikke fjerne jobben fra listen',
};
