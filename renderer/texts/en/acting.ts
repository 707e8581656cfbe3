// English texts of the switcher of parties.
import { counted, number } from '../formats.ts';

export const acting = {
  title: 'Acting as',
  other: 'Acting for another party',
  change: 'Choose a party to act as',
  search: 'Search name or organisation number',
  signedInWith: {
    certificate: 'Signed in with the organisation certificate',
    'machine-token': 'Signed in with a machine token',
    'pasted-token': 'Signed in with a pasted token',
    person: 'Signed in as a person, in the browser',
    password: 'Signed in with user name and password',
    'enterprise-user': 'Signed in as an enterprise user',
    'enterprise-user-token': 'Signed in as an enterprise user, with a machine token',
    none: 'Open data, not signed in',
  },
  ownSection: 'Organisation of this connection',
  recent: 'Recent',
  starred: 'Starred',
  all: 'All parties',
  results: 'Results',
  unit: (of: string) => `Unit of ${of}`,
  person: 'Person',
  otherKind: 'Other',
  deleted: 'Deleted',
  starredOne: 'Starred',
  now: 'Acting as this party',
  showDeleted: (n: number) => `Show deleted (${number('en', n)})`,
  openParties: 'Open Parties',
  reading: 'Could not load the parties',
  readSoFar: (n: number) => `${number('en', n)} loaded so far`,
  notRead: 'The parties aren’t loaded.',
  nothing: 'Nothing matches. Search by name or organisation number.',
  nothingDeleted: (n: number) =>
    `Nothing matches among active parties. ${counted('en', n, 'deleted party is', 'deleted parties are')} hidden.`,
  notListed:
    'The platform doesn’t list this organisation among those you can act for, so it may refuse your calls.',
  shown: (n: number) => counted('en', n, 'party', 'parties'),
  chosen: (name: string) => `Acting as ${name}`,
  back: (name: string) => `Act as ${name} again`,
  lost: {
    gone: (who: string) => `You can no longer act as ${who}.`,
    deleted: (who: string) => `${who} has been deleted.`,
  },
  lostText: (own: string) => `Steward acts as ${own} until you choose another party.`,
  /** Screens that do not go by the party acted for. */
  whose: {
    'enterprise-users': (own: string) => `Enterprise users of ${own}, whoever you act as.`,
    'service-owner': (own: string) => `Look-ups are made by ${own}, whoever you act as.`,
    reportees: () => 'The parties of whoever is signed in, whoever you act as.',
  },
  lostParty: 'the party you had chosen',
};
