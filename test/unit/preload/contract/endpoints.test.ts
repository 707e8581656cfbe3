// The table of endpoints: found by method and path, with scopes, key, rights and dates as the platform documents them.
import { describe, expect, it } from 'vitest';
import { shownTo } from '../../../../main/http/addresses.ts';
import {
  endpointFor,
  endpoints,
  needsOf,
  SIGN_INS,
} from '../../../../preload/contract/endpoints.ts';
import { entryPointsFor } from '../../../../main/platform/entry-points.ts';
import { signIn } from '../../../../preload/contract/connections.ts';
import { knownScope } from '../../../../preload/contract/scope-names.ts';
import { scopesFor } from '../../../platform/scopes.ts';

const of = (call: string) => {
  const [method = '', at = ''] = call.split(' ');
  return needsOf(method, at);
};

describe('the scopes that open a call', () => {
  it.each([
    ['GET api/serviceowner/organizations', 'serviceowner/organizations'],
    [
      'GET api/serviceowner/organizations/974760673/personalcontacts/',
      'serviceowner/organizations',
    ],
    ['GET api/serviceowner/reportees', 'serviceowner/reportees'],
    ['GET api/serviceowner/authorization/rights', 'serviceowner/rolesandrights'],
    ['GET api/serviceowner/authorization/roles', 'serviceowner/rolesandrights'],
    ['GET api/serviceowner/events/feed', 'serviceowner/events'],
    ['GET api/serviceowner/srr', 'serviceowner/srr.read'],
    ['PUT api/serviceowner/srr/7', 'serviceowner/srr.write'],
    ['GET api/serviceowner/consents', 'serviceowner/consents'],
    ['GET api/serviceowner/delegationRequests', 'serviceowner/delegationrequests.read'],
    ['DELETE api/serviceowner/delegationrequests/1', 'serviceowner/delegationrequests.write'],
    ['POST api/serviceowner/delegations/roles', 'serviceowner/delegations.write'],
    ['GET api/serviceowner/notifications/validaterecipient', 'serviceowner/notifications.read'],
  ])('of a service owner: %s needs %s or the general one', (call, scope) => {
    expect(of(call)?.scopes).toEqual([scope, 'serviceowner']);
  });

  it.each([
    ['GET api/authorization/token/abc', 'consenttokens.read'],
    ['DELETE api/authorization/token/abc', 'consenttokens.write'],
    ['GET api/my/authorization/roles', 'rolesandrights.read'],
    ['DELETE api/r123/authorization/rights/1', 'rolesandrights.write'],
    ['GET api/reportees', 'reportees'],
    ['POST api/reportees/reporteeconversion', 'reportees'],
    ['GET api/my/profile', 'profiles.read'],
    ['POST api/974760673/profile/contactinformation', 'profiles.write'],
    ['GET api/my/lookup/4628/1', 'lookup'],
    ['GET api/my/messages', 'instances.meta'],
    ['POST api/my/messages', 'instances.write'],
    ['GET api/my/messages/a1', 'instances.read'],
    ['POST api/my/messages/a1/attachments/streamedattachment', 'instances.write'],
    ['GET api/my/authorization/delegations', 'delegations.read'],
    ['POST api/my/authorization/delegations', 'delegations.write'],
    ['GET api/my/brokerservice/inbox', 'brokerservice.read'],
    ['GET api/delegationRequests', 'delegationrequests.read'],
    ['POST api/consentrequests', 'consentrequests.write'],
    ['GET api/974760673/authorization/RoleDefinitions', 'roledefinitions.read'],
    ['PUT api/974760673/authorization/roledefinitions/7', 'roledefinitions.write'],
    ['GET api/enterpriseusers', 'enterpriseusers.read'],
    ['PUT api/enterpriseusers/svc', 'enterpriseusers.write'],
  ])('of an end user: %s needs %s or the general one', (call, scope) => {
    expect(of(call)?.scopes).toEqual([scope, 'enduser']);
  });

  it('role definitions of the service-owner API need none', () => {
    expect(of('GET api/serviceowner/roledefinitions/7')?.scopes).toEqual([]);
  });

  it('nothing is said about open endpoints, links and what is not documented', () => {
    for (const call of ['GET api/metadata', 'POST api/authentication/authenticatewithpassword'])
      expect(of(call)).toBeUndefined();
    for (const call of ['GET link', 'GET api/my', 'PUT api/reportees', 'GET api/my//messages'])
      expect(endpointFor(...(call.split(' ') as [string, string]))).toBeUndefined();
  });
});

