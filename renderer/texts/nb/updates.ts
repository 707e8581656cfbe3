// Norwegian words of the settings about new versions.
import { number } from '../formats.ts';
import type { updates as english } from '../en/updates.ts';

export const updates: typeof english = {
  title: 'Nye versjoner',
  address: 'Adresse',
  addressHint:
    'En mappe på en https-tjener med pakkene og de signerte listene over dem. La feltet stå tomt for ikke å lete noe sted.',
  addressManaged: (by) => `Bestemt av ${by}.`,
  noAddress: 'Ingen',
  save: 'Lagre',
  off: {
    'no-address':
      'Steward leter bare etter nye versjoner der du ber om det. Uten en adresse spørres ingen.',
    managed: 'Organisasjonen din sørger selv for nye versjoner. Steward leter ikke etter dem.',
    'no-key':
      'Denne utgaven har ikke utgiverens nøkkel, så en ny versjon kan ikke skilles fra en falsk. Steward leter ikke etter noen.',
    'not-installed':
      'Denne kopien av Steward er ikke et installert program som kan skifte ut seg selv. En ny versjon legges inn slik denne ble det.',
  },
  idle: 'Steward har ikke lett siden programmet startet.',
  lookedAt: (when) => `Den siste listen som gjaldt, kom ${when}.`,
  longAgo: (days) =>
    `På ${number('nb', days)} dager har det ikke kommet en liste som gjelder. Når det er nett, kan noen holde en tilbake: Spør den som gir ut Steward hos dere.`,
  longAgoTitle: 'Ingen vet om denne versjonen er den nyeste',
  current: (version) => `Steward ${version} er den nyeste versjonen.`,
  checked: (when) => `Lette ${when}.`,
  look: 'Let etter en ny versjon',
  lookAgain: 'Let igjen',
  failed: {
    looking: 'Kunne ikke se etter en ny versjon',
    downloading: 'Kunne ikke laste ned den nye versjonen',
  },
  found: (version) => `Steward ${version} kan lastes ned`,
  downloaded: (version) => `Steward ${version} er klar til å installeres`,
  facts: (released, size) => [released, size].filter(Boolean).join(' · '),
  notes: 'Hva som er nytt',
  noNotes: 'Utgiveren sier ikke noe om den.',
  download: 'Last ned',
  downloading: 'Laster ned den nye versjonen',
  amount: (done, all) => (all === '' ? done : `${done} av ${all}`),
  cancel: 'Avbryt',
  install: 'Installer …',
  installTitle: (version) => `Installere Steward ${version}?`,
  installText: 'Steward avsluttes, den nye versjonen legges på plass og starter.',
  installAction: 'Avslutt og installer',
  installFailed: 'Kunne ikke installere den nye versjonen',
  heldText:
    'Noe ville gå tapt: en jobb som kjører, en endring som er underveis, en hemmelighet som ingen har tatt vare på, eller et utkast som ikke er lagret.',
  heldAction: 'Installer likevel',
  installing: 'Installerer den nye versjonen',
  notInstalledTitle: (version) => `Steward ${version} ble ikke installert`,
  notInstalled:
    'Installasjonen ble avbrutt, eller den mislyktes. Last ned den nye versjonen på nytt, og gi tillatelse når systemet spør etter en administrator.',
  refusedTitle: 'Ingen ny versjon ble tatt imot',
  refusals: {
    off: 'Leting etter nye versjoner er slått av.',
    'nothing-found': 'Ingen ny versjon er funnet ennå. Let etter en først.',
    'not-downloaded': 'Ingenting er lastet ned. Last ned den nye versjonen først.',
    address: 'Adressen begynner ikke med https. Ingen ble spurt.',
    'no-list':
      'Det er ingen liste over versjoner for dette systemet på adressen. Kontroller adressen, eller spør den som gir ut Steward hos dere.',
    redirected: 'Tjeneren sender kallet videre til en annen adresse, og dit følger ikke Steward.',
    unsigned: 'Listen over versjoner er ikke signert. Ingenting ble lastet ned.',
    signature:
      'Listen over versjoner er ikke signert av programmets utgiver. Ingenting ble lastet ned. Si fra til den som gir ut Steward hos dere.',
    expired:
      'Utgiveren går ikke lenger god for denne listen, som om noen holder en nyere tilbake. Ingenting ble lastet ned. Se på klokken til maskinen, eller spør den som gir ut Steward hos dere.',
    'key-expired':
      'Listen er signert med en nøkkel som ikke gjelder lenger. Ingenting ble lastet ned. Se på klokken til maskinen, eller spør den som gir ut Steward hos dere.',
    older: 'Listen tilbyr en versjon som er eldre enn denne. Ingenting ble lastet ned.',
    replayed:
      'Listen er eldre enn en Steward har sett før, som om noen holder en ny versjon tilbake. Ingenting ble lastet ned.',
    'pre-release': 'Listen tilbyr en versjon som fortsatt prøves ut. Ingenting ble lastet ned.',
    system: 'Den nye versjonen krever en nyere versjon av operativsystemet.',
    file: 'Filen var ikke den som listen nevner. Den ble fjernet. Last den ned på nytt.',
    publisher: 'Filen er ikke signert av programmets utgiver. Den ble fjernet.',
    place:
      'Steward kan ikke skifte ut sin egen fil: Mappen er full eller kan ikke skrives i. Flytt programmet, eller spør den som la det der.',
  },
  hint: 'En ny versjon kan installeres',
};
