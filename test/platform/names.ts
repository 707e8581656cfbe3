// The platform's own name, and invented but plausible names of system users with their ages.
import type { Chance } from './randomness.ts';

/** The platform's own name, as it occurs in literals on the wire: role types, kinds of service, a header. */
export const platformName = 'Altinn';

const known: readonly (readonly [string, string])[] = [
  ['arkiv-uttrekk', '2023-10-02T09:02:00Z'],
  ['erp-faktura-prod', '2019-03-12T08:14:00Z'],
  ['hr-sykmelding', '2021-01-18T12:40:00Z'],
  ['logistikk-toll-01', '2024-05-14T05:55:00Z'],
  ['logistikk-toll-02', '2024-05-14T05:58:00Z'],
  ['logistikk-toll-03', '2024-05-14T06:01:00Z'],
  ['lonn-amelding', '2018-06-01T10:12:00Z'],
  ['lonn-amelding-test', '2018-06-04T06:30:00Z'],
  ['mva-rapport', '2022-02-22T09:00:00Z'],
  ['postmottak-import', '2020-09-09T07:09:00Z'],
  ['regnskap-arsoppgjor', '2017-12-20T13:30:00Z'],
  ['skademelding', '2025-03-03T09:41:00Z'],
  ['statistikk-ssb', '2019-11-26T11:00:00Z'],
  ['tilskudd-soknad', '2023-01-30T14:15:00Z'],
  ['vaktmester-ks', '2026-09-29T07:20:00Z'],
  ['varsling-sms', '2021-08-17T14:05:00Z'],
  ['virksomhet-api', '2016-04-11T06:00:00Z'],
  ['zz-utfaset-2024', '2016-04-11T06:02:00Z'],
];

const systems = [
  'arkiv',
  'avvik',
  'billett',
  'depot',
  'ferje',
  'flåte',
  'garanti',
  'innkjøp',
  'kai',
  'kvalitet',
  'lager',
  'miljø',
  'pensjon',
  'reise',
  'rute',
  'skift',
  'toll',
  'verksted',
  'økonomi',
] as const;
const tasks = [
  'eksport',
  'import',
  'innsending',
  'kontroll',
  'melding',
  'rapport',
  'synk',
  'varsel',
] as const;
const places = ['bergen', 'bodø', 'florø', 'molde', 'narvik', 'oslo', 'prod', 'test'] as const;

/** `count` different names, each with the moment it was created. */
export function systemUsers(count: number, chance: Chance): { name: string; created: Date }[] {
  const out = known.slice(0, count).map(([name, at]) => ({ name, created: new Date(at) }));
  const taken = new Set(out.map((user) => user.name));
  while (out.length < count) {
    const base = `${chance.pick(systems)}-${chance.pick(tasks)}-${chance.pick(places)}`;
    const name = taken.has(base) ? `${base}-${out.length}` : base;
    taken.add(name);
    const created = new Date(Date.UTC(2016, 3, 11) + chance.below(3_700 * 86_400) * 1000);
    out.push({ name, created });
  }
  return out;
}
