// The identity provider for persons: a certified OpenID provider, its rules for one public native client, and its page.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { KeyObject } from 'node:crypto';
import type { Configuration, InteractionResults, Provider } from 'oidc-provider';
import type { Answer } from './call.ts';
import { errorPage, html, pageAnswer, signInForm, signOutForm } from './identity-pages.ts';
import { captured, textOf, type SignInSite } from './identity-server.ts';
import { createIdentityStore } from './identity-store.ts';
import type { Identity, NextVisit } from './identity.ts';
import { personOf, persons } from './persons.ts';
import { allScopes } from './scopes.ts';

export interface ProviderParts {
  readonly identity: Identity;
  readonly now: () => Date;
  /** Origins, known as soon as the servers listen. */
  readonly issuer: () => string;
  readonly otherOrigin: () => string;
  readonly signingKey: KeyObject;
}

/** The public client of native programs. */
export const personClient = '5d3f0a86-91c2-4e7b-8f1d-6a7c20b4e9d3';

const levels: readonly string[] = ['Level3', 'Level4'];
const discoveryPath = '/.well-known/openid-configuration';
const sessionCookie = 'sign_in_session';
const operations: Readonly<Record<string, string>> = {
  [discoveryPath]: 'identity.discovery',
  '/authorize': 'identity.authorize',
  '/token': 'identity.token',
  '/jwks': 'identity.keys',
  '/revoke': 'identity.revoke',
  '/logout': 'identity.signOut',
  '/userinfo': 'identity.userInfo',
};

export function createIdentityProvider(parts: ProviderParts): SignInSite {
  let provider: Promise<Provider> | undefined;
  return {
    operationOf: ({ url }) => operations[pathOf(url)] ?? 'identity.page',
    async answer(request) {
      provider ??= build(parts);
      return answer(parts, await provider, request);
    },
  };
}

const pathOf = (url: string | undefined): string => (url ?? '/').split('?')[0] ?? '/';

async function answer(
  parts: ProviderParts,
  provider: Provider,
  request: IncomingMessage,
): Promise<Answer> {
  const path = pathOf(request.url);
  if (path.startsWith('/interaction/')) return interaction(parts, provider, request);
  if (path === discoveryPath && !parts.identity.control.discovery) {
    return { status: 404, reason: 'Not Found' };
  }
  if (path.startsWith('/authorize')) prepare(request);
  const result = await captured(request, provider.callback());
  return path === discoveryPath ? withSplitHosts(parts, result) : result;
}

/**
 * Every visit asks anew who is there, so a browser's earlier session is left out; and `offline_access` alone is enough for a
 * refresh token, as one is promised without more (OpenID Connect wants `prompt=consent` beside it, and consent is asked).
 */
function prepare(request: IncomingMessage): void {
  const kept = (request.headers.cookie ?? '')
    .split(/;\s*/)
    .filter((cookie) => !cookie.startsWith(sessionCookie));
  request.headers.cookie = kept.join('; ');
  const [path = '', query = ''] = (request.url ?? '').split('?', 2);
  const given = new URLSearchParams(query);
  const offline = (given.get('scope') ?? '').split(' ').includes('offline_access');
  if (offline && !given.has('prompt')) request.url = `${path}?${query}&prompt=consent`;
}

function withSplitHosts({ identity, otherOrigin }: ProviderParts, result: Answer): Answer {
  if (!identity.control.splitHosts || result.status !== 200) return result;
  const document = JSON.parse(String(result.body)) as Record<string, unknown>;
  document['token_endpoint'] = `${otherOrigin()}/token`;
  return { ...result, body: JSON.stringify(document) };
}

/** Prints nothing about the version of Node, and everything else it has to say. */
async function library() {
  const { warn } = console;
  console.warn = (...words: unknown[]) => {
    if (!String(words[0]).includes('Unsupported runtime')) warn(...words);
  };
  try {
    return await import('oidc-provider');
  } finally {
    console.warn = warn;
  }
}

async function build(parts: ProviderParts): Promise<Provider> {
  const { Provider: Made } = await library();
  const provider = new Made(parts.issuer(), configuration(parts));
  const client = provider.Client.prototype;
  const registered = Object.getOwnPropertyDescriptor(client, 'redirectUriAllowed')
    ?.value as (typeof client)['redirectUriAllowed'];
  client.redirectUriAllowed = function (address: string) {
    const lenient = parts.identity.control.redirectPath === 'any' && isLoopback(address);
    return lenient || registered.call(this, address);
  };
  return provider;
}

function isLoopback(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, hash, username } = new URL(address);
  const own = hostname === '127.0.0.1' || hostname === '[::1]';
  return protocol === 'http:' && own && hash === '' && username === '';
}

