// Calls of all that is documented, at a local platform: each entry of the published shapes that it has, and refusals.
import { createHash, createPrivateKey, randomUUID, sign } from 'node:crypto';
import type { Platform } from '../platform/platform.ts';
import { entryOf } from '../platform/published/schemas.ts';
import { callerOf, type Ask, type Reply } from './platform-caller.ts';
import { signInCaller } from './sign-in-caller.ts';
import { visit } from './sign-in-browser.ts';

type Shown = Readonly<Record<string, unknown>>;
type Values = Readonly<Record<string, string>>;

interface Round {
  readonly platform: Platform;
  readonly control: Platform['control'];
  /** The organisation, as a number and as a party. */
  readonly own: string;
  /** Calls an entry; `values` stand in its path, where it names no value the own number. */
  ask(
    this: void,
    entry: string,
    values?: Values,
    options?: Ask & { readonly query?: Values },
  ): Promise<Reply>;
}

export interface Called {
  readonly entry: string;
  readonly status: number;
}

const JSON_ONLY = { accept: 'application/json' };
const IN_JSON = { type: 'application/json' };

/** The platform must act by `switchedOffStillOn`: what is switched off is documented too. What a round makes it mostly takes away. */
export async function askRound(
  platform: Platform,
  accept: string,
  parts: readonly Part[] = everyPart,
): Promise<readonly Called[]> {
  const { control, organisationNumber: own } = platform;
  const caller = callerOf(platform);
  const called: Called[] = [];
  const token = control.identity.addToken({ person: 'person-1' });
  const ask: Round['ask'] = async (id, values = {}, { query = {}, ...options } = {}) => {
    const { method, path } = entryOf(id);
    const where = path
      .replace(/^\/api\//, '')
      .replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? own));
    const asked = new URLSearchParams(query).toString();
    const isOfOrganisation =
      /^(service-owner|srr|notifications|events|consent|enterprise|delegation-)/;
    const reply = await caller.ask(method, asked === '' ? where : `${where}?${asked}`, {
      accept,
      ...(isOfOrganisation.test(id) ? { certificate: true } : { token }),
      ...options,
    });
    called.push({ entry: id, status: reply.status });
    return reply;
  };
  for (const part of parts) await PARTS[part]({ platform, control, own, ask });
  caller.close();
  return called;
}

const PARTS = {
  metadata,
  users,
  parties,
  authorization,
  messages,
  files,
  consents,
  delegationRequests,
  owners,
  rules,
  signIn,
};
export type Part = keyof typeof PARTS;
export const everyPart = Object.keys(PARTS) as readonly Part[];

const idIn = ({ location }: Reply): string => location.slice(location.lastIndexOf('/') + 1);

/** The one resource of an answer, which may be a list of one. */
function oneIn(reply: Reply): Shown {
  const value: unknown = reply.text === '' ? {} : reply.json;
  return (Array.isArray(value) ? (value as Shown[])[0] : (value as Shown)) ?? {};
}

const itemsIn = (reply: Reply): readonly Shown[] => reply.json as readonly Shown[];

async function metadata({ control, ask }: Round) {
  const { services } = control.metadata;
  await ask('metadata.list');
  // Their spellings differ from service to service.
  for (const { kind, code, edition } of services) {
    const of = { serviceCode: code, serviceEditionCode: String(edition) };
    await ask(`metadata.${kind}`, { ...of, serviceEdition: String(edition) });
    await ask('role-requirements.list', {}, { query: of });
  }
  const formtask = services.find((one) => control.metadata.detail(one).forms.length > 0);
  const [form] = formtask === undefined ? [] : control.metadata.detail(formtask).forms;
  await ask('metadata.formtask.xsd', {
    serviceCode: formtask?.code ?? '',
    serviceEditionCode: String(formtask?.edition),
    dataFormatId: form?.format.id ?? '',
    dataFormatVersion: String(form?.format.version),
  });
  const ruled = {
    serviceCode: formtask?.code ?? '',
    serviceEditionCode: String(formtask?.edition),
  };
  await ask('metadata.attachmentrule.xsd', { ...ruled, ruleId: '1' });
  const lookup = { serviceCode: 'L101', serviceEditionCode: '1' };
  await ask('metadata.lookup', lookup);
  await ask('metadata.lookup.schema', { ...lookup, schema: 'RequestSchema' });
  await ask('lookup.ask', lookup, { query: { queryOptions: 'kjenningssignal=LK1234' } });
  await ask('role-requirements.list', {}, { query: { serviceCode: 'AppId:418' } });
  await ask('metadata.roledefinitions');
  await ask('metadata.roledefinition', { id: '4' });
  await ask('code-lists.list');
  await ask('code-lists.get', { name: 'Units', version: '2' });
  await ask('metadata.jwk', {}, JSON_ONLY);
  await ask('metadata.well-known', {}, JSON_ONLY);
}

