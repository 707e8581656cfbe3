// `npm run demo`: the local platform, and Steward connected to it by certificate; without a display, the tour with pictures.
import { execFile } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { ensureBuilt } from './build.mjs';
import { bundled } from './bundled.mjs';
import { hasDisplay, startChromiumShell } from './launch.mjs';
import { launchPlatform } from './platform.mjs';
import { root } from './root.mjs';

const folder = path.join(root, 'dist/demo');
const dataFolder = path.join(folder, 'data');
const run = promisify(execFile);

/**
 * Where the demo keeps its secrets: on Linux in a D-Bus session and a keyring of its own, so that the
 * person's keyring is left alone; elsewhere in the system's keychain, under names of its own.
 */
async function openKeyring() {
  if (process.platform !== 'linux') return { env: process.env, stop: async () => undefined };
  const { startKeyring } = await bundled('test/support/keyring.ts', 'demo-keyring');
  const keyring = await startKeyring();
  const { DBUS_SESSION_BUS_ADDRESS, XDG_RUNTIME_DIR, XDG_DATA_HOME, HOME } = keyring.env;
  const display = ['DISPLAY', 'WAYLAND_DISPLAY', 'XAUTHORITY', 'LANG', 'LANGUAGE'];
  const kept = Object.fromEntries(
    display.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
  );
  // Chromium finds a Wayland display below the real runtime folder; X11 needs none.
  const runtime = process.env.WAYLAND_DISPLAY ? process.env.XDG_RUNTIME_DIR : XDG_RUNTIME_DIR;
  return {
    env: {
      PATH: process.env.PATH,
      HOME,
      XDG_DATA_HOME,
      XDG_RUNTIME_DIR: runtime,
      DBUS_SESSION_BUS_ADDRESS,
      STEWARD_DOWNLOADS: path.join(folder, 'downloads'),
      ...kept,
    },
    stop: () => keyring.stop(),
  };
}

/** Connects by the terminal shell: the same operations that the window's first run uses. */
async function connect(platform, env) {
  const calls = [
    'credentials.importCertificate',
    {
      name: 'Organisation certificate',
      file: `@${platform.certificateFile}`,
      passphrase: '$STEWARD_PASSPHRASE',
    },
    'credentials.addApiKey',
    { name: 'API key', key: '$STEWARD_KEY' },
    'connections.create',
    {
      name: 'Local platform',
      environment: 'test',
      baseAddress: platform.address,
      organisationName: platform.organisation,
      organisationNumber: platform.organisationNumber,
      signIn: { way: 'certificate', certificate: '$1.id' },
      apiKey: '$2.id',
      highestTls: 'TLSv1.3',
      language: 1044,
      mediaType: 'application/hal+json',
      proxy: { use: 'none' },
      formerHosts: [],
      extraCaFile: `@${platform.caFile}`,
    },
    'connections.choose',
    { connection: '$3.id' },
  ];
  const words = calls.flatMap((call, i) =>
    typeof call === 'string' ? (i === 0 ? [call] : ['then', call]) : [JSON.stringify(call)],
  );
  const terminal = path.join(root, 'dist/main/terminal.js');
  await run(process.execPath, [terminal, 'call', ...words, '--data', dataFolder], {
    env: { ...env, STEWARD_PASSPHRASE: platform.passphrase, STEWARD_KEY: platform.apiKey },
  });
}

async function showWindow(platform, env) {
  await connect(platform.announcement, env);
  console.log(
    'Steward is open, connected to the local platform. Close its window to end the demo.',
  );
  const steward = startChromiumShell({ dataFolder, env });
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void steward.stop());
  return await steward.ended;
}

async function showTour(platform, env) {
  console.log('There is no display here: the tour runs without a window.');
  const { tour } = await bundled('test/e2e/tour.ts', 'demo-tour');
  const start = () => startChromiumShell({ dataFolder, headless: true, steered: true, env });
  const steps = await tour({ platform, start, pictures: folder, say: (line) => console.log(line) });
  const failed = steps.filter((step) => !step.ok).length;
  console.log(
    `${steps.length - failed} of ${steps.length} steps worked. Pictures: dist/demo/*.png`,
  );
  return failed === 0 ? 0 : 1;
}

async function main() {
  await ensureBuilt();
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(path.join(folder, 'downloads'), { recursive: true, mode: 0o700 });
  mkdirSync(dataFolder, { mode: 0o700 });
  const platform = await launchPlatform({ users: 24 });
  const keyring = await openKeyring();
  try {
    return await (hasDisplay() ? showWindow : showTour)(platform, keyring.env);
  } finally {
    await keyring.stop();
    await platform.stop();
  }
}

process.exit(await main());
