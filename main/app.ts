// The composition root: builds every part of the program for its shell, as one list that reads from top to bottom.
import path from 'node:path';
import type { AllHandlers } from '../preload/contract/contract.ts';
import { type Bridge, createBridge } from './border/bridge.ts';
import { localeFor } from '../preload/contract/locale.ts';
import { newErrorId } from './diagnostics/error-id.ts';
import { keyOf } from './secrets/vault-key.ts';
import { createDataEraser, type DataEraser } from './erase-data.ts';
import { createHandlers, keptHere, todayNeeds } from './handlers.ts';
import { createJobs, type Jobs } from './jobs/jobs.ts';
import { openJobRecords, shownJob } from './jobs/records.ts';
import { createRowStore } from './jobs/rows.ts';
import {
  createDrafts,
  isFree,
  shutDown,
  mayQuit,
  SHUTDOWN_GRACE_MS,
  quitAfterAnswer,
} from './shutdown.ts';
import { keychainChecks } from './services/app.ts';
import { chosenOfFile } from './services/connection-file.ts';
import { backupChecks } from './services/backup.ts';
import { connectionChecks } from './services/connections.ts';
import { placesChecks } from './services/places.ts';
import { type Consent, createConsent } from './border/consent.ts';
import { endsWithin } from './cancel.ts';
import { createOperations } from './border/operations.ts';
import { createPutAway, type PutAway } from './put-away.ts';
import { createTodayWindows, type Notices, type NoticesNeeds, startNotices } from './notices.ts';
import { createNameSubject } from './border/subjects.ts';
import { createCredentialReader } from './secrets/credential-reader.ts';
import { credentialChecks } from './services/credentials.ts';
import { openInfrastructure, type Infrastructure, type Replacements } from './infrastructure.ts';
import { createFileNote, createUserForgetting } from './services/enterprise-users.ts';
import { sentFiles } from './services/files.ts';
import { whatWaits } from './services/today.ts';
import type { App, Serving, Shell } from './shell/shell.ts';

/** Problem file{...} when the data folder cannot be used. `replacements` are for tests. */
export async function createApp(shell: Shell, replacements: Replacements = {}): Promise<App> {
  const infrastructure = await openInfrastructure(shell, replacements);
  const { escrow, events } = infrastructure;
  shell.useScheme?.(infrastructure.settings.value().scheme);
  const drafts = createDrafts();
  const todayWindows = createTodayWindows();
  const consent = openConsent(shell, infrastructure, () => isFree(held));
  const putAway = createPutAway({
    person: shell.person,
    settings: () => infrastructure.settings.value(),
    osLanguage: shell.osLanguage,
    log: infrastructure.log,
  });
  const { operations, bridge, jobs } = await openWork(
    infrastructure,
    () => handlers,
    {
      consent,
      putAway,
      closed(window) {
        drafts.drop(window);
        todayWindows.note(false, window);
        consent.drop(window);
      },
    },
    shell,
  );
  const held = {
    drafts: drafts.count,
    secrets: () => escrow.list(),
    unsaved: () => escrow.unsaved(),
    jobs: () => jobs.list(),
    operations,
    notify: events.notify,
  };
  const lock = () => {
    putAway.close();
    consent.lock();
    lockParts(infrastructure, jobs);
  };
  const locale = () => localeFor(infrastructure.settings.value().language, shell.osLanguage);
  const notices = openNotices(shell, infrastructure, jobs, {
    isPutAway: () => putAway.isAway(),
    showsToday: todayWindows.isAny,
  });
  const erasing = openErasing(shell, infrastructure, jobs, notices);
  const handlers = createHandlers(shell, infrastructure, jobs, {
    lock,
    putAway,
    holdDrafts: drafts.hold,
    noteToday: todayWindows.note,
    mayQuit: () => mayQuit(held),
    mayErase: () => isFree(held),
    erase: (what) => erasing.erase(what),
    quit: quitAfterAnswer(shell),
    run: bridge.run,
    locale,
  });

  let stopped: Promise<void> | undefined;
  return {
    serve(port) {
      // Somebody is there to be told of a new version.
      void infrastructure.updates.checkAtStart();
      return servedWindow(bridge.serve(port), infrastructure);
    },
    mayQuit: () => mayQuit(held),
    stop: () =>
      (stopped ??= shutDown({ operations, jobs, bridge }, [
        () => notices?.end(),
        ...endsOf(infrastructure),
      ]).then(() => erasing.finish())),
    handleFor: (path, reading) => infrastructure.handles.issue(path, reading),
    targetFor: (path) => infrastructure.handles.issueTarget(path),
    shownBody: (name) => infrastructure.shownBodies.find(name),
    bodyLinkPressed: ({ body, link }) => {
      events.notify('bodyLinkPressed', { address: shell.bodyAddress(body), link });
    },
    lock,
    locale,
    reportError(error) {
      const errorId = newErrorId();
      infrastructure.log.error(errorId, 'uncaught', error);
      return errorId;
    },
    pageCrashed: (again) => {
      infrastructure.log.warn('page-crashed', { outcome: again ? 'loaded-again' : 'asked' });
    },
  };
}

