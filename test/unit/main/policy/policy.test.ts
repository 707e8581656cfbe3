// Managed settings as applied: which operations run, what a connection may be, how it is used, and what limits do.
import { describe, expect, it } from 'vitest';
import { operationsOff } from '../../../../main/policy/policy.ts';
import { createPolicy } from '../../../../main/policy/policy.ts';
import { createOperations } from '../../../../main/border/operations.ts';
import { failureOf } from '../../../../main/problem.ts';
import type { SavedConnection } from '../../../../main/storage/connection-store.ts';
import {
  managedFeature,
  type ManagedFeature,
  managedSettings,
  type ManagedSettings,
} from '../../../../preload/contract/managed.ts';
import { switchedOff } from '../../../../preload/contract/managed-rules.ts';
import type { Settings } from '../../../../preload/contract/settings.ts';
import { itAtLength } from '../../../support/at-length.ts';
import { connectionTo } from '../../../support/connection-desk.ts';
import { operations as all, samples } from '../../../support/contract-samples.ts';
import {
  createRememberingJournal,
  createRememberingLog,
  handlersDoing,
} from '../../../support/handlers.ts';
import { nobodyAsked } from '../../../support/consent.ts';

const settled = (more: object): ManagedSettings =>
  managedSettings.parse({ version: 1, managedBy: 'IT of Fjord', ...more });
const failing = (work: () => unknown) => {
  try {
    work();
  } catch (error) {
    return failureOf(error);
  }
  return undefined;
};

/** Written down by hand, by name, so that a slip in the table of features shows. */
const NAMES = [
  ...['reference.state', 'reference.owners', 'reference.search', 'reference.named'],
  ...['reference.service', 'reference.requirements', 'reference.roles', 'jobs.startSynchronise'],
];
const ALONE: Readonly<Record<ManagedFeature, RegExp>> = {
  'enterprise-users':
    /^(enterpriseUsers\..*|jobs\.start(Rotation|UserDeletion)|jobs\.testDestination)$/,
  'role-definitions':
    /^roleDefinitions\.(create|replace|remove|exportRole|exportAll|readFile|compareFile)$/,
  delegations: /^(delegations\..*|jobs\.startDelegations)$/,
  'contact-information': /^(contactInformation\..*|jobs\.startContactEntries)$/,
  consents: /^(consents\..*|jobs\.startConsentRequests)$/,
  profile: /^profile\.own$/,
  reportees: /^reportees\.revealNumber$/,
  messages:
    /^((messages|forms|formDrafts|manyForms|attachments)\..*|jobs\.start(MessageExport|MessageChanges|Forms)|jobs\.verifyExport)$/,
  'hand-over': /^handOver\..*$/,
  'message-export': /^jobs\.(startMessageExport|verifyExport)$/,
  lookups: /^lookups\..*$/,
  'file-transfer': /^(fileTransfer\..*|jobs\.startFile(Download|Sending))$/,
  'service-owner':
    /^((serviceOwner|partyAccess|serviceRights|ownerRequests|ownerEvents)\..*|jobs\.startLookUp)$/,
  reference:
    /^reference\.(estimate|services|role|codeLists|codeList|saveCodeList|roleServices|changes|failures|remove)$/,
  explorer: /^explorer\.(entryPoints|get|openLink|traffic|clearTraffic)$/,
};
/** Never off, whatever is. */
const ALWAYS =
  /^(app|settings|layout|files|credentials|connections|places|signIn|oneTimeSecrets|activity|updates|today|backup|connectionFile)\.|^explorer\.(supportReport|copySupportReport)$|^jobs\.(list|rows|retry|pause|resume|stop|resolveRow|saveReport|showWritten|forget)$/;

async function refusedOf(off: readonly ManagedFeature[]) {
  const journal = createRememberingJournal();
  const { perform } = createOperations({
    consent: nobodyAsked,
    putAway: { allow: () => undefined },
    nameSubject: (_, __, subject) => subject,
    handlers: () => handlersDoing(() => async () => ({})),
    journal,
    connections: { find: () => ({ name: '', environment: 'test' }) as never },
    policy: createPolicy(settled({ off })),
    log: createRememberingLog(),
  });
  const call = { signal: new AbortController().signal, report: () => undefined };
  const refused: string[] = [];
  for (const [name] of all) {
    const answer = await perform(name, samples[name] ?? {}, call);
    if (!answer.ok && answer.failure.kind === 'managed') {
      expect(answer.failure.by).toBe('IT of Fjord');
      refused.push(name);
    }
  }
  // What is refused was not even begun.
  expect(journal.acts.filter(({ operation }) => refused.includes(operation))).toEqual([]);
  return refused;
}

