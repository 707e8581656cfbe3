// What the palette reads: when something is typed, again when it is old or was written to, never while it is fresh.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type * as paletteModule from '../../renderer/state/palette-sources.svelte.ts';
import { openPage, type Page, settled } from './support/page.ts';
import { AT, emptyLayout, makeConnection, makeUser } from './support/samples.ts';
import { startPage } from './support/start.ts';

const OWN = '974760673';
const MINUTE = 60_000;

let page: Page;
let module: typeof paletteModule;

beforeEach(async () => {
  vi.useFakeTimers({ now: new Date(AT) });
  page = await openPage({ address: '#/c-1/inbox' });
  module = await import('../../renderer/state/palette-sources.svelte.ts');
  await startPage(page, {
    connections: [makeConnection('c-1'), makeConnection('c-2')],
    chosen: 'c-1',
    layout: emptyLayout,
  });
});

const sources = () => module.paletteSources('c-1', OWN);
const calls = () => page.main.calls('enterpriseUsers.list');
/** The palette is opened, something is typed, main answers with these users, and it is closed. */
async function useWith(...names: readonly string[]): Promise<void> {
  const before = calls().length;
  sources().read('svc');
  const asked = calls().slice(before);
  for (const call of asked)
    call.answer({
      users: names.map((name) => makeUser(name)),
      fetched: AT,
      fromCopy: false,
    });
  await settled();
  sources().leave();
}
const users = () => sources().users.value?.map(({ one }) => one.userName);

describe('the users that the palette finds', () => {
  it('are read once while they are fresh', async () => {
    await useWith('svc-a');
    await useWith('svc-b');
    expect(calls()).toHaveLength(1);
    expect(users()).toEqual(['svc-a']);
  });

  it('are read again after something was written here, and only then', async () => {
    await useWith('svc-a');
    module.outdatePalette('c-2', 'users');
    module.outdatePalette('c-1', 'localRoles');
    await useWith('svc-b');
    expect(calls()).toHaveLength(1);
    module.outdatePalette('c-1', 'users');
    expect(calls()).toHaveLength(1);
    await useWith('svc-b');
    expect(users()).toEqual(['svc-b']);
    await useWith('svc-c');
    expect(calls()).toHaveLength(2);
  });

  it('are read again when they are old, and found as they were meanwhile', async () => {
    await useWith('svc-a');
    await vi.advanceTimersByTimeAsync(4 * MINUTE);
    await useWith('svc-b');
    expect(calls()).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(2 * MINUTE);
    sources().read('svc');
    expect(calls()).toHaveLength(2);
    expect(users()).toEqual(['svc-a']);
  });

  it('are said to be unread when they could not be read again, and are asked for at the next opening', async () => {
    await useWith('svc-a');
    module.outdatePalette('c-1', 'users');
    sources().read('svc');
    page.main.last('enterpriseUsers.list').fail({ kind: 'offline', message: 'Offline.' });
    await settled();
    expect(sources().failed).toContain('users');
    expect(users()).toEqual(['svc-a']);
    sources().leave();
    await useWith('svc-b');
    expect(users()).toEqual(['svc-b']);
    expect(sources().failed).not.toContain('users');
  });
});
