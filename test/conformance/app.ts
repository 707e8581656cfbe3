// Stands in for main/app.ts: the real bridge over scripted handlers, so that a shell is tested and nothing else.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { createBridge } from '../../main/border/bridge.ts';
import { createEvents } from '../../main/border/events.ts';
import { createPolicy } from '../../main/policy/policy.ts';
import { createOperations } from '../../main/border/operations.ts';
import type { Log } from '../../main/diagnostics/log.ts';
import { Secret } from '../../main/secret.ts';
import type { App, Shell } from '../../main/shell/shell.ts';
import type { AllHandlers, Notify } from '../../preload/contract/contract.ts';
import { readHandle, saveTarget } from '../../preload/contract/schema.ts';
import { localeFor } from '../../preload/contract/locale.ts';
import type { Settings } from '../../preload/contract/settings.ts';
import { nobodyAsked } from '../support/consent.ts';

export const settings: Settings = {
  scheme: 'auto',
  language: 'auto',
  rotationPolicyDays: 90,
  clipboardSeconds: 30,
  idleLockMinutes: 10,
  updateAddress: null,
  notifications: true,
};
/** As long an answer as the contract allows to come in. */
export const BIG = 'æ🙂"\\ '.repeat(100_000);
/** Asked to be so long that 2000 reports fit between two paced ones. */
export const REPORTS = 2000;
export const EVENTS = 500;
export const PORTAL = 'https://portal.example.org/inbox';

const HANDLE = 'file-0123456789abcdef';
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

export async function createApp(shell: Shell): Promise<App> {
  const log: Log = { ...silent, close: () => undefined };
  const events = createEvents(log);
  const state: State = { held: false, language: 'en' };
  const handlers = scripted(shell, events.notify, state);
  const operations = createOperations({
    consent: nobodyAsked,
    putAway: { allow: () => undefined },
    nameSubject: (_, __, subject) => subject,
    policy: createPolicy(null),
    handlers: () => handlers as unknown as AllHandlers,
    journal: { begin: async () => ({ end: async () => undefined }) },
    connections: { find: () => undefined } as never,
    log,
  });
  const bridge = createBridge({ operations, events, log });
  return {
    serve(port) {
      writeFileSync(path.join(shell.dataFolder, 'serving'), 'yes');
      const window = bridge.serve(port);
      const dropped = (paths: readonly string[]) => {
        const files = paths.map((one) => ({
          handle: readHandle.parse(HANDLE),
          name: path.basename(one),
        }));
        window.notify('filesDropped', { files });
      };
      return {
        close: () => {
          window.close();
        },
        dropped,
      };
    },
    mayQuit() {
      if (state.held) {
        const none = { jobsRunning: 0, writesRunning: 0, draftsUnsaved: 0 };
        events.notify('quitHeld', { secretsWaiting: 1, ...none });
      }
      return !state.held;
    },
    async stop() {
      writeFileSync(path.join(shell.dataFolder, 'stopped'), 'yes');
      bridge.abortAll();
    },
    handleFor: () => readHandle.parse(HANDLE),
    targetFor: () => saveTarget.parse(HANDLE),
    pageCrashed: () => undefined,
    shownBody: () => undefined,
    bodyLinkPressed: () => undefined,
    lock: () => undefined,
    locale: () => localeFor(state.language, 'en'),
    reportError: () => '0000-0000',
  };
}

interface State {
  held: boolean;
  language: Settings['language'];
}
interface Call {
  readonly signal: AbortSignal;
  readonly report: (step: unknown) => void;
}
type Scripts = Readonly<
  Record<string, Record<string, (input: never, call: Call) => Promise<unknown>>>
>;

function scripted(shell: Shell, notify: Notify, state: State): Scripts {
  return {
    settings: {
      get: async () => settings,
      /** Events go out before the answer; 300 seconds on the clipboard holds the window back. */
      change: async (input: Partial<Settings>) => {
        for (let i = 1; i <= EVENTS; i += 1) {
          notify('settingsChanged', { ...settings, rotationPolicyDays: i });
        }
        if (input.clipboardSeconds !== undefined) state.held = input.clipboardSeconds === 300;
        if (input.language !== undefined) state.language = input.language;
        return { ...settings, ...input };
      },
    },
    connections: {
      test: async ({ connection }: { connection: string }, call: Call) =>
        connection === 'hangs' ? untilCancelled(call) : reporting(call),
      list: async () => {
        throw new Error('a secret: hunter2');
      },
    },
    credentials: { addApiKey: async () => ({}) },
    oneTimeSecrets: {
      look: async () => ({ answer: BIG }),
      reveal: async ({ secret }: { secret: string }) => ({ secret, key: 'must not cross' }),
      copy: async ({ secret }: { secret: string }) => {
        await shell.clipboard.write(new Secret(`copied ${secret}`));
        return { clearsInSeconds: 30 };
      },
      list: async () => ((await shell.clipboard.holds(new Secret('copied one'))) ? [] : 'no'),
    },
    activity: { verify: async () => ({ state: 'a word the contract does not know' }) },
    files: {
      choose: async () =>
        chosen(await shell.dialogs.open({ purpose: 'certificate', extensions: ['p12'] })),
      chooseTarget: async ({ suggestedName }: { suggestedName: string }) =>
        chosen(await shell.dialogs.save({ suggestedName })),
      chooseFolder: async ({ suggestedName }: { suggestedName: string }) =>
        chosen(await shell.dialogs.folder({ suggestedName })),
    },
    app: {
      openPortal: async () => {
        await shell.openExternal(new URL(PORTAL));
        return { host: new URL(PORTAL).host };
      },
      lock: async () => {
        await shell.clipboard.clear();
        return {};
      },
      quit: async ({ anyway }: { anyway: boolean }) => {
        const held = state.held && !anyway;
        if (!held) {
          setImmediate(() => {
            shell.quit();
          });
        }
        return { held };
      },
    },
  };
}

/** The whole path as the name: the tests look whether the shell found the right file. */
const chosen = (file: string | undefined) =>
  file === undefined ? null : { handle: 'file-0123456789abcdef', name: file };

async function untilCancelled({ signal }: Call): Promise<never> {
  await new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => {
      resolve();
    });
  });
  throw signal.reason;
}

async function reporting({ report }: Call) {
  const steps = (detail: number) => [
    { step: 'tcp', state: 'running', detail: String(detail), failure: null, advice: null },
  ];
  let sent = 0;
  while (sent < REPORTS) {
    report({ steps: steps(++sent), extra: 'must not cross' });
    // Others get their turn, as they do where a report comes from the network.
    if (sent % 20 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  return { passed: true, steps: steps(sent) };
}
