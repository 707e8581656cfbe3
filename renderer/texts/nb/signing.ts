// Norwegian (bokmål) texts of signing.
import { counted } from '../formats.ts';
import type { signing as en } from '../en/signing.ts';

export const signing: typeof en = {
  title: 'Signer',
  read: {
    title: '1. Les det du signerer',
    label: 'Signeringstekst',
    reading: 'Kunne ikke hente signeringsteksten',
    none: 'Skjemaet er ikke ved et signeringstrinn.',
    noneText: 'Det finnes ingen signeringstekst nå. Det som sendes, er det som står i skjemaet.',
    readable: 'Som tekst',
    original: 'Slik den kom',
    markupText: 'Teksten kom som HTML. Her står ordene, med adressene lenkene fører til.',
    toEnd: 'Rull til slutten av teksten for å gå videre.',
    atEnd: 'Du har sett hele teksten.',
    tick: 'Jeg har lest signeringsteksten',
    tickNone: 'Jeg har kontrollert skjemaet som signeres',
  },
  changed: {
    text: 'Signeringsteksten er endret.',
    textText: 'Noen endret den etter at den ble vist. Dette er den nye: Les den før du signerer.',
    message: 'Skjemaet er endret.',
    messageText:
      'Noen endret det etter at du begynte å lese. Se på det igjen før du signerer. Ingenting er signert.',
    look: 'Se på skjemaene',
  },
  what: {
    title: '2. Velg hva som signeres',
    label: 'Hva som signeres',
    all: 'Alt',
    chosen: 'Utvalgte deler',
    single: 'Det er bare én del, så alt signeres samlet.',
    unnamed:
      'Minst én del mangler et nummer som plattformen godtar, så de kan bare signeres samlet.',
    locked: 'Må signeres: Tjenesteeieren har låst den til signaturen.',
    byDefault: 'Signeres hvis du ikke velger noe annet.',
    form: 'Skjema',
    attachment: 'Vedlegg',
    partly: 'Skjemaet venter på signering helt til alt som må signeres, er signert.',
  },
  go: {
    title: '3. Signer',
    for: 'På vegne av',
    sign: 'Signer …',
    completeFirst:
      'Skjemaet er fortsatt under utfylling. Signeringen fullfører det og sender det inn.',
    unknownState: (word) =>
      `Plattformen kaller tilstanden til skjemaet «${word}», som Steward ikke kjenner. Plattformen avgjør om det kan signeres.`,
    reasons: {
      reading: 'Teksten hentes',
      offline: 'Krever tilkobling',
      unsaved: 'Lagre eller forkast utkastet først',
      'draft-unknown': 'Utkastet på denne datamaskinen kan ikke leses',
      unread: 'Rull til slutten av teksten først',
      unticked: 'Kryss av for at du har lest den, først',
      none: 'Velg minst én del',
    },
  },
  unsaved: {
    title: 'Det finnes et utkast på denne datamaskinen som ikke er lagret.',
    text: 'Det som signeres, er det plattformen har, uten utkastet ditt. Lagre eller forkast det først.',
    toCheck: 'Gå til Kontroll',
    unread: 'Kunne ikke lese utkastet på denne maskinen',
  },
  confirm: {
    title: 'Vil du signere skjemaet?',
    subject: 'Skjema',
    what: 'Hva',
    text: 'Signeringstekst',
    textRead: 'Lest til slutten',
    textNone: 'Tjenesten har ingen',
    connection: 'Tilkobling',
    consequence:
      'En signatur kan ikke trekkes tilbake. Når alt som må signeres, er signert, sendes skjemaet inn og arkiveres.',
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
    archived: 'Dette skjemaet er allerede sendt og arkivert.',
    archivedText: 'Det er ingenting igjen å signere.',
    deleted: 'Dette skjemaet ligger i papirkurven.',
    deletedText: 'Ingenting signeres eller gjenopprettes derfra.',
    correspondence: 'Dette er en melding, ikke et skjema.',
    correspondenceText: 'Bare skjemaer signeres.',
    toArchive: 'Åpne i arkivet',
    toWorkList: 'Tilbake til arbeidslisten',
  },
  unknown: {
    title: 'Det kan være signert.',
    text: 'Svaret fra plattformen gikk tapt. Steward signerer ikke på nytt av seg selv, og det finnes ingen knapp for det før det er klart hva som skjedde.',
    looking: 'Ser etter hva plattformen har',
    attempted: 'Kunne ikke signere',
    lookFailed: 'Kunne ikke sjekke hos plattformen',
    again: 'Se etter på nytt',
    unchanged: 'Plattformen har fortsatt skjemaet slik det var, usignert.',
    unchangedText: 'Så langt den sier, er ingenting signert. Du kan begynne på nytt med teksten.',
    changed: 'Skjemaet er endret siden, og er ikke arkivert.',
    changedText: (state) =>
      `Plattformen kaller tilstanden «${state}». Noe av det kan være signert. Se på det før du går videre.`,
    begin: 'Begynn på nytt',
    gone: 'Skjemaet er ikke lenger i arbeidslisten.',
    goneText:
      'Et skjema som arkiveres, får et nytt nummer. Disse skjemaene fra tjenesten er arkivert siden:',
    goneNone:
      'Ingen skjemaer fra tjenesten er kommet i arkivet siden. Det kan komme dit om et øyeblikk, eller noen kan ha slettet skjemaet.',
    open: (subject) => `Åpne ${subject} i arkivet`,
    toArchive: 'Se i arkivet',
  },
  result: {
    archived: 'Signert, sendt inn og arkivert',
    signed: 'Signert',
    partly: 'Det du valgte, er signert.',
    partlyText: 'Skjemaet venter fortsatt på resten av signaturene.',
    rest: 'Signer mer …',
    id: 'Id i arkivet',
    copy: 'Kopier id-en',
    items: 'Hva som ble signert',
    at: 'Tidspunkt',
    unread: 'Kunne ikke hente det arkiverte skjemaet',
    unlocated: 'Plattformen sa ikke hvor det arkiverte skjemaet er. Se i arkivet.',
    print: 'Lagre utskriftsversjon …',
    printing: 'Kunne ikke lagre utskriftsversjonen',
    printName: 'skjema',
    printed: (name) => `Lagret som ${name}.`,
  },
};