async function users({ control, ask }: Round) {
  const [name = ''] = control.users;
  const [made, next] = [{ userName: 'svc-round' }, { userName: 'svc-next' }];
  await ask('enterprise-users.list');
  await ask('enterprise-users.get', { username: name });
  await ask('enterprise-users.create', {}, { body: { UserName: name } });
  await ask('enterprise-users.create', {}, { body: { UserName: made.userName } });
  await ask('enterprise-users.rename', made, { body: { UserName: next.userName } });
  await ask('enterprise-users.rotatesecret', next);
  await ask('enterprise-users.delete', next);
}

async function parties({ control, own, ask }: Round) {
  const [user = ''] = control.users;
  await ask('profile.my');
  const token = control.identity.addToken({ organisation: own, user });
  await ask('profile.my', {}, { token });
  await ask('profile.organisation');
  await ask('contact-information.create', {}, { body: { Email: 'a@b.example' } });
  await ask('contact-information.create', {}, { body: { MobileNumber: '90000001' } });
  await ask('contact-information.list');
  const made = control.contactInformation(own).slice(-2);
  await ask('contact-information.get', { id: String(made[0]?.id) });
  for (const { id } of made) await ask('contact-information.delete', { Id: String(id) });
  await ask('reportees.list');
  await ask('reportees.get', { reporteeId: 'r50010001' });
  const sunniva = { SocialSecurityNumber: '27828434567', LastName: 'Bratthammer' };
  await ask('reportees.conversion', {}, { body: sunniva, ...IN_JSON, ...JSON_ONLY });
  const [first] = itemsIn(await ask('organizations.list', {}, JSON_ONLY));
  await ask('organizations.get', { organizationId: String(first?.['OrganizationNumber']) });
}

async function authorization({ control, ask }: Round) {
  const service = control.metadata.services.find(
    ({ kind, code }) => kind === 'formtask' && Number(code) % 9 !== 0,
  );
  const right = {
    ServiceCode: service?.code,
    ServiceEditionCode: service?.edition,
    Action: 'Read',
  };
  const receiverId = 'r50010003';
  const given = { Roles: [{ RoleDefinitionId: 27 }], Rights: [right] };
  const to = { SocialSecurityNumber: '27828434567', LastName: 'Bratthammer' };
  await ask('delegations.create', {}, { body: { ...to, _embedded: given } });
  await ask('delegations.list');
  for (const one of [receiverId, 'r50010001'])
    for (const what of ['get', 'roles', 'rights', 'apprights'])
      await ask(`delegations.${what}`, { receiverId: one });
  const found = async (what: 'roles' | 'rights', isWanted: (one: Shown) => boolean) => {
    const reply = await ask(`delegations.${what}`, { receiverId }, JSON_ONLY);
    return itemsIn(reply).find(isWanted) ?? {};
  };
  const role = await found('roles', (one) => 'RoleId' in one);
  await ask('delegations.role.delete', { receiverId, roleId: String(role['RoleId']) });
  const single = await found('rights', (one) => one['RightSourceType'] !== 'RoleTypeRights');
  await ask('delegations.right.delete', { receiverId, rightId: String(single['RightID']) });
  const app = { org: 'fyr', app: 'havneavgift', ruleGuid: '1' };
  await ask('delegations.appright.delete', { receiverId, ...app });
  await ask('delegations.delete', {}, { query: { receiverId } });
  await ask('rights.own-role.delete', { roleId: '1' });
  await ask('rights.own-right.delete', { rightId: '1' });
  await ask('rights.own-appright.delete', app);
  for (const what of ['own-roles', 'own-rights', 'own-apprights']) await ask(`rights.${what}`);
  await localRoles({ ask }, { ...right, ServiceEditionCode: String(service?.edition) });
}

