// English texts of the events that service owners follow.
import { counted, number } from '../formats.ts';

const events = (n: number) => counted('en', n, 'event', 'events');

export const ownerEvents = {
  title: 'Events',
  text: 'What happened to messages sent by your organisation',
  count: (n: number) => `${events(n)} loaded`,
  loading: 'Could not load the events',
  refresh: 'Load these events again',
  filter: 'Filter by event, message or number',
  shown: (n: number) => `${events(n)} shown`,
  more: 'Load more',
  from: (offset: string) => `From offset ${offset}`,
  fromStart: 'From the first event',
  restart: 'From the beginning',
  kinds: {
    created: 'Message created',
    archived: 'Message archived',
    read: 'Message read',
    deleted: 'Message deleted',
    'notification-created': 'Notification created',
    'notification-sent': 'Notification sent',
    unknown: 'Other',
  },
  columns: {
    event: 'Event',
    time: 'Time',
    message: 'Message',
    party: 'Recipient',
    service: 'Service',
  },
  empty: 'No new events',
  emptyText: (most: number) =>
    `Events are loaded from where you last stopped, at most ${number('en', most)} at a time.`,
  filterEmptyText: 'Change the filter to see more.',
  details: 'Details of the event',
  noneChosen: 'No event selected',
  noneChosenText: 'Select an event in the list to see its details.',
  offset: 'Offset',
  exportAsk: 'Export…',
  exportTitle: 'Export the events',
  exportText: (n: number) => `${events(n)}. National identity numbers are masked.`,
  exportFailed: 'Could not save the events',
  exported: (name: string, n: number) => `${events(n)} saved as ${name}`,
};
