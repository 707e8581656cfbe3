// Norwegian (bokmål) texts of starting a form task from a service.
import type { formStart as en } from '../en/form-start.ts';
import { counted, number } from '../formats.ts';

export const formStart: typeof en = {
  title: 'Start et skjema',
  for: (party) => `På vegne av ${party}`,
  back: 'Tilbake til listen',
  pick: {
    search: 'Søk etter navn, kode eller eier',
    list: 'Skjemaer som kan startes',
    loading: 'Kunne ikke hente tjenestene',
    count: (shown, total) =>
      shown === total
        ? `${total} skjemaer`
        : `${shown} av ${total} skjemaer. Skriv for å avgrense.`,
    none: 'Ingen skjemaer tilgjengelig',
    noneText: 'De åpne metadataene har ingen skjematjenester.',
    filterEmptyText: 'Ingen skjemaer har dette navnet, denne koden eller denne eieren.',
    unlisted: (reference) => `Start ${reference}, som ikke står i listen`,
    notRest: 'Ikke via API',
    notForUsers: 'Ikke for virksomhetsbrukere',
    ended: 'Utløpt',
    notYet: 'Ikke gyldig ennå',
  },
  other: 'En annen tjeneste',
  reading: 'Kunne ikke hente tjenesten',
  unknownName: (reference) => `Tjeneste ${reference}`,
  facts: {
    reference: 'Tjeneste',
    owner: 'Eier',
    rest: 'Innsending via API',
    users: 'Virksomhetsbrukere',
    validity: 'Gyldig',
    steps: 'Steg',
    yes: 'Ja',
    no: 'Nei',
    unsaid: 'Ukjent',
    from: (day) => `fra ${day}`,
    until: (day) => `til ${day}`,
    noEnd: 'ingen sluttdato',
    level: (n) => `nivå ${number('nb', n)}`,
  },
  warnings: {
    title: 'Skjemaet blir kanskje ikke godtatt',
    note: 'Du kan prøve likevel. Plattformen avgjør, og sier hvorfor hvis den avviser det.',
    'unknown-service':
      'De åpne metadataene har ikke denne tjenesten, så Steward kjenner verken skjemaene eller reglene.',
    'no-form-task': 'Dette er ikke en skjematjeneste. Meldingene sendes av etaten.',
    'not-rest': 'Tjenesten tar ikke imot skjemaer via API. Plattformen vil trolig avvise det.',
    'rest-unsaid': 'De åpne metadataene sier ikke om tjenesten tar imot skjemaer via API.',
    'not-for-enterprise-users':
      'Tjenesten godtar ikke virksomhetsbrukere, og denne tilkoblingen logger inn som en.',
    'enterprise-users-unsaid':
      'De åpne metadataene sier ikke om tjenesten godtar virksomhetsbrukere, og denne tilkoblingen logger inn som en.',
    'not-yet': 'Tjenesten er ikke gyldig ennå.',
    ended: 'Tjenesten er ikke lenger gyldig.',
  },
  how: {
    title: 'Start med',
    earlier: 'Verdiene fra det tidligere skjemaet',
    earlierText: 'Et nytt skjema får de samme verdiene. Det tidligere blir ikke endret.',
    prefilled: 'Forhåndsutfylt av tjenesteeieren',
    prefilledText:
      'Plattformen oppretter skjemaet med verdier fra tjenesteeieren. Du fyller ut resten.',
    own: 'Min egen XML for hovedskjemaet',
    ownText: 'Hovedskjemaet fylles ut fra en fil, som først kontrolleres mot XSD-en.',
  },
  earlier: {
    reading: 'Kunne ikke hente det tidligere skjemaet',
    taken: 'Verdiene i hovedskjemaet blir med.',
    left: (attachments, forms) => {
      const left = [
        ...(attachments > 0 ? [counted('nb', attachments, 'vedlegg', 'vedlegg')] : []),
        ...(forms > 0 ? [counted('nb', forms, 'annet skjema', 'andre skjemaer')] : []),
      ];
      return left.length === 0 ? 'Det har ingen vedlegg.' : `Blir ikke med: ${left.join(' og ')}.`;
    },
    notTaken: 'Tjenesten tar ikke lenger imot dette skjemaet',
    other: (was, now) =>
      `Det tidligere skjemaet er ${was}, og tjenesten tar nå imot ${now}. Start heller et nytt skjema, og hent verdiene som passer, med «Fyll ut fra …» der.`,
    noForm: 'Meldingen har ikke noe hovedskjema med verdier.',
  },
  file: {
    form: 'Hovedskjema',
    choose: 'Velg XML-fil …',
    other: 'En annen fil …',
    template: 'Bruk malen',
    chooseFailed: 'Kunne ikke åpne filen',
    formatId: 'Dataformat-ID',
    formatVersion: 'Dataformatversjon',
    formatHint: 'For hovedskjemaet. Du får det av tjenesteeieren.',
    check: 'Kontroller igjen',
    checking: 'Kontrollerer XML-en mot XSD-en …',
    checkFailed: 'Kunne ikke kontrollere XML-en mot XSD-en',
    unchecked: 'XML-en ble ikke kontrollert',
    uncheckedText: 'Du kan likevel starte skjemaet.',
    valid: 'XML-en følger XSD-en',
    invalid: (n) => `XML-en følger ikke XSD-en (${n})`,
    invalidDraft:
      'Du kan likevel starte det som utkast og rette det i redigeringen. Slik det er nå, kan det ikke signeres.',
    invalidSign: 'Plattformen vil trolig avvise å sende det til signering.',
    line: (n) => `Linje ${n}`,
    more: (n) => `og ${n} til`,
    problem: 'XML-en kunne ikke kontrolleres',
    only: 'XSD-en dekker bare tekniske regler. Plattformen kontrollerer resten.',
  },
  then: {
    title: 'Deretter',
    'fill-in': 'Et utkast i arbeidslisten',
    'fill-in-text': 'Du fyller det ut her. Ingenting sendes.',
    'await-signature': 'Send til signering med en gang',
    'await-signature-text':
      'Det sendes som ferdig utfylt og venter på signering. Ingenting signeres ennå.',
  },
  start: 'Start skjemaet',
  sendToSigning: 'Send til signering',
  starting: (name) => `Kunne ikke starte ${name}`,
  reasons: {
    reading: 'Laster tjenesten',
    'no-file': 'Velg en XML-fil først',
    'no-format': 'Fyll ut dataformatet først',
    checking: 'Kontrollerer XML-en',
    'no-earlier': 'Henter det tidligere skjemaet',
    'not-taken': 'Tjenesten tar ikke imot dette skjemaet',
  },
  production: 'Dette er produksjon. Skjemaet opprettes i aktørens virkelige meldingsboks.',
  unknown: {
    title: 'Skjemaet kan være opprettet',
    text: 'Svaret fra serveren kom aldri frem. Kontroller arbeidslisten før du starter et nytt.',
    unlocated: 'Skjemaet er opprettet, men plattformen sa ikke hvor',
    unlocatedText: 'Du finner det i arbeidslisten.',
    looking: 'Søker i meldingsboksen …',
    lookFailed: 'Kunne ikke søke i meldingsboksen',
    found: 'Skjemaer fra denne tjenesten som er endret siden da:',
    none: 'Ingen skjemaer fra denne tjenesten er endret siden da.',
    again: 'Søk på nytt',
    workList: 'Åpne arbeidslisten',
    open: (subject) => `Åpne ${subject}`,
    openShort: 'Åpne',
  },
};
