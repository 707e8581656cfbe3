// English texts of places from a file.
import { counted } from '../formats.ts';

export const places = {
  open: 'Places',
  /** In a connection form. */
  get: 'Get places from a file',
  title: 'Places from a file',
  lead: 'Your organisation or its supplier can give you a file with the addresses of the platform and of sign-in, so that you don’t have to type them. You see everything in it before it is used.',
  drop: 'Drop a places file here',
  dropHint: 'A JSON file of at most 256 KiB',
  reading: 'Could not read the file',
  refused: (file: string) => `${file} can’t be used`,
  refusedText:
    'Nothing was changed. Correct the file, or ask whoever gave it to you for a new one.',
  known: 'In use: places from',
  forget: 'Forget these places',
  forgotten: 'Places forgotten. Connections stay as they are.',
  forgetting: 'Could not forget the places',
  from: 'From',
  check:
    'Check that you know who gave you this file, and that the addresses are right. New connections can send certificates, keys and tokens there.',
  managed: (by: string) =>
    `${by} manages the addresses of connections on this computer. Places from a file are not used here.`,
  managedProviders: (by: string) =>
    `${by} manages which providers you can sign in through. Those in this file are not used here.`,
  places: 'Places',
  providers: 'Sign-in and tokens',
  exchange: 'Exchanges tokens:',
  states: { new: 'New', changed: 'Changed', same: 'No change', gone: 'Removed' },
  before: (text: string) => `Until now: ${text}`,
  lookalike: 'This host name has letters outside a–z. Check it carefully.',
  movedTitle: (n: number) =>
    n === 1
      ? '1 connection uses an old address'
      : `${counted('en', n, 'connection', 'connections')} use an old address`,
  movedText: 'Connections are never changed for you. Change each one when you are ready.',
  use: 'Use these places',
  taking: 'Could not use the places',
  another: 'Choose another file',
  taken: (by: string) => `Now using the places from ${by}`,
  place: 'Place',
  hint: (by: string) => `From the places file of ${by}.`,
  other: 'Another address',
  otherOf: (label: string) => `${label}: another address`,
  movedPlace: (name: string) => `${name} has a new address`,
  movedPlaceText: (address: string) =>
    `The places file has ${address}. This connection still uses the old address.`,
  useNew: 'Use the new address',
};
