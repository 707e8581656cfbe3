// What the client sends: for each documented request an operation with all that it can say.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Desk } from './published-readers.ts';
import type { Steward } from './steward.ts';

/** Sends it; how it ends is no matter of what was sent. */
export type Writer = (desk: Desk) => Promise<unknown>;

const MINE = { who: 'my' };
const OTHER = '923609016';
const PERSON = { identityNumber: '15879012160', lastName: 'ROGNLI' };
const SERVICE = { code: '8830', edition: 2 };
const ROLE = { RoleType: 'Local', RoleDefinitionId: 41, RoleName: 'Runde', RoleDescription: 'Alt' };
const RIGHT = { serviceCode: '8810', serviceEdition: 250101, action: 'Read' as const };
const ROLE_INPUT = { name: 'Ny runde', description: 'Alt og mer', rights: [RIGHT] };
const FORM = { dataFormatId: '3301', dataFormatVersion: '44' };
const XML = '<?xml version="1.0" encoding="utf-8"?><melding><navn>Lindvik</navn></melding>';
const RETURN = 'https://lindvik.example/tilbake';

const messageOf = ({ server }: Desk) => {
  const { MessageId, LastChangedDateTime } = server.exampleOf('messages.get') as {
    readonly MessageId: string;
    readonly LastChangedDateTime: string;
  };
  // As the page has it: the form is Norwegian time in winter.
  const expected = new Date(`${LastChangedDateTime}+01:00`).toISOString();
  return { of: { ...MINE, message: MessageId }, expected };
};

/** A local role as the platform has it now. */
function withRole({ server }: Desk) {
  server.put('role-definitions.list', [ROLE], []);
  server.put('role-definitions.get', { ...ROLE, Rights: [] });
  return { who: 'my', role: ROLE.RoleDefinitionId };
}

function withHolder({ server }: Desk) {
  const role = { RoleId: 900101, RoleType: 'Altinn', RoleDefinitionId: 710, RoleName: 'Regnskap' };
  const example = server.exampleOf('delegations.get') as { readonly RightHolderId: string };
  server.put('delegations.get', { ...example, Roles: [role] });
  return { who: 'my', receiver: example.RightHolderId };
}

