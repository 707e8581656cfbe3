// Groups the facts of a profile by source. What the platform leaves out is listed as empty.
import type { OrganisationProfile, PersonalProfile } from '../../../preload/contract/profile.ts';
import type { SignInWay } from '../../../preload/contract/connections.ts';
import type { Failure } from '../../../preload/result.ts';
import type { Texts } from '../../texts/en.ts';
import { EMPTY, type Formats } from '../../texts/formats.ts';

type Words = Texts['profile'];
export interface ProfileFact {
  readonly label: string;
  /** Lines; one of them is `EMPTY` where nothing is said. */
  readonly lines: readonly string[];
  /** What Copy takes; undefined where there is nothing worth copying. */
  readonly copy?: string | undefined;
}
export interface ProfileGroup {
  readonly title: string;
  readonly source?: string | undefined;
  readonly facts: readonly ProfileFact[];
}

/** Text that may be wanted elsewhere. */
function copied(label: string, ...parts: readonly (string | null)[]): ProfileFact {
  const lines = parts.filter((part) => part !== null && part !== '');
  return lines.length === 0
    ? { label, lines: [EMPTY] }
    : { label, lines: lines as string[], copy: lines.join('\n') };
}
const plain = (label: string, value: string | null): ProfileFact => ({
  label,
  lines: [value ?? EMPTY],
});

type Address = OrganisationProfile['address'];
const place = ({ postCode, city }: Address): string | null =>
  [postCode, city].filter((part) => part !== null && part !== '').join(' ') || null;

export function organisationGroups(
  profile: OrganisationProfile,
  number: string,
  words: Words,
  format: Formats,
): readonly ProfileGroup[] {
  const { fields: f, groups } = words;
  const { address, businessAddress } = profile;
  const notified =
    profile.notified === null ? null : profile.notified ? words.notified : words.notNotified;
  return [
    {
      title: groups.register,
      source: groups.registerText,
      facts: [
        copied(f.email, profile.email),
        copied(f.mobileNumber, profile.mobileNumber),
        copied(f.address, address.street, place(address)),
        copied(f.businessAddress, businessAddress.street, place(businessAddress)),
      ],
    },
    {
      title: groups.platform,
      facts: [
        copied(f.entity, profile.entity),
        { label: f.organisationNumber, lines: [format.organisationNumber(number)], copy: number },
        plain(f.notified, notified),
        plain(f.lastModified, format.dateTime(profile.lastModified)),
        plain(f.lastModifiedBy, profile.lastModifiedBy),
      ],
    },
  ];
}

export function personalGroups(profile: PersonalProfile, words: Words): readonly ProfileGroup[] {
  const { fields: f, groups } = words;
  const { contact } = profile;
  const said = (value: boolean | null | undefined): string | null =>
    value === null || value === undefined ? null : value ? words.yes : words.no;
  return [
    {
      title: groups.person,
      facts: [
        copied(f.name, profile.name),
        copied(f.ownAddress, ...profile.address),
        copied(f.userName, profile.userName),
        copied(f.profileMobile, profile.mobileNumber),
      ],
    },
    {
      title: groups.contact,
      source: groups.contactText,
      facts: [
        copied(f.email, contact?.email ?? null),
        copied(f.mobileNumber, contact?.mobile ?? null),
        plain(f.requestsEmailReceipts, said(contact?.requestsEmailReceipts)),
      ],
    },
    {
      title: groups.choices,
      source: groups.choicesText,
      facts: [
        plain(f.preferredLanguage, languageName(profile.preferredLanguage)),
        plain(f.showClientUnits, said(profile.showClientUnits)),
        plain(f.privateConsent, said(profile.privateConsent)),
        plain(f.professionalConsent, said(profile.professionalConsent)),
      ],
    },
  ];
}

/** `<Language><COUNTRY>` (platform.md, Profiles and contact information) as two words; anything else as it was said. */
export function languageName(value: string | null): string | null {
  const parts = /^(\p{L}*\p{Ll})([A-Z]{2})$/u.exec(value ?? '');
  return parts === null ? value : `${parts[1] ?? ''} (${parts[2] ?? ''})`;
}

/** With these ways an organisation is signed in, or nobody. */
const WITHOUT_PERSON: ReadonlySet<SignInWay> = new Set([
  'certificate',
  'machine-token',
  'enterprise-user',
  'enterprise-user-token',
]);

/** Whether that there is no personal profile is how it should be: nothing to mend, and no failure to show. */
export function isNobody(way: SignInWay, failure: Failure | undefined): boolean {
  if (failure === undefined || !WITHOUT_PERSON.has(way)) return false;
  if (failure.kind === 'refused') return failure.cause === 'other';
  return failure.kind === 'not-found';
}
