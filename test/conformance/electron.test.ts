// The suite in the Electron shell, with a stand-in for Electron that carries messages as text.
import { vi } from 'vitest';
import type { ToPage } from '../../preload/wire.ts';
import * as fakeElectron from '../support/fake-electron.ts';
import { makeTempFolder } from '../support/temp-folder.ts';
import { conformance } from './suite.ts';
import { eventually } from '../support/eventually.ts';

vi.mock('electron', () => fakeElectron);
vi.mock('../../main/app.ts', () => import('./app.ts'));
vi.mock('../../main/shell/electron-installer.ts', () => ({
  createElectronInstaller: () => undefined,
}));
vi.mock('../../main/shell/page-files.ts', () => ({ openPageFiles: () => ({ paths: [] }) }));

const { app, becomeReady, FakeWebContents, frame, ipcMain, resetElectron, windows } = fakeElectron;

conformance('Electron (stand-in)', async () => {
  const folder = makeTempFolder();
  resetElectron();
  process.argv = [process.argv[0] ?? 'node', '--data', folder.path];
  Object.assign(process, { defaultApp: false });
  await import('../../main/shell/program.ts');
  becomeReady();
  await eventually(() => {
    if (fakeElectron.callsOf('window.loadURL').length === 0) throw new Error('not open yet');
  });
  const contents = windows[0]?.webContents ?? new FakeWebContents();
  const from =
    (senderFrame: unknown, sender: unknown = contents) =>
    async (text: string) => {
      ipcMain.emit('steward', { sender, senderFrame }, text);
    };
  return {
    post: from(contents.mainFrame),
    received: async () => contents.sent.map((text) => JSON.parse(text) as ToPage),
    badSenders: {
      'no frame': from(null),
      'a frame within': from(frame({ parent: frame(), frameTreeNodeId: 2 })),
      'another origin': from(frame({ origin: 'https://example.org', url: 'https://example.org/' })),
      'another window': from(frame(), new FakeWebContents()),
    },
    async stop() {
      app.emit('window-all-closed');
      await eventually(() => {
        if (fakeElectron.callsOf('app.exit').length === 0) throw new Error('not ended yet');
      });
      folder.remove();
    },
  };
});
