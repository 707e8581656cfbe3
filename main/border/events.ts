// Sends events from services to every open window, with values trimmed by their schema.
import { type EventName, events as schemas, type Notify } from '../../preload/contract/contract.ts';
import type { Log } from '../diagnostics/log.ts';

export type Announced = (name: EventName, value: unknown) => void;

export interface Events {
  readonly notify: Notify;
  /** Calls `hear` for every event from now on; returns a function that ends this. */
  listen(hear: Announced): () => void;
}

export function createEvents(log: Log): Events {
  const listeners = new Set<Announced>();
  return {
    notify(name, value) {
      const trimmed = trimmedEvent(name, value, log);
      if (trimmed === undefined) return;
      for (const hear of listeners) hear(name, trimmed);
    },
    listen(hear) {
      listeners.add(hear);
      return () => listeners.delete(hear);
    },
  };
}

/** What may leave of an event, whomever it is for; undefined when it is not as agreed. */
export function trimmedEvent(name: EventName, value: unknown, log: Log): unknown {
  const trimmed = schemas[name].safeParse(value);
  if (trimmed.success) return trimmed.data;
  log.warn('event-not-as-agreed', { name });
  return undefined;
}
