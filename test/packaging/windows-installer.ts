// The Windows installer compiled by the packager from its own scripts and our include, with Debian's makensis.
// Stand-ins: plugins as empty libraries with the exports that the scripts call, an archive and an uninstaller of a few bytes.
import { Arch, build, type Configuration, Platform } from 'electron-builder';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { configFor } from '../../build/packaging/choices.mjs';
import { root } from '../support/imports.ts';

export interface Compiled {
  /** What makensis was given: the uninstaller's script, then the installer's. */
  readonly uninstaller: Script;
  readonly installer: Script;
  /** The installer's file. */
  readonly file: string;
}

export interface Script {
  /** What makensis printed: every command in the order in which it was compiled. */
  readonly said: string;
}

const require = createRequire(import.meta.url);
const builder = (name: string) => require(`app-builder-lib/out/${name}`) as Record<string, unknown>;

/** `program`: an unpacked program of Windows. Throws what makensis says of an error or a warning. */
export async function compileInstaller(program: string, into: string): Promise<Compiled> {
  const out = path.join(into, 'packages');
  const kept = path.join(into, 'scripts');
  for (const one of [out, kept]) mkdirSync(one, { recursive: true });
  const replaced = replaceTools(into, kept);
  const product = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as Parameters<
    typeof configFor
  >[2];
  const choices = { help: false, dir: false, release: false, out, systems: ['win'] } as const;
  try {
    await build({
      projectDir: root,
      prepackaged: program,
      targets: Platform.WINDOWS.createTarget(['nsis'], Arch.x64),
      config: configFor(
        { ...choices, processors: ['x64'] },
        {},
        product,
      ) as unknown as Configuration,
      publish: 'never',
    });
  } finally {
    for (const put of replaced) put();
  }
  const file = readdirSync(out).find((name) => name.endsWith('-setup.exe'));
  if (file === undefined) throw new Error('There is no installer.');
  return {
    uninstaller: scriptIn(path.join(kept, '1')),
    installer: scriptIn(path.join(kept, '2')),
    file: path.join(out, file),
  };
}

/** Everything that the packager would fetch. Answers what puts it back. */
function replaceTools(into: string, kept: string): readonly (() => void)[] {
  const plugins = path.join(into, 'plugins');
  writePlugins(path.join(plugins, 'x86-unicode'));
  const elevate = path.join(into, 'elevate.exe');
  writeFileSync(elevate, 'elevates');
  const makensis = path.join(into, 'makensis');
  // It keeps what the real one says of what it is given, in order.
  writeFileSync(
    makensis,
    `#!/bin/bash
n=1; while [ -e '${kept}'/$n ]; do n=$((n + 1)); done
makensis -V4 "$@" > '${kept}'/$n 2>&1; code=$?
cat '${kept}'/$n; exit $code
`,
    { mode: 0o755 },
  );
  const sevenZip = path.join(into, '7za');
  writeFileSync(
    sevenZip,
    '#!/bin/bash\nfor one in "$@"; do case "$one" in *.7z) echo archive >> "$one";; esac; done\n',
    { mode: 0o755 },
  );
  const replace = (module: Record<string, unknown>, name: string, other: unknown) => {
    const before = module[name];
    module[name] = other;
    return () => {
      module[name] = before;
    };
  };
  const windows = builder('toolsets/windows');
  const { WineVmManager } = builder('vm/WineVm') as {
    WineVmManager: { prototype: Record<string, unknown> };
  };
  return [
    replace(windows, 'getMakeNsisPath', async () => ({ path: makensis })),
    replace(windows, 'getNsisPluginsPath', async () => plugins),
    replace(windows, 'getNsisElevatePath', async () => elevate),
    replace(builder('toolsets/7zip'), 'getPath7za', async () => sevenZip),
    // The stub is run to write the uninstaller: here nothing of Windows runs.
    replace(WineVmManager.prototype, 'exec', async (stub: string) => {
      const name = `${path.basename(stub, 'exe')}__uninstaller.exe`;
      writeFileSync(path.join(path.dirname(stub), name), 'uninstalls');
    }),
  ];
}

