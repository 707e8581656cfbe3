// Which screens each way of signing in cannot use, and why: one table, worked out from the endpoints.
import { describe, expect, it } from 'vitest';
import type { Connection, SignIn, SignInWay } from '../../../../preload/contract/connections.ts';
import type { EndpointGroup, Offer, Offers } from '../../../../preload/contract/offers.ts';
import type { Credential } from '../../../../preload/contract/credentials.ts';
import {
  endpointsOf,
  isLimitedScreen,
  type Limit,
  type LimitedScreen,
  limitOf,
  mayCall,
  limitWords,
} from '../../../../renderer/state/screen-limits.ts';
import { en } from '../../../../renderer/texts/en.ts';
import { nb } from '../../../../renderer/texts/nb.ts';

const SCREENS = Object.keys(en.limits.screens) as readonly LimitedScreen[];
const machine = {
  tokenEndpoint: 'https://provider.example.test/token',
  audience: 'https://provider.example.test/',
  clientId: 'client',
  proof: { by: 'certificate', certificate: 'cert' },
} as const;

/** As they sign in, with every scope where a way has scopes. */
const signIns: { readonly [Way in SignInWay]: Extract<SignIn, { way: Way }> } = {
  none: { way: 'none' },
  certificate: { way: 'certificate', certificate: 'cert' },
  'machine-token': {
    ...machine,
    way: 'machine-token',
    scopes: ['altinn:enduser', 'altinn:serviceowner'],
  },
  'enterprise-user': {
    way: 'enterprise-user',
    userName: 'svc',
    password: 'p',
    certificate: 'cert',
  },
  'enterprise-user-token': {
    ...machine,
    way: 'enterprise-user-token',
    scopes: ['altinn:enduser', 'altinn:serviceowner'],
    exchangeEndpoint: 'https://next.example.test/exchange',
    userName: 'svc',
    password: 'p',
  },
  person: {
    way: 'person',
    provider: { found: 'discovery', issuer: 'https://id.example.test' },
    clientId: 'client',
    scopes: ['altinn:enduser', 'altinn:serviceowner'],
    acrValues: '',
  },
  password: { way: 'password', userName: 'ola', password: 'p' },
  'pasted-token': { way: 'pasted-token' },
};

const AT = '2026-03-02T08:00:00.000Z';
type States = Partial<Record<EndpointGroup, Offer['state']>>;
const REFUSED: States = { messages: 'not-allowed', parties: 'not-reached', profiles: 'not-asked' };
const offersOf = (states: States): Offers => ({
  asked: AT,
  groups: Object.entries(states).map(
    ([group, state]) => ({ group, state, since: null, instead: null }) as Offer,
  ),
});

interface Case {
  readonly offers?: Offers;
  readonly apiKey?: string | null;
  readonly actsAsUser?: boolean;
  readonly credentials?: readonly Credential[];
}
const limit = (screen: string, signIn: SignIn, more: Case = {}) => {
  const { apiKey = 'key', actsAsUser = false, credentials = [], offers } = more;
  const connection: Pick<Connection, 'signIn' | 'apiKey' | 'offers'> = { signIn, apiKey, offers };
  return limitOf(screen, { connection, credentials, actsAsUser });
};
const limited = (signIn: SignIn, more?: Case) =>
  SCREENS.filter((screen) => limit(screen, signIn, more) !== undefined);

/** In the order of the sidebar. */
const OF_OWNERS = [
  'service-owner',
  'party-access',
  'service-rights',
  'owner-requests',
  'owner-events',
];
const OF_ORGANISATIONS: readonly string[] = ['enterprise-users', 'consents', ...OF_OWNERS];
const OF_USERS = SCREENS.filter((one) => !OF_ORGANISATIONS.includes(one));