/** What a shell may do with a window of its own. */
const servedWindow = (
  served: ReturnType<Bridge['serve']>,
  { handles }: Infrastructure,
): Serving => ({
  close: () => {
    served.close();
  },
  dropped(paths) {
    void sentFiles(handles, paths).then(
      (files) => {
        served.notify('filesDropped', { files: [...files] });
      },
      // What is no path is no file that anybody dropped.
      () => undefined,
    );
  },
});

/** What performs operations: for windows, and by name for jobs, which get the same checks and journal as a click. */
async function openWork(
  infrastructure: Infrastructure,
  handlers: () => AllHandlers,
  {
    consent,
    putAway,
    closed,
  }: {
    readonly consent: Consent;
    readonly putAway: PutAway;
    readonly closed: (window: symbol) => void;
  },
  shell: Shell,
) {
  const { journal, connections, credentials, escrow, settings, events, handles, log, policy } =
    infrastructure;
  const reader = createCredentialReader(infrastructure);
  // Made below: jobs perform operations themselves.
  const made: { jobs?: Jobs } = {};
  const nameSubject = createNameSubject({
    settings: () => settings.value(),
    credentials: () => credentials.list(),
    secret: (id) => escrow.find(id),
    jobs: () => made.jobs?.list() ?? [],
    fileName: (handle) => handles.name(handle),
  });
  const operations = createOperations({
    handlers,
    journal,
    connections,
    nameSubject,
    policy,
    checks: {
      connections: connectionChecks({ policy, credentials, store: connections, reader }),
      places: placesChecks({ policy }),
      credentials: credentialChecks({ store: credentials, reader }),
      settings: { change: (given) => policy.allowSettings(given) },
      app: keychainChecks(infrastructure.keychain),
      backup: backupChecks(
        keptHere(shell, infrastructure, { list: () => made.jobs?.list() ?? [] }),
      ),
    },
    consent,
    putAway,
    isBringingBack: () => infrastructure.bringing.isUnderWay,
    log,
  });
  const bridge = createBridge({ operations, events, log, closed });
  const jobs = await openJobs(infrastructure, bridge, shell);
  made.jobs = jobs;
  return { operations, bridge, jobs };
}

function openConsent(
  shell: Shell,
  { connections, credentials, escrow, settings, handles, keychain, policy, log }: Infrastructure,
  isFree: () => boolean,
): Consent {
  return createConsent({
    ask: (question, signal) => shell.ask(question, signal),
    osLanguage: shell.osLanguage,
    connections: () => connections.all(),
    credentials: () => credentials.list(),
    allowed: credentials,
    secret: (id) => escrow.find(id),
    keychain: () => keychain.state().state,
    settings: () => settings.value(),
    fileName: (handle) => handles.name(handle),
    chosenOfFile: (given) => chosenOfFile(given, { files: handles, connections, policy }),
    isFree,
    clock: () => performance.now(),
    log,
  });
}

