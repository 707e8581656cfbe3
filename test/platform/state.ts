// The state of the platform: organisations, API keys, sessions, enterprise users and their secrets.
import { createIdentity, type Identity } from './identity.ts';
import type { Organisation } from './persons.ts';
import { systemUsers } from './names.ts';
import { createChance, type Chance } from './randomness.ts';

export interface EnterpriseUser {
  name: string;
  readonly owner: string;
  readonly created: Date;
  /** Undefined: not changed since it was created. */
  changed?: Date;
  /** Digits of the fraction in which the platform prints the creation time of this user. */
  readonly fraction: number;
  secret: string;
}

export interface ApiKey {
  readonly key: string;
  /** The organisation the key was given to; calls of any other are refused. */
  readonly owner: string;
  /** Resources the key has, as in `Message.read` (section 10); undefined: all. */
  readonly resources?: ReadonlySet<string>;
}

export interface State {
  readonly chance: Chance;
  readonly organisation: Organisation;
  readonly other: Organisation;
  /** By name in lower case: names are unique without regard to case, over all organisations. */
  readonly users: Map<string, EnterpriseUser>;
  readonly apiKeys: Map<string, ApiKey>;
  /** Tokens and cookies given out, machine clients and their keys. */
  readonly identity: Identity;
  /** Every secret ever given out, oldest first, by name at that time in lower case. */
  readonly secretsGiven: Map<string, string[]>;
  newSecret(name: string): string;
  now(): Date;
}

export interface StateOptions {
  readonly seed: number;
  readonly users: number;
  readonly organisation: Organisation;
  readonly now: () => Date;
}

/** Every printable ASCII sign but the blank. */
const secretSigns = Array.from({ length: 94 }, (_, i) => String.fromCharCode(33 + i)).join('');
const fractions = [0, 0, 2, 3, 7] as const;

export function createState(options: StateOptions): State {
  const chance = createChance(options.seed);
  const other = { name: 'Bergtind Regnskap AS', number: organisationNumber(chance) };
  const secretsGiven = new Map<string, string[]>();
  const state: State = {
    chance,
    organisation: options.organisation,
    other,
    users: new Map(),
    apiKeys: new Map(),
    identity: createIdentity(chance, options.organisation, options.now),
    secretsGiven,
    newSecret(name) {
      const secret = freshSecret(chance);
      const key = name.toLowerCase();
      secretsGiven.set(key, [...(secretsGiven.get(key) ?? []), secret]);
      return secret;
    },
    now: options.now,
  };
  const own = systemUsers(options.users, chance).map((u) => ({ ...u, owner: state.organisation }));
  const foreign = [{ name: 'bergtind-bilag', created: new Date('2020-02-03T09:00:00Z') }];
  for (const { name, created, owner } of [...own, ...foreign.map((u) => ({ ...u, owner: other }))])
    state.users.set(name.toLowerCase(), {
      name,
      owner: owner.number,
      created,
      fraction: chance.pick(fractions),
      secret: freshSecret(chance),
    });
  return state;
}

/** 50 signs, always with those that break careless writers of JSON, XML, CSV and shell lines. */
function freshSecret(chance: Chance): string {
  const awkward = ['<', '&', '"', '{', '%'];
  const rest = chance.text(50 - awkward.length, secretSigns).split('');
  return chance.shuffle([...awkward, ...rest]).join('');
}

const weights = [3, 2, 7, 6, 5, 4, 3, 2];

/** An invented organisation number with a valid check digit. */
export function organisationNumber(chance: Chance): string {
  for (;;) {
    const digits = `9${chance.text(7, '0123456789')}`;
    const sum = [...digits].reduce((all, digit, i) => all + Number(digit) * (weights[i] ?? 0), 0);
    const check = (11 - (sum % 11)) % 11;
    if (check < 10) return digits + String(check);
  }
}
