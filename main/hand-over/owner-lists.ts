// A service owner's lists of a hand-over: requests for delegation, own services with their rules and consents, events.
import { ownerEvent } from '../../preload/contract/owner-events.ts';
import { delegationRequest, ownedConsent } from '../../preload/contract/owner-requests.ts';
import { z } from '../../preload/contract/schema.ts';
import { serviceRight } from '../../preload/contract/service-rights.ts';
import { valueOf } from '../jobs/batch.ts';
import { isOfThePart } from '../messages/export-files.ts';
import { failureOf, Problem } from '../problem.ts';
import type { Failure } from '../../preload/result.ts';
import {
  CHANGED,
  CREATED,
  EDITION,
  type HandOverList,
  ID,
  KIND,
  known,
  list,
  type ListTools,
  NAME,
  partyName,
  SERVICE,
  STATUS,
  VALID_TO,
  w,
  type Words,
} from './list.ts';
import { type OwnedService, ownedService } from './owned-services.ts';

/** Key of the list of requests: who made one names services that are its own. */
export const OWNER_REQUESTS = 'owner-requests';

const ownerRequests = list({
  key: OWNER_REQUESTS,
  part: 'service-owner',
  title: w('Requests for delegation', 'Delegeringsforespørsler'),
  columns: [ID, STATUS, w('Giver', 'Giver'), w('Receiver', 'Mottaker'), SERVICE, CREATED],
  shape: delegationRequest,
  async load({ run, connection, signal }) {
    const answer = valueOf(await run('ownerRequests.list', { connection }, signal));
    return { items: answer.requests, completeness: answer.completeness };
  },
  id: ({ id }) => id,
  name: ({ id }) => id,
  rows: (one) => [
    [
      one.id,
      one.status.word,
      partyName(one.giver),
      partyName(one.receiver),
      one.services.map((of) => `${of.serviceCode}/${String(of.serviceEdition)}`).join(', '),
      one.created,
    ],
  ],
});

const KNOWN_BY: Readonly<Record<OwnedService['knownBy'], Words>> = {
  metadata: w('the open metadata', 'de åpne metadataene'),
  register: w('the rights register', 'rettighetsregisteret'),
  request: w('a request for delegation', 'en delegeringsforespørsel'),
};

const services = list({
  key: 'owned-services',
  part: 'service-owner',
  title: w('Own services', 'Egne tjenester'),
  isLast: true,
  columns: [SERVICE, EDITION, NAME, w('Known by', 'Kjent fra')],
  shape: ownedService,
  async load({ owned }) {
    const items = await owned();
    // That services are known says nothing of what the platform offers to their owner.
    return { items, completeness: { complete: true, calls: 0 } };
  },
  id: ({ serviceCode: code, serviceEdition: edition }) => `${code}/${String(edition)}`,
  name: ({ name }) => name,
  rows: (one) => [[one.serviceCode, one.serviceEdition, one.name, KNOWN_BY[one.knownBy]]],
});

interface OfOne<T> {
  readonly items: readonly T[];
  readonly completeness: { readonly complete: boolean; readonly calls: number };
}

/**
 * Of each own service after the other. Where the platform refuses one of them, the others are read, and the list is not whole; where it
 * refuses all, that is its answer.
 */
async function ofEach<T>(
  { owned, signal }: ListTools,
  ask: (service: { readonly code: string; readonly edition: number }) => Promise<OfOne<T>>,
) {
  const items: (T & { readonly serviceCode: string; readonly serviceEdition: number })[] = [];
  let [complete, calls] = [true, 0];
  let refused: Failure | undefined;
  for (const { serviceCode: code, serviceEdition: edition } of await owned()) {
    signal.throwIfAborted();
    try {
      const answer = await ask({ code, edition });
      for (const one of answer.items)
        items.push({ ...one, serviceCode: code, serviceEdition: edition });
      complete &&= answer.completeness.complete;
      calls += answer.completeness.calls;
    } catch (error) {
      const failure = failureOf(error);
      if (failure === undefined || !isOfThePart(failure)) throw error;
      refused ??= failure;
    }
  }
  if (refused !== undefined && calls === 0) throw new Problem(refused);
  return { items, completeness: { complete: complete && refused === undefined, calls } };
}

