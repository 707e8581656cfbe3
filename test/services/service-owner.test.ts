// Service owners' look-ups through the whole program: by term and by relation, complete, never the whole register.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { spellingsOf } from '../../main/services/service-owner.ts';
import { roleDefinitionOf } from '../platform/role-definitions.ts';
import { inEveryMediaType } from '../support/media-types.ts';
import { openReading } from '../support/open-reading.ts';
import { startRawServer } from '../support/raw-server.ts';
import { valueOf } from '../support/steward.ts';

const world = openReading();

function desk(mediaType: Parameters<ReturnType<typeof world>['in']>[0] = 'application/hal+json') {
  const { steward, platform } = world();
  const { control, organisationNumber } = platform;
  const connection = world().in(mediaType);
  const at = { connection, organisationNumber };
  const known = control.register.find(({ number }) => number === organisationNumber);
  if (!known) throw new Error('The register has not its own caller.');
  const altered = (operation: string, body: unknown, times = 1) => {
    control.fault({
      operation: `serviceOwner.${operation}`,
      acts: true,
      times,
      effect: { kind: 'alter', body: JSON.stringify(body) },
    });
  };
  return { all: steward.client.serviceOwner, at, connection, control, known, altered, steward };
}

inEveryMediaType((mediaType) => {
  it('SOW-01 organisations are found by e-mail, by number and by telephone, each once', async () => {
    const { all, connection, control, known } = desk(mediaType);
    const shared = control.register.find(
      ({ personal }) => personal.filter(({ email }) => email.startsWith('felles')).length > 1,
    );
    const email = shared?.personal[0]?.email ?? '';
    const byEmail = await valueOf(all.find({ connection, email }));
    expect(byEmail.organisations.map((one) => one.organisationNumber)).toEqual([shared?.number]);
    const byNumber = await valueOf(all.find({ connection, organisationNumber: known.number }));
    expect(byNumber.organisations).toMatchObject([{ name: known.name, form: known.form }]);
    const mobile = known.official.find(({ mobileNumber }) => mobileNumber !== '')?.mobileNumber;
    const byPhone = await valueOf(all.find({ connection, phoneNumber: mobile ?? '' }));
    expect(byPhone.organisations.map((one) => one.organisationNumber)).toContain(known.number);
    const both = await valueOf(all.find({ connection, email, phoneNumber: mobile ?? '' }));
    expect(both.organisations.map((one) => one.organisationNumber).sort()).toEqual(
      [...new Set([shared?.number, known.number])].sort(),
    );
    expect(both.completeness.complete).toBe(true);
    expect(control.unfilteredLookups).toBe(0);
  });

  it('SOW-02 one organisation has its times as instants, or null where the register has none', async () => {
    const { all, at, connection, control } = desk(mediaType);
    expect(await valueOf(all.get(at))).toMatchObject({ name: 'Fjordtrafikk AS' });
    const never = control.register.find(({ changed, confirmed }) => !changed && confirmed);
    const organisationNumber = never?.number ?? '';
    expect(await valueOf(all.get({ connection, organisationNumber }))).toMatchObject({
      organisationNumber,
      lastChanged: null,
      lastConfirmed: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as string,
    });
  });

  it('names of several numbers come in their order; one that the register does not have has none', async () => {
    const { all, connection, control, known } = desk(mediaType);
    const other = control.register[9];
    const missing = '910000020';
    const numbers = [missing, known.number, other?.number ?? '', known.number];
    const { organisations } = await valueOf(
      all.names({ connection, organisationNumbers: numbers }),
    );
    expect(organisations).toEqual([
      { organisationNumber: missing, name: null },
      { organisationNumber: known.number, name: known.name },
      { organisationNumber: other?.number, name: other?.name },
    ]);
  });

  it('SOW-03 official contacts in either spelling, empty ones as null; none is no failure', async () => {
    const { all, at, connection, control, known } = desk(mediaType);
    const { contacts } = await valueOf(all.officialContacts(at));
    expect(contacts.map(({ email, mobileNumber }) => [email, mobileNumber])).toEqual(
      known.official.map(({ email, mobileNumber }) => [email || null, mobileNumber || null]),
    );
    for (const { email, emailChanged } of contacts)
      if (email === null) expect(emailChanged).toBeNull();
    const bare = control.register.find(({ official }) => official.length === 0)?.number ?? '';
    expect(await valueOf(all.officialContacts({ connection, organisationNumber: bare }))).toEqual({
      contacts: [],
      completeness: { complete: true, because: null, calls: 1 },
    });
  });

  it('SOW-04 SOW-05 personal contacts have masked numbers, and roles behind their relation', async () => {
    const { all, at, known } = desk(mediaType);
    const { contacts } = await valueOf(all.personalContacts(at));
    expect(contacts.map(({ id, name }) => [id, name])).toEqual(
      known.personal.map(({ id, name }) => [id, name]),
    );
    for (const { identityNumber } of contacts) expect(identityNumber).toMatch(/^\d{6}•{5}$/);
    for (const person of known.personal) {
      const { roles } = await valueOf(all.rolesOf({ ...at, person: person.id }));
      expect(roles.map(({ id, code }) => [id, code])).toEqual(
        person.roles.map((id) => [id, roleDefinitionOf(String(id))?.code]),
      );
      expect(roles.every(({ kind }) => kind === 'external' || kind === 'platform')).toBe(true);
    }
  });

  it('SOW-04 personal contacts are narrowed by a role, and by a service', async () => {
    const { all, at, control, known } = desk(mediaType);
    const code = roleDefinitionOf(String(known.personal[0]?.roles[0]))?.code ?? '';
    const byRole = await valueOf(all.personalContacts({ ...at, roleDefinitionCode: code }));
    const having = known.personal.filter(({ roles }) =>
      roles.some((id) => roleDefinitionOf(String(id))?.code === code),
    );
    expect(byRole.contacts.map(({ id }) => id)).toEqual(having.map(({ id }) => id));
    const [service] = control.metadata.services;
    const asked = { code: service?.code ?? '', edition: service?.edition ?? 0 };
    const byService = await valueOf(all.personalContacts({ ...at, service: asked }));
    expect(byService.contacts.length).toBeLessThanOrEqual(known.personal.length);
    const { query } = control.requests.at(-1) ?? { query: '' };
    expect(query).toContain(`serviceCode=${asked.code}&serviceEdition=${asked.edition}`);
  });

  it('SOW-06 a role definition comes from the open metadata', async () => {
    const { all, connection, control } = desk(mediaType);
    const known = await valueOf(all.roleDefinition({ connection, role: 4 }));
    expect(known).toMatchObject({ id: 4, code: 'DAGL', kind: 'external' });
    const before = control.credentialsAtOpen;
    const other = await valueOf(all.roleDefinition({ connection, role: 20, language: 2068 }));
    expect(other).toMatchObject({ id: 20, name: 'Hovudadministrator' });
    expect(control.credentialsAtOpen).toBe(before);
    expect(await all.roleDefinition({ connection, role: 9_995 })).toMatchObject({
      failure: { kind: 'not-found', reason: 'The role definition was not found.' },
    });
  });
});