const scriptIn = (file: string): Script => ({ said: readFileSync(file, 'utf8') });

/** Every call of a plugin in the packager's scripts, as libraries that have it and do nothing. */
function writePlugins(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const templates = path.join(root, 'node_modules/app-builder-lib/templates/nsis');
  const text = execFileSync('grep', ['-rhoE', '[A-Za-z0-9]+::[A-Za-z0-9_]+', templates], {
    encoding: 'utf8',
  });
  const calls = new Map<string, Set<string>>();
  for (const line of text.split('\n')) {
    const [plugin = '', call = ''] = line.split('::');
    if (plugin !== '') calls.set(plugin, (calls.get(plugin) ?? new Set()).add(call));
  }
  for (const own of readdirSync('/usr/share/nsis/Plugins/x86-unicode'))
    calls.delete(path.basename(own, '.dll'));
  for (const [plugin, names] of calls)
    writeFileSync(path.join(folder, `${plugin}.dll`), emptyLibrary(plugin, [...names].sort()));
}

/** A PE file for 32 bits with one section: a list of exports that all lead to a `ret`. */
function emptyLibrary(name: string, exported: readonly string[]): Buffer {
  const SECTION = 0x1000;
  const strings: Buffer[] = [];
  const table = 40 + exported.length * 10;
  let used = table;
  const place = (text: string): number => {
    const at = used;
    const bytes = Buffer.from(`${text}\0`, 'latin1');
    strings.push(bytes);
    used += bytes.length;
    return SECTION + at;
  };
  const library = place(`${name}.dll`);
  const names = exported.map(place);
  const code = SECTION + used;
  const data = Buffer.alloc(table);
  data.writeUInt32LE(library, 12);
  data.writeUInt32LE(1, 16);
  data.writeUInt32LE(exported.length, 20);
  data.writeUInt32LE(exported.length, 24);
  data.writeUInt32LE(SECTION + 40, 28);
  data.writeUInt32LE(SECTION + 40 + exported.length * 4, 32);
  data.writeUInt32LE(SECTION + 40 + exported.length * 8, 36);
  exported.forEach((_, i) => {
    data.writeUInt32LE(code, 40 + i * 4);
    data.writeUInt32LE(names[i] ?? 0, 40 + exported.length * 4 + i * 4);
    data.writeUInt16LE(i, 40 + exported.length * 8 + i * 2);
  });
  const section = Buffer.concat([data, ...strings, Buffer.from([0xc3])]);
  const size = Math.ceil(section.length / 0x200) * 0x200;
  const head = Buffer.alloc(0x200);
  head.write('MZ', 0, 'latin1');
  head.writeUInt32LE(0x80, 0x3c);
  head.write('PE\0\0', 0x80, 'latin1');
  head.writeUInt16LE(0x14c, 0x84);
  head.writeUInt16LE(1, 0x86);
  head.writeUInt16LE(0xe0, 0x94);
  head.writeUInt16LE(0x2102, 0x96);
  const optional = 0x98;
  head.writeUInt16LE(0x10b, optional);
  head.writeUInt32LE(0x10000000, optional + 28);
  head.writeUInt32LE(SECTION, optional + 32);
  head.writeUInt32LE(0x200, optional + 36);
  head.writeUInt16LE(4, optional + 40);
  head.writeUInt16LE(4, optional + 48);
  head.writeUInt32LE(SECTION * 2 + size, optional + 56);
  head.writeUInt32LE(0x200, optional + 60);
  head.writeUInt16LE(2, optional + 68);
  head.writeUInt32LE(16, optional + 92);
  head.writeUInt32LE(SECTION, optional + 96);
  head.writeUInt32LE(section.length, optional + 100);
  const header = 0x178;
  head.write('.text', header, 'latin1');
  head.writeUInt32LE(section.length, header + 8);
  head.writeUInt32LE(SECTION, header + 12);
  head.writeUInt32LE(size, header + 16);
  head.writeUInt32LE(0x200, header + 20);
  head.writeUInt32LE(0x60000020, header + 36);
  return Buffer.concat([head, section, Buffer.alloc(size - section.length)]);
}