async function localRoles({ ask }: Pick<Round, 'ask'>, right: object) {
  const body = {
    RoleName: 'Runde',
    RoleDescription: 'Alt',
    RoleType: 'Local',
    _embedded: { Rights: [right] },
  };
  const made = { roledefinitionid: idIn(await ask('role-definitions.create', {}, { body })) };
  await ask('role-definitions.list');
  for (const one of [made, { roledefinitionid: '4' }, { roledefinitionid: '27' }])
    await ask('role-definitions.get', one);
  await ask('role-definitions.update', made, { body });
  await ask('role-definitions.delete', made);
}

async function messages({ control, ask }: Round) {
  const service = control.messages.serviceWith({ subForm: true });
  const head = { Type: 'FormTask', ServiceCode: service.code, ServiceEdition: service.edition };
  const formOf = (Type: string, data?: string) => {
    const sample = Type === 'MainForm' ? service.mainForm : service.subForm;
    return {
      Type,
      DataFormatId: sample?.dataFormatId,
      DataFormatVersion: sample?.dataFormatVersion,
      FormData: data ?? sample?.data,
    };
  };
  const holding = (...forms: readonly object[]) => ({ ...head, _embedded: { forms } });
  const [good, bad] = [holding(formOf('MainForm')), holding(formOf('MainForm', '<a><b></a>'))];
  const wrong = service.mainForm.data.replace(/(<[Oo]rganisasjonsnummer[^>]*>)\d+/, '$1abc');
  const invalid = holding(formOf('MainForm', wrong));
  const open = { query: { complete: 'false' } };
  await ask('messages.list');
  for (const body of [bad, invalid]) await ask('messages.create', {}, { body });
  const one = { messageid: idIn(await ask('messages.create', {}, { body: good, ...open })) };
  await ask('messages.get', one);
  await ask('messages.validate', one);
  await ask('messages.update', one, { body: invalid, ...open });
  await ask('messages.validate', one);
  await ask('messages.update', one, { body: head });
  await ask('messages.update', one, { body: good, ...open });
  await ask('forms.list', one);
  const form = await ask('forms.create', one, { body: formOf('SubForm') });
  const ofForm = { ...one, formid: idIn(form) };
  await ask('forms.get', ofForm);
  await ask('forms.formdata', ofForm, { accept: 'application/xml' });
  await ask('forms.update', ofForm, { body: formOf('SubForm') });
  await ask('forms.update', ofForm, { body: formOf('SubForm', '<a/>') });
  await ask('forms.print', ofForm, { accept: 'application/pdf' });
  await ask('forms.delete', ofForm);
  await ask('messages.print', one, { accept: 'application/pdf' });
  await ask('messages.update', one, { body: head, query: { sign: 'false' } });
  await ask('messages.signingtext', one);
  await ask('messages.update', one, { body: head, query: { complete: 'true', sign: 'true' } });
  await letters({ control, ask });
  await attachments({ control, ask });
}

async function letters({ control, ask }: Pick<Round, 'control' | 'ask'>) {
  const letter = control.messages.make({
    kind: 'Correspondence',
    asksConfirmation: true,
    payment: true,
    body: '<p>Hei</p>',
    attachments: [{ fileName: 'kart.pdf' }],
  });
  const one = { messageid: letter.id };
  await ask('messages.get', one);
  await ask('messages.custommessagedata', one);
  await ask('messages.confirm', one);
  await ask('messages.get', { messageid: idIn(await ask('messages.archive', one)) });
  const { id } = control.messages.make({ kind: 'FormTask', state: 'filling' });
  await ask('messages.delete', { messageid: id });
  await ask('messages.trashbin', {}, { query: { language: '1044' } });
}

