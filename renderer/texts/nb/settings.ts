// Norwegian texts of the settings screen.
import type { settings as en } from '../en/settings.ts';

export const settings: typeof en = {
  title: 'Innstillinger',
  text: 'Ligger på denne maskinen, uten hemmeligheter.',
  sections: {
    look: 'Utseende og språk',
    secrets: 'Hemmeligheter',
    safety: 'Sikkerhet',
  },
  scheme: 'Utseende',
  schemes: { auto: 'Som systemet', light: 'Lyst', dark: 'Mørkt' },
  language: 'Språk',
  languages: { auto: 'Som systemet', en: 'English', nb: 'Norsk bokmål' },
  languageHint: 'I dette programmet. Språket fra tjenesten settes i hver tilkobling.',
  policy: 'Rotasjonsregel',
  policyUnit: 'døgn',
  policyHint: 'En hemmelighet som er eldre enn dette, er forfalt.',
  clipboard: 'Tøm utklippstavlen etter',
  clipboardUnit: 'sekunder',
  clipboardHint:
    'Bare hvis den fortsatt har hemmeligheten. Systemets utklippshistorikk og utklippstavle i skyen kan beholde en kopi. Bruk heller nøkkelringen eller en kryptert fil.',
  idle: 'Legg bort etter',
  idleUnit: 'minutter uten bruk',
  idleHint:
    'Fjerner innlogginger og det som var lest, fra minnet, og lukker det som er åpent. Jobber som kjører, fortsetter. Det er ingen lås: Å åpne igjen krever ingenting.',
  between: (from, to) => `Fra ${from} til ${to}.`,
  lockNow: 'Legg bort nå',
  version: 'Versjon',
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