describe('a screen that a connection cannot use', () => {
  it('rests on documented calls that are no open ones', () => {
    for (const screen of SCREENS) {
      expect(endpointsOf(screen).length, screen).toBeGreaterThan(0);
      for (const { open, switchedOff } of endpointsOf(screen))
        expect([screen, open, switchedOff]).toEqual([screen, false, undefined]);
    }
    expect(OF_USERS).toHaveLength(11);
  });

  it.each<readonly [SignInWay, readonly string[]]>([
    ['none', SCREENS],
    ['certificate', OF_USERS],
    ['machine-token', OF_USERS],
    ['enterprise-user', OF_ORGANISATIONS],
    ['enterprise-user-token', ['enterprise-users']],
    ['person', OF_ORGANISATIONS],
    ['password', OF_ORGANISATIONS],
    ['pasted-token', []],
  ])('signed in by %s: %s', (way, screens) => {
    expect(limited(signIns[way], { apiKey: way === 'none' ? null : 'key' })).toEqual(screens);
    for (const screen of screens)
      expect(limit(screen, signIns[way])).toMatchObject({ why: 'sign-in', field: 'way' });
  });

  it('says of one call whether the set-up lets it succeed; a pasted token does not tell', () => {
    const ways = Object.values(signIns).filter((signIn) =>
      mayCall('GET', 'serviceowner/organizations/{orgno}', {
        connection: { signIn, apiKey: 'key' },
        credentials: [],
        actsAsUser: false,
      }),
    );
    expect(ways.map(({ way }) => way)).toEqual([
      'certificate',
      'machine-token',
      'enterprise-user-token',
    ]);
  });

  it('is none of those that ask open endpoints or nobody, however one signs in', () => {
    for (const screen of ['services', 'code-lists', 'roles', 'explorer', 'connections', 'settings'])
      for (const signIn of Object.values(signIns)) expect(limit(screen, signIn)).toBeUndefined();
  });

  it('may be opened all the same where only the documentation refuses an organisation, and by a person’s word alone', () => {
    for (const way of ['certificate', 'machine-token'] as const) {
      expect(limit('inbox', signIns[way])).toMatchObject({ needs: 'user', mayTry: true });
      expect(limited(signIns[way], { actsAsUser: true })).toEqual([]);
    }
    expect(limit('inbox', signIns.none, { actsAsUser: true })).toMatchObject({ mayTry: false });
    expect(limit('enterprise-users', signIns.person, { actsAsUser: true })).toMatchObject({
      needs: 'organisation',
      mayTry: false,
    });
  });

  it('lacks the scope by its name under the platform’s own prefix; any one that opens a call is enough', () => {
    const person = (...scopes: readonly string[]): SignIn => ({
      ...signIns.person,
      scopes: [...scopes],
    });
    expect(limit('inbox', person('openid', 'other:profiles.read'))).toEqual({
      why: 'scope',
      scope: 'other:instances.meta',
      field: 'scopes',
    });
    expect(limited(person('other:Instances.Meta'))).not.toContain('inbox');
    expect(limited(person('other:endusernoconsent'))).toEqual(OF_ORGANISATIONS);
    expect(limit('delegations', person('altinn:rolesandrights.read'))).toBeUndefined();
    expect(limit('profile', person('altinn:profiles.write'))?.why).toBe('scope');
    const machineWith = (...scopes: readonly string[]): SignIn => ({
      ...signIns['machine-token'],
      scopes: [...scopes],
    });
    expect(limit('enterprise-users', machineWith('altinn:enterpriseusers.write'))).toBeUndefined();
    expect(limit('service-owner', machineWith('altinn:enduser'))?.why).toBe('scope');
    expect(limit('service-owner', machineWith('a:serviceowner/reportees'))).toBeUndefined();
  });

  it.each<[string, States, readonly LimitedScreen[]]>([
    ['all answers', { messages: 'answers' }, []],
    ['not allowed, not asked and not reached are for the screens to meet', REFUSED, []],
    ['messages', { messages: 'switched-off' }, ['inbox', 'work-list', 'archive', 'trash']],
    ['one of two parts of a screen', { 'owner-consents': 'switched-off' }, []],
    [
      'both parts of a screen',
      { 'owner-consents': 'switched-off', 'owner-delegation-requests': 'switched-off' },
      ['owner-requests'],
    ],
    ['what no screen is made for', { 'app-rights': 'switched-off', metadata: 'switched-off' }, []],
    [
      'users, before the sign-in that would not help',
      { 'enterprise-users': 'switched-off' },
      ['enterprise-users'],
    ],
  ])('was found switched off: %s', (_, states, screens) => {
    for (const way of ['pasted-token', 'certificate', 'person'] as const) {
      const off = SCREENS.filter(
        (screen) =>
          limit(screen, signIns[way], { offers: offersOf(states) })?.why === 'switched-off',
      );
      expect(off, way).toEqual(SCREENS.filter((screen) => screens.includes(screen)));
    }
  });

  it('lacks the API key, or a certificate that has not expired', () => {
    expect(limit('enterprise-users', signIns.certificate, { apiKey: null })).toEqual({
      why: 'api-key',
      field: 'apiKey',
    });
    const expired = (expiry: 'expired' | 'within-7-days') =>
      ({ id: 'cert', kind: 'certificate', name: 'Old', expiry }) as Credential;
    for (const way of ['certificate', 'machine-token'] as const)
      expect(
        limit('enterprise-users', signIns[way], { credentials: [expired('expired')] }),
      ).toEqual({ why: 'certificate-expired', name: 'Old', field: 'certificate' });
    expect(
      limit('enterprise-users', signIns.certificate, { credentials: [expired('within-7-days')] }),
    ).toBeUndefined();
    // Its own certificate alone counts.
    expect(limit('inbox', signIns.person, { credentials: [expired('expired')] })).toBeUndefined();
  });
});