async function attachments({ control, ask }: Pick<Round, 'control' | 'ask'>) {
  const service = control.messages.serviceWith({ attachments: true });
  const [rule] = service.attachmentTypes;
  const ending = /[a-z]+/.exec(rule?.allowedFileTypes ?? '')?.[0] ?? 'txt';
  const file = { FileName: `kvittering.${ending}`, AttachmentType: rule?.name ?? '' };
  const head = { Type: 'FormTask', ServiceCode: service.code, ServiceEdition: service.edition };
  const open = { query: { complete: 'false' } };
  const made = await ask('messages.create', {}, { body: { ...head, _embedded: {} }, ...open });
  const one = { messageid: idIn(made) };
  const added = await ask('attachments.create', one, {
    body: { ...file, Data: Buffer.from('innhold').toString('base64') },
  });
  const ofFile = { ...one, attachmentid: idIn(added) };
  await ask('attachments.list', one);
  await ask('attachments.get', ofFile, { accept: '*/*' });
  await ask('messages.get', one);
  await ask('attachments.delete', ofFile);
  await ask('attachments.streamed', one, {
    body: Buffer.from('innhold'),
    type: 'application/octet-stream',
    query: { fileName: file.FileName, attachmentType: file.AttachmentType },
  });
}

async function files({ control, own, ask }: Round) {
  const { reference } = control.fileTransfer.put({ content: Buffer.from('PK') });
  control.fileTransfer.put({ content: Buffer.from('PK'), status: 'Downloaded' });
  for (const recipients of [own, 'nobody'])
    await ask('broker.hasavailablefiles', {}, { ...JSON_ONLY, query: { recipients } });
  for (const fileStatus of ['Uploaded', 'Downloaded', 'Lost'])
    await ask('broker.inbox', {}, { query: { fileStatus } });
  const lost = { reference: '00000000-0000-4000-8000-000000000000' };
  for (const one of [{ reference }, lost])
    for (const what of ['file', 'download', 'receipt', 'confirmdownloaded'])
      await ask(`broker.inbox.${what}`, one, JSON_ONLY);
  const receiver = control.serviceRights.all.find(({ reportee }) => reportee !== own)?.reportee;
  const send = (...Recipients: readonly unknown[]) =>
    ask(
      'broker.outbox.create',
      {},
      {
        body: Buffer.from('PK'),
        type: 'application/zip',
        query: {
          brokerServiceDescription: JSON.stringify({
            ServiceCode: 'B102',
            ServiceEditionCode: 1,
            SendersReference: 'R-7',
            Recipients,
          }),
        },
      },
    );
  await send('nobody');
  await send(receiver);
  const sent = { reference: control.fileTransfer.files.at(-1)?.reference ?? '' };
  for (const one of [sent, lost])
    for (const what of ['file', 'receipt']) await ask(`broker.outbox.${what}`, one, JSON_ONLY);
  await ask('broker.outbox.file', sent);
}

