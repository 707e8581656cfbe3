// The packaging configuration: fuses, what is packed, and that nothing else can get in.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../support/imports.ts';

const text = readFileSync(path.join(root, 'electron-builder.yml'), 'utf8');
const packageJson = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  devDependencies: Record<string, string>;
};

/** The entries below a top-level key, as written. */
function section(name: string): string[] {
  const block = new RegExp(`^${name}:\\n((?:[ ].*\\n|\\n)*)`, 'm').exec(text)?.[1] ?? '';
  return block
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}

describe('the package', () => {
  it('ISO-08 has its fuses set: nothing runs other code in its name, opens its memory or swaps its code', () => {
    const lines = section('electronFuses').map((line) => line.split(': '));
    const fuses = Object.fromEntries(lines.map(([name = '', value = '']) => [name, value]));
    expect(fuses).toEqual({
      runAsNode: 'false',
      enableNodeOptionsEnvironmentVariable: 'false',
      enableNodeCliInspectArguments: 'false',
      enableCookieEncryption: 'true',
      enableEmbeddedAsarIntegrityValidation: 'true',
      onlyLoadAppFromAsar: 'true',
      loadBrowserProcessSpecificV8Snapshot: 'false',
      grantFileProtocolExtraPrivileges: 'false',
      resetAdHocDarwinSignature: 'false',
    });
    expect(text).toMatch(/^asar: true$/m);
    expect(text).toMatch(/WasmTrapHandlers, stays as Electron ships it/);
  });

  it('UPD-01 packs the Electron that is pinned', () => {
    expect(text).toContain(`electronVersion: ${String(packageJson.devDependencies['electron'])}\n`);
  });

  it('UPD-05 packs no other shell, no source, no map, no variables, and compiles nothing', () => {
    const files = section('files');
    for (const never of ['!dist/main/chromium.js', '!dist/main/terminal.js', '!**/.env*']) {
      expect(files).toContain(`- '${never}'`);
    }
    expect(files.filter((line) => line.startsWith('- ') && !line.includes('!'))).toEqual([
      '- dist/main/**',
      '- dist/preload/electron-bridge.cjs',
      '- dist/renderer/**',
      '- package.json',
    ]);
    expect(files.join()).toMatch(/\*\.\{ts,map/);
    expect(text).toMatch(/^npmRebuild: false$/m);
  });

  it('packs for each system the keychain library of that system only', () => {
    for (const [name, prebuild] of [
      ['linux', 'linux'],
      ['win', 'win32'],
      ['mac', 'darwin'],
    ] as const) {
      const lines = section(name).filter((line) => line.includes('keytar'));
      expect(lines).toHaveLength(2);
      expect(lines.every((line) => line.includes(`prebuilds/${prebuild}-\${arch}`))).toBe(true);
    }
    expect(text).not.toContain('publish');
  });
});

describe('the set-up of continuous integration', () => {
  it('is the same command as a person’s', () => {
    expect(readFileSync(path.join(root, '.ci/run'), 'utf8')).toMatch(
      /^exec npm test < \/dev\/null$/m,
    );
  });
});
