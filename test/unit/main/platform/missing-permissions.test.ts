// The explanation of a refusal: key resource, scope and right as three different things, and nothing where it is clear.
import { describe, expect, it } from 'vitest';
import { withMissingPermissions } from '../../../../main/platform/missing-permissions.ts';
import { Problem } from '../../../../main/problem.ts';
import type { SignIn } from '../../../../preload/contract/connections.ts';
import type { Failure } from '../../../../preload/result.ts';

type Refused = Extract<Failure, { kind: 'refused' }>;

const certificate: SignIn = { way: 'certificate', certificate: 'c' };
const person: SignIn = {
  way: 'person',
  provider: { found: 'discovery', issuer: 'https://id.example.test' },
  clientId: 'desk',
  scopes: ['altinn:reportees'],
  acrValues: '',
};
const refusal = (status: number, cause: Refused['cause']): Problem =>
  new Problem({
    kind: 'refused',
    message: 'no',
    status,
    cause,
    reason: 'The API key is not authorized for this operation',
    reference: 'r',
  });
const needsOf = (problem: Problem, path: string, signIn: SignIn, method = 'GET') => {
  const { failure } = withMissingPermissions(problem, { method, path, signIn });
  return failure.kind === 'refused' ? failure.needs : undefined;
};

describe('what a refusal leaves open', () => {
  it('ERR-03 a 403 names key resource, scopes and right, and keeps the words', () => {
    const problem = refusal(403, 'api-key-not-authorized');
    const path = 'api/974760673/authorization/roledefinitions';
    const asked = { method: 'POST', path, signIn: certificate };
    expect(withMissingPermissions(problem, asked).failure).toEqual({
      ...problem.failure,
      needs: {
        keyResource: 'Authorization.read',
        keyOwnerMustSignIn: false,
        // Nothing of this connection tells how the platform calls itself.
        scopes: ['roledefinitions.write', 'enduser'],
        granted: null,
        right: 'role definitions',
        documentedRight: undefined,
      },
      switchedOff: { since: '2023-05-22', instead: 'nothing' },
    });
  });

  it('names the right that is documented, and the key whose owner must sign in', () => {
    expect(
      needsOf(refusal(403, 'other'), 'api/my/authorization/delegations', person),
    ).toMatchObject({ documentedRight: 'access-manager', keyResource: 'Authorization.read' });
    expect(needsOf(refusal(403, 'other'), 'api/enterpriseusers', certificate)).toMatchObject({
      keyOwnerMustSignIn: true,
      keyResource: '',
    });
  });

  it('says since when an endpoint is switched off, where that may be what was meant', () => {
    const offOf = (problem: Problem, method: string, path: string) => {
      const { failure } = withMissingPermissions(problem, { method, path, signIn: certificate });
      return failure.kind === 'refused' ? failure.switchedOff?.since : undefined;
    };
    const roles = 'api/my/authorization/roledefinitions';
    const gone = refusal(410, 'not-offered-any-more');
    expect(offOf(gone, 'POST', roles)).toBe('2023-05-22');
    expect(offOf(gone, 'GET', roles)).toBeUndefined();
    expect(offOf(refusal(400, 'other'), 'POST', roles)).toBeUndefined();
    expect(offOf(refusal(405, 'not-offered-any-more'), 'GET', 'link')).toBeUndefined();
  });

  it('says which scopes the connection asks for, where it has scopes', () => {
    const needs = needsOf(refusal(401, 'missing-scope'), 'api/my/messages', person);
    expect(needs?.granted).toEqual(['altinn:reportees']);
    expect(needs?.scopes).toContain('altinn:instances.meta');
    const other: SignIn = { ...person, scopes: ['openid', 'fjord:reportees'] };
    expect(needsOf(refusal(401, 'missing-scope'), 'api/my/messages', other)?.scopes).toEqual([
      'fjord:instances.meta',
      'fjord:enduser',
    ]);
  });

  it('says which the provider has granted, where it has said so', () => {
    const asked = { method: 'GET', path: 'api/reportees', signIn: person };
    const { failure } = withMissingPermissions(refusal(403, 'other'), { ...asked, granted: [] });
    expect(failure).toMatchObject({ needs: { granted: [] } });
  });

  it('says nothing where the cause is known, the status is another, or the path is open or a link', () => {
    const unclear = refusal(403, 'other');
    expect(needsOf(refusal(400, 'api-key-missing'), 'api/my/messages', person)).toBeUndefined();
    expect(needsOf(refusal(422, 'other'), 'api/my/messages', person)).toBeUndefined();
    expect(needsOf(unclear, 'api/metadata', person)).toBeUndefined();
    expect(needsOf(unclear, 'link', person)).toBeUndefined();
    const away = new Problem({ kind: 'offline', message: 'away' });
    expect(
      withMissingPermissions(away, { method: 'GET', path: 'api/reportees', signIn: person }),
    ).toBe(away);
  });
});