describe('finding', () => {
  it('SOW-01 without anything known is refused before a call: the whole list is never asked for', async () => {
    const { all, connection, control } = desk();
    expect(await all.find({ connection })).toMatchObject({
      failure: {
        kind: 'invalid-input',
        fields: { organisationNumber: 'required', email: 'required', phoneNumber: 'required' },
      },
    });
    expect(await all.find({ connection, email: '' })).toMatchObject({
      failure: { fields: { email: 'e-mail' } },
    });
    expect(control.requests).toEqual([]);
  });

  it('SOW-01 a telephone number is tried with and without its country code', async () => {
    expect(spellingsOf('+47 900 00 418')).toEqual(['+4790000418', '90000418', '004790000418']);
    expect(spellingsOf('90000418')).toEqual(['90000418', '+4790000418', '004790000418']);
    expect(spellingsOf('0046 701234567')).toEqual(['0046701234567', '+46701234567']);
    expect(spellingsOf('116117')).toEqual(['116117']);
    const { all, connection, control } = desk();
    const bare = control.register.flatMap((one) =>
      one.official
        .filter(({ mobileNumber }) => /^\d{8}$/.test(mobileNumber))
        .map((c) => [one, c] as const),
    )[0];
    if (!bare) throw new Error('The register has no such number.');
    const [organisation, { mobileNumber }] = bare;
    const found = await valueOf(all.find({ connection, phoneNumber: `+47${mobileNumber}` }));
    expect(found.organisations.map((one) => one.organisationNumber)).toContain(organisation.number);
  });

  it('an organisation number that nobody has finds nothing, as an answer', async () => {
    const { all, connection } = desk();
    const none = await valueOf(all.find({ connection, organisationNumber: '974760673' }));
    expect(none.organisations).toEqual([]);
    expect(await all.get({ connection, organisationNumber: '974760673' })).toMatchObject({
      failure: { kind: 'not-found', reason: 'The organization was not found.' },
    });
  });

  it('PAR-09 another organisation than was asked for is not taken for it', async () => {
    const { all, at, altered } = desk();
    altered('organisation', { Name: 'Other', OrganizationNumber: '974760673' });
    expect(await all.get(at)).toMatchObject({
      failure: { kind: 'unexpected-answer', field: 'OrganizationNumber' },
    });
  });
});

