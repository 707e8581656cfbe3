// Runs a packed program in a process of its own: the stand-in plays Electron, calls on the bridge play the page.
// Bundled by packed-program.ts, where the stand-in becomes the module `electron` that the program imports too.
import '../support/electron-ends.mjs';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import * as electron from '../support/fake-electron.ts';

interface Play {
  /** Folder of the packed program. */
  readonly folder: string;
  /** Its command line. */
  readonly args: readonly string[];
  /** Name and input of each call that the page makes, one after the other; none for a terminal command. */
  readonly calls?: readonly (readonly [string, unknown])[];
}

const { folder, args, calls } = JSON.parse(process.env['STEWARD_PLAY'] ?? '') as Play;
const { main } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as {
  main: string;
};

delete process.env['STEWARD_PLAY'];
process.argv = [process.execPath, ...args];
Object.assign(process, { resourcesPath: path.join(folder, '..') });
electron.world.packaged = true;
await import(pathToFileURL(path.join(folder, main)).href);
electron.becomeReady();
for (const [name, input] of calls ?? []) {
  process.stdout.write(`${JSON.stringify(await call(name, input))}\n`);
}
electron.app.emit('window-all-closed');
await until(() => electron.callsOf('app.exit').length > 0);
process.exit(Number(electron.callsOf('app.exit')[0]?.args[0]));

/** As the preload posts it from the main frame of the window, and what is sent back to it. */
async function call(name: string, input: unknown): Promise<unknown> {
  const contents = await until(() => loaded() && electron.windows[0]?.webContents);
  const id = contents.sent.length + 1;
  const event = { sender: contents, senderFrame: contents.mainFrame };
  electron.ipcMain.emit('steward', event, JSON.stringify({ kind: 'call', id, name, input }));
  return until(() => {
    const messages = contents.sent.map((text) => JSON.parse(text) as { kind: string; id: number });
    return messages.find((message) => message.kind === 'answer' && message.id === id);
  });
}

function loaded(): boolean {
  const box = electron.callsOf('dialog.showErrorBox')[0];
  if (box) throw new Error(box.args.join(': '));
  return electron.callsOf('window.loadURL').length > 0;
}

async function until<T>(found: () => T | false | undefined): Promise<T> {
  for (;;) {
    const value = found();
    if (value !== undefined && value !== false) return value;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