async function consents({ control, own, ask }: Round) {
  const giver = control.register[9];
  const body = {
    CoveredBy: own,
    OfferedBy: giver?.number,
    OfferedByName: giver?.name,
    ValidTo: '2099-05-04T00:00:00',
    RedirectUrl: 'https://retur.fjordtrafikk.example/ferdig',
    RequestResources: [
      {
        ServiceCode: 'K107',
        ServiceEditionCode: 1,
        Metadata: { inntektsaar: '2025', formaal: 'lån' },
      },
    ],
    RequestMessage: { 'no-nb': 'Kan vi?', en: 'May we?' },
  };
  await ask('consent-requests.create', {}, { body: { ...body, OfferedBy: own } });
  const made = oneIn(await ask('consent-requests.create', {}, { body }));
  const one = { authCode: String(made['AuthorizationCode']) };
  await ask('consent-requests.list');
  for (const query of [{ $top: '1' }, { direction: 'up' }] as readonly Values[])
    await ask('consent-requests.list', {}, { query });
  await ask('consent-requests.get', one);
  await ask('consent-requests.delete', one);
  for (const what of ['get', 'delete']) await ask(`consent-requests.${what}`, { authCode: 'none' });
  const given = { AuthorizationCode: control.consents.make({ status: 'Accepted' }).id };
  const use = { ServiceCode: 'K103', ServiceEditionCode: 1, UsageDateTime: '2026-05-04T10:00:00' };
  await ask('consent-tokens.get', given, JSON_ONLY);
  for (const which of [given, { AuthorizationCode: 'none' }]) {
    await ask('consent-tokens.loguse', which, { body: use });
    await ask('consent-tokens.delete', which);
    await ask('consent-tokens.get', which, JSON_ONLY);
  }
}

async function delegationRequests({ control, own, ask }: Round) {
  const giver = control.register[9];
  const [service] = control.metadata.services;
  const body = {
    coveredBy: own,
    offeredBy: giver?.number,
    offeredByName: giver?.name,
    requestServices: [
      { serviceCode: service?.code, serviceEditionCode: service?.edition, operations: ['Read'] },
    ],
    redirectUrl: 'https://retur.example/',
  };
  for (const whose of ['', 'service-owner.']) {
    const made = await ask(`${whose}delegation-requests.create`, {}, { body, ...IN_JSON });
    const one = { guid: String(oneIn(made)['guid']) };
    await ask(`${whose}delegation-requests.list`);
    await ask(`${whose}delegation-requests.list`, {}, { query: { status: 'lost' } });
    await ask(`${whose}delegation-requests.get`, one);
    await ask(`${whose}delegation-requests.delete`, one);
    await ask(`${whose}delegation-requests.delete`, one);
  }
  const worded = control.delegationRequests.all.find(({ message }) => message !== undefined);
  await ask('service-owner.delegation-requests.get', { guid: worded?.id ?? '' });
}

async function owners({ control, own, ask }: Round) {
  const [first] = control.register;
  const email = first?.official[0]?.email ?? '';
  await ask('service-owner.organisations', {}, { query: { email } });
  for (const { number, personal } of control.register.slice(0, 6)) {
    const organizationNumber = number;
    for (const what of ['organisation', 'officialcontacts', 'personalcontacts'])
      await ask(`service-owner.${what}`, { organizationNumber });
    for (const { id } of personal.slice(0, 1))
      await ask('service-owner.personalcontact-roles', { organizationNumber, person: id });
  }
  await ask('service-owner.reportees', {}, { query: { subject: own } });
  const between = { query: { subject: '03916823456', reportee: own } };
  for (const what of ['rights', 'roles', 'apprights'])
    await ask(`service-owner.${what}`, {}, between);
  await ask('service-owner.roledefinitions');
  await ask('service-owner.roledefinition', { id: '4' });
  await ask('notifications.validaterecipient', {}, { query: { organizationNumber: own } });
  await ask('events.feed');
  control.consents.fill(2);
  const ofService = { serviceCode: 'K103', serviceEdition: '1' };
  await ask('service-owner.consents', {}, { query: { ...ofService, $top: '1' } });
  const body = {
    Type: 'Email',
    Email: 'a@b.example',
    SocialSecurityNumber: '27828434567',
    LastName: 'Bratthammer',
    _embedded: { Roles: [{ RoleDefinitionId: 282 }] },
  };
  const query = { onBehalfOf: '14857912345' };
  await ask('service-owner.delegations.create', {}, { body, query });
  const id = String(control.rolesGiven.at(-1)?.roleId);
  await ask('service-owner.delegations.delete', { id });
}

