// The connection form: what is sent, its errors, and that opening and saving changes nothing.
import { describe, expect, it } from 'vitest';
import {
  connections,
  signIn as signInShape,
  type Connection,
  type SignIn,
} from '../../../../../preload/contract/connections.ts';
import {
  draftOf,
  emptyDraft,
  inputOf,
  problemsByField,
  problemsOf,
  sameDraft,
} from '../../../../../renderer/screens/connections/draft.ts';
import {
  emptySignIn,
  scopesIn,
} from '../../../../../renderer/screens/connections/sign-in-draft.ts';

const saved: Connection = {
  id: 'c-1',
  name: 'Production',
  environment: 'production',
  baseAddress: 'https://platform.example:8443/',
  organisationName: 'Fjordtrafikk AS',
  organisationNumber: '910514318',
  signIn: { way: 'certificate', certificate: 'k-1' },
  apiKey: 'k-2',
  highestTls: 'TLSv1.2',
  language: 2068,
  mediaType: 'application/hal+xml',
  proxy: { use: 'manual', host: 'proxy.example', port: 3128, userName: 'ola', password: 'k-3' },
  formerHosts: ['www.old.example', 'older.example'],
  extraCa: 'ca.pem',
};

const machineToken: SignIn = {
  way: 'machine-token',
  tokenEndpoint: 'https://token.example/token',
  audience: 'https://token.example/',
  clientId: 'client-1',
  scopes: ['altinn:enterpriseusers.read', 'altinn:enterpriseusers.write'],
  resource: 'https://platform.example/',
  proof: { by: 'certificate', certificate: 'k-1' },
};
const registeredKey: SignIn = {
  ...machineToken,
  proof: { by: 'registered-key', key: 'k-4', keyId: 'kid-1' },
};
const exchanged: SignIn = {
  ...machineToken,
  way: 'enterprise-user-token',
  exchangeEndpoint: 'https://exchange.example/exchange',
  userName: 'svc-payroll',
  password: 'k-5',
};
const person: SignIn = {
  way: 'person',
  provider: {
    found: 'typed',
    issuer: 'https://id.example',
    authorizeEndpoint: 'https://id.example/authorize',
    tokenEndpoint: 'https://other.example/token',
    jwksAddress: 'https://id.example/jwks',
    revocationEndpoint: 'https://id.example/revoke',
    endSessionEndpoint: 'https://id.example/logout',
  },
  clientId: 'steward',
  scopes: ['openid', 'altinn:reportees'],
  acrValues: 'Level3',
  callbackPath: '/callback',
};
const ways: readonly SignIn[] = [
  { way: 'certificate', certificate: 'k-1' },
  machineToken,
  { ...machineToken, exchangeEndpoint: 'https://exchange.example/exchange' },
  registeredKey,
  exchanged,
  person,
  { ...person, provider: { found: 'discovery', issuer: 'https://id.example' }, acrValues: '' },
  { way: 'password', userName: 'ola', password: 'k-5' },
  { way: 'enterprise-user', userName: 'svc-payroll', password: 'k-5', certificate: 'k-1' },
  { way: 'pasted-token' },
  { way: 'none' },
];