const rules = list({
  key: 'service-rights',
  part: 'service-owner',
  title: w('Service rights register', 'Rettighetsregisteret for tjenester'),
  isLast: true,
  columns: [
    SERVICE,
    EDITION,
    KIND,
    w('Number', 'Nummer'),
    w('Right', 'Rettighet'),
    VALID_TO,
    w('Conditions', 'Vilkår'),
    ID,
  ],
  shape: serviceRight,
  load: async (tools) =>
    ofEach(tools, async (service) => {
      const { connection, signal } = tools;
      const answer = valueOf(
        await tools.run('serviceRights.list', { connection, service }, signal),
      );
      return { items: answer.rights, completeness: answer.completeness };
    }),
  id: (one) => `${one.serviceCode}/${String(one.serviceEdition)} ${one.id}`,
  name: ({ id }) => id,
  rows: (one) => [
    [
      one.serviceCode,
      one.serviceEdition,
      known(one.reportee.kind),
      one.reportee.number,
      one.right.word,
      one.validTo,
      one.conditions.map(({ name, values }) => `${name}: ${values.join(', ')}`).join('; '),
      one.id,
    ],
  ],
});

const consents = list({
  key: 'owner-consents',
  part: 'service-owner',
  title: w('Consents for own services', 'Samtykker for egne tjenester'),
  isLast: true,
  columns: [
    SERVICE,
    EDITION,
    ID,
    STATUS,
    w('Giver', 'Giver'),
    w('Receiver', 'Mottaker'),
    w('Handled by', 'Behandles av'),
    CREATED,
    VALID_TO,
    CHANGED,
  ],
  shape: ownedConsent.extend({ serviceCode: z.string(), serviceEdition: z.number().int() }),
  load: async (tools) =>
    ofEach(tools, async (service) => {
      const { connection, signal } = tools;
      const answer = valueOf(
        await tools.run('ownerRequests.consents', { connection, service }, signal),
      );
      return { items: answer.consents, completeness: answer.completeness };
    }),
  id: (one) => `${one.serviceCode}/${String(one.serviceEdition)} ${one.code}`,
  name: ({ code }) => code,
  rows: (one) => [
    [
      one.serviceCode,
      one.serviceEdition,
      one.code,
      one.status.word,
      partyName(one.giver),
      partyName(one.receiver),
      one.handledBy === null ? '' : partyName(one.handledBy),
      one.created,
      one.validTo,
      one.lastChanged,
    ],
  ],
});

/** From the first event on; `load` gives one answer of the feed. */
const events = list({
  key: 'events',
  part: 'service-owner',
  title: w('Events of messages', 'Meldingshendelser'),
  isFeed: true,
  columns: [
    w('Place in the feed', 'Plass i strømmen'),
    w('Event', 'Hendelse'),
    w('Time', 'Tid'),
    w('Message', 'Melding'),
    w('Party', 'Aktør'),
    SERVICE,
    EDITION,
  ],
  shape: ownerEvent,
  async load({ run, connection, signal }) {
    const { events: items, more } = valueOf(await run('ownerEvents.read', { connection }, signal));
    return { items, completeness: { complete: !more, calls: 1 } };
  },
  id: ({ offset }) => offset,
  name: ({ offset }) => offset,
  rows: (one) => [
    [
      one.offset,
      one.kind.word,
      one.occurred,
      one.message,
      one.party === null ? '' : partyName(one.party),
      one.serviceCode,
      one.serviceEdition,
    ],
  ],
});

export const ownerLists: readonly HandOverList[] = [
  ownerRequests,
  services,
  rules,
  consents,
  events,
];
