// The Windows installer: compiled with every warning an error, and the order of what it does to a person's secrets.
import { statSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makePackages } from '../../build/dist.mjs';
import { makeTempFolder } from '../support/temp-folder.ts';
import { makeStubRuntime } from './stub-runtime.ts';
import { compileInstaller, type Compiled } from './windows-installer.ts';

const temp = makeTempFolder('windows-installer');
let compiled: Compiled;

beforeAll(async () => {
  const runtime = path.join(temp.path, 'runtimes/win32-x64');
  await makeStubRuntime(runtime, 'win', 'x64');
  const out = path.join(temp.path, 'out');
  const choices = { help: false, dir: true, release: false, systems: ['win'] } as const;
  await makePackages(
    { ...choices, processors: ['x64'], out },
    { STEWARD_ELECTRON_DIST: path.dirname(runtime) },
  );
  compiled = await compileInstaller(path.join(out, 'win-unpacked'), path.join(temp.path, 'made'));
}, 300_000);
afterAll(() => {
  temp.remove();
});

/** What one section or function does, in the order in which it was compiled. */
function compiledPart(name: string, { said }: Compiled['uninstaller']): readonly string[] {
  const lines = said.split('\n');
  const first = lines.findIndex(
    (line) => line.includes(`: "${name}"`) && /^(Section|Function)/.test(line),
  );
  const last = lines.findIndex((line, i) => i > first && /^(SectionEnd|FunctionEnd)/.test(line));
  if (first < 0) throw new Error(`Nothing was compiled for ${name}.`);
  return lines.slice(first + 1, last);
}

/** Where each of these comes; all of them are there. */
const places = (lines: readonly string[], ...wanted: readonly string[]) =>
  wanted.map((text) => {
    const at = lines.findIndex((line) => line.includes(text));
    expect([text, at >= 0]).toEqual([text, true]);
    return at;
  });

describe('INS-18 the Windows installer', () => {
  it('INS-18 compiles, and no line of it is worth a warning', () => {
    // The packager gives -WX: a warning would have ended it.
    expect(statSync(compiled.file).size).toBeGreaterThan(50_000);
    for (const { said } of [compiled.installer, compiled.uninstaller])
      expect(said).not.toMatch(/^\d+ warnings?:|^warning \d+/im);
  });

  it('INS-18 takes the secrets first, in the person’s own process, then PATH, then the program', () => {
    const section = compiledPart('un.Uninstall', compiled.uninstaller);
    const order = places(
      section,
      'un.stewardErase',
      'SetErrorLevel: 3',
      'steward-path.ps1" remove "$INSTDIR\\bin"',
      'RMDir: /r "$INSTDIR"',
    );
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    // By the address of a function, which the plugin calls as the user, never directly with the rights of this process.
    expect(section.filter((line) => line.includes('ExecWait'))).toEqual([]);
    expect(compiledPart('un.stewardErase', compiled.uninstaller).join()).toContain(
      'ExecWait: ""$INSTDIR\\Steward.exe" $R7"',
    );
  });

  it('INS-18 asks to close an open program, and ends none', () => {
    const look = compiledPart('un.checkAppRunning', compiled.uninstaller);
    places(look, 'FileOpen', '$(stewardOpen)', 'SetErrorLevel: 3', 'Quit');
    expect(look.filter((line) => /taskkill|Stop-Process/.test(line))).toEqual([]);
  });

  it('INS-18 takes the entry of this account off PATH when it is installed for everybody', () => {
    const section = compiledPart('install', compiled.installer);
    const order = places(
      section,
      'steward-path.ps1" remove "$perUserInstallationFolder\\bin" user',
      'steward-path.ps1" add "$INSTDIR\\bin"',
    );
    expect(order).toEqual(order.toSorted((a, b) => a - b));
  });

  it('INS-18 says it in both languages', () => {
    const { said } = compiled.uninstaller;
    for (const text of ['stewardOpen', 'stewardSecrets', 'stewardEverything', 'stewardNotErased'])
      expect(said.match(new RegExp(`LangString: "${text}" (1033|1044)`, 'g'))).toHaveLength(2);
  });
});