async function openJobs(
  infrastructure: Infrastructure,
  { run }: Bridge,
  { dataFolder, version }: Shell,
) {
  const { documents, vault, keychain, escrow, connections, events, api, now } = infrastructure;
  const records = await openJobRecords({
    documents,
    now,
    changed: ({ changed, removed }) => {
      events.notify('jobsChanged', { changed: changed.map(shownJob), removed: [...removed] });
    },
  });
  const rowStore = createRowStore({
    folder: path.join(dataFolder, 'jobs'),
    key: keyOf(vault, 'job-rows', async () => (await rowStore.sealed.count()) > 0),
    now,
  });
  const jobs = createJobs({
    records,
    mark: infrastructure.markDownloaded,
    log: infrastructure.log,
    parts: infrastructure.parts,
    rowStore,
    connections,
    vault,
    escrow,
    api,
    copies: infrastructure.referenceCopies,
    run,
    forgetUser: createUserForgetting(infrastructure),
    nameRow: (...named) => infrastructure.rowNames.keep(...named),
    savedInFile: createFileNote(infrastructure),
    handleFor: (file) => infrastructure.handles.issue(file),
    now,
    journal: infrastructure.journal,
    startThread: infrastructure.startThread,
    busy: () => infrastructure.journal.relax(),
    program: `Steward ${version}`,
  });
  await jobs.recover();
  await keychain.whenUsable(() => jobs.countRows());
  return jobs;
}

function openErasing(
  { dataFolder: folder }: Shell,
  infrastructure: Infrastructure,
  jobs: Jobs,
  notices: Notices | undefined,
): DataEraser {
  const { vault, credentials, connections, escrow, referenceCopies, now } = infrastructure;
  return createDataEraser({
    folder,
    vault,
    now,
    known: {
      credentials: () => credentials.list(),
      connections: () => connections.all(),
      secrets: () => escrow.list(),
      jobs: () => jobs.list(),
    },
    // Notices would write their file again.
    rest: () => Promise.all([notices?.end(), endsWithin(SHUTDOWN_GRACE_MS, jobs.close())]),
    close: () => referenceCopies.close(),
  });
}

/** Undefined where the host has no notifications. */
function openNotices(
  { notifications: host, osLanguage }: Shell,
  infrastructure: Infrastructure,
  jobs: Jobs,
  page: Pick<NoticesNeeds, 'isPutAway' | 'showsToday'>,
): Notices | undefined {
  if (host === undefined) return undefined;
  const { settings, documents, events, now } = infrastructure;
  const needs = todayNeeds(infrastructure, jobs);
  return startNotices({
    host,
    documents,
    osLanguage,
    now,
    waits: () => whatWaits(needs),
    waitsInMemory: () =>
      whatWaits({ ...needs, knowledge: { all: () => [] }, drafts: { list: async () => [] } }),
    settings: () => settings.value(),
    ...page,
    opened: () => {
      events.notify('noticeOpened', {});
    },
  });
}

/** Drops what only an unlocked program may hold: clients, keys and rows in memory, what is on the clipboard (MEM-02). */
function lockParts(infrastructure: Infrastructure, jobs: Jobs): void {
  const { api, clipboard, events, log, formDrafts, shownBodies, waitingMessages } = infrastructure;
  api.drop();
  formDrafts.lock();
  shownBodies.clear();
  waitingMessages.forget();
  jobs.lock();
  void clipboard.clear();
  events.notify('locked', {});
  log.info('locked');
}

/** What is closed at the end, in this order: first what may still write, last what it is written to. */
function endsOf(infrastructure: Infrastructure): readonly (() => Promise<unknown> | void)[] {
  const { clipboard, escrow, transport, journal, referenceCopies, xsd, log } = infrastructure;
  return [
    () => clipboard.clear(),
    () => escrow.close(),
    () => referenceCopies.close(),
    () => xsd.close(),
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
