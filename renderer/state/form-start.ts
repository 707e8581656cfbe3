// The navigation from a service to a new form of it in the message box.
import type { Route } from './route.ts';

/** As `screens/messages/places.ts` reads it. */
export const formStart = ({
  code,
  edition,
}: {
  readonly code: string;
  readonly edition: number;
}): Pick<Route, 'screen' | 'id'> => ({
  screen: 'work-list',
  id: `+start/${code}/${String(edition)}`,
});

/** The draft of a form, of the party that is acted for. */
export const formPlace = (message: string): Pick<Route, 'screen' | 'id'> => ({
  screen: 'work-list',
  id: `${message}+forms`,
});
