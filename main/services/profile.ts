// Profiles of persons and organisations, with national identity numbers masked.
import type { Handlers } from '../../preload/contract/contract.ts';
import type { OrganisationProfile, PersonalProfile } from '../../preload/contract/profile.ts';
import type { Api } from '../platform/api.ts';
import { encoded } from '../http/addresses.ts';
import { withMaskedNumbers } from '../http/identity-number.ts';
import { readerOf, type ResourceReader } from '../http/reader.ts';

export function profileService({ api }: { readonly api: Api }): Handlers<'profile'> {
  const read = async (connection: string, who: string, signal: AbortSignal) => {
    const client = await api.client(connection);
    return readerOf(
      await client.read({ path: encoded`api/${who}/profile`, signal }),
      'the profile',
    );
  };
  return {
    own: async ({ connection }, { signal }) => personal(await read(connection, 'my', signal)),
    organisation: async ({ connection, organisationNumber }, { signal }) =>
      organisation(await read(connection, organisationNumber, signal)),
  };
}

function personal(reader: ResourceReader): PersonalProfile {
  const text = (name: string) => reader.text(name);
  const contact = reader.object('ContactInformation');
  const lines = [text('AddressLine1'), text('AddressLine2'), text('AddressLine3')];
  const profile = {
    name: text('Name'),
    address: lines.filter((line) => line !== null),
    userName: withMaskedNumbers(text('UserName')),
    mobileNumber: text('MobileNumber'),
    preferredLanguage: text('PreferredLanguage'),
    showClientUnits: reader.boolean('ShowClientUnits'),
    privateConsent: reader.boolean('PrivateConsent'),
    professionalConsent: reader.boolean('ProfessionalConsent'),
    contact: contact && {
      email: contact.text('Email', 'EMailAddress'),
      mobile: contact.text('Mobile', 'MobileNumber'),
      requestsEmailReceipts: contact.boolean('RequestsEmailReceipts'),
    },
  };
  // Every field may be empty; an answer with neither of these is no profile at all.
  if (profile.name === null && profile.userName === null) throw reader.wrong('Name');
  return profile;
}

function organisation(reader: ResourceReader): OrganisationProfile {
  const text = (name: string) => reader.text(name);
  const profile = {
    entity: text('Entity'),
    email: reader.text('Email', 'EMailAddress'),
    mobileNumber: text('MobileNumber'),
    address: { street: text('Address'), postCode: text('PostCode'), city: text('City') },
    businessAddress: {
      street: text('BusinessAddress'),
      postCode: text('BusinessPostCode'),
      city: text('BusinessCity'),
    },
    lastModifiedBy: withMaskedNumbers(text('LastModifiedBy')),
    lastModified: reader.instant('LastModifiedDate'),
    notified: reader.boolean('IsSelectedForNotification'),
  };
  const said = [profile.entity, profile.email, profile.mobileNumber, profile.address.street];
  if (said.every((one) => one === null)) throw reader.wrong('Entity');
  return profile;
}