async function rules({ control, own, ask }: Round) {
  const service = { serviceCode: 'B102', serviceEditionCode: 1 };
  const reportee = control.register[9]?.number;
  const isFlat = control.shape.srr === 'picture';
  const isCamel = !isFlat;
  const conditions = Object.fromEntries(
    Object.entries({
      HandledBy: own,
      IsRecipient: true,
      IsSender: true,
      KeepSessionAlive: true,
      AllowedRedirectDomain: ['a.example'],
    }).map(([name, value]) => [
      isCamel ? name.replace(/^./, (letter) => letter.toLowerCase()) : name,
      value,
    ]),
  );
  const until = (validTo: string | null) => ({
    ...IN_JSON,
    body: isFlat
      ? [
          {
            ServiceCode: service.serviceCode,
            ServiceEditionCode: service.serviceEditionCode,
            Reportee: reportee,
            Right: 'Read',
            ValidTo: validTo,
            Condition: conditions,
          },
        ]
      : { ...service, rights: [{ reportee, right: 'read', validTo, conditions }] },
  });
  const [over, later] = [until('2020-01-01T00:00:00'), until('2098-01-01T00:00:00')];
  const list = { query: { serviceCode: 'B102', serviceEditionCode: '1' } };
  await ask('srr.create', {}, over);
  await ask('srr.create', {}, { body: {}, ...IN_JSON });
  await ask('srr.create', {}, later);
  await ask('srr.create', {}, later);
  await ask('srr.list', {}, list);
  const [oldest] = control.serviceRights.all;
  await ask('srr.get', { id: String(oldest?.id) });
  const last = () => ({ id: String(control.serviceRights.all.at(-1)?.id) });
  const one = last();
  await ask('srr.get', one);
  await ask('srr.update', one, later);
  await ask('srr.update', one, over);
  await ask('srr.delete', one);
  await ask('srr.delete', one);
  // No document shows a rule without an end.
  const endless = await ask('srr.create', {}, until(null));
  if (endless.status < 400) await ask('srr.delete', last());
}

/** At the servers for signing in, which are called by their own addresses. */
async function signIn({ platform, control, ask }: Round) {
  const caller = signInCaller(platform);
  const { identity } = platform;
  const verifier = 'v'.repeat(43);
  const redirect_uri = 'http://127.0.0.1:1/callback';
  const asked = new URLSearchParams({
    ...{ client_id: identity.clientId, redirect_uri, response_type: 'code' },
    ...{ scope: 'altinn:enduser', state: 's', code_challenge_method: 'S256' },
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  });
  const address = `${identity.authorizeEndpoint}?${asked.toString()}`;
  const { redirect } = await visit(address, { caPem: platform.caPem, deliver: false });
  await caller.form(identity.tokenEndpoint, {
    ...{ grant_type: 'authorization_code', client_id: identity.clientId, redirect_uri },
    ...{ code: redirect?.searchParams.get('code') ?? '', code_verifier: verifier },
  });
  await caller.form(identity.machineTokenEndpoint, {
    grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
    assertion: assertionOf(platform),
  });
  const [name = ''] = control.users;
  const credentials = Buffer.from(`${name}:${control.secretOf(name) ?? ''}`).toString('base64');
  await caller.ask(identity.exchangeEndpoint, {
    headers: {
      Authorization: `Bearer ${control.addToken()}`,
      'X-Altinn-EnterpriseUser-Authentication': credentials,
    },
  });
  await ask(
    'authentication.password',
    {},
    {
      body: { UserName: 'nobody', UserPassword: 'nothing' },
      ...IN_JSON,
    },
  );
}

function assertionOf({ identity, clientKeyPem }: Platform): string {
  const iat = Math.floor(Date.now() / 1000);
  const written = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const text = [
    written({ alg: 'RS256', kid: identity.machineKeyId }),
    written({
      ...{
        aud: identity.audience,
        iss: identity.machineClientId,
        scope: 'altinn:enterpriseusers.read',
      },
      ...{ iat, exp: iat + 100, jti: randomUUID() },
    }),
  ].join('.');
  const signature = sign('RSA-SHA256', Buffer.from(text), createPrivateKey(clientKeyPem));
  return `${text}.${signature.toString('base64url')}`;
}
