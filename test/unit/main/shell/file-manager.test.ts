// Which command of a system selects a saved file, and what is done where there is none.
import { expect, it } from 'vitest';
import { showInFileManager } from '../../../../main/shell/file-manager.ts';

const FILE = '/home/kari/Ned lastet/100 %, alt.csv';

async function shown(platform: NodeJS.Platform, has: readonly string[], file = FILE) {
  const began: (readonly string[])[] = [];
  const command = async (program: string, args: readonly string[]) => {
    began.push([program, ...args]);
    return has.includes(program);
  };
  const ended = await showInFileManager(file, { run: command, begin: command }, platform).then(
    () => 'shown',
    (error: unknown) => (error as { failure: { kind: string } }).failure.kind,
  );
  return { ended, began };
}

it('NAV-07 on Linux the file manager on the bus selects it, by an address that its array cannot be taken apart at', async () => {
  const { ended, began } = await shown('linux', ['dbus-send']);
  expect(ended).toBe('shown');
  expect(began).toHaveLength(1);
  expect(began[0]).toContain('array:string:file:///home/kari/Ned%20lastet/100%20%25%2C%20alt.csv');
});

it('NAV-07 where no file manager is on the bus, its folder is opened, and never the file', async () => {
  const { ended, began } = await shown('linux', ['xdg-open']);
  expect(ended).toBe('shown');
  expect(began.at(-1)).toEqual(['xdg-open', '/home/kari/Ned lastet']);
  expect((await shown('darwin', ['open'])).began).toEqual([['open', '-R', FILE]]);
});

it('says so where nothing shows folders, and begins nothing for a path that is none', async () => {
  expect((await shown('linux', [])).ended).toBe('conflict');
  for (const bad of ['relative.csv', `${FILE}\0`])
    expect(await shown('linux', ['dbus-send'], bad)).toEqual({ ended: 'file', began: [] });
});
