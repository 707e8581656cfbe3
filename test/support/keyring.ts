// A D-Bus session and a gnome-keyring of the test's own: unlocked, locked, without a keyring yet, or no service at all.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { makeTempFolder } from './temp-folder.ts';
import { endsWithUs } from './ends-with-us.ts';
import { PATIENCE_MS } from './patience.ts';

export type KeyringState = 'unlocked' | 'locked' | 'no-keyring-yet' | 'absent';

export interface Keyring {
  /** For child processes: the library reads the bus address from the environment of its process. */
  readonly env: NodeJS.ProcessEnv;
  /** The daemon's process id, for tests in which something else kills it. */
  daemonPid(): number;
  /** The daemon stays, but answers nothing, until `goOn`. */
  freeze(): void;
  goOn(): void;
  /** Kills the daemon as `kill -9` does. */
  killDaemon(): Promise<void>;
  /** Starts it (again) on the same keyring files; `unlocked` gives the password. */
  startDaemon(state: 'unlocked' | 'locked'): Promise<void>;
  /** Locks the keyring while the daemon runs. */
  lock(): Promise<void>;
  /** Labels of all entries of a service name, as the system's own keychain program shows them. */
  labels(service: string): Promise<string[]>;
  /** How many there are: one call instead of one per entry. */
  count(service: string): Promise<number>;
  /** Counts what is asked of the secret service over the bus from now on, by whatever process. */
  watchMethods(): Promise<MethodWatch>;
  stop(): Promise<void>;
}

export interface MethodWatch {
  /** How often each method was called until now. It watches no longer. */
  end(): Promise<Readonly<Record<string, number>>>;
}

const PASSWORD = 'keyring-test-password';
const SECRETS = 'org.freedesktop.secrets';
const ROOT_PATH = '/org/freedesktop/secrets';
const run = promisify(execFile);

/** Ends by `stop`, which kills exactly the processes it started. */
export async function startKeyring(state: KeyringState = 'unlocked'): Promise<Keyring> {
  const folder = makeTempFolder('steward-keyring');
  const env = environment(folder.path);
  const bus = await startBus(folder.path, env);
  let daemon: ChildProcess | undefined;

  const killDaemon = async () => {
    await killed(daemon);
    daemon = undefined;
  };
  const startDaemon = async (wanted: 'unlocked' | 'locked') => {
    daemon = await startSecretService(env, wanted === 'unlocked' ? PASSWORD : undefined);
  };
  const stop = async () => {
    await killDaemon();
    await killed(bus);
    folder.remove();
  };
  try {
    if (state === 'unlocked') await startDaemon('unlocked');
    if (state === 'no-keyring-yet') await startDaemon('locked');
    if (state === 'locked') {
      await startDaemon('unlocked');
      await killDaemon();
      await startDaemon('locked');
    }
  } catch (error) {
    await stop();
    throw error;
  }

  return {
    env,
    daemonPid: () => daemon?.pid ?? 0,
    freeze: () => daemon?.kill('SIGSTOP'),
    goOn: () => daemon?.kill('SIGCONT'),
    killDaemon,
    startDaemon,
    async lock() {
      await call(env, ROOT_PATH, 'org.freedesktop.Secret.Service.Lock', [
        `[objectpath '${ROOT_PATH}/collection/login']`,
      ]);
    },
    labels: (service) => labels(env, service),
    count: async (service) => (await search(env, service)).length,
    watchMethods: () => watchMethods(env),
    stop,
  };
}

function environment(folder: string): NodeJS.ProcessEnv {
  const at = (name: string) => {
    const made = path.join(folder, name);
    mkdirSync(made, { mode: 0o700 });
    return made;
  };
  return {
    PATH: process.env['PATH'],
    LANG: 'C.UTF-8',
    HOME: at('home'),
    XDG_RUNTIME_DIR: at('run'),
    XDG_DATA_HOME: at('data'),
    XDG_CONFIG_HOME: at('config'),
    XDG_CACHE_HOME: at('cache'),
    DBUS_SESSION_BUS_ADDRESS: `unix:path=${path.join(folder, 'run', 'bus')}`,
  };
}

