// The Windows installer.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTempFolder } from '../support/temp-folder.ts';
import { makeWindowsInstaller, type WindowsInstaller } from './windows-tools.ts';

const temp = makeTempFolder('windows-installer');
let made: WindowsInstaller;
beforeAll(async () => {
  made = await makeWindowsInstaller(temp.path);
}, 120_000);
afterAll(() => {
  temp.remove();
});
describe('x', () => {
  it('is made', () => {
    console.log(made, readFileSync(made.uninstaller).length);
    expect(1).toBe(1);
  });
});
