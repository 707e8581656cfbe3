// The program as a benchmark meets it: in a process of its own, with many windows, connected to the local platform.
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { createApp } from '../../main/app.ts';
import type { Replacements } from '../../main/infrastructure.ts';
import { boundYoungGeneration } from '../../main/young-generation.ts';
import type { ToPage } from '../../preload/wire.ts';
import { connect } from '../../renderer/client.ts';
import { createPorts } from '../../test/support/ports.ts';
import { connectTo, type PlatformFacts } from '../../test/support/steward.ts';
import { createTestShell } from '../../test/support/test-shell.ts';

export interface Measured {
  readonly dataFolder: string;
  /** Of the program as it is built: where its threads are. */
  readonly builtMain: string;
  readonly platform: PlatformFacts;
}

/** One window may call 200 times in a second, which nobody reaches by hand: measures take turns. */
const WINDOWS = 24;

interface Wanted {
  readonly windows?: number;
  readonly keychain?: 'memory' | 'system';
  readonly replacements?: Replacements;
  /** Is told each message that main posts to a window, before it goes there. */
  readonly heard?: (message: ToPage) => void;
}

/** Not connected yet: as a start leaves it, in a process that is set up as a window's shell does it. */
export async function startProgram({ dataFolder, builtMain }: Measured, wanted: Wanted = {}) {
  const { windows: count = WINDOWS, keychain = 'memory', replacements, heard } = wanted;
  boundYoungGeneration();
  const app = await createApp(createTestShell(dataFolder, keychain), {
    startThread: (name) => new Worker(path.join(builtMain, `${name}.js`), { env: {} }),
    ...replacements,
  });
  const windows = Array.from({ length: count }, () => {
    const { main, page } = createPorts({ kept: false });
    const post = (message: ToPage) => {
      heard?.(message);
      main.post(message);
    };
    app.serve({ ...main, post });
    return connect(page);
  });
  const [first] = windows;
  if (first === undefined) throw new Error('There is no window.');
  return { app, ...first, windows: windows.map(({ client }) => client) };
}
export type Program = Awaited<ReturnType<typeof startProgram>>;

export async function startConnected(measured: Measured, wanted?: Wanted) {
  const program = await startProgram(measured, wanted);
  const { connection } = await connectTo(program, measured.platform, { highestTls: 'TLSv1.3' });
  return { ...program, connection };
}