describe('features that are off', () => {
  it.each(managedFeature.options)('%s alone takes away exactly its own', async (feature) => {
    const expected = all.map(([name]) => name).filter((name) => ALONE[feature].test(name));
    expect(expected.length).toBeGreaterThan(0);
    expect((await refusedOf([feature])).toSorted()).toEqual(expected.toSorted());
  });

  it('all of them leave what belongs to none, and nothing else', async () => {
    const refused = await refusedOf(managedFeature.options);
    const left = all.map(([name]) => name).filter((name) => !refused.includes(name));
    expect(left.filter((name) => !ALWAYS.test(name))).toEqual([]);
    expect(refused.filter((name) => ALWAYS.test(name))).toEqual([]);
  });

  it('none refuse nothing', async () => {
    expect(await refusedOf([])).toEqual([]);
  });

  itAtLength(
    'for any choice of them, an operation is off when, and only when, all that use it are',
    () => {
      const features = managedFeature.options;
      const single = new Map(
        features.map((one) => [one, operationsOff(switchedOff(settled({ off: [one] })))]),
      );
      for (let bits = 0; bits < 1 << features.length; bits++) {
        const off = features.filter((_, i) => (bits & (1 << i)) !== 0);
        const gone = operationsOff(switchedOff(settled({ off })));
        // More off never gives anything back.
        for (const one of off)
          for (const name of single.get(one) ?? []) if (!gone.has(name)) expect(name).toBe(off);
        const namesAreLeft = (
          [
            ...['role-definitions', 'delegations', 'consents'],
            ...['messages', 'file-transfer', 'lookups', 'service-owner', 'reference'],
          ] as const
        ).some((one) => !off.includes(one));
        expect(NAMES.every((name) => gone.has(name) !== namesAreLeft)).toBe(true);
      }
    },
  );

  it('jobs of what is off do not go on; others do', () => {
    const policy = createPolicy(settled({ off: ['messages', 'enterprise-users'] }));
    expect(failing(() => policy.allowJob('rotate-secrets'))?.kind).toBe('managed');
    expect(failing(() => policy.allowJob('export-messages'))?.kind).toBe('managed');
    expect(failing(() => policy.allowJob('change-messages'))?.kind).toBe('managed');
    expect(failing(() => policy.allowJob('look-up'))).toBeUndefined();
    // The copy serves the role editor too.
    const reference = createPolicy(settled({ off: ['reference'] }));
    expect(failing(() => reference.allowJob('synchronise'))).toBeUndefined();
  });
});

const address = 'https://platform.example/base';
const places = [
  {
    name: 'P',
    environment: 'test',
    baseAddress: `${address}/`,
    highestTls: 'TLSv1.2',
    formerHosts: ['old.example'],
  },
];
const saved = (change: Parameters<typeof connectionTo>[1] = {}): SavedConnection => ({
  ...(connectionTo(address, change) as SavedConnection),
  id: 'c-1',
  extraCa: null,
  extraCaPem: null,
});
const personAt = (provider: object) => ({
  signIn: {
    way: 'person',
    provider,
    clientId: 'c',
    scopes: ['openid'],
    acrValues: '',
  } as SavedConnection['signIn'],
});
const machineAt = (tokenEndpoint: string) => ({
  signIn: {
    way: 'machine-token',
    tokenEndpoint,
    audience: 'a',
    clientId: 'c',
    scopes: ['s'],
    proof: { by: 'certificate', certificate: 'certificate' },
  } as SavedConnection['signIn'],
});
const typed = {
  found: 'typed',
  issuer: 'https://id.example',
  authorizeEndpoint: 'https://id.example/authorize',
  tokenEndpoint: 'https://id.example/token',
  jwksAddress: 'https://id.example/keys',
};
const providers = [
  { kind: 'person', name: 'Persons', issuer: 'https://id.example/' },
  { kind: 'machine-token', name: 'Machines', tokenEndpoint: 'https://m.example/token' },
];

