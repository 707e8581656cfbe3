// Notifications of a Linux desktop: how its program is started, what it is given, and where there is none.
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { isExecutable } from '../../../../main/shell/chromium-program.ts';
import { desktopNotifications } from '../../../../main/shell/desktop-notifications.ts';
import { systemCommands } from '../../../../main/shell/system-commands.ts';
import { eventually } from '../../../support/eventually.ts';
import { tempFolder } from '../../../support/temp-folder.ts';

/** A folder for PATH with a `notify-send` that writes down its arguments, one a line, and a variable of Steward's. */
function desktop() {
  const folder = tempFolder('steward-desktop');
  const said = path.join(folder, 'said');
  const program = path.join(folder, 'notify-send');
  const script = [
    `#!${process.execPath}`,
    "const { renameSync, writeFileSync } = require('node:fs');",
    `const said = [...process.argv.slice(2), String(process.env.STEWARD_API_KEY)].join('\\n');`,
    `writeFileSync(${JSON.stringify(`${said}.part`)}, said);`,
    `renameSync(${JSON.stringify(`${said}.part`)}, ${JSON.stringify(said)});`,
  ];
  writeFileSync(program, script.join('\n'));
  chmodSync(program, 0o700);
  return { folder, said, program };
}

it.skipIf(process.platform === 'win32')(
  'NOT-06 the program on the path is given plain text behind its options, and none of our variables',
  async () => {
    const { folder, said } = desktop();
    process.env['STEWARD_API_KEY'] = 'k-1';
    onTestFinished(() => void delete process.env['STEWARD_API_KEY']);
    const host = desktopNotifications(
      { platform: 'linux', env: { PATH: `relative:/nowhere:${folder}` } },
      isExecutable,
    );
    host?.show({ title: '--icon=/etc/x; $(id) `id`', body: '<b>1 & 2</b>' }, () => undefined);
    await eventually(() => {
      expect(existsSync(said)).toBe(true);
    });
    expect(readFileSync(said, 'utf8').split('\n')).toEqual([
      '--app-name=Steward',
      '--expire-time=20000',
      '--',
      '--icon=/etc/x; $(id) `id`',
      '&lt;b&gt;1 &amp; 2&lt;/b&gt;',
      'undefined',
    ]);
    expect(host?.isWatched()).toBe(false);
  },
);

it.skipIf(process.platform === 'win32').each([
  ['ends badly', '#!/bin/sh\nexit 3\n'],
  ['cannot be started', '#!/nowhere/sh\n'],
  ['is gone since it was looked for', undefined],
])('NOT-06 a program that %s is no failure', async (_, script) => {
  const folder = tempFolder('steward-desktop');
  const program = path.join(folder, 'notify-send');
  if (script !== undefined) writeFileSync(program, script, { mode: 0o700 });
  const runs: { readonly program: string; readonly isWell: Promise<boolean> }[] = [];
  const run: typeof systemCommands.run = (asked, args) => {
    const isWell = systemCommands.run(asked, args);
    runs.push({ program: asked, isWell });
    return isWell;
  };
  const surroundings = { platform: 'linux', env: { PATH: folder } } as const;
  const host = desktopNotifications(surroundings, () => true, { run });
  host?.show({ title: 'a', body: 'b' }, () => undefined);
  expect(runs).toMatchObject([{ program }]);
  expect(await runs[0]?.isWell).toBe(false);
});

it('NOT-06 there are none without the program, nor on other systems', () => {
  const env = { PATH: '/usr/bin:relative:' };
  const looked: string[] = [];
  const has = (file: string) => looked.push(file) < 0;
  expect(desktopNotifications({ platform: 'linux', env }, has)).toBeUndefined();
  expect(desktopNotifications({ platform: 'linux', env: {} }, () => true)).toBeUndefined();
  // A folder of wherever the program was started is no place for programs.
  expect(looked).toEqual(['/usr/bin/notify-send']);
  for (const platform of ['darwin', 'win32'] as const)
    expect(desktopNotifications({ platform, env }, () => true)).toBeUndefined();
});
