// The current place as an address: `#/<connection>/<screen>/<id>`; `-` stands for no connection.
export interface Route {
  readonly connection: string | null;
  readonly screen: string;
  /** What is open on the screen: a user name, a credential; null when nothing is. */
  readonly id: string | null;
}

const NOWHERE = '-';

/** Undefined for an address that is not ours; a broken escape is no crash. */
export function parseRoute(hash: string): Route | undefined {
  const parts = hash.replace(/^#/, '').split('/');
  if (parts[0] !== '' || parts.length < 3 || parts.length > 4) return undefined;
  const [connection, screen, id] = parts.slice(1).map(decoded);
  if (connection === undefined || connection === '' || screen === undefined || screen === '') {
    return undefined;
  }
  if (parts.length === 4 && id === undefined) return undefined;
  return {
    connection: connection === NOWHERE ? null : connection,
    screen,
    id: id === undefined || id === '' ? null : id,
  };
}

export function formatRoute(route: Route): string {
  const parts = [
    route.connection ?? NOWHERE,
    route.screen,
    ...(route.id === null ? [] : [route.id]),
  ];
  return `#/${parts.map(encodeURIComponent).join('/')}`;
}

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
