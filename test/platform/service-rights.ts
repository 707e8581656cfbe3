// The service rights register (section 8): who may send and receive files, and who may act for whom, by service.
import type { State } from './state.ts';

export type RightName = 'read' | 'write';

/** Only the documented ones are kept; a misspelt one is dropped without a word. */
export const conditionNames = [
  'HandledBy',
  'IsRecipient',
  'IsSender',
  'KeepSessionAlive',
  'AllowedRedirectDomain',
] as const;

export type Conditions = Readonly<Partial<Record<(typeof conditionNames)[number], unknown>>>;

export interface ServiceRight {
  readonly id: number;
  readonly code: string;
  readonly edition: number;
  readonly reportee: string;
  right: RightName;
  /** Undefined: for ever. */
  validTo: Date | undefined;
  conditions: Conditions;
}

export interface ServiceRights {
  readonly all: readonly ServiceRight[];
  add(right: Omit<ServiceRight, 'id'>): ServiceRight;
  remove(id: number): void;
  /** Whether a rule gives the right now. */
  has(service: { code: string; edition: number }, reportee: string, right: RightName): boolean;
  mayHandle(reportee: string, handledBy: string): boolean;
}

/** The broker service of the further kinds, and the consent service of which a supplier takes tokens for others. */
export const brokerService = { code: 'B102', edition: 1 } as const;
const handledService = { code: 'K107', edition: 1 } as const;

export function createServiceRights(state: State): ServiceRights {
  let last = 60;
  const rights: ServiceRight[] = [];
  const add = (right: Omit<ServiceRight, 'id'>): ServiceRight => {
    const made = { ...right, id: (last += 1) };
    rights.push(made);
    return made;
  };
  const validTo = new Date('2098-12-31T23:00:00Z');
  for (const { number } of [state.organisation, state.other])
    for (const right of ['read', 'write'] as const)
      add({ ...brokerService, reportee: number, right, validTo, conditions: {} });
  add({
    ...handledService,
    reportee: state.other.number,
    right: 'read',
    validTo,
    conditions: { HandledBy: state.organisation.number },
  });
  const isValid = ({ validTo }: ServiceRight): boolean =>
    validTo === undefined || validTo > state.now();
  return {
    get all() {
      return rights;
    },
    add,
    remove(id) {
      const at = rights.findIndex((one) => one.id === id);
      if (at >= 0) rights.splice(at, 1);
    },
    has: ({ code, edition }, reportee, right) =>
      rights.some(
        (one) =>
          one.code === code &&
          one.edition === edition &&
          one.reportee === reportee &&
          one.right === right &&
          isValid(one),
      ),
    mayHandle: (reportee, handledBy) =>
      rights.some(
        (one) =>
          one.reportee === reportee &&
          [one.conditions.HandledBy].flat().includes(handledBy) &&
          isValid(one),
      ),
  };
}
