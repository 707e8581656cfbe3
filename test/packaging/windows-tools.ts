// Makes the installer of Windows by electron-builder's own target and scripts, with Debian's makensis as the toolset.
// Stand-ins: the plug-ins (their names and functions only), 7-Zip, and wine, which would write the uninstaller out of a first installer.
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pack } from './packing.ts';

/** Plug-ins that the packager's scripts call and npm does not bring, with the functions that are called. */
const PLUGINS: Readonly<Record<string, readonly string[]>> = {
  Nsis7z: ['Extract'],
  StdUtils: ['ExecShellAsUser', 'GetAllParameters', 'GetParentPath', 'TestParameter'],
  UAC: ['_'],
  WinShell: ['SetLnkAUMI', 'UninstAppUserModelId', 'UninstShortcut'],
};

export interface WindowsInstaller {
  readonly installer: string;
  /** The first installer, whose one content is the uninstaller. */
  readonly uninstaller: string;
  /** Names of all files that the packager has written. */
  readonly made: readonly string[];
}

/** `into`: an empty folder. makensis is given -WX by the packager: a warning is an error. */
export async function makeWindowsInstaller(into: string): Promise<WindowsInstaller> {
  const program = path.join(into, 'program');
  mkdirSync(path.join(program, 'resources'), { recursive: true });
  writeFileSync(path.join(program, 'Steward.exe'), 'a stand-in');
  const tools = makeTools(path.join(into, 'tools'));
  const made = await pack({
    system: 'win',
    kinds: ['nsis'],
    program,
    out: path.join(into, 'packages'),
    tools: tools.variables,
  });
  const installer = made.find((name) => name.endsWith('-setup.exe'));
  if (installer === undefined) throw new Error(`There is no installer: ${made.join(', ')}.`);
  return {
    installer,
    uninstaller: tools.uninstaller,
    made: made.map((name) => path.basename(name)),
  };
}

function makeTools(folder: string) {
  const script = (name: string, lines: string) => {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, lines);
    chmodSync(file, 0o755);
    return file;
  };
  script('nsis/makensis', '#!/bin/sh\nexec makensis "$@"\n');
  script('nsis/elevate.exe', 'a stand-in');
  for (const [plugin, names] of Object.entries(PLUGINS)) {
    const file = path.join(folder, 'plugins/plugins/x86-unicode', `${plugin}.dll`);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, libraryThatExports(names));
  }
  const uninstaller = path.join(folder, 'uninstaller.exe');
  script(
    'wine/bin/wine',
    `#!/bin/sh\ncp "$1" '${uninstaller}'\ncp "$1" "\${1%exe}__uninstaller.exe"\n`,
  );
  mkdirSync(path.join(folder, 'wine/wine-home'));
  mkdirSync(path.join(folder, 'wine/lib'));
  const archiver = script(
    '7za',
    '#!/bin/sh\nfor one; do case "$one" in *.7z) echo archive >"$one" ;; esac; done\n',
  );
  return {
    uninstaller,
    variables: {
      ELECTRON_BUILDER_NSIS_DIR: path.join(folder, 'nsis'),
      ELECTRON_BUILDER_NSIS_RESOURCES_DIR: path.join(folder, 'plugins'),
      ELECTRON_BUILDER_WINE_TOOLSET_DIR: path.join(folder, 'wine'),
      ELECTRON_BUILDER_7ZIP_PATH: archiver,
    },
  };
}

/** A 32-bit library (PE) with nothing but a table of exports: all that makensis reads of a plug-in. */
function libraryThatExports(names: readonly string[]): Buffer {
  const begin = 0x200;
  const address = 0x1000;
  const sorted = [...names].sort();
  const tables = 40 + sorted.length * 10;
  const texts = Buffer.from(
    ['plugin.dll', ...sorted].map((name) => `${name}\0`).join(''),
    'latin1',
  );
  const file = Buffer.alloc(begin + 0x400);
  file.write('MZ', 0, 'latin1');
  file.writeUInt32LE(0x40, 0x3c);
  file.write('PE\0\0', 0x40, 'latin1');
  file.writeUInt16LE(0x14c, 0x44);
  file.writeUInt16LE(1, 0x46);
  file.writeUInt16LE(224, 0x54);
  file.writeUInt16LE(0x2102, 0x56);
  const optional = 0x58;
  file.writeUInt16LE(0x10b, optional);
  file.writeUInt32LE(16, optional + 92);
  file.writeUInt32LE(address, optional + 96);
  file.writeUInt32LE(tables + texts.length, optional + 100);
  const section = optional + 224;
  file.write('.rdata', section, 'latin1');
  [0x400, address, 0x400, begin].forEach((value, n) =>
    file.writeUInt32LE(value, section + 8 + n * 4),
  );
  // The directory: name, base, counts, and three tables (addresses, names, ordinals), then the texts.
  const count = sorted.length;
  [
    address + tables,
    1,
    count,
    count,
    address + 40,
    address + 40 + count * 4,
    address + 40 + count * 8,
  ].forEach((value, n) => file.writeUInt32LE(value, begin + 12 + n * 4));
  let at = tables + 'plugin.dll\0'.length;
  sorted.forEach((name, n) => {
    file.writeUInt32LE(address, begin + 40 + n * 4);
    file.writeUInt32LE(address + at, begin + 40 + count * 4 + n * 4);
    file.writeUInt16LE(n, begin + 40 + count * 8 + n * 2);
    at += name.length + 1;
  });
  texts.copy(file, begin + tables);
  return file;
}