describe('relations', () => {
  it('are followed by name, whatever they lead to: no path is made where there is a link', async () => {
    const { all, at, control, known, altered } = desk();
    const other = control.register.find(
      (one) => one !== known && one.official.length > 0 && one.personal.length > 0,
    );
    const { address } = world().platform;
    const [theirs] = other?.personal ?? [];
    const path = `${address}/api/serviceowner/organizations/${other?.number ?? ''}`;
    const own = { Name: known.name, OrganizationNumber: known.number };
    const links = {
      // Letter case and further relations do not matter, nor do templates.
      OfficialContacts: { href: `${path}/officialcontacts` },
      personalContacts: [{ href: `${path}/personalcontacts{?roleDefinitionCode}` }],
      unheardOf: { href: 'https://elsewhere.example/' },
    };
    altered('organisation', { ...own, _links: links }, 4);
    const official = await valueOf(all.officialContacts(at));
    expect(official.contacts.map(({ email }) => email)).toEqual(
      other?.official.map(({ email }) => email || null),
    );
    const personal = await valueOf(all.personalContacts(at));
    expect(personal.contacts.map(({ id }) => id)).toEqual(other?.personal.map(({ id }) => id));
    await valueOf(all.personalContacts({ ...at, roleDefinitionCode: 'DAGL' }));
    expect(control.requests.at(-1)?.query).toMatch(/^roleDefinitionCode=DAGL(&|$)/);
    const { roles } = await valueOf(all.rolesOf({ ...at, person: theirs?.id ?? '' }));
    expect(roles.map(({ id }) => id)).toEqual(theirs?.roles);
  });

  it('that are missing leave the documented paths', async () => {
    const { all, at, control, known, altered } = desk();
    const person = known.personal[0]?.id ?? '';
    const { Name, OrganizationNumber } = { Name: known.name, OrganizationNumber: known.number };
    altered('organisation', { Name, OrganizationNumber }, 3);
    expect((await valueOf(all.officialContacts(at))).contacts.length).toBe(known.official.length);
    expect((await valueOf(all.personalContacts(at))).contacts.length).toBe(known.personal.length);
    altered('personalContacts', [{ PersonalContactId: person, Name: 'x' }], 2);
    expect((await valueOf(all.rolesOf({ ...at, person }))).roles.length).toBeGreaterThan(0);
    const asked = new Set(control.requests.map((one) => one.path.replace(/\/$/, '')));
    const root = `/api/serviceowner/organizations/${known.number}`;
    for (const below of [
      'officialcontacts',
      'personalcontacts',
      `personalcontacts/${person}/roles`,
    ])
      expect(asked).toContain(`${root}/${below}`);
  });

  it('LNK-03 to foreign hosts are refused: nothing connects there', async () => {
    const { all, at, control, known, altered } = desk();
    const evil = await startRawServer({
      server: world().platform.pki.server,
      act: (request) => {
        request.answer(200, 'OK', { 'Content-Type': 'application/json' }, '[]');
      },
    });
    onTestFinished(() => evil.stop());
    const person = known.personal[0]?.id ?? '';
    const refused = { failure: { kind: 'unexpected-answer', field: '_links' } };
    const port = String(evil.port);
    const hrefs = [
      `https://localhost:${port}/api/x`,
      `https://127.0.0.1:${port}/api/x`,
      `//localhost:${port}/api/x`,
      `http://localhost:${port}/api/x`,
      `${world().platform.address}@localhost:${port}/api/x`,
      `https://localhost:${port}/api/x{?roleDefinitionCode}`,
    ];
    for (const href of hrefs) {
      const own = { Name: known.name, OrganizationNumber: known.number };
      const links = { officialcontacts: { href }, personalcontacts: { href }, self: { href } };
      altered('organisation', { ...own, _links: links }, 3);
      expect(await all.officialContacts(at), href).toMatchObject(refused);
      expect(await all.personalContacts(at), href).toMatchObject(refused);
      expect(await all.rolesOf({ ...at, person }), href).toMatchObject(refused);
      control.clearFaults();
      const contact = { PersonalContactId: person, Name: 'x', _links: { roles: { href } } };
      altered('personalContacts', [contact], 2);
      expect(await all.rolesOf({ ...at, person }), href).toMatchObject(refused);
    }
    expect([evil.connections(), evil.requests.length]).toEqual([0, 0]);
  });
});

