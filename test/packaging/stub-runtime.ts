// A stand-in for Electron's runtime with what the packager inspects: names, an archive, the fuse wire, a real PE file.
import { createPackage } from '@electron/asar';
import { copyFileSync, mkdirSync, appendFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../support/imports.ts';
import { makeTempFolder } from '../support/temp-folder.ts';

export type StubSystem = 'linux' | 'win' | 'mac';
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
  `${{ linux: 'linux', win: 'win32', mac: 'darwin' }[system]}-${processor}`;

/** Fills a folder with the runtime. */
export async function makeStubRuntime(
  folder: string,
  system: StubSystem,
  processor: StubProcessor,
): Promise<void> {
  if (system === 'mac') {
    await makeStubBundle(folder);
    return;
  }
  const at = (name: string) => path.join(folder, name);
  mkdirSync(at('locales'), { recursive: true });
  mkdirSync(at('resources'));
  for (const language of ['de', 'en-GB', 'en-US', 'nb']) {
    writeFileSync(at(`locales/${language}.pak`), language);
  }
  writeFileSync(at('LICENSE'), 'licence of the runtime');
  writeFileSync(at('LICENSES.chromium.html'), 'licences of Chromium');
  writeFileSync(at('version'), '0');
  await makeDefaultApp(path.join(folder, 'resources'));
  if (system === 'linux') {
    writeFileSync(at('electron'), FUSE_WIRE, { mode: 0o755 });
    writeFileSync(at('chrome-sandbox'), '', { mode: 0o755 });
    return;
  }
  const tools = path.join(root, 'node_modules/electron-winstaller/vendor');
  copyFileSync(path.join(tools, PORTABLE_EXECUTABLES[processor]), at('electron.exe'));
  appendFileSync(at('electron.exe'), FUSE_WIRE);
}

const HELPERS = ['', ' (GPU)', ' (Plugin)', ' (Renderer)'];

/** For macOS: a bundle with its helpers, each with the list by which the packager renames it, and the fuses in the framework. */
async function makeStubBundle(folder: string): Promise<void> {
  const contents = path.join(folder, 'Electron.app/Contents');
  const framework = path.join(contents, 'Frameworks/Electron Framework.framework');
  const bundles = [
    { at: contents, name: 'Electron' },
    ...HELPERS.map((kind) => `Electron Helper${kind}`).map((name) => ({
      at: path.join(contents, `Frameworks/${name}.app/Contents`),
      name,
    })),
  ];
  for (const { at, name } of bundles) {
    mkdirSync(path.join(at, 'MacOS'), { recursive: true });
    writeFileSync(path.join(at, 'MacOS', name), '', { mode: 0o755 });
    writeFileSync(path.join(at, 'Info.plist'), infoList(name));
  }
  for (const at of [contents, path.join(framework, 'Versions/A')])
    for (const language of ['de', 'en', 'en_GB', 'nb']) {
      const folder = path.join(at, 'Resources', `${language}.lproj`);
      mkdirSync(folder, { recursive: true });
      writeFileSync(path.join(folder, 'locale.pak'), language);
    }
  writeFileSync(path.join(framework, 'Electron Framework'), FUSE_WIRE);
  writeFileSync(path.join(contents, 'Resources/electron.icns'), '');
  writeFileSync(path.join(folder, 'LICENSE'), 'licence of the runtime');
  writeFileSync(path.join(folder, 'LICENSES.chromium.html'), 'licences of Chromium');
  writeFileSync(path.join(folder, 'version'), '0');
  await makeDefaultApp(path.join(contents, 'Resources'));
}

const infoList = (name: string) => `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict>
<key>CFBundleExecutable</key><string>${name}</string>
<key>CFBundleIdentifier</key><string>com.github.Electron</string>
<key>CFBundleName</key><string>${name}</string>
<key>CFBundlePackageType</key><string>APPL</string>
</dict></plist>
`;

/** What the runtime shows without an app; the packager takes it out. */
async function makeDefaultApp(resources: string): Promise<void> {
  const source = makeTempFolder('default-app');
  writeFileSync(path.join(source.path, 'package.json'), '{}');
  await createPackage(source.path, path.join(resources, 'default_app.asar'));
  source.remove();
}
