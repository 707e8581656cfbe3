// Norwegian words of what Steward keeps on this computer, and taking it off.
import { counted, number } from '../formats.ts';
import type { onThisComputer as english } from '../en/on-this-computer.ts';

export const onThisComputer: typeof english = {
  title: 'Data på denne maskinen',
  place: 'Datamappe',
  places: {
    windows: '%APPDATA%\\Steward',
    macos: '~/Library/Application Support/Steward',
    linux: '~/.local/share/steward',
  },
  namedPlace: 'Mappen som ble oppgitt da Steward ble startet (--data)',
  form: 'Formatversjon',
  backups: 'Sikkerhetskopier',
  noBackups: 'Ingen',
  backup: (form, when) => `${when} (format ${form})`,
  backupsHint:
    'En sikkerhetskopi lages før en nyere versjon av Steward endrer formatet. De tre siste beholdes i mappen «backups».',
  damage: {
    title: 'Skadede data',
    check: 'Kontroller igjen',
    checking: 'Kunne ikke kontrollere dataene på denne maskinen',
    none: 'Ingen skader funnet.',
    journal: 'Aktivitetsjournalen er skadet',
    lost: {
      'one-time-secrets': (n) =>
        `Nøkkelen til nye hemmeligheter er borte: ${counted('nb', n, 'svar', 'svar')} kan ikke leses`,
      'form-drafts': (n) =>
        `Nøkkelen til skjemautkast er borte: ${counted('nb', n, 'utkast', 'utkast')} kan ikke leses`,
      jobs: (n) =>
        `Nøkkelen til jobber er borte: radene i ${counted('nb', n, 'jobb', 'jobber')} kan ikke leses`,
    },
    lostText:
      'Nøkkelen er ikke lenger i nøkkelringen. Gjenopprett nøkkelringen fra en sikkerhetskopi hvis du har en. Ellers kan du fortsette uten det som ikke kan leses. Steward lager da en ny nøkkel.',
    giveUp: 'Fortsett uten …',
    giveUpAction: 'Lag en ny nøkkel',
    giveUpFailed: 'Kunne ikke lage en ny nøkkel',
    ask: 'Fortsette uten det som ikke kan leses?',
    cannotBeRead: 'Kan ikke leses',
    sealed: {
      'one-time-secrets': (n) => counted('nb', n, 'svar', 'svar'),
      'form-drafts': (n) => counted('nb', n, 'skjemautkast', 'skjemautkast'),
      jobs: (n) => counted('nb', n, 'jobb', 'jobber'),
    },
    consequence: {
      'one-time-secrets':
        'Utfallet av disse roteringene blir ukjent, så roter hemmelighetene til disse brukerne på nytt. Den gamle filen beholdes ved siden av den nye, og kan bare åpnes med den gamle nøkkelen.',
      'form-drafts':
        'De gamle utkastfilene beholdes ved siden av de nye, og kan bare åpnes med den gamle nøkkelen.',
      jobs: 'De gamle jobbfilene beholdes ved siden av de nye, og kan bare åpnes med den gamle nøkkelen. Disse jobbene kan deretter bare fjernes fra listen.',
    },
    drafts: (n) => `${counted('nb', n, 'utkastfil', 'utkastfiler')} kan ikke leses`,
    draftsText: 'Steward vet ikke hvilken melding de hører til. De beholdes i mappen «drafts».',
    setAside:
      'Denne filen kunne ikke leses. Steward startet uten den og beholder den ved siden av den nye filen. Ingenting i den ble slettet.',
  },
  check: {
    title: 'Full kontroll',
    action: 'Kontroller alt',
    cancel: 'Avbryt',
    checking: 'Kunne ikke kontrollere alt',
    checkingStore: (store) => `Kunne ikke kontrollere «${store}»`,
    hint: 'Kontrollerer alt Steward har lagret på denne maskinen, og reparerer det som kan repareres. Ingenting slettes, heller ikke det som ikke kan leses.',
    stores: {
      documents: 'Innstillinger og dokumenter',
      journal: 'Aktivitetsjournal',
      vault: 'Nøkkelring',
      escrow: 'Engangshemmeligheter',
      jobs: 'Jobber',
      drafts: 'Skjemautkast',
      copy: 'Frakoblet kopi',
    },
    progress: (store, n, of) => `${store} (${number('nb', n)} av ${number('nb', of)})`,
    read: (n) => `${number('nb', n)} kontrollert`,
    result: (repaired, left) =>
      repaired + left === 0
        ? 'Alt er i orden.'
        : `${number('nb', repaired)} reparert. ${number('nb', left)} må følges opp.`,
    readOnly: 'Datamappen er skrivebeskyttet, så ingenting ble reparert.',
    kinds: {
      damaged: 'Skadet',
      missing: 'Mangler',
      unreadable: 'Kan ikke leses',
      orphaned: 'Ikke i bruk',
      'set-aside': 'Lagt til side',
    },
    concerns: (whom) => `(${whom})`,
    repairedHere: 'Reparert.',
    repairedKept: (file) => `Reparert. Det som var skadet, beholdes som ${file}.`,
    left: {
      damaged: 'Kunne ikke repareres nå. Start Steward på nytt, og kontroller igjen.',
      missing: 'Gjenopprett det fra en sikkerhetskopi.',
      unreadable:
        'Nøkkelen kan være borte. Gjenopprett nøkkelringen fra en sikkerhetskopi hvis du har en. Ellers kan du fortsette uten det under «Skadede data».',
      orphaned:
        'Brukes ikke av noen tilkobling eller jobb. Behold det til du vet at ingen trenger det.',
      'set-aside': 'En skadet fil fra tidligere. Kopier det du trenger, og slett den deretter.',
      keychain:
        'Gjenopprett nøkkelringen fra en sikkerhetskopi. Ellers legger du det til på nytt eller roterer hemmeligheten.',
      copy: 'Last ned den frakoblede kopien på nytt.',
      job: 'Gjenopprett filen fra en sikkerhetskopi, eller fjern jobben fra listen.',
    },
  },
  removal: 'Fjern Steward fra denne maskinen',
  removalHint:
    'Ingenting endres på plattformen. Sertifikater, nøkler og token er gyldige til de trekkes tilbake der.',
  heldJobs: 'En jobb kjører. Stopp den eller la den bli ferdig først.',
  heldSecrets: 'En ny hemmelighet er ikke bekreftet lagret.',
  held: 'Noe kjører fortsatt eller er ikke lagret. Ingenting ble fjernet.',
  goes: 'Fjernes',
  stays: 'Beholdes',
  attempted: 'Kunne ikke fjerne dataene',
  folderFailed: 'Kunne ikke hente opplysninger om datamappen',
  secrets: {
    ask: 'Fjern hemmeligheter …',
    title: 'Fjerne alle hemmeligheter fra denne maskinen?',
    goes: 'Sertifikater, nøkler, passord, lagrede hemmeligheter og innlogginger i nøkkelringen, og det som er kryptert med dem: skjemautkast, jobber og lagrede brukerlister.',
    stays: 'Tilkoblinger, innstillinger, den frakoblede kopien og aktivitetsjournalen.',
    consequence:
      'Dette kan ikke angres. Lagrede hemmeligheter som ikke også finnes et annet sted, går tapt. Ingenting trekkes tilbake på plattformen.',
    action: 'Fjern hemmeligheter',
    doneTitle: 'Alle hemmeligheter er fjernet',
  },
  everything: {
    ask: 'Fjern alt …',
    title: 'Fjerne alt Steward har lagret på denne maskinen?',
    goes: 'Alle hemmeligheter i nøkkelringen, og alt i datamappen: tilkoblinger, innstillinger, utkast, jobber, sikkerhetskopier, den frakoblede kopien og aktivitetsjournalen.',
    stays: 'Filer du selv har lagret, og programmet til du avinstallerer det.',
    consequence:
      'Dette kan ikke angres. Eksporter aktivitetsjournalen først hvis du må ta vare på den. Ingenting trekkes tilbake på plattformen.',
    action: 'Fjern alt',
    doneTitle: 'Alt Steward hadde lagret her, er fjernet',
  },
  removed: (n) =>
    n === 0
      ? 'Nøkkelringen hadde ingen hemmeligheter å fjerne.'
      : `${counted('nb', n, 'hemmelighet', 'hemmeligheter')} ble fjernet fra nøkkelringen.`,
  left: (names) => `Ble liggende i datamappen, fordi Steward ikke har laget det: ${names}.`,
  next: 'Du kan nå avinstallere Steward. Sertifikater og nøkler som ikke skal brukes mer, må trekkes tilbake på plattformen.',
  close: 'Lukk Steward',
  closing: 'Kunne ikke lukke Steward',
};
