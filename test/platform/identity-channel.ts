// Controls signing in from outside the platform's process: the control channel for persons, tokens and cookies.
import type { IdentityControl, NextVisit } from './identity.ts';

/** What may be set; everything else of a body is left out. */
const settings = [
  'discovery',
  'splitHosts',
  'redirectPath',
  'accessTokenSeconds',
  'refreshTokenSeconds',
  'machineTokenSeconds',
  'missingScope',
  'cookieLifetimeMs',
  'renewCookies',
  'coldCertificate',
] as const satisfies readonly (keyof IdentityControl)[];

/** Undefined for what it does not know. */
export function serveIdentity(control: IdentityControl, what: string, body: unknown): unknown {
  switch (what) {
    case 'GET identity':
      return {
        ...only(control),
        credentialsSeen: control.credentialsSeen,
        living: control.living,
      };
    case 'PUT identity':
      Object.assign(control, only(body as object));
      return {};
    case 'POST visits':
      control.next(body as NextVisit);
      return {};
    case 'POST tokens':
      return { token: control.addToken(body as Parameters<IdentityControl['addToken']>[0]) };
    case 'DELETE tokens':
      control.expireTokens();
      return {};
    case 'DELETE refresh-tokens':
      control.revokeRefreshTokens();
      return {};
    case 'DELETE cookies':
      control.endSessions();
      return {};
    case 'POST clients':
      return {
        clientId: control.registerClient(body as Parameters<IdentityControl['registerClient']>[0]),
      };
    case 'POST keys': {
      const { publicPem, clientId } = body as { publicPem: string; clientId?: string };
      return { kid: control.registerKey(publicPem, clientId) };
    }
    default:
      return undefined;
  }
}

const only = (from: object): object =>
  Object.fromEntries(
    Object.entries(from).filter(([name]) => settings.some((known) => known === name)),
  );
