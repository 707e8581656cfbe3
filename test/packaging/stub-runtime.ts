// A stand-in for Electron's runtime with what the packager inspects: names, an archive, the fuse wire, a real PE file.
import { createPackage } from '@electron/asar';
import { copyFileSync, mkdirSync, appendFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../support/imports.ts';
import { makeTempFolder } from '../support/temp-folder.ts';

export type StubSystem = 'linux' | 'win';
export type StubProcessor = 'x64' | 'arm64';

/** As Electron ships it: marker, version 1, nine fuses, each `0`, `1` or (here never) removed. */
const FUSE_WIRE = Buffer.concat([
  Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX', 'latin1'),
  Buffer.from([1, 9]),
  Buffer.from('101100011', 'latin1'),
]);

/** Programs of both processors that lie among the packager's own tools: PE files with a version resource. */
const PORTABLE_EXECUTABLES = { x64: '7z-x64.exe', arm64: '7z-arm64.exe' } as const;

/** How electron-builder and Node call a system and processor: `win32-x64`. */
export const runtimeName = (system: StubSystem, processor: StubProcessor): string =>
  `${system === 'win' ? 'win32' : system}-${processor}`;

/** Fills a folder with the runtime. */
export async function makeStubRuntime(
  folder: string,
  system: StubSystem,
  processor: StubProcessor,
): Promise<void> {
  const at = (name: string) => path.join(folder, name);
  mkdirSync(at('locales'), { recursive: true });
  mkdirSync(at('resources'));
  for (const language of ['de', 'en-GB', 'en-US', 'nb']) {
    writeFileSync(at(`locales/${language}.pak`), language);
  }
  writeFileSync(at('LICENSE'), 'licence of the runtime');
  writeFileSync(at('LICENSES.chromium.html'), 'licences of Chromium');
  writeFileSync(at('version'), '0');
  await makeDefaultApp(folder);
  if (system === 'linux') {
    writeFileSync(at('electron'), FUSE_WIRE, { mode: 0o755 });
    writeFileSync(at('chrome-sandbox'), '', { mode: 0o755 });
    return;
  }
  const tools = path.join(root, 'node_modules/electron-winstaller/vendor');
  copyFileSync(path.join(tools, PORTABLE_EXECUTABLES[processor]), at('electron.exe'));
  appendFileSync(at('electron.exe'), FUSE_WIRE);
}

/** What the runtime shows without an app; the packager takes it out. */
async function makeDefaultApp(folder: string): Promise<void> {
  const source = makeTempFolder('default-app');
  writeFileSync(path.join(source.path, 'package.json'), '{}');
  await createPackage(source.path, path.join(folder, 'resources/default_app.asar'));
  source.remove();
}
