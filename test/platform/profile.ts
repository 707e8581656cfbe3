// The profile of a person and of an organisation (platform.md, Profiles and contact information).
import type { Call } from './call.ts';
import type { Acts } from './door.ts';
import { seedOf } from './form-models.ts';
import type { Party } from './party-of.ts';
import { createChance } from './randomness.ts';
import type { State } from './state.ts';
import { localTime } from './timestamps.ts';

export function profileActs(state: State) {
  return {
    'profile.own': personal,
    'profile.organisation': (call, party) =>
      party.kind === 'person' ? personal(call, party) : organisation(state, call, party),
  } satisfies Partial<Acts>;
}

const streets = ['Kaivegen', 'Fjellgata', 'Bakkeløkka', 'Strandstien'] as const;
type Place = readonly [postCode: string, city: string];
const places: readonly [Place, ...Place[]] = [
  ['0518', 'Fjordvik'],
  ['5814', 'Ytre Ålvik'],
  ['0042', 'Elvesund'],
  ['9311', 'Nordre Vær'],
];

const addressOf = (name: string) => {
  const chance = createChance(seedOf(name));
  const [postCode, city] = chance.pick(places);
  return { street: `${chance.pick(streets)} ${1 + chance.below(80)}`, postCode, city };
};

const emptyIn = ({ shape }: Call): '' | null => (shape.values === 'mixed' ? null : '');

/** What is no person (an enterprise user) has a profile with mostly empty fields. */
function personal(call: Call, party: Party): object {
  const isPerson = party.kind === 'person';
  const address = addressOf(party.key);
  const user = isPerson ? party.key.replace('r', 'bruker') : (call.caller.user ?? party.key);
  const email = isPerson ? `${user}@postkasse.example` : '';
  return {
    Name: party.name,
    AddressLine1: isPerson ? address.street : '',
    AddressLine2: isPerson ? `${address.postCode} ${address.city}` : emptyIn(call),
    AddressLine3: '',
    UserName: user,
    MobileNumber: isPerson ? '+4790000418' : '',
    PreferredLanguage: 'BokmålNO',
    ShowClientUnits: false,
    PrivateConsent: isPerson,
    ProfessionalConsent: true,
    ContactInformation: {
      Email: email,
      Mobile: isPerson ? '90000418' : '',
      RequestsEmailReceipts: isPerson,
    },
    _links: { self: '/api/my/profile', portalview: '/ui/profile' },
  };
}

function organisation(state: State, call: Call, party: Party): object {
  const { street, postCode, city } = addressOf(party.key);
  const business = addressOf(`${party.key} business`);
  const digits = `9${party.key.slice(1, 8)}`;
  const isNumber = call.shape.values === 'mixed' && Number(party.key.at(-1)) % 2 === 0;
  const path = `/api/${party.key}/profile`;
  return {
    Entity: `${party.name} (${party.key})`,
    Email: `post@${party.key}.example`,
    MobileNumber: isNumber ? Number(digits) : `+47${digits}`,
    Address: street,
    PostCode: postCode,
    City: city,
    BusinessAddress: business.street,
    BusinessPostCode: business.postCode,
    BusinessCity: business.city,
    LastModifiedBy: 'Åse Fjelltun',
    LastModifiedDate: localTime(
      new Date(state.now().getTime() - 86_400_000 * 40),
      2,
      call.shape.zonelessTimes,
    ),
    IsSelectedForNotification: true,
    _links: {
      self: path,
      portalview: `/ui/profile/${party.key}`,
      contactinformation: `${path}/contactinformation`,
    },
  };
}