function configuration(parts: ProviderParts): Configuration {
  const { control } = parts.identity;
  const jwk = parts.signingKey.export({ format: 'jwk' });
  return {
    adapter: createIdentityStore(parts.identity, parts.now),
    clients: [nativeClient],
    jwks: { keys: [{ ...jwk, kty: 'RSA', use: 'sig', alg: 'RS256', kid: 'sign-in-1' }] },
    cookies: { keys: ['local platform'], names: { session: sessionCookie } },
    scopes: ['openid', 'profile', 'offline_access', ...allScopes],
    claims: { openid: ['sub'], profile: ['name'] },
    conformIdTokenClaims: false,
    acrValues: [...levels],
    responseTypes: ['code'],
    clientAuthMethods: ['none'],
    pkce: { required: () => true },
    rotateRefreshToken: () => true,
    routes: routes(),
    features: {
      devInteractions: { enabled: false },
      resourceIndicators: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      dPoP: { enabled: false },
      revocation: {
        enabled: true,
        allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId,
      },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (ctx, form) => void (ctx.body = signOutForm(form)),
        postLogoutSuccessSource: (ctx) =>
          void (ctx.body = html('Signed out', '<p>You are signed out.</p>')),
      },
    },
    ttl: {
      AccessToken: () => control.accessTokenSeconds,
      RefreshToken: () => control.refreshTokenSeconds,
      AuthorizationCode: 60,
      IdToken: 600,
      Interaction: 3600,
      Session: 86_400,
      Grant: 86_400,
    },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    extraTokenClaims: ({ oidc: { entities } }) => ({
      acr: (entities.AuthorizationCode ?? entities.RefreshToken)?.acr,
    }),
    findAccount: (_ctx, id) => ({
      accountId: id,
      claims: () => ({ sub: id, name: personOf(id)?.name }),
    }),
    renderError: (ctx, facts) => {
      ctx.type = 'html';
      ctx.body = errorPage({ ...facts });
    },
  };
}

const nativeClient = {
  client_id: personClient,
  application_type: 'native' as const,
  token_endpoint_auth_method: 'none' as const,
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code' as const],
  redirect_uris: ['http://127.0.0.1/callback', 'http://[::1]/callback'],
  post_logout_redirect_uris: ['http://127.0.0.1/signed-out', 'http://127.0.0.1/callback'],
};

const routes = () => ({
  authorization: '/authorize',
  token: '/token',
  jwks: '/jwks',
  revocation: '/revoke',
  end_session: '/logout',
  userinfo: '/userinfo',
});

/** The one page between the authorization request and the way back: who, and whether. */
async function interaction(
  parts: ProviderParts,
  provider: Provider,
  request: IncomingMessage,
): Promise<Answer> {
  const posted = request.method === 'POST' ? new URLSearchParams(await textOf(request)) : undefined;
  return captured(request, async (_request, response) => {
    try {
      const { params } = await provider.interactionDetails(request, response);
      const visit = posted ? visitOf(posted) : parts.identity.takeVisit();
      if (visit === undefined) return show(response, signInPageFor(params));
      const result = await resultOf(provider, params, visit);
      await provider.interactionFinished(request, response, result);
    } catch (error) {
      show(response, pageAnswer(400, 'Bad Request', errorPage({ error: String(error) })));
    }
  });
}

function show(response: ServerResponse, page: Answer): void {
  response.statusCode = page.status;
  for (const [name, value] of Object.entries(page.headers ?? {})) response.setHeader(name, value);
  response.end(page.body);
}

type Params = Readonly<Record<string, unknown>>;
const wordsOf = (value: unknown): string[] =>
  typeof value === 'string' ? value.split(' ').filter((word) => word !== '') : [];
const levelAsked = (params: Params): string =>
  wordsOf(params['acr_values']).find((level) => levels.includes(level)) ?? 'Level3';

const signInPageFor = (params: Params): Answer =>
  pageAnswer(200, 'OK', signInForm(persons, wordsOf(params['scope']), levelAsked(params)));

const visitOf = (form: URLSearchParams): NextVisit => ({
  person: form.get('person') ?? '',
  deny: form.get('action') !== 'sign-in',
});

async function resultOf(
  provider: Provider,
  params: Params,
  visit: NextVisit,
): Promise<InteractionResults> {
  if (visit.error !== undefined) {
    return { error: visit.error, error_description: 'The identity provider could not go on.' };
  }
  const person = personOf(visit.person ?? persons[0]?.id ?? '');
  if (visit.deny === true || person === undefined) {
    return { error: 'access_denied', error_description: 'The person said no.' };
  }
  const grant = new provider.Grant({ accountId: person.id, clientId: personClient });
  grant.addOIDCScope(wordsOf(params['scope']).join(' '));
  return {
    login: { accountId: person.id, acr: visit.level ?? levelAsked(params), amr: ['otp'] },
    consent: { grantId: await grant.save() },
  };
}
