// The real bridge over scripted handlers, with a page that sends what a test wants.
import { createBridge } from '../../main/border/bridge.ts';
import { createEvents } from '../../main/border/events.ts';
import { createPolicy } from '../../main/policy/policy.ts';
import { createOperations } from '../../main/border/operations.ts';
import type { NameSubject } from '../../main/border/subjects.ts';
import { Problem } from '../../main/problem.ts';
import {
  type Act,
  createRememberingJournal,
  createRememberingLog,
  handlersDoing,
} from './handlers.ts';
import { createCaller, createPorts } from './ports.ts';
import { nobodyAsked } from './consent.ts';

const inTheContractsWords: NameSubject = (_, __, subject) => subject;

export function startBridge(
  act: (name: string) => Act,
  { raw = false, clock = (): number => 0, nameSubject = inTheContractsWords } = {},
) {
  const journal = createRememberingJournal();
  const log = createRememberingLog();
  const events = createEvents(log);
  const operations = createOperations({
    consent: nobodyAsked,
    putAway: { allow: () => undefined },
    policy: createPolicy(null),
    handlers: () => handlersDoing(act),
    journal,
    connections: {
      find(id) {
        if (id !== 'c-1') throw new Problem({ kind: 'not-found', message: 'No such connection.' });
        return { id, name: 'Fjord', environment: 'production' } as never;
      },
    },
    nameSubject,
    log,
  });
  const bridge = createBridge({ operations, events, log, clock });
  const ports = createPorts({ raw });
  const window = bridge.serve(ports.main);
  return { bridge, window, ports, events, journal, log, operations, ...createCaller(ports.page) };
}
export const rotate = 'enterpriseUsers.rotateSecret';
export const user = { connection: 'c-1', userName: 'svc' };
export const kept = {
  secret: 's-1',
  userName: 'svc',
  at: '2030-01-01T00:00:00Z',
  kept: 'keychain',
};

/** Says when it began and waits until it is told how to end. */
export function createHeldAct() {
  let begin: (signal: AbortSignal) => void = () => undefined;
  const begun = new Promise<AbortSignal>((resolve) => {
    begin = resolve;
  });
  let end: (value: unknown) => void = () => undefined;
  let fail: (error: Error) => void = () => undefined;
  const ending = new Promise<unknown>((resolve, reject) => {
    end = resolve;
    fail = reject;
  });
  const act: Act = (_input, { signal }) => {
    begin(signal);
    return ending;
  };
  return { act, begun, end, fail };
}

/** A second passes at each look, so that a test of many calls is no flood. */
export function createSteadyClock(): () => number {
  let time = 0;
  return () => (time += 1000);
}
