// Which scopes a call needs, row by row of the scope tables of api.md.
import { describe, expect, it } from 'vitest';
import { needsOf } from '../../../../main/platform/endpoints.ts';

const scopesOf = (call: string) => {
  const [method = '', path = ''] = call.split(' ');
  return needsOf(method, path)?.scopes;
};

describe('the scopes that open a call', () => {
  it.each([
    ['GET api/serviceowner/organizations', 'serviceowner/organizations'],
    [
      'GET api/serviceowner/organizations/974760673/personalcontacts/',
      'serviceowner/organizations',
    ],
    ['GET api/serviceowner/reportees', 'serviceowner/reportees'],
    ['GET api/serviceowner/rights', 'serviceowner/rolesandrights'],
    ['GET api/serviceowner/roles', 'serviceowner/rolesandrights'],
    ['GET api/serviceowner/events', 'serviceowner/events'],
    ['GET api/serviceowner/srr', 'serviceowner/srr.read'],
    ['PUT api/serviceowner/srr', 'serviceowner/srr.write'],
    ['GET api/serviceowner/consents', 'serviceowner/consents'],
    ['GET api/serviceowner/delegationrequests', 'serviceowner/delegationrequests.read'],
    ['DELETE api/serviceowner/delegationrequests/1', 'serviceowner/delegationrequests.write'],
    ['GET api/serviceowner/notifications', 'serviceowner/notifications.read'],
  ])('of a service owner: %s needs %s or the general one', (call, scope) => {
    expect(scopesOf(call)).toEqual([scope, 'serviceowner']);
  });

  it.each([
    ['GET api/authorization/token', 'consenttokens.read'],
    ['DELETE api/authorization/token', 'consenttokens.write'],
    ['GET api/my/roles', 'rolesandrights.read'],
    ['DELETE api/r123/authorization/rights', 'rolesandrights.write'],
    ['GET api/reportees', 'reportees'],
    ['POST api/reportees/reporteeconversion', 'reportees'],
    ['GET api/my/profile', 'profiles.read'],
    ['POST api/974760673/profile/contactinformation', 'profiles.write'],
    ['GET api/my/lookup', 'lookup'],
    ['GET api/my/messages', 'instances.meta'],
    ['POST api/my/messages', 'instances.write'],
    ['GET api/my/messages/a1', 'instances.read'],
    ['POST api/my/messages/a1/attachments/streamedattachment', 'instances.write'],
    ['GET api/my/authorization/delegations', 'delegations.read'],
    ['POST api/my/authorization/delegations', 'delegations.write'],
    ['GET api/my/brokerservice', 'brokerservice.read'],
    ['GET api/delegationrequest', 'delegationrequests.read'],
    ['POST api/consentrequest', 'consentrequests.write'],
    ['GET api/974760673/authorization/RoleDefinitions', 'roledefinitions.read'],
    ['PUT api/974760673/authorization/roledefinitions/7', 'roledefinitions.write'],
    ['GET api/enterpriseusers', 'enterpriseusers.read'],
    ['PUT api/enterpriseusers/svc', 'enterpriseusers.write'],
  ])('of an end user: %s needs %s or the general one', (call, scope) => {
    expect(scopesOf(call)).toEqual([scope, 'enduser']);
  });

  it('role definitions of the service-owner API need none', () => {
    expect(scopesOf('GET api/serviceowner/roledefinitions/7')).toEqual([]);
  });

  it('nothing is said about open endpoints and about links, whose part nobody knows', () => {
    for (const call of ['GET api/metadata', 'POST api/authentication/x', 'GET link'])
      expect(scopesOf(call)).toBeUndefined();
  });
});
