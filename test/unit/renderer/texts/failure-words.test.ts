// Every failure that can cross the border is explained in both languages, with the server's words and one thing to do.
import { describe, expect, it } from 'vitest';
import { endpoints } from '../../../../preload/contract/endpoints.ts';
import { signIn } from '../../../../preload/contract/connections.ts';
import {
  certificateProblem,
  documentedRight,
  failure as failureSchema,
  fieldProblem,
  fileProblem,
  keychainProblem,
  unreachableProblem,
  type Failure,
} from '../../../../preload/result.ts';
import { en } from '../../../../renderer/texts/en.ts';
import { failureSentences, failureWords } from '../../../../renderer/texts/failure-words.ts';
import { nb } from '../../../../renderer/texts/nb.ts';

const message = 'Plain English for the log.';
const causes = [
  'api-key-missing',
  'api-key-not-authorized',
  'organisation-not-authenticated',
  'missing-scope',
  'not-offered-any-more',
  'incomplete-list',
  'redirected',
  'other',
] as const;

const all: readonly Failure[] = [
  ...fieldProblem.options.map((problem) => ({
    kind: 'invalid-input' as const,
    message,
    fields: { name: problem },
  })),
  { kind: 'sign-in-needed', message, status: 302, reason: 'Found', reference: 'r1' },
  ...causes.map((cause) => ({
    kind: 'refused' as const,
    message,
    status: 403,
    reason: 'Access denied by rule 7',
    reference: 'r2',
    cause,
    errorCode: 40_023,
  })),
  { kind: 'not-found', message, reason: 'No such user' },
  { kind: 'conflict', message, reason: 'Name in use', field: 'userName' },
  { kind: 'busy', message, retryAfterSeconds: 12.2, status: 429, reason: 'Too Many Requests' },
  ...certificateProblem.options.map((problem) => ({
    kind: 'certificate' as const,
    message,
    problem,
    detail: 'CN=Test',
  })),
  ...unreachableProblem.options.map((problem) => ({
    kind: 'unreachable' as const,
    message,
    host: 'platform.example',
    problem,
  })),
  { kind: 'unexpected-answer', message, status: 200, reference: 'r3', field: 'Created' },
  ...keychainProblem.options.map((problem) => ({ kind: 'keychain' as const, message, problem })),
  ...fileProblem.options.map((problem) => ({ kind: 'file' as const, message, problem })),
  { kind: 'outcome-unknown', message, reference: 'r4' },
  { kind: 'offline', message },
  { kind: 'cancelled', message },
  { kind: 'managed', message, by: 'IT' },
  { kind: 'internal', message, reference: 'r5' },
];