describe('draft', () => {
  it('what was saved and not touched is sent as it was, with its CA left alone', () => {
    const { id, extraCa } = saved;
    expect({ id, extraCa, ...inputOf(draftOf(saved)) }).toEqual(saved);
    expect(problemsOf(draftOf(saved))).toEqual({});
    expect(sameDraft(draftOf(saved), draftOf(saved))).toBe(true);
  });

  it.each(ways)('opening and saving a connection by $way changes nothing', (signIn) => {
    const apiKey = signIn.way === 'none' ? null : 'k-2';
    const { id, extraCa, ...rest } = { ...saved, signIn, apiKey };
    expect({ id, extraCa }).toEqual({ id: 'c-1', extraCa: 'ca.pem' });
    const draft = draftOf({ ...saved, signIn, apiKey });
    expect(inputOf(draft)).toEqual(rest);
    expect(problemsOf(draft)).toEqual({});
    expect(connections.create.input.parse(inputOf(draft))).toEqual(rest);
  });

  it('the samples are every way there is', () => {
    const known = signInShape.options.map((option) => option.shape.way.value);
    expect(new Set(ways.map(({ way }) => way))).toEqual(new Set(known));
  });

  it('what was typed for one way is not sent with another, and is there again when one comes back', () => {
    const draft = { ...draftOf({ ...saved, signIn: machineToken }), way: 'pasted-token' as const };
    expect(inputOf(draft).signIn).toEqual({ way: 'pasted-token' });
    expect(inputOf({ ...draft, way: 'machine-token' }).signIn).toEqual(machineToken);
  });

  it('a connection without sign-in sends no API key, though one was chosen before', () => {
    expect(inputOf({ ...draftOf(saved), way: 'none' })).toMatchObject({ apiKey: null });
  });

  it.each([
    ['certificate', ['certificate']],
    ['machine-token', ['tokenEndpoint', 'audience', 'clientId', 'scopes', 'certificate']],
    ['person', ['issuer', 'clientId', 'scopes']],
    ['password', ['userName', 'password']],
    ['enterprise-user', ['userName', 'password', 'certificate']],
    ['pasted-token', []],
    ['none', []],
  ] as const)('by %s, what is missing is said at its own field', (way, fields) => {
    const draft = { ...draftOf(saved), ...emptySignIn, way };
    expect(problemsOf(draft)).toEqual(Object.fromEntries(fields.map((one) => [one, 'required'])));
  });

  it('what is typed wrong for signing in is marked at its own field', () => {
    const typed = { ...draftOf({ ...saved, signIn: person }), jwksAddress: 'http://keys.example' };
    expect(problemsOf(typed)).toEqual({ jwksAddress: 'server-address' });
    const scopes = {
      ...draftOf({ ...saved, signIn: machineToken }),
      scopes: 'altinn:a plåtform:b',
    };
    expect(problemsOf(scopes)).toEqual({ scopes: 'scope' });
    const key = { ...draftOf({ ...saved, signIn: registeredKey }), keyId: ' ', key: '' };
    expect(problemsOf(key)).toEqual({ keyId: 'required', key: 'required' });
  });

  it('scopes may be pasted with line breaks and commas, and twice', () => {
    expect(scopesIn(' altinn:a,\n altinn:b altinn:a ')).toEqual(['altinn:a', 'altinn:b']);
  });

  it('an empty form says of each needed field that it is missing', () => {
    expect(problemsOf(emptyDraft('en'))).toEqual({
      name: 'required',
      environment: 'required',
      baseAddress: 'required',
      organisationName: 'required',
      organisationNumber: 'required',
      certificate: 'required',
      apiKey: 'required',
    });
  });

  it('blanks around what was typed, and gaps in a pasted organisation number, are no mistake', () => {
    const draft = { ...draftOf(saved), name: ' Prod ', organisationNumber: '910 514\u00a0318' };
    expect(inputOf(draft)).toMatchObject({ name: 'Prod', organisationNumber: '910514318' });
    expect(problemsOf(draft)).toEqual({});
  });

  it('the check digit of the organisation number is looked at', () => {
    expect(problemsOf({ ...draftOf(saved), organisationNumber: '910514319' })).toEqual({
      organisationNumber: 'organisation-number',
    });
  });

  it.each([
    'http://platform.example/',
    'https://a:b@platform.example/',
    'platform.example',
    'https://x.example/?q=1',
  ])('the address %s is refused', (baseAddress) => {
    expect(problemsOf({ ...draftOf(saved), baseAddress })).toEqual({ baseAddress: 'base-address' });
  });

  it.each([
    ['974760673', '974760673', {}],
    [' 974 760 673 ', '974760673', {}],
    ['974760674', '974760674', { consumerOrg: 'organisation-number' }],
    ['NO 974760673 MVA', '974760673', {}],
    ['9747606', '9747606', { consumerOrg: 'organisation-number' }],
    [' ', undefined, {}],
  ])('FLD-12 the customer of a supplier typed as %j is sent as %s', (typed, sent, problems) => {
    const draft = { ...draftOf({ ...saved, signIn: machineToken }), consumerOrg: typed };
    expect(inputOf(draft).signIn).toEqual({
      ...machineToken,
      ...(sent !== undefined && { consumerOrg: sent }),
    });
    expect(problemsOf(draft)).toEqual(problems);
  });

  it.each([
    ['proxy.example.org', {}],
    [' 10.0.0.1 ', {}],
    ['fd00::1', {}],
    ['http://proxy.example.org', { proxyHost: 'host-name' }],
    ['proxy.example.org:3128', { proxyHost: 'host-name' }],
    ['http://proxy.example.org:3128/', { proxyHost: 'host-name' }],
    ['kari@proxy.example.org', { proxyHost: 'host-name' }],
    ['proxy example', { proxyHost: 'host-name' }],
  ])('FLD-11 the host of a proxy typed as %j is a host alone', (proxyHost, problems) => {
    expect(problemsOf({ ...draftOf(saved), proxyHost })).toEqual(problems);
  });

  const script = (answer: string) =>
    `// Of the network\nfunction FindProxyForURL(url, host) {\n  if (isPlainHostName(host)) return "DIRECT";\n  ${answer}\n}\n${' '.repeat(300)}//`;
  it.each([
    ['PROXY p.example:8080; DIRECT', 'proxy-answer'],
    ['"PROXY p.example:8080; DIRECT"', 'proxy-answer'],
    ['“PROXY p.example:8080”', 'proxy-answer'],
    ["return 'PROXY p.example:8080';", 'proxy-answer'],
    ['proxy p.example', 'host-name'],
    ['HTTP p.example:8080', 'proxy-answer'],
    ['SOCKS5 s.example:1080; PROXY p.example:8080', 'proxy-answer'],
    ['SOCKS s.example:1080; DIRECT', 'proxy-kind'],
    ['HTTPS p.example:443', 'proxy-kind'],
    ['socks5h://s.example:1080', 'proxy-kind'],
    ['DIRECT', 'proxy-direct'],
    ['"DIRECT";', 'proxy-direct'],
    [script('return "PROXY p.example:8080; DIRECT";'), 'proxy-script'],
    [script('return "PROXY p.example:8080; DIRECT";').replaceAll('\n', ''), 'proxy-script'],
    [script('return "SOCKS5 s.example:1080";'), 'proxy-kind'],
    [script(''), 'proxy-direct'],
    ['function FindProxyForURL(url, host) {', 'proxy-script'],
    ['http://wpad.corp.example/wpad.dat', 'proxy-script'],
    ['https://files.corp.example/proxy.pac?v=2', 'proxy-script'],
    ['file:///C:/Windows/proxy.pac', 'proxy-script'],
    ['pr"oxy', 'host-name'],
    ['p.example;', 'host-name'],
    ['p.example, q.example', 'host-name'],
  ])('FLD-11 pasted as the host of a proxy, %j is told as what it is: %s', (proxyHost, problem) => {
    expect(problemsOf({ ...draftOf(saved), proxyHost })).toEqual({ proxyHost: problem });
  });

  it.each(['proxy', 'direct', 'http', 'socks.example', 'pac.example', 'blåbær.no', '"p.example"'])(
    'FLD-11 %s is the name of a host',
    (proxyHost) => {
      const draft = { ...draftOf(saved), proxyHost };
      expect(problemsOf(draft)).toEqual({});
      expect(connections.create.input.parse(inputOf(draft)).proxy).toMatchObject({
        host: proxyHost.replaceAll('"', ''),
      });
    },
  );

  it.each([
    ['', 'required'],
    ['PROXY p.example:8080', 'not-a-number'],
    ['8080;', 'not-a-number'],
    ['80.5', 'not-a-number'],
    ['0', 'out-of-range'],
  ])('FLD-11 the port of a proxy typed as %j is told on its own field', (proxyPort, problem) => {
    expect(problemsOf({ ...draftOf(saved), proxyPort })).toEqual({ proxyPort: problem });
  });

  const credentials = { certificate: 'other-place', apiKey: 'other-place' };
  it.each([
    ['as it is', {}, {}],
    ['for the test environment', { environment: 'test' as const }, credentials],
    ['for another address', { baseAddress: 'https://elsewhere.example' }, credentials],
    ['for another port', { baseAddress: 'https://platform.example:444' }, credentials],
    ['for another path', { baseAddress: 'https://platform.example:8443/other' }, {}],
    [
      'for another address with a key of its own',
      { baseAddress: 'https://elsewhere.example', apiKey: 'k-9' },
      { certificate: 'other-place' },
    ],
    [
      'with credentials of its own',
      { environment: 'test' as const, certificate: 'k-8', apiKey: 'k-9' },
      {},
    ],
    ['for nobody yet', { environment: '' as const }, { environment: 'required' }],
  ])('FLD-14 a copy %s says what cannot go there, on its field', (_, change, problems) => {
    expect(problemsOf({ ...draftOf(saved), name: 'Copy', ...change }, [saved])).toEqual(problems);
  });

  it('a manual proxy needs a host and a port; the others send none of it', () => {
    const draft = { ...draftOf(saved), proxyHost: ' ', proxyPort: '70000' };
    expect(problemsOf(draft)).toEqual({ proxyHost: 'required', proxyPort: 'out-of-range' });
    expect(inputOf({ ...draft, proxyUse: 'none' }).proxy).toEqual({ use: 'none' });
    expect(inputOf({ ...draftOf(saved), proxyUser: '', proxyPassword: '' }).proxy).toEqual({
      use: 'manual',
      host: 'proxy.example',
      port: 3128,
    });
  });

  it('the extra CA stays, goes or is replaced as asked', () => {
    const draft = draftOf(saved);
    const handle = `file-${'a'.repeat(20)}`;
    expect(inputOf(draft)).not.toHaveProperty('extraCaFile');
    expect(inputOf({ ...draft, extraCa: 'none' }).extraCaFile).toBeNull();
    expect(inputOf({ ...draft, extraCa: { handle, name: 'new.pem' } }).extraCaFile).toBe(handle);
  });

  it('what main refuses lands on the field of the form', () => {
    const draft = draftOf(saved);
    expect(
      problemsByField(
        {
          'signIn.certificate': 'not-a-choice',
          'signIn.proof.key': 'not-a-choice',
          'signIn.provider.issuer': 'server-address',
          'signIn.scopes.2': 'scope',
          'proxy.port': 'out-of-range',
          'formerHosts.3': 'too-long',
          extraCaFile: 'unknown-handle',
          somethingNew: 'required',
        },
        { ...draft, key: 'k-9', issuer: 'https://x', scopes: 'a b' },
      ),
    ).toEqual({
      certificate: 'not-a-choice',
      key: 'not-a-choice',
      issuer: 'server-address',
      scopes: 'scope',
      proxyPort: 'out-of-range',
      formerHosts: 'too-long',
      extraCa: 'unknown-handle',
    });
  });

  it('what the form calls fine, the contract takes', () => {
    expect(connections.create.input.safeParse(inputOf(draftOf(saved))).success).toBe(true);
  });
});