describe('connections', () => {
  const cases: readonly (readonly [
    name: string,
    settings: object,
    change: Parameters<typeof connectionTo>[1],
    field: string | undefined,
  ])[] = [
    ['nothing settled', {}, { baseAddress: 'https://any.example' }, undefined],
    ['the place itself', { places }, {}, undefined],
    ['a slash at its end', { places }, { baseAddress: `${address}//` }, undefined],
    [
      'the default port',
      { places },
      { baseAddress: 'https://platform.example:443/base' },
      undefined,
    ],
    [
      'capital letters in the host',
      { places },
      { baseAddress: 'https://PLATFORM.example/base' },
      undefined,
    ],
    ['another host', { places }, { baseAddress: 'https://evil.example/base' }, 'baseAddress'],
    [
      'a host that begins alike',
      { places },
      { baseAddress: 'https://platform.example.evil.test/base' },
      'baseAddress',
    ],
    [
      'another port',
      { places },
      { baseAddress: 'https://platform.example:8443/base' },
      'baseAddress',
    ],
    ['a deeper path', { places }, { baseAddress: `${address}/more` }, 'baseAddress'],
    ['a higher path', { places }, { baseAddress: 'https://platform.example' }, 'baseAddress'],
    [
      'other case in the path',
      { places },
      { baseAddress: 'https://platform.example/Base' },
      'baseAddress',
    ],
    ['another environment', { places }, { environment: 'production' }, 'environment'],
    ['another organisation', { organisationNumber: '974760673' }, {}, 'organisationNumber'],
    ['the organisation', { organisationNumber: '910514318' }, {}, undefined],
    [
      'a known issuer',
      { providers },
      personAt({ found: 'discovery', issuer: 'https://id.example' }),
      undefined,
    ],
    [
      'another issuer',
      { providers },
      personAt({ found: 'discovery', issuer: 'https://id2.example' }),
      'signIn.provider.issuer',
    ],
    ['typed endpoints of the issuer', { providers }, personAt(typed), undefined],
    [
      'a foreign token endpoint',
      { providers },
      personAt({ ...typed, tokenEndpoint: 'https://evil.example/token' }),
      'signIn.provider.tokenEndpoint',
    ],
    [
      'a foreign revocation endpoint',
      { providers },
      personAt({ ...typed, revocationEndpoint: 'https://evil.example/r' }),
      'signIn.provider.revocationEndpoint',
    ],
    ['a known token endpoint', { providers }, machineAt('https://m.example/token'), undefined],
    [
      'another token endpoint',
      { providers },
      machineAt('https://m.example/token2'),
      'signIn.tokenEndpoint',
    ],
    [
      'an issuer for a machine',
      { providers },
      machineAt('https://id.example'),
      'signIn.tokenEndpoint',
    ],
    ['a certificate beside providers', { providers }, {}, undefined],
  ];
  it.each(cases)('%s', (_name, settings, change, field) => {
    const policy = createPolicy(settled(settings));
    const input = { ...connectionTo(address), ...change };
    expect(failing(() => policy.allowConnection(input))).toEqual(
      field === undefined
        ? undefined
        : expect.objectContaining({ kind: 'invalid-input', fields: { [field]: 'managed' } }),
    );
    // One that was made before is not used either.
    expect(failing(() => policy.inForce(saved(change)))?.kind).toBe(
      field === undefined ? undefined : 'managed',
    );
  });

  it('the place lowers TLS and adds its former hosts, and never raises TLS', () => {
    const policy = createPolicy(settled({ places }));
    expect(policy.inForce(saved({ formerHosts: ['mine.example', 'old.example'] }))).toMatchObject({
      highestTls: 'TLSv1.2',
      formerHosts: ['mine.example', 'old.example'],
    });
    const high = createPolicy(settled({ places: [{ ...places[0], highestTls: 'TLSv1.3' }] }));
    expect(high.inForce(saved({ highestTls: 'TLSv1.2' })).highestTls).toBe('TLSv1.2');
  });

  it('the proxy is the settled one, with the name and password of the connection where they were given for it', () => {
    const own = {
      use: 'manual' as const,
      host: 'mine.example',
      port: 1,
      userName: 'me',
      password: 'p-1',
    };
    const used = (proxy: object, mine: SavedConnection['proxy']) =>
      createPolicy(settled({ proxy })).inForce(saved({ proxy: mine })).proxy;
    const manual = { use: 'manual', host: 'proxy.example', port: 3128 };
    expect(used(manual, own)).toEqual(manual);
    const given = { ...own, host: 'Proxy.example', port: 3128 };
    expect(used(manual, given)).toEqual({ ...manual, userName: 'me', password: 'p-1' });
    expect(used(manual, { ...given, port: 3129 })).toEqual(manual);
    expect(used(manual, { use: 'none' })).toEqual(manual);
    expect(used({ use: 'none' }, own)).toEqual({ use: 'none' });
    expect(used({ use: 'system' }, own)).toEqual({ use: 'system' });
    expect(createPolicy(settled({})).inForce(saved({ proxy: own })).proxy).toEqual(own);
  });
});

