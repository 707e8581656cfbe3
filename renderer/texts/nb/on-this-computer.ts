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
  placeHint: 'Det vanlige stedet, hvis ikke Steward ble startet med et annet.',
  form: 'Mappens form',
  backups: 'Sikkerhetskopier',
  noBackups: 'Ingen ennå',
  backup: (form, when) => `${when} (form ${form})`,
  backupsHint:
    'Sikkerhetskopier lages før en nyere Steward endrer formen på mappen. De tre siste beholdes, i mappen «backups».',
  damage: {
    title: 'Skadede data',
    check: 'Sjekk igjen',
    checking: 'Kunne ikke sjekke dataene på denne maskinen',
    none: 'Ingen skade ble funnet.',
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
      'Nøkkelringen har den ikke lenger. Gjenopprett nøkkelringen fra en sikkerhetskopi hvis du har en. Ellers gir du opp det som ikke kan leses, så Steward kan begynne på nytt med en ny nøkkel.',
    giveUp: 'Gi opp …',
    giveUpAction: 'Gi opp og lag en ny nøkkel',
    giveUpFailed: 'Kunne ikke lage en ny nøkkel',
    ask: 'Gi opp det som ikke kan leses?',
    cannotBeRead: 'Kan ikke leses',
    sealed: {
      'one-time-secrets': (n) => counted('nb', n, 'svar', 'svar'),
      'form-drafts': (n) => counted('nb', n, 'skjemautkast', 'skjemautkast'),
      jobs: (n) => counted('nb', n, 'jobb', 'jobber'),
    },
    consequence: {
      'one-time-secrets':
        'Utfallet av disse byttene blir ukjent: Bytt hemmelighetene til disse brukerne på nytt. Filen beholdes ved siden av den nye, og kan bare åpnes med den gamle nøkkelen.',
      'form-drafts':
        'Utkastfilene beholdes ved siden av de nye, og kan bare åpnes med den gamle nøkkelen.',
      jobs: 'Jobbfilene beholdes ved siden av de nye, og kan bare åpnes med den gamle nøkkelen. Disse jobbene kan deretter bare fjernes fra listen.',
    },
    drafts: (n) => `${counted('nb', n, 'utkastfil', 'utkastfiler')} kan ikke leses`,
    draftsText: 'Steward vet ikke hvilken melding de hører til. De beholdes i mappen «drafts».',
    setAside:
      'Den kunne ikke leses. Steward startet uten den og beholder den ved siden av den nye filen. Ingenting i den ble slettet.',
  },
  check: {
    title: 'Sjekk alt',
    action: 'Sjekk alt',
    cancel: 'Avbryt',
    checking: 'Kunne ikke sjekke alt',
    checkingStore: (store) => `Kunne ikke sjekke «${store}»`,
    hint: 'Leser alt Steward har lagret på denne maskinen, og reparerer det som kan repareres. Ingenting som ikke kan leses, blir slettet.',
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
    read: (n) => `${number('nb', n)} lest`,
    result: (repaired, left) =>
      repaired + left === 0
        ? 'Alt er i orden.'
        : `${number('nb', repaired)} reparert. Du må se på ${counted('nb', left, 'ting', 'ting')}.`,
    readOnly: 'Det går ikke an å skrive i datamappen, så skader ble stående som de er.',
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
      damaged: 'Det kunne ikke repareres nå. Start Steward på nytt, og sjekk igjen.',
      missing: 'Gjenopprett det fra en sikkerhetskopi.',
      unreadable:
        'Nøkkelen kan være borte. Gjenopprett nøkkelringen fra en sikkerhetskopi hvis du har en. Ellers kan du gi det opp under «Skadede data».',
      orphaned:
        'Ingen tilkobling eller jobb bruker det. Behold det til du vet at ingen trenger det.',
      'set-aside': 'En skadet fil fra tidligere. Ta ut det du trenger, og fjern den så.',
      keychain:
        'Gjenopprett nøkkelringen fra en sikkerhetskopi. Ellers legger du det til på nytt, eller bytter hemmeligheten.',
      copy: 'Last ned den frakoblede kopien på nytt.',
      job: 'Gjenopprett filen fra en sikkerhetskopi, eller fjern jobben fra listen.',
    },
  },
  removal: 'Fjern Steward fra denne maskinen',
  removalHint:
    'Hos plattformen endres ingenting: Sertifikater, nøkler og tokener er gyldige til de trekkes tilbake der.',
  heldJobs: 'En jobb kjører. Stopp den eller la den bli ferdig først.',
  heldSecrets: 'En ny hemmelighet er ikke bekreftet lagret.',
  held: 'Noe kjører ennå, eller er ikke lagret. Ingenting ble fjernet.',
  goes: 'Fjernes',
  stays: 'Beholdes',
  attempted: 'Kunne ikke fjerne dataene',
  folderFailed: 'Kunne ikke hente opplysninger om datamappen',
  secrets: {
    ask: 'Fjern hemmeligheter …',
    title: 'Fjerne alle hemmeligheter fra denne maskinen?',
    goes: 'Sertifikater, nøkler, passord, beholdte hemmeligheter og pålogginger i nøkkelringen, og det som er forseglet med dem: utkast til skjemaer, jobber og lagrede brukerlister.',
    stays:
      'Tilkoblinger, innstillinger, nedlastede referansedata og journalen over hva som er gjort.',
    consequence:
      'Dette kan ikke angres. En beholdt hemmelighet som ikke er lagret noe annet sted, går tapt. Hos plattformen trekkes ingenting tilbake.',
    action: 'Fjern hemmeligheter',
    doneTitle: 'Steward har fjernet hemmelighetene sine',
  },
  everything: {
    ask: 'Fjern alt …',
    title: 'Fjerne alt Steward har tatt vare på her?',
    goes: 'Alle hemmeligheter i nøkkelringen, og alt i datamappen: tilkoblinger, innstillinger, utkast, jobber, sikkerhetskopier, nedlastede referansedata og journalen over hva som er gjort.',
    stays: 'Filer du selv har lagret. Programmet, til det avinstalleres.',
    consequence:
      'Dette kan ikke angres. Lagre journalen først hvis den må tas vare på. Hos plattformen trekkes ingenting tilbake.',
    action: 'Fjern alt',
    doneTitle: 'Steward har fjernet alt det tok vare på her',
  },
  removed: (n) =>
    n === 0
      ? 'Det var ingenting i nøkkelringen.'
      : `${counted('nb', n, 'hemmelighet', 'hemmeligheter')} ble tatt ut av nøkkelringen.`,
  shared: 'Fjern også det tidligere versjoner lagret for alle datamapper sammen',
  sharedHint:
    'Andre datamapper på denne kontoen kan trenge det: En som ikke er åpnet med denne versjonen, kan ikke lenger lese utkast, jobber og beholdte svar.',
  sharedLeft: (n) =>
    `${counted('nb', n, 'oppføring', 'oppføringer')} som tidligere versjoner lagret for alle datamapper sammen, ligger fortsatt i nøkkelringen.`,
  left: (names) => `Ble liggende i datamappen, fordi Steward ikke har laget det: ${names}.`,
  next: 'Du kan avinstallere Steward nå. Sertifikater og nøkler som ikke skal brukes mer, må trekkes tilbake hos plattformen.',
  close: 'Lukk Steward',
  closing: 'Kunne ikke lukke Steward',
};
