// Profiles through the whole program: every field of persons and organisations, and no identity number unmasked.
import { describe, expect, it } from 'vitest';
import { inEveryMediaType } from '../support/media-types.ts';
import { openReading } from '../support/open-reading.ts';
import { valueOf } from '../support/steward.ts';

const world = openReading();
const profile = () => world().steward.client.profile;

/** The next answer about a profile has this body. */
function answering(operation: 'own' | 'organisation', body: unknown) {
  world().platform.control.fault({
    operation: `profile.${operation}`,
    acts: true,
    effect: { kind: 'alter', body: JSON.stringify(body) },
  });
}

inEveryMediaType((mediaType) => {
  it('PRF-01 the own profile has what is said, null where nothing is, and consents as yes or no', async () => {
    const own = await valueOf(profile().own({ connection: world().in(mediaType) }));
    expect(own).toEqual({
      name: 'Fjordtrafikk AS',
      address: [],
      mobileNumber: null,
      userName: world().platform.organisationNumber,
      preferredLanguage: 'BokmålNO',
      showClientUnits: false,
      privateConsent: false,
      professionalConsent: true,
      contact: { email: null, mobile: null, requestsEmailReceipts: false },
    });
  });

  it('PRF-02 an organisation’s keeps zeros of post codes, takes numbers as text and times as instants', async () => {
    const { organisationNumber } = world().platform;
    const connection = world().in(mediaType);
    const found = await valueOf(profile().organisation({ connection, organisationNumber }));
    expect(found).toMatchObject({
      entity: `Fjordtrafikk AS (${organisationNumber})`,
      email: `post@${organisationNumber}.example`,
      mobileNumber: expect.stringMatching(/^(\+47)?9\d{7}$/) as string,
      lastModifiedBy: 'Åse Fjelltun',
      notified: true,
    });
    for (const { street, postCode, city } of [found.address, found.businessAddress]) {
      expect(postCode).toMatch(/^\d{4}$/);
      expect([street, city].every((one) => (one ?? '') !== '')).toBe(true);
    }
    expect(found.lastModified).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });
});

describe('a profile', () => {
  const hal = () => world().in('application/hal+json');

  it('PRF-01 of a person has contact information, and a user name that is a person’s number is masked', async () => {
    answering('own', {
      Name: 'Kari Steinvåg\r\n',
      UserName: '14857912345',
      AddressLine1: 'Kaivegen 4 ',
      AddressLine3: '5814 Ytre Ålvik',
      MobileNumber: 90000418,
      PrivateConsent: 'true',
      ContactInformation: { Email: 'kari@postkasse.example', Mobile: '+4790000418' },
    });
    const own = await valueOf(profile().own({ connection: hal() }));
    expect(own).toMatchObject({
      name: 'Kari Steinvåg',
      userName: '148579•••••',
      mobileNumber: '90000418',
      address: ['Kaivegen 4', '5814 Ytre Ålvik'],
      privateConsent: true,
      contact: { email: 'kari@postkasse.example', requestsEmailReceipts: null },
    });
    const sent = JSON.stringify(world().steward.sent);
    expect(sent).not.toContain('14857912345');
  });

  it('PRF-02 of an organisation one has no rights for is refused in the server’s words', async () => {
    const asked = { connection: hal(), organisationNumber: '974760673' };
    expect(await profile().organisation(asked)).toMatchObject({
      failure: {
        kind: 'refused',
        reason: 'You are not authorized to act on behalf of this reportee.',
        needs: { scopes: ['profiles.read', 'enduser'] },
      },
    });
  });

  it('PAR-08 that cannot be understood names the field', async () => {
    const { organisationNumber } = world().platform;
    const cases = [
      ['own', { Nothing: 1 }, 'Name'],
      ['own', { Name: 'x', PrivateConsent: 'maybe' }, 'PrivateConsent'],
      ['own', [], 'body'],
      ['organisation', { Other: 'x' }, 'Entity'],
      ['organisation', { Entity: 'x', LastModifiedDate: 'yesterday' }, 'LastModifiedDate'],
    ] as const;
    for (const [operation, body, field] of cases) {
      answering(operation, body);
      const result =
        operation === 'own'
          ? await profile().own({ connection: hal() })
          : await profile().organisation({ connection: hal(), organisationNumber });
      expect(result, field).toMatchObject({ failure: { kind: 'unexpected-answer', field } });
    }
  });

  it('ERR-04 asked for while nobody is signed in is a page, which says so', async () => {
    world().platform.control.fault({
      operation: 'profile.own',
      acts: true,
      effect: {
        kind: 'alter',
        body: '<!DOCTYPE html><html lang="nb"></html>',
        headers: { 'Content-Type': 'text/html' },
      },
    });
    expect(await profile().own({ connection: hal() })).toMatchObject({
      failure: { kind: 'sign-in-needed' },
    });
  });
});
