// A person who is signed in and acts for many: reportees over pages, profiles, roles and contacts of whom they choose.
import { describe, expect, it } from 'vitest';
import { inEveryMediaType } from '../support/media-types.ts';
import { openReading } from '../support/open-reading.ts';
import { everythingOn } from '../platform/shape.ts';
import { valueOf } from '../support/steward.ts';

const parties = 123;
const world = openReading({ parties, switches: everythingOn });

/** A connection that is signed in as the first person, by a token with these scopes, or all. */
async function signedIn(
  mediaType: Parameters<ReturnType<typeof world>['in']>[0],
  scopes?: string[],
) {
  const { steward, platform } = world();
  const connection = await world().connect({
    name: `Person ${mediaType} ${String(Math.random())}`,
    mediaType,
    signIn: { way: 'pasted-token' },
  });
  const { identity } = platform.control;
  const [person] = identity.persons;
  if (!person) throw new Error('The platform knows nobody.');
  const token = identity.addToken({ person: person.id, ...(scopes && { scopes }) });
  await valueOf(steward.client.signIn.pasteToken({ connection, token }));
  return { connection, person, client: steward.client, control: platform.control };
}

inEveryMediaType((mediaType) => {
  it('REP-01 LIM-01 everybody a person may act for is there, over pages, no number in the open', async () => {
    const { connection, person, client } = await signedIn(mediaType);
    const { reportees, completeness } = await valueOf(client.reportees.list({ connection }));
    expect(reportees).toHaveLength(parties);
    expect(completeness).toEqual({ complete: true, because: null, calls: 4 });
    const [own] = reportees;
    const masked = `${person.socialSecurityNumber.slice(0, 6)}•••••`;
    expect(own).toMatchObject({ name: person.name, kind: 'person', identityNumber: masked });
    const kinds = reportees.map(({ kind, type }) => `${kind} ${type}`);
    expect(new Set(kinds)).toEqual(
      new Set([
        'person Person',
        'organisation Foretak',
        'organisation Business',
        'organisation Enterprise',
      ]),
    );
    expect(JSON.stringify(reportees).match(/\d{11}/g)).toBeNull();
    const asked = { connection, reportee: own?.id ?? '' };
    expect(await valueOf(client.reportees.revealNumber(asked))).toEqual({
      identityNumber: person.socialSecurityNumber,
    });
  });

  it('PRF-01 PRF-02 PRF-03 the own profile, and that of an organisation one acts for', async () => {
    const { connection, person, client } = await signedIn(mediaType);
    const own = await valueOf(client.profile.own({ connection }));
    expect(own).toMatchObject({ name: person.name, privateConsent: true });
    expect(own.address).toHaveLength(2);
    expect(own.contact?.email).toContain('@postkasse.example');
    const { reportees } = await valueOf(client.reportees.list({ connection }));
    const other = reportees.findLast(({ kind }) => kind === 'organisation');
    const organisationNumber = other?.organisationNumber ?? '';
    const theirs = await valueOf(client.profile.organisation({ connection, organisationNumber }));
    expect(theirs.entity).toContain(organisationNumber);
    const contacts = await valueOf(
      client.contactInformation.list({ connection, organisationNumber }),
    );
    expect(contacts.entries.length).toBeGreaterThan(0);
  });

  it('RDF-01 RDF-03 RDF-05 local roles belong to the party they are made for', async () => {
    const { connection, client, control } = await signedIn(mediaType);
    const { reportees } = await valueOf(client.reportees.list({ connection }));
    const [, organisation, ...others] = reportees;
    const [service] = control.metadata.services;
    const right = { serviceCode: service?.code ?? '', serviceEdition: service?.edition ?? 1 };
    const name = `Reports ${mediaType}`;
    const rights = [{ ...right, action: 'Read' as const }];
    const ofParty = { connection, who: organisation?.id ?? '' };
    const { id } = await valueOf(
      client.roleDefinitions.create({ ...ofParty, name, description: '', rights }),
    );
    // The same party by its number, and not any other one.
    const byNumber = { connection, who: organisation?.organisationNumber ?? '' };
    const theirs = await valueOf(client.roleDefinitions.list(byNumber));
    expect(theirs.roles.some((role) => role.id === id)).toBe(true);
    const other = { connection, who: others.at(-1)?.id ?? '' };
    expect(await client.roleDefinitions.get({ ...other, role: id })).toMatchObject({
      failure: { kind: 'not-found' },
    });
    await valueOf(client.roleDefinitions.remove({ ...ofParty, role: id }));
  });
});

describe('a token with one scope', () => {
  it('opens what the scope says, and the refusal of the rest names the scope', async () => {
    const { connection, client } = await signedIn('application/hal+json', ['altinn:reportees']);
    expect(await client.reportees.list({ connection })).toMatchObject({ ok: true });
    for (const [call, scope] of [
      [client.profile.own({ connection }), 'profiles.read'],
      [client.roleDefinitions.list({ connection, who: 'my' }), 'roledefinitions.read'],
    ] as const)
      expect(await call).toMatchObject({
        failure: {
          kind: 'refused',
          cause: 'missing-scope',
          needs: { scopes: expect.arrayContaining([scope]) as string[] },
        },
      });
  });
});
