// Norwegian texts of what Steward stores and where.
import type { storedData as english } from '../en/stored-data.ts';

export const storedData: typeof english = {
  open: 'Vis hva som lagres …',
  title: 'Dette lagrer Steward',
  text: 'Filene ligger i datamappen når raden ikke sier noe annet.',
  list: 'Dette lagres',
  columns: {
    what: 'Hva',
    personal: 'Personopplysninger',
    where: 'Hvor',
    protection: 'Beskyttelse',
    kept: 'Beholdes',
    removal: 'Fjernes med',
  },
  protections: {
    keychain: 'I nøkkelringen til systemet',
    sealed: 'Kryptert med en nøkkel i nøkkelringen',
    'partly-sealed': 'Delvis kryptert',
    clear: 'Ikke kryptert; bare kontoen din kan lese det',
    memory: 'Bare i minnet',
    yours: 'Ikke kryptert, bortsett fra hemmeligheter',
  },
  removals: {
    secrets: 'Fjern hemmeligheter eller Fjern alt',
    everything: 'Fjern alt',
    clearing: 'Tøm økten',
    yours: 'Du sletter filene',
  },
  places: { keychain: 'Nøkkelringen', memory: 'Minnet', yours: 'Der du valgte' },
  rows: {
    keychain: {
      what: 'Sertifikater, nøkler, passord, lagrede hemmeligheter og innlogginger',
      personal: 'Navn i sertifikater; innloggingen til personer',
      kept: 'Til du fjerner dem eller logger ut',
    },
    credentials: {
      what: 'Opplysninger om sertifikater og nøkler',
      personal: 'Navn og numre i sertifikater',
      kept: 'Til du fjerner sertifikatet eller nøkkelen',
    },
    connections: {
      what: 'Tilkoblinger',
      personal: 'Brukernavn, og navn og numre på virksomheter',
      kept: 'Til du fjerner tilkoblingen',
    },
    users: {
      what: 'Notater og historikk for virksomhetsbrukere',
      personal: 'Brukernavn, notatene dine og kontoen som gjorde hver endring',
      kept: 'Til du sletter brukeren i Steward; historikken fjernes en tid etterpå',
    },
    lists: {
      what: 'Lister over virksomhetsbrukere, til bruk frakoblet',
      personal: 'Brukernavn',
      kept: 'Til en nyere liste erstatter den',
    },
    oneTimeSecrets: {
      what: 'Nye hemmeligheter som ikke er lagret ennå',
      personal: 'Brukernavn (ikke kryptert) og hemmelighetene (kryptert)',
      kept: 'Til du bekrefter at den er lagret; brukernavnet fjernes en tid etterpå',
    },
    secretNames: {
      what: 'Oversikt over det som ligger i nøkkelringen',
      personal: 'Ingen',
      kept: 'Så lenge noe ligger der',
    },
    drafts: {
      what: 'Skjemautkast, og opplysninger om filer du har sendt',
      personal: 'Det du har fylt ut, og mottakere',
      kept: 'Til du forkaster utkastet eller fjerner tilkoblingen; de siste 1 000 sendte filene',
    },
    jobs: {
      what: 'Jobber',
      personal: 'Radene (kryptert); navn på tilkoblinger og mapper (ikke kryptert)',
      kept: 'Til du fjerner jobben fra listen',
    },
    journal: {
      what: 'Aktivitetsjournal',
      personal: 'Navnet på kontoen din, brukernavn og virksomheter; ingen fødselsnumre',
      kept: 'Forkortes aldri',
    },
    layout: {
      what: 'Vindusoppsett',
      personal: 'Aktører du har opptrådt for, og sist åpnede bruker eller virksomhet',
      kept: 'Til andre erstatter dem; aktører med stjerne til du fjerner stjernen',
    },
    folders: {
      what: 'Hvor datamappen er, og hvor filer er i ferd med å bli lagret',
      personal: 'Mappenavn, som kan inneholde navnet på kontoen din',
      kept: 'Til andre erstatter dem',
    },
    settings: {
      what: 'Innstillinger, steder fra en fil, og hvilke varsler og versjoner du har sett',
      personal: 'Ingen',
      kept: 'Til andre erstatter dem',
    },
    backups: {
      what: 'Sikkerhetskopier av filene over',
      personal: 'De samme som i filene',
      kept: 'De tre siste',
    },
    logs: {
      what: 'Logg',
      personal: 'Serverens egne ord, som kan inneholde et navn; fødselsnumre fjernes',
      kept: 'De nyeste 5 MB',
    },
    reference: {
      what: 'Frakoblet kopi av tjenester, kodelister og roller',
      personal: 'Ingen: den er offentlig',
      kept: 'Til en nyere kopi erstatter den',
    },
    running: {
      what: 'Det Steward trenger mens programmet kjører, og nye versjoner',
      personal: 'Ingen',
      kept: 'Til Steward avsluttes eller versjonen er installert',
    },
    session: {
      what: 'Meldinger, lister og tokener du har hentet',
      personal: 'Det plattformen svarte',
      kept: 'Til økten tømmes eller Steward avsluttes',
    },
    saved: {
      what: 'Filer du har lagret eller eksportert',
      personal: 'Det du eksporterte',
      kept: 'Til du sletter dem',
    },
  },
};
