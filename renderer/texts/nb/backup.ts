// Norwegian texts of making a backup and bringing one back.
import { counted } from '../formats.ts';
import type { backup as en } from '../en/backup.ts';

export const backup: typeof en = {
  title: 'Sikkerhetskopi av alt',
  hint: 'Én kryptert fil med datamappen og hemmelighetene fra nøkkelringen. Bare passordfrasen åpner den.',
  make: {
    open: 'Lag en sikkerhetskopi …',
    title: 'Lag en sikkerhetskopi',
    text: 'Sertifikater, nøkler, hemmeligheter, tilkoblinger, utkast, jobber, innstillinger og aktivitetsjournalen lagres i én fil som er kryptert med denne passordfrasen. Uten den kan ingen åpne filen, heller ikke du.',
    leftOut:
      'Ikke med: den frakoblede kopien, lagrede brukerlister og logger, som kan lages på nytt, og innloggingene til personer.',
    action: 'Velg hvor den skal lagres …',
    fileName: (day) => `Steward-sikkerhetskopi-${day}.age`,
    failed: 'Kunne ikke lage sikkerhetskopien',
    saved: (name) => `Sikkerhetskopien er lagret som «${name}»`,
    savedWithout: (name, n) =>
      `Sikkerhetskopien er lagret som «${name}», uten ${counted('nb', n, 'oppføring', 'oppføringer')} som nøkkelringen har mistet`,
    held: {
      what: 'En jobb kjører, eller en annen sikkerhetskopi blir laget',
      fix: 'Vent til den er ferdig, eller sett jobben på pause, og prøv igjen.',
    },
    heldJobs: 'En jobb kjører. Sett den på pause eller la den bli ferdig først.',
  },
  bring: {
    open: 'Hent tilbake en sikkerhetskopi …',
    title: 'Hent tilbake en sikkerhetskopi',
    text: 'Alt i sikkerhetskopien leses og kontrolleres før det tas i bruk. Jobber som ikke var ferdige, kommer tilbake på pause. Personer må logge inn på nytt.',
    file: 'Sikkerhetskopi',
    noFile: 'Ingen valgt',
    choose: 'Velg fil …',
    passphrase: 'Passordfrase',
    action: 'Hent tilbake',
    failed: 'Kunne ikke hente tilbake sikkerhetskopien',
    kept: {
      what: 'Her er det allerede lagret noe',
      fix: 'Bruk en annen konto, eller fjern alt her først under Innstillinger. Ingenting ble endret.',
    },
    notEmpty:
      'En sikkerhetskopi kan bare hentes tilbake der Steward ikke har lagret noe ennå: ingen tilkoblinger, sertifikater, hemmeligheter, jobber eller utkast.',
  },
  cancel: 'Avbryt',
  progress: (done, all) => `${done} av ${all}`,
  done: {
    title: 'Sikkerhetskopien er klar',
    made: (when) => `Laget ${when}.`,
    holds: (what) => `Den inneholder ${what}.`,
    counts: {
      connections: (n) => counted('nb', n, 'tilkobling', 'tilkoblinger'),
      credentials: (n) => counted('nb', n, 'sertifikat eller nøkkel', 'sertifikater og nøkler'),
      secrets: (n) => counted('nb', n, 'hemmelighet', 'hemmeligheter'),
      jobs: (n) => counted('nb', n, 'jobb', 'jobber'),
    },
    next: 'Lukk Steward og start det på nytt. Da starter det med alt i sikkerhetskopien.',
    old: 'Hemmeligheter som er byttet etter at sikkerhetskopien ble laget, er ikke med.',
  },
};
