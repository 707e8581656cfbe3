// What Electron's preload puts on the page's window: one frozen port, and nothing of Electron.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Port, ToMain, ToPage } from '../../../preload/wire.ts';
import { callsOf, exposed, ipcRenderer, resetElectron } from '../../support/fake-electron.ts';
import * as fakeElectron from '../../support/fake-electron.ts';
import { sources } from '../../support/imports.ts';

// The very instance this file looks at, also after the module registry was emptied.
vi.mock('electron', () => fakeElectron);

beforeEach(async () => {
  resetElectron();
  exposed.clear();
  ipcRenderer.removeAllListeners();
  vi.resetModules();
  await import('../../../preload/electron-bridge.ts');
});
const port = () => exposed.get('steward') as Port<ToMain, ToPage>;

describe('IPC-01 the preload', () => {
  it('exposes one frozen object with two named functions, and nothing else', () => {
    expect([...exposed.keys()]).toEqual(['steward']);
    const shape = Object.entries(port()).map(([name, value]: [string, { length: number }]) => [
      name,
      typeof value,
      value.length,
    ]);
    expect(shape).toEqual([
      ['post', 'function', 1],
      ['listen', 'function', 1],
    ]);
    expect(Object.isFrozen(port())).toBe(true);
  });

  it('sends JSON text on one fixed channel, whatever the page says', () => {
    port().post({ kind: 'call', id: 1, name: 'shell.openExternal', input: { channel: 'other' } });
    (port().post as (...args: unknown[]) => void)({ kind: 'cancel', id: 1 }, 'other', 'more');
    expect(callsOf('ipcRenderer.send').map(({ args }) => args)).toEqual([
      ['steward', '{"kind":"call","id":1,"name":"shell.openExternal","input":{"channel":"other"}}'],
      ['steward', '{"kind":"cancel","id":1}'],
    ]);
    expect(callsOf('ipcRenderer.invoke')).toEqual([]);
  });

  it('hands the page the message alone, without the event that holds a sender, and stops when asked', () => {
    const heard: unknown[][] = [];
    const stop = port().listen((...args: unknown[]) => heard.push(args));
    const message = { kind: 'event', name: 'locked', value: {} };
    ipcRenderer.emit('steward', { sender: ipcRenderer }, JSON.stringify(message));
    stop();
    ipcRenderer.emit('steward', { sender: ipcRenderer }, JSON.stringify(message));
    expect(heard).toEqual([[message]]);
    expect(stop()).toBeUndefined();
  });

  it('knows no feature, no address and no second channel', () => {
    const file = sources(['preload']).find(({ path }) => path === 'preload/electron-bridge.ts');
    expect(file?.imports).toEqual(['electron', 'preload/wire.ts']);
    expect(file?.text).not.toMatch(/https?:|\binvoke\b|sendSync|webFrame|contract/);
    expect(file?.text.match(/ipcRenderer\.\w+\((\w+)/g)).toEqual([
      'ipcRenderer.send(CHANNEL',
      'ipcRenderer.on(CHANNEL',
      'ipcRenderer.off(CHANNEL',
    ]);
  });
});
