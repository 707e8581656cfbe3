// Norwegian (bokmål) texts of connections as a file: for another computer, for a colleague, and taking them over.
import type { connectionFile as en } from '../en/connection-file.ts';
import { counted } from '../formats.ts';

const connections = (n: number): string => counted('nb', n, 'tilkobling', 'tilkoblinger');

export const connectionFile: typeof en = {
  menu: 'Del eller flytt',
  open: {
    self: 'Bruk på en annen maskin …',
    colleague: 'Gi videre til en kollega …',
    take: 'Ta over fra en fil …',
  },
  save: {
    title: { self: 'Bruk på en annen maskin', colleague: 'Gi videre til en kollega' },
    text: {
      self: 'Lagrer tilkoblinger i én fil. Åpne Tilkoblinger på den andre maskinen, og velg «Ta over fra en fil».',
      colleague:
        'Lagrer tilkoblinger i én fil. Dine egne brukernavn og passord er ikke med: Kollegaen din logger inn som seg selv.',
    },
    connections: 'Tilkoblinger',
    settings: 'Ta med innstillinger',
    settingsHint: 'Utseende, språk, roteringsregel, tidsgrenser og varsler.',
    secrets: 'Hemmeligheter',
    with: 'Ta med, kryptert',
    without: 'Ikke ta med',
    withHint: {
      self: 'Sertifikater, API-nøkler og passord blir med. Ikke send passordfrasen sammen med filen.',
      colleague:
        'Sertifikater, API-nøkler og hemmeligheter til virksomhetsbrukere blir med. Gi kollegaen din passordfrasen, men ikke sammen med filen.',
    },
    withoutHint: {
      self: 'Filen sier hva hver tilkobling trenger, for eksempel sertifikatet og når det utløper. Det legger du til på den andre maskinen.',
      colleague:
        'Filen sier hva hver tilkobling trenger, for eksempel sertifikatet og når det utløper. Det legger kollegaen din til.',
    },
    never: 'Token og engangshemmeligheter er aldri med.',
    action: 'Velg hvor filen skal lagres …',
    none: 'Velg minst én tilkobling.',
    failed: 'Kunne ikke lagre tilkoblingene',
    saved: (name) => `Tilkoblingene er lagret som «${name}»`,
  },
  take: {
    title: 'Ta over tilkoblinger',
    text: 'Fra en fil som er lagret på en annen maskin eller av en kollega',
    back: 'Tilbake til tilkoblingene',
    drop: 'Slipp filen her',
    dropHint: 'En fil som slutter på .json eller .json.age',
    choose: 'Velg fil …',
    another: 'Velg en annen fil …',
    reading: 'Åpner …',
    failed: 'Kunne ikke åpne filen',
    passphrase: 'Passordfrasen til filen',
    passphraseHint: 'Den som ble skrevet inn da filen ble lagret.',
    unlock: 'Åpne',
    problems: {
      'wrong-passphrase': {
        title: 'Feil passordfrase',
        text: 'Se etter store og små bokstaver, og skriv den inn på nytt.',
      },
      foreign: {
        title: 'Dette er ikke en fil med tilkoblinger',
        text: 'Velg filen som Steward lagret med «Bruk på en annen maskin» eller «Gi videre til en kollega».',
      },
      newer: {
        title: 'Filen er lagret av en nyere versjon av Steward',
        text: 'Oppdater Steward på denne maskinen, og åpne filen på nytt.',
      },
      damaged: {
        title: 'Filen er skadet',
        text: 'Den er endret eller avkortet på veien hit. Be om at den lagres og sendes på nytt.',
      },
    },
    savedOn: {
      self: (on) => `Lagret ${on} til en annen maskin.`,
      colleague: (on) => `Lagret ${on} til en kollega.`,
    },
    withSecrets: 'Hemmelighetene er med.',
    withoutSecrets: 'Uten hemmeligheter: Det som mangler, legger du til etterpå.',
    table: 'Tilkoblingene i filen',
    all: 'Alle tilkoblinger',
    columns: {
      connection: 'Tilkobling',
      leadsTo: 'Går til',
      needs: 'Sertifikater og nøkler',
    },
    here: (name) => `Finnes her allerede som «${name}».`,
    managed: (by) => `${by} tillater ikke denne tilkoblingen på denne maskinen.`,
    extraCa: (file) => `Stoler også på sertifikatene i ${file}.`,
    noNeeds: 'Ingenting å legge til',
    until: (on) => `gyldig til ${on}`,
    kinds: {
      'sign-in': 'Din egen innlogging',
      token: 'Et token som limes inn etter hver start',
    },
    states: {
      comes: 'Blir med',
      add: 'Må legges til',
      expired: 'Utløpt: Legg til et nytt',
      'not-yet-valid': 'Ikke gyldig ennå: Legg det til senere',
    },
    settings: 'Innstillinger',
    settingsNone: 'Innstillingene er de samme her.',
    settingManaged: (by) => `Administrert av ${by}`,
    on: 'På',
    off: 'Av',
    checkHosts: 'Sjekk hvor tilkoblingene går',
    checkHostsText:
      'Sertifikatene og nøklene dine sendes til disse adressene. Ta bare over filer fra noen du stoler på.',
    selected: (n, of) => `${String(n)} av ${connections(of)} valgt`,
    action: 'Ta over …',
    nothing: 'Velg en tilkobling eller en innstilling',
    takeFailed: 'Kunne ikke ta over tilkoblingene',
    changed: {
      what: 'Filen ble endret etter at den ble åpnet',
      fix: 'Åpne den på nytt, og se hva den inneholder nå.',
    },
    done: (n) => `${connections(n)} tatt over`,
    settingsDone: 'Innstillingene er tatt over',
    ready: 'Ingenting mangler.',
    missing: (all) => `Må legges til: ${all}`,
    add: 'Legg til det som mangler',
    test: 'Test tilkoblingen',
    finish: 'Ferdig',
  },
};
