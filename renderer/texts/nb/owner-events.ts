// Norwegian texts of the events that service owners follow.
import { counted, number } from '../formats.ts';
import type { ownerEvents as en } from '../en/owner-events.ts';

const events = (n: number) => counted('nb', n, 'hendelse', 'hendelser');

export const ownerEvents: typeof en = {
  title: 'Hendelser',
  text: 'Hva som har skjedd med meldinger virksomheten har sendt',
  count: (n) => `${events(n)} er hentet`,
  loading: 'Kunne ikke hente hendelsene',
  refresh: 'Hent disse hendelsene på nytt',
  filter: 'Filtrer på hendelse, ID eller nummer',
  shown: (n) => `Viser ${events(n)}`,
  more: 'Hent flere',
  from: (offset) => `Fra posisjon ${offset}`,
  fromStart: 'Fra den første hendelsen',
  restart: 'Fra begynnelsen',
  kinds: {
    created: 'Melding opprettet',
    archived: 'Melding arkivert',
    read: 'Melding lest',
    deleted: 'Melding slettet',
    'notification-created': 'Varsel opprettet',
    'notification-sent': 'Varsel sendt',
    unknown: 'Annet',
  },
  columns: {
    event: 'Hendelse',
    time: 'Tidspunkt',
    message: 'Melding',
    party: 'Mottaker',
    service: 'Tjeneste',
  },
  empty: 'Ingen nye hendelser',
  emptyText: (most) =>
    `Hendelser hentes fra der du sist stoppet, høyst ${number('nb', most)} om gangen.`,
  filterEmptyText: 'Endre filteret for å se flere.',
  details: 'Detaljer om hendelsen',
  noneChosen: 'Ingen hendelse er valgt',
  noneChosenText: 'Velg en hendelse i listen for å se detaljene.',
  offset: 'Posisjon',
  exportAsk: 'Eksporter …',
  exportTitle: 'Eksporter hendelsene',
  exportText: (n) => `${events(n)}. Fødselsnumre er maskert.`,
  exportFailed: 'Kunne ikke lagre hendelsene',
  exported: (name, n) => `${events(n)} er lagret som ${name}`,
};