describe('what else a call needs', () => {
  it('has the resources of the API key by their names', () => {
    const keyOf = (call: string) => of(call)?.keyResource;
    expect(keyOf('GET api/my/messages')).toBe('Message.read');
    expect(keyOf('DELETE api/my/messages/a1')).toBe('Message.write');
    // Whatever the method.
    expect(keyOf('POST api/reportees/ReporteeConversion')).toBe('Authorization.read');
    expect(keyOf('POST api/my/authorization/roledefinitions')).toBe('Authorization.read');
    expect(keyOf('POST api/my/authorization/delegations')).toBe('Authorization.write');
    expect(keyOf('GET api/serviceowner/organizations')).toBe('ServiceOwner.read');
    expect(keyOf('GET api/974760673/profile')).toBe('UserProfile.read');
    expect(keyOf('POST api/974760673/profile/contactinformation')).toBeUndefined();
    expect(of('GET api/enterpriseusers')).toMatchObject({ keyOwnerMustSignIn: true });
    expect(keyOf('GET api/enterpriseusers')).toBeUndefined();
  });

  it('knows the literal part before a parameter, and since when a row is switched off', () => {
    expect(endpointFor('GET', 'api/my/messages/trashbin')?.path).toBe('{who}/messages/trashbin');
    expect(endpointFor('GET', 'api/my/profile')?.path).toBe('my/profile');
    expect(of('GET api/my/authorization/roledefinitions')?.switchedOff).toBeUndefined();
    expect(of('POST api/my/authorization/roledefinitions')?.switchedOff).toEqual({
      since: '2023-05-22',
      instead: 'nothing',
    });
    expect(of('GET api/delegationRequests')?.switchedOff?.since).toBe('2023-04-19');
    expect(of('GET api/serviceowner/delegationRequests')?.switchedOff).toBeUndefined();
    expect(of('GET api/my/authorization/delegations')?.right).toBe('access-manager');
  });
});

describe('the table', () => {
  it('has each method of each path once, and every path finds its own row', () => {
    const names = endpoints.map(({ method, path: at }) => `${method} ${at.toLowerCase()}`);
    expect(new Set(names).size).toBe(names.length);
    for (const one of endpoints)
      expect(endpointFor(one.method, `api/${one.path.replaceAll(/\{\w+\}/g, '1')}`)).toBe(one);
  });

  it('LNK-06 calls open what is shown nothing of us, and nothing else', () => {
    const shown = (at: string) => shownTo(`api/${at.replaceAll(/\{\w+\}/g, '1')}`);
    const byPassword = 'authentication/authenticatewithpassword';
    for (const { path: at, open } of endpoints)
      expect([at, shown(at)]).toEqual([
        at,
        at === byPassword ? 'api-key' : open ? 'nothing' : 'all',
      ]);
  });

  it('names ways of signing in that there are, and scopes that the page offers', () => {
    const ways: string[] = signIn.options.map((option) => option.shape.way.value);
    expect(
      Object.values(SIGN_INS)
        .flat()
        .filter((way) => !ways.includes(way)),
    ).toEqual([]);
    const scopes = endpoints.flatMap((one) => one.scopes.map((scope) => `altinn:${scope}`));
    expect(scopes.length).toBeGreaterThan(100);
    expect(scopes.filter((scope) => knownScope(scope) === undefined)).toEqual([]);
  });

  it('asks for scopes that open the same calls at the local platform, which has rules of its own', () => {
    const different = endpoints
      .filter(({ scopes, path: at }) => scopes.length > 1 && !at.includes('trashbin'))
      .filter(({ method, path: at, scopes }) => {
        const filled = `/api/${at.replace(/^\{\w+\}/, 'my').replaceAll(/\{\w+\}/g, '1')}`;
        const opening = scopesFor(method, filled) ?? [];
        return !scopes.every((scope) => opening.includes(`altinn:${scope}`));
      });
    expect(different.map(({ method, path: at }) => `${method} ${at}`)).toEqual([]);
  });

  it('is where the explorer begins: all that can be read, what was switched off with its date, except files', () => {
    const offered = entryPointsFor({ organisationNumber: '910514318', language: 1044 });
    expect(offered.length).toBeGreaterThan(60);
    for (const { id, switchedOff } of offered)
      expect(endpointFor('GET', id)).toMatchObject({ switchedOff, file: false });
    const ids = offered.map(({ id }) => id);
    expect(offered.filter((one) => one.switchedOff).map((one) => one.switchedOff?.since)).toEqual(
      expect.arrayContaining(['2023-04-19', '2023-05-22']),
    );
    expect(ids).toContain('{who}/authorization/delegations/{receiverId}/rights');
    expect(ids).toContain('serviceowner/roledefinitions/{id}');
    expect(ids).not.toContain('{who}/brokerservice/inbox/{reference}/download');
  });
});
