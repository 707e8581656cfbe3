// Norwegian texts of the first-run steps.
import type { firstRun as en } from '../en/first-run.ts';
import { number } from '../formats.ts';

export const firstRun: typeof en = {
  title: 'Koble til plattformen',
  text: 'Tre steg. Ingenting endres på plattformen, og sertifikater og nøkler blir i maskinens nøkkelring.',
  steps: { environment: 'Miljø', credential: 'Legitimasjon', test: 'Prøving' },
  stepOf: (n, all) => `Steg ${number('nb', n)} av ${number('nb', all)}`,
  environmentTitle: 'Hvor, og for hvilken virksomhet?',
  credentialTitle: 'Hvordan logger du inn?',
  credentialText:
    'Du trenger et virksomhetssertifikat med privat nøkkel, og API-nøkkelen du har fått for dette miljøet.',
  testTitle: 'Virker det?',
  testText: 'Tilkoblingen er lagret. Testen går gjennom den steg for steg.',
  next: 'Neste',
  save: 'Lagre og test',
  begin: 'Begynn',
  beginAnyway: 'Begynn likevel',
  changeSomething: 'Endre noe',
  haveReady: 'Ha dette klart',
  needs: [
    'Basisadressen til plattformens API i ett miljø',
    'Organisasjonsnummeret',
    'En .p12- eller .pfx-fil med virksomhetssertifikatet, og passordfrasen',
    'En API-nøkkel for miljøet',
  ],
};
