// Profiles as groups of facts: nothing left out, nothing invented, and no failure where there is no person.
import { describe, expect, it } from 'vitest';
import type { Failure } from '../../../../../preload/result.ts';
import {
  isNobody,
  languageName,
  organisationGroups,
  personalGroups,
} from '../../../../../renderer/screens/profile/profile-groups.ts';
import { en } from '../../../../../renderer/texts/en.ts';
import { createFormats } from '../../../../../renderer/texts/formats.ts';

const t = en.profile;
const format = createFormats('en', 'UTC');
const nothing = { street: null, postCode: null, city: null };
const organisation = {
  entity: 'Fjordtrafikk AS',
  email: 'post@fjord.example',
  mobileNumber: '+4790000418',
  address: { street: 'Kaivegen 4', postCode: '0042', city: 'Elvesund' },
  businessAddress: nothing,
  lastModifiedBy: null,
  lastModified: '2026-10-12T08:00:00Z',
  notified: false,
};
const shown = (groups: ReturnType<typeof personalGroups>) =>
  Object.fromEntries(groups.flatMap(({ facts }) => facts.map((f) => [f.label, f.lines.join('|')])));

describe('an organisation', () => {
  const groups = organisationGroups(organisation, '910514318', t, format);

  it('has what is registered apart from what the platform says, zeros of post codes kept', () => {
    expect(groups.map(({ title }) => title)).toEqual([t.groups.register, t.groups.platform]);
    expect(shown(groups)).toEqual({
      [t.fields.email]: 'post@fjord.example',
      [t.fields.mobileNumber]: '+4790000418',
      [t.fields.address]: 'Kaivegen 4|0042 Elvesund',
      [t.fields.businessAddress]: '–',
      [t.fields.entity]: 'Fjordtrafikk AS',
      [t.fields.organisationNumber]: '910\u00a0514\u00a0318',
      [t.fields.notified]: t.notNotified,
      [t.fields.lastModified]: '12 Oct 2026, 08:00',
      [t.fields.lastModifiedBy]: '–',
    });
  });

  it('copies values as they are, and nothing where nothing is said', () => {
    const facts = groups.flatMap(({ facts }) => facts);
    const copy = (label: string) => facts.find((fact) => fact.label === label)?.copy;
    expect(copy(t.fields.organisationNumber)).toBe('910514318');
    expect(copy(t.fields.address)).toBe('Kaivegen 4\n0042 Elvesund');
    expect(copy(t.fields.businessAddress)).toBeUndefined();
  });

  it('that the platform says nothing of is no organisation that wants no notifications', () => {
    const silent = organisationGroups({ ...organisation, notified: null }, '910514318', t, format);
    expect(shown(silent)[t.fields.notified]).toBe('–');
  });
});

describe('a person', () => {
  it('has a dash for all that is not said, and no answer for what was not asked', () => {
    const groups = personalGroups(
      {
        name: 'Kari Steinvåg',
        address: [],
        userName: null,
        mobileNumber: null,
        preferredLanguage: 'BokmålNO',
        showClientUnits: null,
        privateConsent: true,
        professionalConsent: false,
        contact: null,
      },
      t,
    );
    expect(shown(groups)).toEqual({
      [t.fields.name]: 'Kari Steinvåg',
      [t.fields.ownAddress]: '–',
      [t.fields.userName]: '–',
      [t.fields.profileMobile]: '–',
      [t.fields.email]: '–',
      [t.fields.mobileNumber]: '–',
      [t.fields.requestsEmailReceipts]: '–',
      [t.fields.preferredLanguage]: 'Bokmål (NO)',
      [t.fields.showClientUnits]: '–',
      [t.fields.privateConsent]: t.yes,
      [t.fields.professionalConsent]: t.no,
    });
  });

  it('keeps a language that is written in another way', () => {
    expect(languageName('EnglishUS')).toBe('English (US)');
    expect(languageName('nb-NO')).toBe('nb-NO');
    expect(languageName('NO')).toBe('NO');
    expect(languageName(null)).toBeNull();
  });
});

describe('no personal profile', () => {
  const refused = (cause: 'other' | 'api-key-missing' | 'missing-scope'): Failure => ({
    kind: 'refused',
    message: '',
    status: 403,
    reason: '',
    reference: '',
    cause,
  });
  const notFound: Failure = { kind: 'not-found', message: '' };

  it('is how it should be where an organisation is signed in', () => {
    expect(isNobody('certificate', refused('other'))).toBe(true);
    expect(isNobody('machine-token', notFound)).toBe(true);
  });

  it('is a failure where a person is signed in, where something can be mended, or where nobody answers', () => {
    expect(isNobody('person', refused('other'))).toBe(false);
    expect(isNobody('certificate', refused('api-key-missing'))).toBe(false);
    expect(isNobody('machine-token', refused('missing-scope'))).toBe(false);
    expect(isNobody('certificate', { kind: 'offline', message: '' })).toBe(false);
    expect(isNobody('certificate', undefined)).toBe(false);
  });
});
