// Norwegian texts of the settings screen.
import type { settings as en } from '../en/settings.ts';

export const settings: typeof en = {
  title: 'Innstillinger',
  text: 'Lagres på denne maskinen. Inneholder ingen hemmeligheter.',
  sections: {
    look: 'Utseende og språk',
    secrets: 'Hemmeligheter',
    safety: 'Sikkerhet',
    notifications: 'Varsler',
  },
  scheme: 'Utseende',
  schemes: { auto: 'System', light: 'Lyst', dark: 'Mørkt' },
  language: 'Språk i appen',
  languages: { auto: 'System', en: 'English', nb: 'Bokmål' },
  languageHint: 'Plattformens språk velges i hver tilkobling.',
  policy: 'Roteringsregel',
  policyUnit: 'dager',
  policyHint: 'En hemmelighet som er eldre enn dette, er forfalt.',
  clipboard: 'Tøm utklippstavlen etter',
  clipboardUnit: 'sekunder',
  clipboardHint:
    'Tømmes bare hvis den fortsatt har hemmeligheten. Systemets utklippshistorikk eller utklippstavle i skyen kan beholde en kopi, så bruk heller nøkkelringen eller en kryptert fil.',
  idle: 'Tøm økten etter',
  idleUnit: 'minutter uten aktivitet',
  idleHint:
    'Fjerner innlogginger og hentede data fra minnet, og lukker det som er åpent. Jobber som kjører, fortsetter. Dette er ingen lås: Steward kan åpnes igjen uten passord.',
  between: (from, to) => `Fra ${from} til ${to}.`,
  idleHintAsks:
    'Fjerner innlogginger og hentede data fra minnet og lukker det som er åpent. Jobber fortsetter. Touch ID kreves for å åpne Steward igjen. Det beskytter bare vinduet.',
  lockNow: 'Tøm økten nå',
  notifications: 'Varsle meg utenfor vinduet',
  notificationsHint:
    'Når et sertifikat snart utløper, eller en hemmelighet eller et skjema som ikke er sendt, har ventet lenge. Varslene inneholder ingen navn, siden andre kan se skjermen.',
  noNotifications: 'Steward kan ikke vise varsler på dette systemet.',
  version: 'Versjon',
  licence: 'Lisens',
  runsIn: 'Kjører i',
  shells: { electron: 'Eget vindu', chromium: 'Et Chromium-vindu', terminal: 'En terminal' },
  platform: 'System',
  platforms: { windows: 'Windows', macos: 'macOS', linux: 'Linux' },
  keychain: 'Nøkkelring',
  keychains: {
    ready: 'Klar',
    locked: 'Låst',
    absent: 'Ingen på denne maskinen',
    'not-answering': 'Svarer ikke',
    memory: 'Minnet i denne økten',
  },
  screenSharing: 'Hemmeligheter ved skjermdeling',
  screenSharingHidden: 'Skjules mens de vises',
  screenSharingShown: 'Systemet kan ikke skjule dem',
  shortcuts: 'Hurtigtaster',
  attempted: 'Kunne ikke endre innstillingen',
};