describe('the reason', () => {
  const said = (screen: LimitedScreen, way: SignInWay, texts: typeof en) => {
    const found = limit(screen, signIns[way], { apiKey: null });
    return found === undefined ? '' : limitWords(found, { screen, way }, texts);
  };

  it('says how the connection signs in and what the screen requires, in both languages', () => {
    expect(said('enterprise-users', 'none', en)).toBe(
      'This connection does not sign in. Enterprise users require an organisation certificate or a machine token.',
    );
    expect(said('inbox', 'certificate', nb)).toBe(
      'Denne tilkoblingen logger inn som virksomheten. Meldinger krever innlogging som person eller virksomhetsbruker.',
    );
    for (const texts of [en, nb])
      for (const screen of SCREENS)
        for (const why of limitsOfEveryKind)
          expect(limitWords(why, { screen, way: 'person' }, texts)).toMatch(/^\p{Lu}.*\.$/u);
  });

  it('advises no API key to a connection that does not sign in', () => {
    for (const texts of [en, nb])
      for (const screen of SCREENS) expect(said(screen, 'none', texts)).not.toMatch(/API/);
  });

  it('says when the platform was asked, since when it is off, and what comes instead', () => {
    const words = (instead: 'portal' | null, since: string | null) =>
      limitWords(
        { why: 'switched-off', asked: AT, since, instead },
        { screen: 'inbox', way: 'person' },
        en,
      );
    const found = 'The platform no longer offers this. Steward asked it on 2 Mar 2026.';
    expect(words(null, null)).toBe(found);
    expect(words('portal', '2023-04-19')).toBe(
      `${found} ${en.failures.switchedOff('2023-04-19')} ${en.failures.instead.portal}`,
    );
  });

  it('is known for the screens of the texts alone', () => {
    expect(isLimitedScreen('services')).toBe(false);
    expect(SCREENS.every(isLimitedScreen)).toBe(true);
  });
});

const limitsOfEveryKind: readonly Limit[] = [
  { why: 'sign-in', needs: 'service-owner', field: 'way', mayTry: false },
  { why: 'scope', scope: 'altinn:reportees', field: 'scopes' },
  { why: 'api-key', field: 'apiKey' },
  { why: 'certificate-expired', name: 'Old', field: 'certificate' },
  { why: 'switched-off', asked: AT, since: '2023-04-19', instead: 'portal' },
  { why: 'switched-off', asked: AT, since: null, instead: null },
];
