// Norwegian (bokmål) texts of signing.
import { counted } from '../formats.ts';
import type { signing as en } from '../en/signing.ts';

export const signing: typeof en = {
  title: 'Signer',
  read: {
    title: '1. Les det du signerer',
    label: 'Signeringstekst',
    reading: 'Kunne ikke hente signeringsteksten',
    none: 'Skjemaet er ikke på et signeringssteg',
    noneText: 'Det finnes ingen signeringstekst. Skjemaet sendes slik det er.',
    readable: 'Som tekst',
    original: 'Original',
    markupText: 'Teksten er HTML, vist som ren tekst med adressene til lenkene.',
    toEnd: 'Rull til slutten for å fortsette.',
    atEnd: 'Du har lest til slutten.',
    tick: 'Jeg har lest signeringsteksten',
    tickNone: 'Jeg har kontrollert skjemaet som signeres',
  },
  changed: {
    text: 'Signeringsteksten er endret',
    textText: 'Den ble endret etter at du åpnet den. Les den nye teksten før du signerer.',
    message: 'Skjemaet er endret',
    messageText:
      'Det ble endret etter at du begynte å lese. Ingenting er signert. Se over skjemaet igjen før du signerer.',
    look: 'Se over skjemaene',
  },
  what: {
    title: '2. Velg hva du vil signere',
    label: 'Hva du signerer',
    all: 'Alt',
    chosen: 'Valgte deler',
    single: 'Det er bare én del å signere.',
    unnamed: 'Minst én del mangler en ID som plattformen godtar, så du signerer alle samlet.',
    locked: 'Kreves av tjenesteeieren.',
    byDefault: 'Signeres hvis du ikke velger det bort.',
    form: 'Skjema',
    attachment: 'Vedlegg',
    partly: 'Skjemaet venter på signering helt til alt som må signeres, er signert.',
  },
  go: {
    title: '3. Signer',
    for: 'På vegne av',
    sign: 'Signer …',
    completeFirst: 'Skjemaet er fortsatt under utfylling. Signeringen fullfører og sender det.',
    unknownState: (word) =>
      `Steward kjenner ikke tilstanden «${word}» for skjemaet. Plattformen avgjør om det kan signeres.`,
    reasons: {
      reading: 'Laster teksten',
      offline: 'Krever tilkobling',
      unsaved: 'Lagre eller forkast utkastet først',
      'draft-unknown': 'Utkastet på denne maskinen kan ikke leses',
      unread: 'Rull til slutten av teksten først',
      unticked: 'Bekreft først at du har lest den',
      none: 'Velg minst én del',
    },
  },
  unsaved: {
    title: 'Du har et utkast på denne maskinen som ikke er lagret',
    text: 'Du signerer versjonen på plattformen, uten utkastet ditt. Lagre eller forkast utkastet først.',
    toCheck: 'Gå til Kontroller',
    unread: 'Kunne ikke lese utkastet på denne maskinen',
  },
  confirm: {
    title: 'Vil du signere skjemaet?',
    subject: 'Skjema',
    what: 'Deler',
    text: 'Signeringstekst',
    textRead: 'Lest til slutten',
    textNone: 'Tjenesten har ingen',
    connection: 'Tilkobling',
    consequence:
      'Du kan ikke angre en signatur. Når alt som må signeres, er signert, sendes og arkiveres skjemaet.',
    sign: 'Signer',
    everything: (items) => `Alt: ${items}`,
  },
  count: (forms, attachments) => {
    const parts = [
      counted('nb', forms, 'skjema', 'skjemaer'),
      counted('nb', attachments, 'vedlegg', 'vedlegg'),
    ];
    return (attachments === 0 ? parts.slice(0, 1) : parts).join(', ');
  },
  underWay: (subject) => `Signeringen av «${subject}», som pågår`,
  standing: {
    archived: 'Dette skjemaet er allerede sendt og arkivert',
    archivedText: 'Ingenting gjenstår å signere.',
    deleted: 'Dette skjemaet ligger i papirkurven',
    deletedText: 'Du kan ikke signere eller gjenopprette det derfra.',
    correspondence: 'Dette er en melding, ikke et skjema',
    correspondenceText: 'Bare skjemaer kan signeres.',
    toArchive: 'Åpne i arkivet',
    toWorkList: 'Tilbake til arbeidslisten',
  },
  unknown: {
    title: 'Skjemaet kan være signert',
    text: 'Svaret fra serveren kom aldri frem. Steward signerer aldri to ganger automatisk, men kontrollerer først hva som skjedde.',
    looking: 'Kontrollerer hos plattformen …',
    attempted: 'Kunne ikke signere',
    lookFailed: 'Kunne ikke kontrollere hos plattformen',
    again: 'Kontroller igjen',
    unchanged: 'Skjemaet er uendret og ikke signert.',
    unchangedText: 'Du kan begynne på nytt med signeringsteksten.',
    changed: 'Skjemaet er endret, og er ikke arkivert.',
    changedText: (state) =>
      `Tilstanden er «${state}». Deler av det kan være signert. Se over det før du fortsetter.`,
    begin: 'Begynn på nytt',
    gone: 'Skjemaet er ikke lenger i arbeidslisten.',
    goneText:
      'Et arkivert skjema får en ny ID. Disse skjemaene fra tjenesten er arkivert siden da:',
    goneNone:
      'Ingen skjemaer fra tjenesten er arkivert siden da. Det kan ta et øyeblikk, eller skjemaet kan være slettet.',
    open: (subject) => `Åpne ${subject} i arkivet`,
    toArchive: 'Åpne arkivet',
  },
  result: {
    archived: 'Signert, sendt og arkivert',
    signed: 'Signert',
    partly: 'Delene du valgte, er signert.',
    partlyText: 'Skjemaet blir liggende i arbeidslisten til alt som må signeres, er signert.',
    rest: 'Signer mer …',
    id: 'Arkiv-ID',
    copy: 'Kopier ID-en',
    items: 'Signerte deler',
    at: 'Tidspunkt',
    unread: 'Kunne ikke hente det arkiverte skjemaet',
    unlocated: 'Plattformen sa ikke hvor det arkiverte skjemaet er. Kontroller arkivet.',
    print: 'Lagre utskriftsversjon …',
    printing: 'Kunne ikke lagre utskriftsversjonen',
    printName: 'skjema',
    printed: (name) => `Lagret som ${name}`,
  },
};
