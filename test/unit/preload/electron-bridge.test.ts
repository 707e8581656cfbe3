// What Electron's preload puts on the page's window: one frozen port, and nothing of Electron.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { listOperations } from '../../../main/shell/operation-list.ts';
import { contract } from '../../../preload/contract/contract.ts';
import type { TextPort } from '../../../preload/wire.ts';
import { connect, overText } from '../../../renderer/client.ts';
import {
  callsOf,
  exposed,
  filePaths,
  ipcRenderer,
  resetElectron,
} from '../../support/fake-electron.ts';
import * as fakeElectron from '../../support/fake-electron.ts';
import { root, sources } from '../../support/imports.ts';

// The very instance this file looks at, also after the module registry was emptied.
vi.mock('electron', () => fakeElectron);

interface Dropped {
  readonly isTrusted: boolean;
  readonly dataTransfer: { readonly files: readonly unknown[] } | null;
}
/** The page's window, as far as the preload listens to it. */
const listeners = new Map<string, (event: Dropped) => void>();
const window = {
  addEventListener: (name: string, hear: (event: Dropped) => void) => listeners.set(name, hear),
};

beforeEach(async () => {
  resetElectron();
  exposed.clear();
  listeners.clear();
  filePaths.clear();
  vi.stubGlobal('window', window);
  ipcRenderer.removeAllListeners();
  vi.resetModules();
  await import('../../../preload/electron-bridge.ts');
});
const port = () => exposed.get('steward') as TextPort;

describe('IPC-01 the preload', () => {
  it('exposes one frozen object with two named functions, and nothing else', () => {
    expect([...exposed.keys()]).toEqual(['steward']);
    const shape = Object.entries(port()).map(([name, value]) => [name, typeof value]);
    expect(shape).toEqual([
      ['post', 'function'],
      ['listen', 'function'],
    ]);
    expect(Object.isFrozen(port())).toBe(true);
  });

  it('sends text on one fixed channel, whatever the page says', () => {
    port().post('{"kind":"call","id":1,"name":"shell.openExternal","input":{"channel":"other"}}');
    (port().post as (...args: unknown[]) => void)('{"kind":"cancel","id":1}', 'other', 'more');
    (port().post as (given: unknown) => void)({ channel: 'other' });
    expect(callsOf('ipcRenderer.send').map(({ args }) => args)).toEqual([
      ['steward', '{"kind":"call","id":1,"name":"shell.openExternal","input":{"channel":"other"}}'],
      ['steward', '{"kind":"cancel","id":1}'],
      ['steward', '[object Object]'],
    ]);
    expect(callsOf('ipcRenderer.invoke')).toEqual([]);
  });

  it('hands the page the text alone, without the event that holds a sender, and stops when asked', () => {
    const heard: unknown[][] = [];
    const stop = port().listen((...args: unknown[]) => heard.push(args));
    const text = JSON.stringify({ kind: 'event', name: 'locked', value: {} });
    ipcRenderer.emit('steward', { sender: ipcRenderer }, text);
    stop();
    ipcRenderer.emit('steward', { sender: ipcRenderer }, text);
    expect(heard).toEqual([[text]]);
    expect(stop()).toBeUndefined();
  });

  it('IPC-01 what a page has as its state, and what is 900 levels deep, comes through to main and is answered', async () => {
    let deep: unknown = 'the bottom';
    for (let level = 0; level < 900; level += 1) deep = [{ deep }];
    const state = new Proxy({ rows: new Proxy([1, 2], {}), deep }, {});
    const { client } = connect(overText(port()));
    const asked = client.layout.remember(state as never);
    const [channel, text] = callsOf('ipcRenderer.send').at(-1)?.args as [string, string];
    expect(channel).toBe('steward');
    const call = JSON.parse(text) as { id: number; input: unknown };
    expect(JSON.stringify(call.input)).toBe(JSON.stringify(state));
    const value = { deep };
    const answer = { kind: 'answer', id: call.id, result: { ok: true, value } };
    ipcRenderer.emit('steward', {}, JSON.stringify(answer));
    expect(await asked).toEqual(answer.result);
  });

  it('names what a person dropped to main alone, and nothing that the page made up', () => {
    const [one, two, invented] = [{}, {}, {}];
    filePaths.set(one, '/home/a/one.pdf').set(two, '/home/a/two.pdf');
    const drop = (isTrusted: boolean, files: readonly unknown[]) =>
      listeners.get('drop')?.({ isTrusted, dataTransfer: { files } });
    drop(true, [one, invented, two]);
    drop(false, [one]);
    listeners.get('drop')?.({ isTrusted: true, dataTransfer: null });
    expect(callsOf('ipcRenderer.send').map(({ args }) => args)).toEqual([
      ['steward-dropped', ['/home/a/one.pdf', '/home/a/two.pdf']],
    ]);
    expect([...listeners.keys()]).toEqual(['drop']);
  });

  it('knows no feature, no address and, beside the way of dropped files, no second channel', () => {
    const file = sources(['preload']).find(({ path }) => path === 'preload/electron-bridge.ts');
    expect(file?.imports).toEqual(['electron', 'preload/wire.ts']);
    expect(file?.text).not.toMatch(/https?:|\binvoke\b|sendSync|webFrame|contract/);
    expect(file?.text.match(/ipcRenderer\.\w+\((\w+)/g)).toEqual([
      'ipcRenderer.send(CHANNEL',
      'ipcRenderer.on(CHANNEL',
      'ipcRenderer.off(CHANNEL',
      'ipcRenderer.send(DROPPED',
    ]);
  });
});

describe('IPC-09 the channels of Electron', () => {
  /** The names that a side gives to calls of Electron: written there, or constants of the same file. */
  const namedIn = (folder: string, call: RegExp) =>
    sources([folder]).flatMap(({ text }) =>
      [...text.matchAll(call)].map(([, name = '']) => {
        const constant = new RegExp(`const ${name} = '([^']+)'`).exec(text)?.[1];
        return constant ?? name.replaceAll("'", '');
      }),
    );
  const list = (names: readonly string[]) => [...new Set(names)].sort();

  it('IPC-09 are the same in the preload, in main, and in the list for readers', () => {
    const spoken = list(
      namedIn('preload', /\bipcRenderer\.(?:send|sendSync|invoke)\(\s*([^,)]+)/g),
    );
    const heard = list(namedIn('main', /\bipcMain\.(?:on|once|handle|handleOnce)\(\s*([^,)]+)/g));
    const answered = list(namedIn('main', /\bcontents\.send\(\s*([^,)]+)/g));
    const listened = list(namedIn('preload', /\bipcRenderer\.(?:on|once)\(\s*([^,)]+)/g));
    const readme = readFileSync(path.join(root, 'preload/README.md'), 'utf8');
    const told = /all channels of Electron that there are[^:]*:([^.]*)\./.exec(readme)?.[1] ?? '';
    expect(spoken).toEqual(['steward', 'steward-dropped']);
    expect(heard).toEqual(spoken);
    expect(answered).toEqual(listened);
    expect(list([...told.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name))).toEqual(spoken);
  });

  it('IPC-09 every operation of the contract is listed for the terminal, and nothing else is', () => {
    const own = Object.entries(contract).flatMap(([feature, group]) =>
      Object.keys(group).map((name) => `${feature}.${name}`),
    );
    expect(listOperations().map(({ name }) => name)).toEqual(own);
  });
});