export const WRITERS: Readonly<Record<string, readonly Writer[]>> = {
  'enterprise-users.create': [
    ({ client, connection }) =>
      client.enterpriseUsers.create({ connection, userName: 'lindvik-regnskap' }),
  ],
  'enterprise-users.rename': [
    ({ client, connection, server, own }) => {
      const before = {
        UserName: 'lindvik-lager',
        Created: '2024-02-01T12:00:00.507',
        OwnerOrgNo: own,
      };
      server.put('enterprise-users.get', [before]);
      const [userName, newName] = [before.UserName, 'lindvik-lager-2'];
      return client.enterpriseUsers.rename({ connection, userName, newName });
    },
  ],
  'contact-information.create': [
    ({ client, connection, own }) =>
      client.contactInformation.add({
        ...{ connection, organisationNumber: own, email: 'ny@lindvik.example' },
      }),
    ({ client, connection, own }) =>
      client.contactInformation.add({
        ...{ connection, organisationNumber: own, mobileNumber: '+47 40 00 00 09' },
      }),
  ],
  'reportees.conversion': [
    ({ client, connection }) => client.reportees.convert({ connection, of: PERSON }),
    ({ client, connection, own }) =>
      client.reportees.convert({ connection, of: { organisationNumber: own, name: 'LINDVIK AS' } }),
  ],
  'delegations.create': (
    [
      { kind: 'person', ...PERSON },
      { kind: 'organisation', organisationNumber: OTHER, name: 'LINDVIK SLIPP' },
      { kind: 'enterprise-user', userName: 'lindvik-regnskap' },
      { kind: 'person-by-user-name', userName: 'tuva', lastName: 'ROGNLI' },
    ] as const
  ).map(
    (to) =>
      ({ client, connection }) =>
        client.delegations.give({
          ...{ connection, ...MINE, to, roles: [710], rights: [RIGHT], email: 'a@b.example' },
        }),
  ),
  'delegations.role.delete': [
    (desk) =>
      desk.client.delegations.takeRole({
        ...{ connection: desk.connection, ...withHolder(desk), role: '900101' },
      }),
  ],
  'delegations.right.delete': [
    (desk) =>
      desk.client.delegations.takeRight({
        ...{ connection: desk.connection, ...withHolder(desk), right: '770001' },
      }),
  ],
  'role-definitions.create': [
    ({ client, connection, server }) => {
      server.put('role-definitions.list', [], []);
      return client.roleDefinitions.create({ connection, ...MINE, ...ROLE_INPUT, language: 1044 });
    },
  ],
  'role-definitions.update': [
    (desk) => {
      const shown = { name: ROLE.RoleName, description: ROLE.RoleDescription, rights: [] };
      const { client, connection } = desk;
      const of = { connection, ...withRole(desk) };
      return client.roleDefinitions.replace({ ...of, ...ROLE_INPUT, expected: shown });
    },
  ],
  'role-definitions.delete': [
    (desk) =>
      desk.client.roleDefinitions.remove({ connection: desk.connection, ...withRole(desk) }),
  ],
  'messages.create': (['fill-in', 'await-signature'] as const).map(
    (then) =>
      ({ client, connection, file }) =>
        client.messages.create({
          ...{ connection, ...MINE, serviceCode: '8810', serviceEdition: 250101, then },
          forms: [{ ...FORM, xml: XML }],
          attachments: [{ file: file(), type: 'Kart' }],
        }),
  ),
  'messages.create, prefilled': [
    ({ client, connection }) =>
      client.messages.create({
        ...{ connection, ...MINE, serviceCode: '8810', serviceEdition: 250101, then: 'fill-in' },
      }),
  ],
  'messages.update': [
    (desk) => {
      const { of, expected } = messageOf(desk);
      const { client, connection, file } = desk;
      return client.messages.replace({
        ...{ connection, ...of, expected, then: 'fill-in' },
        forms: [{ ...FORM, xml: XML, type: 'main-form', replaces: '5501' }],
        attachments: [{ file: file(), type: 'Kart', replaces: '9901' }],
      });
    },
    (desk) => {
      const { of, expected } = messageOf(desk);
      const { client, connection, server } = desk;
      server.refuse('messages.signingtext', 404, undefined);
      return client.messages.sign({
        ...{ connection, ...of, expected, what: { forms: ['5501'], attachments: ['9901'] } },
        signingText: { none: true },
      });
    },
  ],
  'messages.delete': [
    (desk) =>
      desk.client.messages.remove({
        connection: desk.connection,
        ...messageOf(desk).of,
        from: 'box',
      }),
  ],
  'forms.create': [
    (desk) =>
      desk.client.forms.add({
        ...{ connection: desk.connection, ...messageOf(desk).of, ...FORM, xml: XML },
      }),
  ],
  'forms.update': (['SubForm', 'MainForm'] as const).map((Type) => (desk) => {
    const example = desk.server.exampleOf('forms.get') as object;
    desk.server.put('forms.get', { ...example, Type });
    return desk.client.forms.replace({
      ...{ connection: desk.connection, ...messageOf(desk).of, form: '5501', ...FORM, xml: XML },
    });
  }),
  'forms.delete': [
    (desk) =>
      desk.client.forms.remove({
        ...{ connection: desk.connection, ...messageOf(desk).of, form: '5501' },
      }),
  ],
  'attachments.create': [
    (desk) =>
      desk.client.attachments.add({
        ...{ connection: desk.connection, ...messageOf(desk).of, file: desk.file(), type: 'Kart' },
      }),
  ],
  'attachments.streamed': [
    (desk) =>
      desk.client.attachments.stream({
        ...{ connection: desk.connection, ...messageOf(desk).of, file: desk.file(), type: 'Kart' },
      }),
  ],
  'attachments.delete': [
    (desk) =>
      desk.client.attachments.remove({
        ...{ connection: desk.connection, ...messageOf(desk).of, attachment: '9901' },
      }),
  ],
  'consent-requests.create': [
    ({ client, connection, own }) =>
      client.consents.create({
        ...{ connection, receiver: own, handledBy: OTHER, giver: { kind: 'person', ...PERSON } },
        onlyBy: { identityNumber: '15879012241', lastName: 'ROGNLI' },
        ...{ validTo: '2099-10-14T12:15:00Z', returnAddress: RETURN, inPortal: true },
        resources: [
          { serviceCode: '8820', serviceEdition: 1, metadata: [{ name: 'aar', value: '2024' }] },
        ],
        message: { nb: 'Vi ber.', nn: 'Vi bed.', en: 'We ask.' },
      }),
  ],
  'consent-requests.list': [
    ({ client, connection }) =>
      client.consents.list({
        ...{ connection, direction: 'outgoing', statuses: ['accepted', 'rejected'] },
        service: { code: '8820', edition: 1 },
      }),
  ],
  'consent-requests.delete': [
    ({ client, connection, server }) => {
      const { AuthorizationCode: code } = server.exampleOf('consent-requests.get') as {
        readonly AuthorizationCode: string;
      };
      return client.consents.withdraw({ connection, code });
    },
  ],
  'consent-tokens.loguse': [
    ({ client, connection }) =>
      client.consents.logUse({
        ...{ connection, code: 'abc-1', serviceCode: '8820', serviceEdition: 1 },
      }),
  ],
  'service-owner.delegation-requests.create': [
    ({ client, connection, own, server }) => {
      server.put('service-owner.delegation-requests.list', [], []);
      return client.ownerRequests.create({
        ...{
          connection,
          receiver: { organisationNumber: own },
          giver: { organisationNumber: OTHER },
        },
        giverName: 'LINDVIK SLIPP',
        services: [{ code: '8810', edition: 250101, operations: ['Read'] }],
        ...{ message: 'Vi ber.', redirectUrl: RETURN },
      });
    },
  ],
  'service-owner.delegation-requests.list': [
    ({ client, connection, own }) =>
      client.ownerRequests.list({
        ...{ connection, service: SERVICE, receiver: own, giver: OTHER },
        statuses: ['created', 'opened'],
      }),
  ],
  'service-owner.delegation-requests.delete': [
    ({ client, connection, server }) => {
      const example = server.exampleOf('service-owner.delegation-requests.get') as {
        readonly guid: string;
      };
      // Without what the client cannot read.
      server.put('service-owner.delegation-requests.get', {
        ...example,
        requestMessage: undefined,
      });
      return client.ownerRequests.remove({ connection, request: example.guid });
    },
  ],
  'service-owner.consents': [
    ({ client, connection }) =>
      client.ownerRequests.consents({
        ...{ connection, service: SERVICE, statuses: ['active', 'revoked'] },
      }),
  ],
  'service-owner.reportees': [
    ({ client, connection }) =>
      client.partyAccess.reportees({
        ...{ connection, subject: { organisationNumber: OTHER }, service: SERVICE },
        withConsents: true,
      }),
  ],
  'service-owner.personalcontacts': [
    ({ client, connection, own, server }) => {
      const example = server.exampleOf('service-owner.organisation') as object;
      server.put('service-owner.organisation', { ...example, OrganizationNumber: own });
      return client.serviceOwner.personalContacts({
        ...{ connection, organisationNumber: own, service: SERVICE, roleDefinitionCode: 'DAGL' },
      });
    },
  ],
  'notifications.validaterecipient': [
    ({ client, connection }) =>
      client.serviceOwner.validateRecipient({ connection, recipient: PERSON, service: SERVICE }),
  ],
  'events.feed': [({ client, connection }) => client.ownerEvents.read({ connection, from: '7' })],
  'srr.create': ([undefined, '2098-12-31'] as const).flatMap((validTo) =>
    // It is sent in the form in which the register itself answers.
    ([{ serviceCode: '8830', serviceEditionCode: 2, rights: [] }, []] as const).map(
      (register): Writer =>
        ({ client, connection, server }) => {
          server.put('srr.list', register, register);
          return client.serviceRights.grant({
            ...{ connection, service: SERVICE, reportee: { organisationNumber: OTHER } },
            ...{ rights: ['read', 'write'], ...(validTo !== undefined && { validTo }) },
            conditions: [
              { name: 'HandledBy', value: OTHER },
              { name: 'IsRecipient', value: true },
              { name: 'AllowedRedirectDomain', value: ['*.lindvik.example'] },
            ],
          });
        },
    ),
  ),
  'srr.delete': [
    ({ client, connection, server }) => {
      const rule = { id: 71, reportee: OTHER, right: 'read', validTo: '2098-12-31T00:00:00+01:00' };
      const register = { serviceCode: '8830', serviceEditionCode: 2, rights: [rule] };
      server.put('srr.list', register, { ...register, rights: [] });
      return client.serviceRights.revoke({ connection, service: SERVICE, rule: '71' });
    },
  ],
  'broker.outbox.create': [
    ({ client, connection, zip }) =>
      client.fileTransfer.send({
        ...{ connection, ...MINE, source: zip, code: '8830', edition: 2, sendersReference: 'r-1' },
        ...{ recipients: [OTHER], properties: [{ name: 'kai', value: 'nord' }], fileList: true },
      }),
  ],
  'broker.inbox': [
    ({ client, connection }) =>
      client.fileTransfer.list({
        ...{ connection, ...MINE, statuses: ['initialized', 'uploaded', 'downloaded'] },
        ...{ service: SERVICE, from: '2025-01-01T00:00:00Z', to: '2025-12-31T00:00:00Z' },
      }),
  ],
  'messages.list': [
    ({ client, connection }) =>
      client.messages.list({
        ...{ connection, ...MINE, all: true, filter: "Type eq 'FormTask'" },
        ...{ from: '2025-01-01T00:00:00Z', to: '2025-12-31T00:00:00Z' },
      }),
  ],
  'lookup.ask': [
    ({ client, connection }) =>
      client.lookups.ask({
        ...{ connection, ...MINE, ...SERVICE, query: 'a=1', authorizationCode: 'abc-1' },
      }),
  ],
};

/** A small file that can be attached. */
export function fileFor({ app }: Pick<Steward, 'app'>, folder: string): () => string {
  let made = 0;
  return () => {
    const file = path.join(folder, `kart-${(made += 1)}.pdf`);
    writeFileSync(file, '%PDF-1.4', { mode: 0o600 });
    return app.handleFor(file);
  };
}