const chosen: Settings = {
  scheme: 'dark',
  language: 'nb',
  rotationPolicyDays: 300,
  clipboardSeconds: 60,
  idleLockMinutes: 2,
  updateAddress: 'https://mine.example',
  notifications: true,
};

describe('settings', () => {
  const limits = { clipboardSeconds: 20, idleLockMinutes: 5 };
  it('are read lowered, and what a person chose stays in the file', async () => {
    let kept = chosen;
    const document = {
      value: () => kept,
      change: async (to: (now: Settings) => Settings) => (kept = to(kept)),
    };
    const limited = createPolicy(settled({ limits, updateAddress: null })).limited(document);
    const lowered = { clipboardSeconds: 20, idleLockMinutes: 2, updateAddress: null };
    expect(limited.value()).toEqual({ ...chosen, ...lowered });
    const answer = await limited.change((now) => ({ ...now, scheme: 'light' }));
    expect(answer).toEqual({ ...chosen, ...lowered, scheme: 'light' });
    expect(kept).toEqual({ ...chosen, scheme: 'light' });
  });

  it('of notifications are what the organisation says, whatever was saved', async () => {
    let kept = chosen;
    const document = {
      value: () => kept,
      change: async (to: (now: Settings) => Settings) => (kept = to(kept)),
    };
    const policy = createPolicy(settled({ notifications: false }));
    const limited = policy.limited(document);
    expect(limited.value()).toEqual({ ...chosen, notifications: false });
    await limited.change((now) => ({ ...now, scheme: 'light' }));
    // A person's own choice comes back with the end of the setting.
    expect(kept).toEqual({ ...chosen, scheme: 'light' });
    for (const notifications of [true, false])
      expect(failing(() => policy.allowSettings({ notifications }))).toMatchObject({
        fields: { notifications: 'managed' },
      });
    expect(failing(() => policy.allowSettings({ scheme: 'light' }))).toBe(undefined);
    const on = createPolicy(settled({ notifications: true })).limited(document);
    kept = { ...chosen, notifications: false };
    expect(on.value().notifications).toBe(true);
  });

  it('above a limit, or settled altogether, are refused at their field', () => {
    const policy = createPolicy(settled({ limits, updateAddress: 'https://up.example' }));
    const refused = (change: Partial<Settings>) => {
      const failure = failing(() => policy.allowSettings(change));
      return failure?.kind === 'invalid-input' ? failure.fields : failure;
    };
    expect(refused({ clipboardSeconds: 21 })).toEqual({ clipboardSeconds: 'managed' });
    expect(refused({ idleLockMinutes: 480 })).toEqual({ idleLockMinutes: 'managed' });
    expect(refused({ updateAddress: null })).toEqual({ updateAddress: 'managed' });
    expect(refused({ clipboardSeconds: 20, idleLockMinutes: 1, rotationPolicyDays: 3650 })).toBe(
      undefined,
    );
    const free = createPolicy(settled({}));
    expect(failing(() => free.allowSettings({ updateAddress: null, clipboardSeconds: 300 }))).toBe(
      undefined,
    );
  });
});
