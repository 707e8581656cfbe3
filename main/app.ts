// Composition root: builds every part of the program for the shell it runs in, as a list that can be read.
import type { AllHandlers } from '../preload/contract/contract.ts';
import { createBridge } from './bridge.ts';
import { createHandlers } from './handlers.ts';
import { createDestinations } from './job-destination.ts';
import { openJobRecords, shownJob } from './job-record.ts';
import { createJobs } from './jobs.ts';
import { leave, mayQuit } from './leaving.ts';
import { createOperations } from './operations.ts';
import { openParts, type Parts, type Replacements } from './parts.ts';
import type { App, Shell } from './shell/shell.ts';

/** Problem file{...} when the data folder cannot be used. `replacements` are for tests. */
export async function createApp(shell: Shell, replacements: Replacements = {}): Promise<App> {
  const parts = await openParts(shell, replacements);
  const { operations, bridge, jobs } = await openWork(parts, () => handlers);
  const { escrow, events } = parts;
  let drafts = 0;
  const held = {
    drafts: () => drafts,
    secrets: () => escrow.list(),
    unsaved: () => escrow.unsaved(),
    jobs: () => jobs.list(),
    operations,
    notify: events.notify,
  };
  const lock = () => {
    lockParts(parts);
  };
  const handlers = createHandlers(shell, parts, jobs, {
    lock,
    holdDrafts: (count) => {
      drafts = count;
    },
    mayQuit: () => mayQuit(held),
    // After the answer has gone out: quitting closes the window it goes to.
    quit: () => {
      setImmediate(() => {
        shell.quit();
      });
    },
  });
  await jobs.recover();

  let stopped: Promise<void> | undefined;
  return {
    serve: (port) => bridge.serve(port),
    mayQuit: () => mayQuit(held),
    stop: () => (stopped ??= leave({ operations, jobs, bridge }, endsOf(parts))),
    handleFor: (path) => parts.handles.issue(path),
    lock,
  };
}

/** What performs operations: for windows, and by name for jobs, which get the same checks and journal as a click. */
async function openWork(parts: Parts, handlers: () => AllHandlers) {
  const { documents, vault, escrow, journal, connections, events, log, now } = parts;
  const operations = createOperations({ handlers, journal, connections, log });
  const bridge = createBridge({ operations, events, log });
  const records = await openJobRecords({
    documents,
    now,
    changed: (all) => {
      events.notify('jobsChanged', all.map(shownJob));
    },
  });
  const destinations = createDestinations({ vault, escrow });
  const { run } = bridge;
  return { operations, bridge, jobs: createJobs({ records, destinations, escrow, run, now }) };
}

/** Drops what only an unlocked program may hold: conversations, keys in memory, what is on the clipboard (MEM-02). */
function lockParts({ api, clipboard, events, log }: Parts): void {
  api.drop();
  void clipboard.clear();
  events.notify('locked', {});
  log.info('locked');
}

/** What is closed at the end, in this order: first what may still write, last what it is written to. */
function endsOf(parts: Parts): readonly (() => Promise<unknown> | void)[] {
  const { clipboard, escrow, transport, journal, log } = parts;
  return [
    () => clipboard.clear(),
    () => escrow.close(),
    () => {
      transport.close();
    },
    () => journal.close(),
    () => {
      log.info('stop');
      log.close();
    },
  ];
}