describe('a person’s number', () => {
  it('is whole only where it is asked for, and never in the log', async () => {
    const { all, at, known, steward } = desk();
    const [person] = known.personal;
    const number = person?.socialSecurityNumber ?? '';
    await valueOf(all.personalContacts(at));
    expect(JSON.stringify(steward.sent).includes(number)).toBe(false);
    const asked = { ...at, person: person?.id ?? '' };
    expect(await valueOf(all.revealNumber(asked))).toEqual({ identityNumber: number });
    const log = readFileSync(path.join(steward.dataFolder, 'logs', 'steward.log'), 'utf8');
    expect(log).toContain('identity-number-shown');
    expect(log).not.toContain(number);
    expect(await all.revealNumber({ ...at, person: 'r1' })).toMatchObject({
      failure: { kind: 'not-found' },
    });
  });
});

describe('refusals', () => {
  it('of an organisation that is no service owner come in the server’s words', async () => {
    const { all, at, control } = desk();
    control.serviceOwners.delete(at.organisationNumber);
    onTestFinished(() => void control.serviceOwners.add(at.organisationNumber));
    expect(await all.get(at)).toMatchObject({
      failure: {
        status: 403,
        reason: 'The authenticated organization is not a service owner.',
      },
    });
  });

  it('LIM-01 a list over many pages is read to its end, doubles removed', async () => {
    const { all, connection, altered } = desk();
    const page = (from: number) =>
      Array.from({ length: 50 }, (_, i) => ({ Name: 'x', OrganizationNumber: String(from + i) }));
    altered('organisations', page(100_000_000));
    altered('organisations', page(100_000_025));
    altered('organisations', page(100_000_050));
    altered('organisations', []);
    const found = await valueOf(all.find({ connection, email: 'post@fjord.example' }));
    expect(found.organisations).toHaveLength(100);
    expect(found.completeness).toEqual({ complete: true, because: null, calls: 4 });
  });
});
