// Which screens the connection in use cannot use, and why: for the sidebar, the palette and the page in their place.
import type { Connection } from '../../preload/contract/connections.ts';
import { language } from '../texts/language.svelte.ts';
import { layout } from './layout.svelte.ts';
import { isLimitedScreen, type Limit, limitOf, limitWords, mayCall } from './screen-limits.ts';
import { session } from './session.svelte.ts';

const setUpOf = (connection: Connection) => ({
  connection,
  credentials: session.credentials,
  actsAsUser: layout.now.actsAsUser[connection.id] === true,
});
const limitFor = (connection: Connection, screen: string): Limit | undefined =>
  limitOf(screen, setUpOf(connection));

export const limits = {
  /** Of the connection in use; undefined where the screen may work, or where there is no connection. */
  of: (screen: string): Limit | undefined =>
    session.chosen === null ? undefined : limitFor(session.chosen, screen),
  mayCall: (connection: Connection, method: string, path: string): boolean =>
    mayCall(method, path, setUpOf(connection)),
  /** In a sentence or two. */
  reason(screen: string): string | undefined {
    const limit = limits.of(screen);
    return session.chosen === null || limit === undefined || !isLimitedScreen(screen)
      ? undefined
      : limitWords(limit, { screen, way: session.chosen.signIn.way }, language.t);
  },
  /** Another connection of the organisation, in the same environment, that can use it. */
  instead(screen: string): Connection | undefined {
    const { chosen } = session;
    const isOff = limits.of(screen)?.why === 'switched-off';
    return session.connections.find(
      (one) =>
        one.id !== chosen?.id &&
        // What the platform there has switched off, it has for every connection; it was only asked through this one.
        !(isOff && one.baseAddress === chosen?.baseAddress) &&
        one.environment === chosen?.environment &&
        one.organisationNumber === chosen.organisationNumber &&
        limitFor(one, screen) === undefined,
    );
  },
  /** Takes the person's word that this platform lets the organisation act as a user. */
  tryAnyway({ id }: Connection): void {
    layout.change({ actsAsUser: { ...layout.now.actsAsUser, [id]: true } });
  },
};
