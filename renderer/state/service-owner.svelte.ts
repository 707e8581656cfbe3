// Whether a connection is a service owner's: its scopes say so, a call proved it, or a person said it.
import type { Connection } from '../../preload/contract/connections.ts';
import { layout } from './layout.svelte.ts';
import { hearAnswers } from './main-process.ts';

/** What only a service owner is answered. */
const PROOFS = new Set([
  'serviceOwner.find',
  'serviceOwner.get',
  'serviceOwner.officialContacts',
  'serviceOwner.personalContacts',
  'serviceOwner.rolesOf',
  'partyAccess.reportees',
  'partyAccess.rights',
  'partyAccess.roles',
  'serviceRights.list',
  'serviceRights.get',
  'ownerRequests.consents',
  'ownerRequests.list',
  'ownerRequests.get',
  'ownerEvents.read',
]);

const isNamed = (scope: string) => /^(?:[^:]*:)?serviceowner(?:\/|$)/i.test(scope);

export const serviceOwner = {
  /** What a person said of it, or what a call proved; undefined where neither is so. */
  said: ({ id }: Connection): boolean | undefined => layout.now.serviceOwners[id],
  byScopes: ({ signIn }: Connection): boolean => 'scopes' in signIn && signIn.scopes.some(isNamed),
  is: (connection: Connection): boolean =>
    serviceOwner.byScopes(connection) || serviceOwner.said(connection) === true,
  say(connection: string, is: boolean): void {
    layout.change({ serviceOwners: { ...layout.now.serviceOwners, [connection]: is } });
  },
};

/** To be used once, in the window. What a person said stays as it was said. */
export function followProofs(): void {
  hearAnswers((name, input) => {
    if (!PROOFS.has(name)) return;
    const { connection } = input as { readonly connection: string };
    if (layout.now.serviceOwners[connection] === undefined) serviceOwner.say(connection, true);
  });
}
