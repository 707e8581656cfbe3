// Norwegian words of the settings about new versions.
import { number } from '../formats.ts';
import type { updates as english } from '../en/updates.ts';

export const updates: typeof english = {
  title: 'Nye versjoner',
  address: 'Adresse',
  addressHint:
    'En mappe på en https-server med pakkene og de signerte listene over dem. La feltet stå tomt for å slå av kontrollen av nye versjoner.',
  addressManaged: (by) => `Administreres av ${by}.`,
  noAddress: 'Ingen',
  save: 'Lagre',
  off: {
    'no-address':
      'Steward ser bare etter nye versjoner på adressen du oppgir. Uten adresse gjøres det ikke.',
    managed: 'Virksomheten din tar seg av nye versjoner. Steward ser ikke etter dem.',
    'no-key':
      'Denne utgaven mangler utgiverens nøkkel. Steward kan derfor ikke kontrollere nye versjoner, og ser ikke etter dem.',
    'not-installed':
      'Denne kopien av Steward kan ikke oppdatere seg selv. Installer en ny versjon på samme måte som denne.',
  },
  idle: 'Ikke kontrollert siden Steward ble startet.',
  lookedAt: (when) => `Den siste gyldige listen er fra ${when}.`,
  longAgo: (days) =>
    `Ingen gyldig versjonsliste på ${number('nb', days)} dager. Hvis du har vært på nett, kan noen holde den tilbake. Spør den som distribuerer Steward hos dere.`,
  longAgoTitle: 'Det er ikke sikkert at dette er den nyeste versjonen',
  current: (version) => `Steward ${version} er den nyeste versjonen.`,
  checked: (when) => `Kontrollert ${when}.`,
  look: 'Se etter ny versjon',
  lookAgain: 'Kontroller igjen',
  failed: {
    looking: 'Kunne ikke se etter en ny versjon',
    downloading: 'Kunne ikke laste ned den nye versjonen',
  },
  found: (version) => `Steward ${version} er tilgjengelig`,
  downloaded: (version) => `Steward ${version} er klar til å installeres`,
  facts: (released, size) => [released, size].filter(Boolean).join(' · '),
  notes: 'Nyheter',
  noNotes: 'Ingen versjonsmerknader.',
  download: 'Last ned',
  downloading: 'Laster ned den nye versjonen …',
  amount: (done, all) => (all === '' ? done : `${done} av ${all}`),
  cancel: 'Avbryt',
  install: 'Installer …',
  installTitle: (version) => `Installere Steward ${version}?`,
  installText: 'Steward avsluttes, den nye versjonen installeres, og Steward starter igjen.',
  installAction: 'Avslutt og installer',
  installFailed: 'Kunne ikke installere den nye versjonen',
  heldText:
    'Noe pågår fortsatt: en jobb som kjører, en endring som er under sending, en hemmelighet som ikke er lagret, eller et ulagret utkast.',
  heldAction: 'Installer likevel',
  notInstalledTitle: (version) => `Steward ${version} ble ikke installert`,
  notInstalled:
    'Installasjonen ble avbrutt eller feilet. Last ned den nye versjonen på nytt, og gi tillatelse når systemet spør etter en administrator.',
  refusedTitle: 'Den nye versjonen ble ikke godtatt',
  refusals: {
    off: 'Kontrollen av nye versjoner er slått av.',
    'nothing-found': 'Ingen ny versjon er funnet ennå. Se etter en først.',
    'not-downloaded': 'Ingenting er lastet ned. Last ned den nye versjonen først.',
    address: 'Adressen må begynne med https. Ingenting ble sendt.',
    'no-list':
      'Adressen har ingen versjonsliste for dette systemet. Kontroller adressen, eller spør den som distribuerer Steward hos dere.',
    redirected: 'Serveren videresender til en annen adresse. Steward følger ikke videresendinger.',
    unsigned: 'Versjonslisten er ikke signert. Ingenting ble lastet ned.',
    signature:
      'Versjonslisten er ikke signert av Stewards utgiver. Ingenting ble lastet ned. Si fra til den som distribuerer Steward hos dere.',
    expired:
      'Versjonslisten er utløpt. Noen kan holde tilbake en nyere. Ingenting ble lastet ned. Kontroller klokken på maskinen, eller spør den som distribuerer Steward hos dere.',
    'key-expired':
      'Listen er signert med en utløpt nøkkel. Ingenting ble lastet ned. Kontroller klokken på maskinen, eller spør den som distribuerer Steward hos dere.',
    future:
      'Versjonslisten har en dato i fremtiden. Ingenting ble lastet ned. Kontroller klokken på maskinen, eller spør den som distribuerer Steward hos dere.',
    older: 'Listen tilbyr en versjon som er eldre enn denne. Ingenting ble lastet ned.',
    replayed:
      'Listen er eldre enn en Steward har sett før. Noen kan holde tilbake en ny versjon. Ingenting ble lastet ned.',
    'pre-release': 'Listen tilbyr en forhåndsversjon. Ingenting ble lastet ned.',
    system: 'Den nye versjonen krever en nyere versjon av operativsystemet.',
    file: 'Filen stemmer ikke med versjonslisten og ble slettet. Last den ned på nytt.',
    publisher: 'Filen er ikke signert av Stewards utgiver og ble slettet.',
    place:
      'Steward kan ikke erstatte sin egen fil, fordi mappen er full eller skrivebeskyttet. Flytt programmet, eller spør den som installerte det.',
  },
  hint: 'En ny versjon er tilgjengelig',
};
