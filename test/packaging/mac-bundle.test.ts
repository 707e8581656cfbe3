// The program for macOS, packed here on a stand-in for its runtime: where its parts lie.
import { archiveFiles, makePackages } from '../../build/dist.mjs';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FuseVersion, getCurrentFuseWire } from '@electron/fuses';
import { makeTempFolder } from '../support/temp-folder.ts';
import { programIn } from '../verify/packed-checks.ts';
import { launcherIn } from '../verify/packed-life-checks.ts';
import { differences } from './packed-files.ts';
import { makeStubRuntime, runtimeName } from './stub-runtime.ts';

const temp = makeTempFolder('mac-bundle');
const PROCESSORS = ['x64', 'arm64'] as const;
beforeAll(async () => {
  const runtimes = path.join(temp.path, 'runtimes');
  for (const processor of PROCESSORS)
    await makeStubRuntime(path.join(runtimes, runtimeName('mac', processor)), 'mac', processor);
  const choices = { help: false, dir: true, release: false, systems: ['mac'] } as const;
  await makePackages(
    { ...choices, processors: PROCESSORS, out: path.join(temp.path, 'out') },
    { STEWARD_ELECTRON_DIST: runtimes },
  );
}, 300_000);
afterAll(() => {
  temp.remove();
});

describe.each([
  ['x64', 'mac'],
  ['arm64', 'mac-arm64'],
] as const)('the program for macOS on %s', (processor, name) => {
  const folder = path.join(temp.path, 'out', name);
  const resources = path.join(folder, 'Steward.app/Contents/Resources');

  it('ELC-02 its command and its program are where the release looks for them', () => {
    expect(launcherIn(folder, 'darwin')).toBe(path.join(resources, 'bin/steward'));
    expect(readFileSync(path.join(resources, 'bin/steward'), 'utf8')).toMatch(/^#!/);
    expect(programIn(folder)).toBe(path.join(folder, 'Steward.app/Contents/MacOS/Steward'));
    expect(existsSync(programIn(folder))).toBe(true);
  });

  it('UPD-05 its archive holds the files of the program, and the keychain library of its processor alone', () => {
    const files = archiveFiles(path.join(resources, 'app.asar'));
    expect(differences(files)).toEqual([]);
    expect(files.filter((file) => file.endsWith('.node'))).toEqual([
      `node_modules/keytar/prebuilds/darwin-${processor}/keytar.node`,
    ]);
    expect(readdirSync(resources)).not.toContain('default_app.asar');
  });

  it('ISO-08 has its fuses set', async () => {
    const { version, ...read } = await getCurrentFuseWire(path.join(folder, 'Steward.app'));
    expect(version).toBe(FuseVersion.V1);
    expect(String.fromCharCode(...Object.values(read).map(Number))).toBe('010011001');
  });
});
