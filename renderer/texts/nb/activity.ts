// Norwegian (bokmål) words of the Activity screen: the journal on this computer.
import type { activity as en } from '../en/activity.ts';

export const activity: typeof en = {
  title: 'Aktivitet',
  text: 'Det som er gjort fra denne maskinen. Ingen hemmeligheter står her.',
  count: (n, total) =>
    n === total
      ? n === 1
        ? '1 linje'
        : `${String(n)} linjer`
      : `${String(n)} av ${String(total)} linjer`,
  refresh: 'Oppdater',
  export: 'Eksporter',
  exported: (name, rows) => `${rows === 1 ? '1 rad' : `${String(rows)} rader`} lagret som ${name}`,
  exportFailed: 'Journalen ble ikke eksportert',
  listFailed: 'Journalen kunne ikke leses',
  filter: 'Filtrer på navn eller ord',
  connection: 'Tilkobling',
  anyConnection: 'Alle tilkoblinger',
  outcomeLabel: 'Utfall',
  anyOutcome: 'Alle utfall',
  from: 'Fra',
  to: 'Til',
  clearFilter: 'Fjern filter',
  columns: {
    at: 'Tid',
    who: 'Hvem',
    connection: 'Tilkobling',
    operation: 'Hva',
    object: 'Objekt',
    outcome: 'Utfall',
  },
  outcome: {
    done: 'Utført',
    refused: 'Avvist',
    unknown: 'Ikke kjent',
    begun: 'Begynt, uten slutt',
  },
  environment: { production: 'Produksjon', test: 'Test', none: '' },
  operation: {
    'enterpriseUsers.create': 'Opprett virksomhetsbruker',
    'enterpriseUsers.rename': 'Gi virksomhetsbruker nytt navn',
    'enterpriseUsers.remove': 'Slett virksomhetsbruker',
    'enterpriseUsers.rotateSecret': 'Roter hemmelighet',
    'enterpriseUsers.changeNote': 'Endre notat',
    'oneTimeSecrets.keep': 'Behold hemmelighet i nøkkelring',
    'oneTimeSecrets.saveEncrypted': 'Lagre hemmelighet i fil',
    'oneTimeSecrets.confirmStored': 'Bekreft lagret hemmelighet',
    'oneTimeSecrets.resolve': 'Avklar et forsøk',
    'jobs.startRotation': 'Start samlet rotasjon',
    'jobs.resume': 'Fortsett jobb',
    'jobs.stop': 'Stopp jobb',
    'jobs.resolveRow': 'Avklar en rad i en jobb',
    'jobs.forget': 'Ta jobb av listen',
    'connections.create': 'Lag tilkobling',
    'connections.change': 'Endre tilkobling',
    'connections.remove': 'Fjern tilkobling',
    'credentials.importCertificate': 'Importer sertifikat',
    'credentials.addApiKey': 'Legg til API-nøkkel',
    'credentials.addProxyPassword': 'Legg til mellomtjenerpassord',
    'credentials.remove': 'Fjern legitimasjon',
    'settings.change': 'Endre innstillinger',
  },
  journal: {
    whole: (n) => `Journalen er hel: ${n === 1 ? '1 linje' : `${String(n)} linjer`} kontrollert`,
    damaged: (line) => `Journalen er skadet fra linje ${String(line)}.`,
    damagedText: 'Det som står før, er helt. Ingenting er reparert. Filen er beholdt som den er.',
    unanchored: 'Slutten av journalen kan ikke kontrolleres.',
    unanchoredText:
      'Linjene henger sammen, men merket som forteller lengden, mangler. Linjer kan være kuttet bort.',
  },
  verify: 'Kontroller igjen',
  empty: 'Ingenting ennå.',
  emptyText: 'Det som endres fra denne maskinen, står her.',
  filterEmpty: 'Ingen treff.',
  filterEmptyText: 'Ingen linjer passer med filteret.',
  more: 'Vis flere',
};