/** Without service folders: nothing starts by itself, so that "absent" stays absent. */
async function startBus(folder: string, env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const config = path.join(folder, 'bus.conf');
  writeFileSync(
    config,
    `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>session</type><listen>${env['DBUS_SESSION_BUS_ADDRESS'] ?? ''}</listen>
<policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/>
<allow own="*"/></policy></busconfig>`,
  );
  const bus = endsWithUs(
    spawn(
      'dbus-daemon',
      [`--config-file=${config}`, '--nofork', '--nopidfile', '--print-address=1'],
      {
        env,
        stdio: ['ignore', 'pipe', 'ignore'],
      },
    ),
  );
  await new Promise<void>((resolve, reject) => {
    bus.once('error', reject).once('exit', () => {
      reject(new Error('The D-Bus session ended.'));
    });
    bus.stdout.once('data', () => {
      resolve();
    });
  });
  return bus;
}

async function startSecretService(env: NodeJS.ProcessEnv, password: string | undefined) {
  const unlock = password === undefined ? [] : ['--unlock'];
  const daemon = endsWithUs(
    spawn('gnome-keyring-daemon', ['--foreground', ...unlock, '--components=secrets'], {
      env,
      stdio: ['pipe', 'ignore', 'ignore'],
    }),
  );
  daemon.stdin.end(password);
  await run('gdbus', ['wait', '--session', '--timeout', String(PATIENCE_MS / 1000), SECRETS], {
    env,
  });
  return daemon;
}

async function killed(child: ChildProcess | undefined): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await ended;
}

async function call(env: NodeJS.ProcessEnv, object: string, method: string, args: string[]) {
  const given = [
    'call',
    '--session',
    '--dest',
    SECRETS,
    '--object-path',
    object,
    '--method',
    method,
  ];
  const { stdout } = await run('gdbus', [...given, ...args], { env });
  return stdout;
}

async function search(env: NodeJS.ProcessEnv, service: string): Promise<string[]> {
  const found = await call(env, ROOT_PATH, 'org.freedesktop.Secret.Service.SearchItems', [
    `{'service': '${service}'}`,
  ]);
  return found.match(/\/org\/freedesktop\/secrets\/collection\/[^']+/g) ?? [];
}

/** Names of the methods pass in the order in which the bus delivers them, the two marks at the ends among them. */
async function watchMethods(env: NodeJS.ProcessEnv): Promise<MethodWatch> {
  const monitor = endsWithUs(
    spawn('dbus-monitor', ['--session', "type='method_call'"], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  );
  endsWithUs(monitor);
  let seen = '';
  monitor.stdout.setEncoding('utf8').on('data', (text: string) => (seen += text));
  /** What was delivered before it was seen by the monitor before it. */
  const pass = async (mark: string) => {
    const call = ['call', '--session', '--dest', SECRETS, '--object-path', mark];
    while (!seen.includes(`path=${mark};`)) {
      if (monitor.exitCode !== null) throw new Error('dbus-monitor ended.');
      await run('gdbus', [...call, '--method', 'org.freedesktop.DBus.Peer.Ping'], { env });
    }
  };
  await pass('/steward/begin');
  return {
    async end() {
      await pass('/steward/end');
      await killed(monitor);
      const calls = seen.matchAll(/path=\/org\/freedesktop\/secrets\S*; .*member=(\w+)/g);
      const counts: Record<string, number> = {};
      for (const [, member = ''] of calls) counts[member] = (counts[member] ?? 0) + 1;
      return counts;
    },
  };
}

async function labels(env: NodeJS.ProcessEnv, service: string): Promise<string[]> {
  const all: string[] = [];
  for (const item of await search(env, service)) {
    const label = await call(env, item, 'org.freedesktop.DBus.Properties.Get', [
      'org.freedesktop.Secret.Item',
      'Label',
    ]);
    all.push(/'(.*)'/.exec(label)?.[1] ?? '');
  }
  return all.sort();
}