describe('failureWords', () => {
  it('the samples are every kind there is', () => {
    const kinds = failureSchema.options.map((option) => option.shape.kind.value);
    expect(new Set(all.map((one) => one.kind))).toEqual(new Set(kinds));
    for (const one of all) expect(failureSchema.safeParse(one).success).toBe(true);
  });

  it.each(all.map((one) => [JSON.stringify(one), one] as const))(
    'explains %s in both languages',
    (_name, one) => {
      const english = failureWords(one, en);
      const norwegian = failureWords(one, nb);
      for (const words of [english, norwegian]) {
        expect(words.what).toMatch(/\S.{5}/);
        expect(words.advice).toMatch(/\.$/);
        expect(JSON.stringify(words)).not.toMatch(/undefined|NaN|\[object/);
      }
      expect(norwegian.what).not.toBe(english.what);
      expect(norwegian.advice).not.toBe(english.advice);
      expect(norwegian.fix).toBe(english.fix);
    },
  );

  it('no failure of a connection that does not sign in advises a key: what lacks is the sign-in', () => {
    const needs = { ...needed, granted: null };
    for (const one of all) {
      const withNeeds = one.kind === 'refused' ? { ...one, needs } : one;
      for (const texts of [en, nb]) {
        const words = failureWords(withNeeds, texts, 'none');
        expect(`${words.what} ${words.advice}`).not.toMatch(/API/);
        expect(words.needs).toEqual([]);
      }
    }
    expect(failureWords(refused({ cause: 'api-key-missing' }), en, 'none')).toMatchObject({
      what: en.failures.signInNeeded.none.what,
      fix: 'open-connection',
    });
  });

  it('the words of the server are shown whole, in its own language, and the reference is kept', () => {
    for (const one of all) {
      const words = failureWords(one, nb);
      expect(words.serverSaid).toBe('reason' in one ? one.reason : undefined);
      expect(words.reference).toBe('reference' in one ? one.reference : undefined);
    }
  });

  const needed = {
    keyResource: 'Message.read',
    scopes: ['altinn:enterpriseusers.read', 'altinn:enduser'],
    granted: ['other:Enterpriseusers.write'],
    right: 'enterprise users',
  };
  const refused = (given: Partial<Extract<Failure, { kind: 'refused' }>>): Failure => ({
    kind: 'refused',
    message,
    status: 403,
    reason: 'Not authorized',
    reference: 'r9',
    cause: 'other',
    ...given,
  });

  it('a refusal tells key, scope and right apart, with what the connection has of each', () => {
    const { needs } = failureWords(refused({ needs: needed }), en);
    expect(needs.map(({ label, state }) => [label, state])).toEqual([
      ['API key', 'unknown'],
      ['Scope', 'missing'],
      ['Right', 'unknown'],
    ]);
    expect(needs[0]?.text).toContain('“Message.read”');
    expect(needs[1]?.text).toContain('altinn:enterpriseusers.read');
    expect(needs[1]?.has).toContain('other:Enterpriseusers.write');
    expect(needs[2]?.text).toContain('rights to enterprise users');
    const norwegian = failureWords(refused({ needs: needed }), nb).needs;
    expect(norwegian[0]?.text).toContain('«Message.read»');
    expect(norwegian.map(({ text }, i) => text === needs[i]?.text)).toEqual([false, false, false]);
  });

  it('the scope is in place when one that suffices was granted, under whatever prefix', () => {
    const granted = ['other:enterpriseusers.read'];
    const scopeOf = (failure: Failure) => failureWords(failure, en).needs[1];
    expect(scopeOf(refused({ needs: { ...needed, granted } }))).toMatchObject({
      state: 'fine',
      has: 'This sign-in has other:enterpriseusers.read.',
    });
    // The server has the last word: a provider may grant fewer than were asked for.
    expect(scopeOf(refused({ cause: 'missing-scope', needs: { ...needed, granted } }))?.state).toBe(
      'missing',
    );
    expect(scopeOf(refused({ needs: { ...needed, granted: null } }))?.state).toBe('fine');
    expect(scopeOf(refused({ needs: { ...needed, scopes: [] } }))?.state).toBe('fine');
  });

  it('every part of the API has its words, and every fault that was found is listed', () => {
    const parts = endpoints.filter(({ open }) => !open).map(({ part }) => part);
    expect(new Set(parts).size).toBeGreaterThan(15);
    for (const t of [en, nb])
      expect(parts.filter((part) => t.failures.parts[part] === undefined)).toEqual([]);
    const details = ['Field A is missing', 'Field B is too long'];
    expect(failureWords(refused({ details }), nb).details).toEqual(details);
    expect(
      failureWords(refused({ needs: needed, cause: 'api-key-not-authorized' }), en).needs[0],
    ).toMatchObject({ state: 'missing' });
  });

  it('a documented right, and a key whose owner must sign in, are said in words of their own', () => {
    const given = { ...needed, keyResource: '', keyOwnerMustSignIn: true };
    const texts = (t: typeof en) =>
      failureWords(refused({ needs: { ...given, documentedRight: 'access-manager' } }), t).needs;
    expect(texts(en)[0]?.text).toBe('Its owner must be the organisation that signs in.');
    expect(texts(en)[2]?.text).toContain('access manager');
    expect(texts(nb)[2]?.text).toContain('tilgangsstyrer');
    const none = { ...needed, keyResource: '' };
    expect(failureWords(refused({ needs: none }), en).needs[0]?.text).toContain('no requirement');
    for (const right of documentedRight.options)
      expect(nb.failures.needs.rights[right]).not.toBe(en.failures.needs.rights[right]);
  });

  it('what was switched off is dated: as the advice where the server says it, as a note where not', () => {
    const switchedOff = { since: '2023-05-22', instead: 'nothing' } as const;
    const gone = failureWords(refused({ cause: 'not-offered-any-more', switchedOff }), en);
    expect(gone.advice).toMatch(/switched off on .*22.*2023\. Nothing replaces it\.$/);
    expect(gone.note).toBeUndefined();
    const other = failureWords(refused({ switchedOff }), nb);
    expect(other.advice).toBe(nb.failures.causes.other.fix);
    expect(other.note).toMatch(/22\. mai 2023\./);
  });

  it('a missing sign-in is mended as the connection signs in', () => {
    const out: Failure = {
      kind: 'sign-in-needed',
      message,
      status: 401,
      reason: '',
      reference: '',
    };
    const ways = signIn.options.map((option) => option.shape.way.value);
    expect(Object.fromEntries(ways.map((way) => [way, failureWords(out, en, way).fix]))).toEqual({
      certificate: 'test-connection',
      'machine-token': 'sign-in',
      'pasted-token': 'sign-in',
      person: 'sign-in',
      password: 'sign-in',
      'enterprise-user': 'sign-in',
      'enterprise-user-token': 'sign-in',
      none: 'open-connection',
    });
    expect(new Set(ways.map((way) => failureWords(out, nb, way).advice)).size).toBe(ways.length);
  });

  it('a person who asks for what organisations may do is not told to mend a certificate', () => {
    const failure = refused({ cause: 'organisation-not-authenticated', status: 401 });
    expect(failureWords(failure, en, 'person')).toMatchObject({
      what: en.failures.organisationNeeded.what,
      fix: 'open-connection',
    });
    expect(failureWords(failure, en, 'certificate')).toMatchObject({ fix: 'test-connection' });
  });

  it('a link to a foreign host is named, and leads to the former host names', () => {
    const failure = {
      kind: 'unexpected-answer',
      message,
      status: 200,
      reference: 'r',
      foreignHost: 'old.example.no',
    } as const;
    expect(failureWords(failure, en)).toMatchObject({
      what: 'The link goes to old.example.no and was not followed',
      advice: en.failures.foreignLink.fix,
      fix: 'former-hosts',
    });
    expect(failureWords({ ...failure, foreignHost: undefined }, nb).fix).toBe('retry');
  });

  it('an empty reason is no quotation', () => {
    const words = failureWords({ kind: 'conflict', message, reason: ' ' }, en);
    expect(words.serverSaid).toBeUndefined();
  });

  it('RTY a write that may have been done is never offered again by a button', () => {
    const words = failureWords({ kind: 'outcome-unknown', message, reference: 'r' }, en);
    expect(words.fix).toBeUndefined();
  });

  it('CLK-04 a certificate that is not in force: the clock is to be looked at before anybody is blamed', () => {
    const dates = {
      now: '2019-03-12T09:14:00Z',
      from: '2026-01-01T00:00:00Z',
      until: '2027-01-01T00:00:00Z',
    };
    const failure = {
      kind: 'certificate',
      message,
      problem: 'server-not-yet-valid',
      detail: '',
      dates,
    } as const;
    for (const [texts, clock, years] of [
      [
        en,
        /^This computer’s clock shows .*\. If the clock is wrong, set it/,
        /2019.*2026.*202[67]/,
      ],
      [
        nb,
        /^Klokken på maskinen viser .*\. Hvis klokken går feil, stiller du den/,
        /2019.*2026.*202[67]/,
      ],
    ] as const) {
      const { advice } = failureWords(failure, texts);
      expect(advice).toMatch(clock);
      expect(advice).toMatch(years);
    }
  });

  it('says how long a busy server asked to wait, rounded up', () => {
    const busy = { kind: 'busy', message, retryAfterSeconds: 12.2, status: 503 } as const;
    expect(failureWords(busy, en).advice).toBe('Try again in 13 s.');
    expect(failureWords({ ...busy, retryAfterSeconds: 0 }, en).advice).toBe(
      en.failures.kinds.busy.fix,
    );
  });

  it('does not blame a server for what Steward itself has too much of', () => {
    const own = { kind: 'busy', message, retryAfterSeconds: 1 } as const;
    expect(failureWords(own, en).what).toBe(en.failures.tooMuchAtOnce.what);
  });
});

describe.each([
  ['en', en],
  ['nb', nb],
] as const)('on one line in %s', (_, texts) => {
  it.each(all)('$kind says all of it in whole sentences', (failure) => {
    const { what, serverSaid, advice } = failureWords(failure, texts);
    const line = failureSentences(failure, texts);
    for (const part of [what, serverSaid ?? '', advice]) expect(line).toContain(part.trim());
    expect(line).toMatch(/[.!?…]$/);
    expect(line.startsWith(/[.!?…]$/.test(what.trim()) ? what.trim() : `${what.trim()}.`)).toBe(
      true,
    );
    expect(line).not.toContain('..');
  });
});

const languages = [
  ['en', en, /server/i],
  ['nb', nb, /server/i],
] as const;
const certificateWords = (
  problem: (typeof certificateProblem.options)[number],
  issuer?: string,
) => ({
  kind: 'certificate' as const,
  message,
  problem,
  detail: 'CN=x',
  ...(issuer !== undefined && { issuer }),
});

it.each(languages)(
  '(FLD-07) %s: a weak certificate of ours blames no server',
  (_name, t, server) => {
    const [own, theirs] = (['weak', 'server-weak'] as const).map((problem) =>
      failureWords(certificateWords(problem), t),
    );
    expect(own?.what).not.toMatch(server);
    expect(theirs?.what).toMatch(server);
    expect(own?.advice).not.toBe(theirs?.advice);
  },
);

it.each(languages)(
  '(FLD-09) %s: an issuer that is not known, and one that is left out, have sentences of their own, with its name',
  (_name, t) => {
    const problems = ['server-unknown-issuer', 'server-missing-intermediate'] as const;
    const [unknown, missing] = problems.map((one) =>
      failureWords(certificateWords(one, 'Fjord issuing'), t),
    );
    expect(unknown?.what).not.toBe(missing?.what);
    expect(unknown?.advice).not.toBe(missing?.advice);
    for (const words of [unknown, missing]) expect(words?.advice).toContain('Fjord issuing');
  },
);

it.each(languages)(
  '(FLD-08) %s: one of ours that is not in force says its dates as people write them, and no name of a button',
  (_name, t) => {
    const dates = {
      now: '2027-05-04T10:00:00.000Z',
      from: '2025-03-12T12:00:00.000Z',
      until: '2026-03-12T12:00:00.000Z',
    };
    for (const problem of ['expired', 'not-yet-valid'] as const) {
      const words = failureWords({ ...certificateWords(problem), dates }, t);
      const said = [words.what, words.advice, ...words.facts.flat()].join(' ');
      expect(said).toContain('2026');
      expect(said).not.toMatch(/\d{4}-\d\d-\d\dT/);
      expect(said).not.toContain(t.failures.fixes['open-connection']);
      // The owner of the platform has nothing to do with it.
      expect(words.advice).not.toBe(t.failures.lookAtClock(dates));
    }
  },
);

it.each([
  'wrong-passphrase',
  'several-keys',
  'unreadable',
  'unknown-encryption',
  'unknown-key',
] as const)('(FLD-08) what is wrong with a file is mended where it was given: %s', (problem) => {
  expect(failureWords(certificateWords(problem), en).fix).toBeUndefined();
});
