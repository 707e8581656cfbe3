// The services that an organisation owns, as far as anybody can tell: the platform has no list of them.
import type { Run } from '../../preload/contract/contract.ts';
import type { ServiceSummary } from '../../preload/contract/metadata.ts';
import { z } from '../../preload/contract/schema.ts';
import { isOfThePart } from '../messages/export-files.ts';
import { Problem } from '../problem.ts';

export const ownedService = z.object({
  serviceCode: z.string(),
  serviceEdition: z.number().int(),
  /** Empty where the open metadata does not have it. */
  name: z.string(),
  /** What says that it is the organisation's own. */
  knownBy: z.enum(['metadata', 'register', 'request']),
});
export type OwnedService = z.infer<typeof ownedService>;

export interface NamedService {
  readonly code: string;
  readonly edition: number;
}

export interface OwnedNeeds {
  readonly run: Run;
  readonly connection: string;
  readonly who: string;
  readonly organisation: string;
  readonly signal: AbortSignal;
  /** Services in its requests for delegation; and in anything else that may name one of its own. */
  readonly named: () => Promise<{
    readonly requested: readonly NamedService[];
    readonly others: readonly NamedService[];
  }>;
}

/**
 * Those whose owner in the open metadata has the number or the name of the organisation. Of the owner of any other that is named, the rights
 * register says whether it is the organisation: it answers owners alone, and so for all services with the same owner. Where the register is
 * gone, a request for delegation speaks for the service that it asks about. In the order of their codes.
 */
export async function ownedServices(needs: OwnedNeeds): Promise<readonly OwnedService[]> {
  const catalogue = await catalogueOf(needs);
  const inCatalogue = new Map(catalogue.map((one) => [keyOf(one), one]));
  const own = new Map<string, OwnedService>();
  const take = ({ code, edition }: NamedService, knownBy: OwnedService['knownBy']) => {
    const key = keyOf({ code, edition });
    const name = inCatalogue.get(key)?.name ?? '';
    if (!own.has(key)) own.set(key, { serviceCode: code, serviceEdition: edition, name, knownBy });
  };
  const takeAllOf = (owner: string, knownBy: OwnedService['knownBy']) => {
    for (const one of catalogue) if (one.ownerCode === owner) take(one, knownBy);
  };
  for (const one of catalogue) {
    const isOwn = one.ownerCode === needs.who || alike(one.ownerName, needs.organisation);
    if (isOwn && one.ownerCode !== '') takeAllOf(one.ownerCode, 'metadata');
    if (isOwn) take(one, 'metadata');
  }
  const { requested, others } = await needs.named();
  const asksFor = new Set(requested.map(keyOf));
  const answers = new Map<string, boolean | undefined>();
  for (const one of inOrder([...requested, ...others])) {
    const key = keyOf(one);
    if (own.has(key)) continue;
    const owner = inCatalogue.get(key)?.ownerCode ?? '';
    const group = owner === '' ? `service ${key}` : `owner ${owner}`;
    if (!answers.has(group)) answers.set(group, await isOwnByRegister(needs, one));
    const answer = answers.get(group);
    if (answer === true && owner !== '') takeAllOf(owner, 'register');
    if (answer === true) take(one, 'register');
    if (answer === undefined && asksFor.has(key)) take(one, 'request');
  }
  return inOrder([...own.values()].map(nameOf)).flatMap((one) => own.get(keyOf(one)) ?? []);
}

const keyOf = ({ code, edition }: NamedService): string => `${code}/${String(edition)}`;
const nameOf = ({ serviceCode: code, serviceEdition: edition }: OwnedService): NamedService => ({
  code,
  edition,
});

/** Each once, and the same order each time. */
function inOrder(services: readonly NamedService[]): readonly NamedService[] {
  const byKey = new Map(services.map((one) => [keyOf(one), one]));
  return [...byKey.keys()].toSorted().flatMap((key) => byKey.get(key) ?? []);
}

/** The register writes names in capitals, the open metadata does not. */
const alike = (one: string, other: string): boolean =>
  plain(one) !== '' && plain(one) === plain(other);
const plain = (name: string): string =>
  name.normalize('NFC').trim().replaceAll(/\s+/g, ' ').toLocaleLowerCase('nb');

/** Without it, what is named is all that there is to go by. */
async function catalogueOf({
  run,
  connection,
  signal,
}: OwnedNeeds): Promise<readonly ServiceSummary[]> {
  const answer = await run('reference.services', { connection }, signal);
  if (answer.ok) return answer.value.services;
  if (isOfThePart(answer.failure)) return [];
  throw new Problem(answer.failure);
}

/** Undefined where there is no register that could say. */
async function isOwnByRegister(
  { run, connection, signal }: OwnedNeeds,
  service: NamedService,
): Promise<boolean | undefined> {
  const answer = await run('serviceRights.list', { connection, service }, signal);
  if (answer.ok) return true;
  const { failure } = answer;
  if (!isOfThePart(failure)) throw new Problem(failure);
  if (failure.kind !== 'refused') return undefined;
  return [404, 405, 410].includes(failure.status) ? undefined : false;
}
