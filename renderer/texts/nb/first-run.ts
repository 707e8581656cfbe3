// Norwegian texts of the first connection.
import type { firstRun as en } from '../en/first-run.ts';

export const firstRun: typeof en = {
  title: 'Koble til virksomheten din',
  text: 'Ingenting endres på plattformen. Sertifikatet og nøkkelen lagres i nøkkelringen på denne maskinen.',
  textInMemory:
    'Ingenting endres på plattformen. Sertifikatet og nøkkelen ligger bare i minnet til du avslutter Steward.',
  fromCertificate: 'Fra sertifikatet',
  drop: 'Slipp virksomhetssertifikatet her',
  opening: 'Åpner …',
  opened: (file, until) => `${file} · gyldig til ${until}`,
  locked: 'Beskyttet med en passordfrase.',
  otherFile: 'Velg en annen fil',
  certificateMissing: 'Velg filen med virksomhetssertifikatet.',
  savedCertificate: 'Lagret sertifikat',
  newCertificate: 'En ny fil …',
  savedKey: 'Lagret API-nøkkel',
  newKey: 'En ny nøkkel …',
  keyHint: 'Lim inn nøkkelen for dette miljøet. Deretter vises den maskert.',
  keySaved: 'Nøkkelen ligger i nøkkelringen. Lim inn en annen for å erstatte den.',
  addCa: 'Legg til en CA-fil …',
  more: 'Flere innstillinger: navn, proxy, TLS, språk',
  nameHint: 'Steward lager et navn ut fra virksomhetens navn.',
  testName: (organisation) => `${organisation} – test`,
  byCertificate: 'Logg inn med virksomhetssertifikat',
  connect: 'Koble til',
  connectAgain: 'Koble til på nytt',
  begin: 'Kom i gang',
  beginAnyway: 'Fortsett likevel',
};
