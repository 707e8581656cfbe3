// Norwegian sentences for every reason a field can be refused.
import type { fields as en } from '../en/fields.ts';

export const fields: typeof en = {
  required: 'Må fylles ut.',
  'too-long': 'For langt.',
  'too-many': 'For mange.',
  'control-characters': 'Fjern usynlige styretegn.',
  'not-a-number': 'Skriv inn et tall.',
  'out-of-range': 'Tallet er utenfor det tillatte området.',
  'not-a-choice': 'Velg ett av alternativene.',
  'web-page':
    'Dette er en nettside (HTML), uansett hva navnet sier. Åpne den i et regneark, og lagre den som .xlsx eller CSV.',
  'no-headings':
    'Fant ikke overskriftene til kolonnene. La én linje øverst ha dem, uten linjer fra tabellen over.',
  'other-workbook':
    'Arbeidsboken har et eldre eller et annet format, eller har passord. Lagre den som .xlsx uten passord.',
  'wrong-type': 'Feil type verdi.',
  'unknown-field': 'Ukjent felt.',
  'organisation-number': 'Ikke et gyldig organisasjonsnummer. Kontroller de ni sifrene.',
  'base-address': 'Skriv inn en adresse som begynner med https://, uten brukernavn, «?» eller «#».',
  'user-name': 'Ikke bruk mellomrom eller tegnene / \\ ? # %.',
  'unknown-handle': 'Filen er ikke lenger tilgjengelig. Velg den på nytt.',
  'name-in-use': 'Navnet er allerede i bruk.',
  'same-as-before': 'Samme som før.',
  'passphrase-too-short': 'Bruk minst 12 tegn.',
  'server-address':
    'Skriv inn en adresse som begynner med https://, uten brukernavn, «?» eller «#».',
  'host-name': 'Skriv bare inn et navn eller en IP-adresse, uten http:// og port.',
  'proxy-script':
    'Dette er et proxyskript. Finn PROXY i det, og skriv bare inn navnet bak her. Tallet etter kolon er porten. Står det ikke noe tall der, er den 80.',
  'proxy-answer':
    'Dette er svaret fra et proxyskript. Skriv bare inn navnet bak PROXY her. Tallet etter kolon er porten. Står det ikke noe tall der, er den 80.',
  'proxy-kind':
    'Steward kan ikke bruke SOCKS-proxyer eller proxyer over TLS. Skriv inn navnet på en http-proxy.',
  'proxy-direct': 'DIRECT betyr uten proxy. Velg Ingen som proxy i stedet.',
  scope: 'Et scope kan ikke ha mellomrom, anførselstegn eller andre bokstaver enn A–Z.',
  party: 'Velg deg selv, en aktør du kan opptre for, eller et organisasjonsnummer.',
  'resource-id': 'Ikke en gyldig ID på plattformen.',
  'exactly-one': 'Fyll ut nøyaktig ett av disse.',
  'e-mail': 'Skriv inn en fullstendig e-postadresse.',
  'identity-number': 'Et fødselsnummer har elleve siffer.',
  'mobile-number': 'Skriv inn et mobilnummer med sifre, og landkode hvis det er utenlandsk.',
  time: 'Skriv inn dato og klokkeslett.',
  xml: 'Ikke velformet XML.',
  encoding:
    'Filen oppgir et annet tegnsett enn det den er skrevet i. Velg den på nytt, og velg hvordan den skal leses.',
  'file-name': 'Fjern tegn som ikke er tillatt i filnavn.',
  'app-or-service': 'Oppgi en tjeneste med utgave, en app eller en delegeringsordning.',
  colon: 'Brukernavn med kolon kan ikke brukes her, fordi kolon skiller navnet fra hemmeligheten.',
  'holds-identity-number': 'Inneholder et fødselsnummer. Slike lagres aldri.',
  'not-given-directly':
    'Ikke gitt direkte. Det følger av en annen rolle eller et register, og kan ikke tas tilbake.',
  'other-place':
    'Kan bare brukes i sitt eget miljø og på sin egen adresse. Velg et annet alternativ, eller legg til et nytt.',
  'no-certificate': 'Filen inneholder ikke noe sertifikat. Velg en PEM- eller DER-fil fra CA-en.',
  expired:
    'Sertifikatet er utløpt. Velg eller importer et annet. Hvis datoen ikke stemmer, kontrollerer du klokken på maskinen.',
  'not-yet-valid':
    'Sertifikatet er ikke gyldig ennå. Velg et annet, eller bruk det når det er gyldig. Hvis datoen ikke stemmer, kontrollerer du klokken på maskinen.',
  twice: 'Står to ganger i filen. Behold bare én.',
  json: 'Ikke JSON. Sjekk klammer, anførselstegn og komma.',
  'not-utf-8': 'Ikke UTF-8-tekst. Lagre filen som UTF-8.',
  'managed-file':
    'Dette er en managed.json, som en administrator legger inn for alle på en maskin. En stedsfil har «name» i stedet for «managedBy», og bare «places» og «providers».',
  managed: 'Administreres av virksomheten din.',
};
