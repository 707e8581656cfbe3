// The command line of a start with a window.
import { expect, it } from 'vitest';
import { readStartOptions } from '../../../../main/shell/start-options.ts';

it('reads what it knows, in both spellings', () => {
  const plain = {
    data: undefined,
    keychain: 'system',
    headless: false,
    debugPort: undefined,
    hold: false,
  };
  expect(readStartOptions([], {})).toEqual(plain);
  const all = ['--data=/x y', '--keychain', 'memory', '--headless'];
  expect(readStartOptions(all, {})).toEqual({
    ...plain,
    data: '/x y',
    keychain: 'memory',
    headless: true,
  });
});

it('opens after an update, which the installer of Windows announces', () => {
  expect(readStartOptions(['--updated'], {})).toMatchObject({ keychain: 'system' });
});

it.each([
  '--disable-gpu',
  '--ozone-platform=wayland',
  '--force-renderer-accessibility',
  '--force-device-scale-factor=1.5',
])('INS-08 %s is Chromium’s own and opens nothing: it is let through', (arg) => {
  const plain = readStartOptions(['--data', '/x'], {});
  expect(readStartOptions([arg, '--data', '/x'], {})).toEqual(plain);
  expect(readStartOptions(['--data', '/x', arg], {})).toEqual(plain);
});

it.each([
  '--disable-gpu-sandbox',
  '--enable-features=A',
  '--disable-gp',
  '-disable-gpu',
  '--proxy-server=x',
])('INS-08 %s is not', (arg) => {
  expect(readStartOptions([arg], {})).toBe(`Unknown option: ${arg.split('=')[0] ?? ''}`);
});

it.each([
  [['--unknown']],
  [['--data']],
  [['--data=']],
  [['--keychain', 'file']],
  [['https://evil.example/']],
  [['--remote-debugging-port=1']],
])('INS-04 refuses %o', (args) => {
  expect(readStartOptions(args, {})).toBeTypeOf('string');
});

it('knows the port for tests, and holding its page back for them, only in a test', () => {
  const held = ['--debug-port', '0', '--hold'];
  expect(readStartOptions(['--hold'], {})).toMatch(/Unknown option/);
  expect(readStartOptions(held, { STEWARD_E2E: '1' })).toMatchObject({ debugPort: 0, hold: true });
  expect(readStartOptions(['--hold'], { STEWARD_E2E: '1' })).toBe('--hold needs --debug-port.');
  expect(readStartOptions(['--debug-port', '0'], {})).toMatch(/Unknown option/);
  expect(readStartOptions(['--debug-port', '0'], { STEWARD_E2E: '1' })).toMatchObject({
    debugPort: 0,
  });
});
