// Runs the local platform alone: prints one JSON line when it is ready and runs until it is ended.
import { parseArgs } from 'node:util';
import { bundled } from './bundled.mjs';

/**
 * Bundles test/platform into dist/platform and starts it.
 * Options: port, users, services, messages, years, parties, seed, folder. Answers { announcement, control, stop() }.
 */
export async function launchPlatform(options = {}) {
  const { startStandAlone } = await bundled('test/platform/stand-alone.ts', 'platform');
  return startStandAlone(options);
}

/** A whole number of the command line, or undefined. */
function whole(name, text, lowest, highest) {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (!Number.isInteger(value) || value < lowest || value > highest) {
    throw new Error(`--${name} needs a whole number from ${lowest} to ${highest}, not "${text}".`);
  }
  return value;
}

async function main() {
  const { values } = parseArgs({
    options: {
      port: { type: 'string' },
      users: { type: 'string' },
      services: { type: 'string' },
      messages: { type: 'string' },
      years: { type: 'string' },
      parties: { type: 'string' },
      seed: { type: 'string' },
    },
  });
  const wanted = {
    port: whole('port', values.port, 0, 65_535),
    users: whole('users', values.users, 0, 100_000),
    services: whole('services', values.services, 0, 100_000),
    messages: whole('messages', values.messages, 0, 100_000),
    years: whole('years', values.years, 1, 100),
    parties: whole('parties', values.parties, 5, 100_000),
    seed: whole('seed', values.seed, 0, 2 ** 31),
  };
  const given = Object.fromEntries(Object.entries(wanted).filter(([, v]) => v !== undefined));
  let platform;
  let ended = false;
  const end = async () => {
    if (ended) return;
    ended = true;
    await platform?.stop();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void end());
  platform = await launchPlatform(given);
  if (ended) await platform.stop();
  else process.stdout.write(`${JSON.stringify(platform.announcement)}\n`);
}

if (process.argv[1] === import.meta.filename) {
  await main().catch((error) => {
    process.stderr.write(
      `${error.code === 'EADDRINUSE' ? 'This port is in use.' : error.message}\n`,
    );
    process.exitCode = 1;
  });
}
