// `npm run demo`: starts the local platform and Steward connected to it by certificate.
// Without a display it runs the tour and takes pictures.
import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { ensureBuilt } from './build.mjs';
import { bundled } from './bundled.mjs';
import { electronToOpen } from './electron-runtime.mjs';
import { hasDisplay, startChromiumShell, startElectron } from './launch.mjs';
import { root } from './root.mjs';

const folder = path.join(root, 'dist/demo');
const runFile = promisify(execFile);

/** Connects by the terminal shell: the same operations that the window's first run uses. */
async function connect({ platform: { announcement: platform }, dataFolder, env }) {
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
  const terminal = path.join(root, 'dist/main/terminal.js');
  const run = async (calls) => {
    const words = calls.flatMap((call, i) =>
      typeof call === 'string' ? (i === 0 ? [call] : ['then', call]) : [JSON.stringify(call)],
    );
    const { stdout } = await runFile(
      process.execPath,
      [terminal, 'call', ...words, '--to', new URL(platform.address).host, '--data', dataFolder],
      { env: { ...env, STEWARD_PASSPHRASE: platform.passphrase, STEWARD_KEY: platform.apiKey } },
    );
    return stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
  };
  const { value } = (await run(calls)).at(-1);
  // This platform takes the organisation for a user, as a person would say with “Open anyway”.
  await run([
    'layout.remember',
    { actsAsUser: { [value.chosen]: true }, serviceOwners: { [value.chosen]: true } },
  ]);
}

async function showWindow(demo) {
  await connect(demo);
  const { program, why } = await electronToOpen();
  console.log(`${program ? 'It opens in Electron.' : `It opens in a Chromium window: ${why}.`}

Steward is open. Try: rotate the secret of an enterprise user; read a message in the inbox; press
Ctrl+K and type what you look for. Everything it keeps is in ${path.relative(root, folder)}, which the next
demo empties. Close the window, or press Ctrl+C here, to end the demo.`);
  const { dataFolder, env } = demo;
  if (program) return await startElectron(program, ['--data', dataFolder], env);
  const steward = startChromiumShell({ dataFolder, env });
  // More than once: npm passes on what the terminal has sent to all. The second must not end this before it has tidied up.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => void steward.stop());
  return await steward.ended;
}

async function showTour(demo) {
  console.log(
    'There is no display here, so the tour does it without a window and takes a picture of each step:\n',
  );
  const steps = await demo.tour((line) => console.log(line));
  const failed = steps.filter((step) => !step.ok).length;
  console.log(`
${steps.length - failed} of ${steps.length} steps worked. The pictures are in dist/demo/. Next: \`npm start\` opens Steward where there is a
display, \`npm run platform\` starts the local platform alone, \`npm test\` proves the program.`);
  return failed === 0 ? 0 : 1;
}

async function main() {
  console.log(`This demo starts a local platform with made-up data, and Steward connected to it by a certificate and an API
key. Nothing leaves this computer, and none of your own files is touched.
`);
  await ensureBuilt();
  rmSync(folder, { recursive: true, force: true });
  const { openDemo } = await bundled('test/e2e/demo.ts', 'demo-tour');
  const demo = await openDemo(folder);
  try {
    return await (hasDisplay() ? showWindow : showTour)(demo);
  } finally {
    await demo.stop();
  }
}

process.exit(await main());
