// Settings, Data on this computer: what is damaged is named with what it means, and each has its one safe act.
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { eventually, main, show } from './support/browser.ts';
import type { LostKey } from '../../preload/contract/app.ts';
import DamagedData from '../../renderer/screens/settings/DamagedData.svelte';
import { startWindow } from '../../renderer/start.ts';
import { en } from '../../renderer/texts/en.ts';
import { keychainLocked, makeConnection, makeStart } from './support/samples.ts';

const t = en.onThisComputer.damage;
const none = () => page.getByText(t.none);
const button = (name: string) => page.getByRole('button', { name, exact: true });

async function begin({
  lost = [],
  unreadable = {},
  ...start
}: Partial<Parameters<typeof makeStart>[0]> & {
  readonly lost?: LostKey[];
  readonly unreadable?: Readonly<Record<string, string[]>>;
} = {}) {
  main.always('app.start', () =>
    makeStart({ connections: [makeConnection('c-1'), makeConnection('c-2')], ...start }),
  );
  main.always('app.lostKeys', () => ({ lost }));
  main.always('formDrafts.list', ({ connection }) => ({
    drafts: [],
    unreadable: unreadable[connection] ?? [],
  }));
  await startWindow();
  show(DamagedData, {});
}

beforeEach(() => {
  main.always('app.renewKey', () => ({ sealed: 0 }));
});

describe('data on this computer', () => {
  it('without damage is said to have none', async () => {
    await begin();
    await expect.element(none()).toBeVisible();
    expect(page.getByRole('listitem').elements()).toHaveLength(0);
  });

  it('FLT-05 a key that the keychain has lost is named with what cannot be read, and given up when a person agrees', async () => {
    const lost: LostKey[] = [{ key: 'form-drafts', sealed: 3 }];
    await begin({ lost });
    const before = main.calls('app.renewKey').length;
    await expect.element(page.getByText(t.lost['form-drafts'](3))).toBeVisible();
    await button(t.giveUp).click();
    const dialog = page.getByRole('dialog', { name: t.ask });
    await expect.element(dialog).toHaveTextContent(t.sealed['form-drafts'](3));
    await expect.element(dialog).toHaveTextContent(t.consequence['form-drafts']);
    expect(main.calls('app.renewKey')).toHaveLength(before);
    main.always('app.lostKeys', () => ({ lost: [] }));
    await dialog.getByRole('button', { name: t.giveUpAction }).click();
    await expect.element(none()).toBeVisible();
    const asked = main.calls('app.renewKey').slice(before);
    expect(asked.map(({ input }) => input)).toEqual([{ key: 'form-drafts' }]);
  });

  it('FLT-05 a key that could not be given up stays, and why is said where it was asked', async () => {
    await begin({ lost: [{ key: 'jobs', sealed: 1 }] });
    main.alwaysFails('app.renewKey', keychainLocked);
    await button(t.giveUp).click();
    const dialog = page.getByRole('dialog', { name: t.ask });
    await dialog.getByRole('button', { name: t.giveUpAction }).click();
    await expect.element(dialog.getByRole('alert')).toBeVisible();
    await expect.element(page.getByText(t.lost.jobs(1))).toBeInTheDocument();
  });

  it('FLT-06 drafts of which nothing can be read are named, of every connection', async () => {
    await begin({ unreadable: { 'c-1': ['a.bad-1'], 'c-2': ['b.bad-2', 'c.bad-3'] } });
    await expect.element(page.getByText(t.drafts(3))).toBeVisible();
    for (const name of ['a.bad-1', 'b.bad-2', 'c.bad-3'])
      await expect.element(page.getByRole('listitem')).toHaveTextContent(name);
    await expect.element(none()).not.toBeInTheDocument();
  });

  it('files that were set aside, and a damaged journal, are listed with what that means', async () => {
    await begin({
      setAside: ['settings.json.bad-1'],
      journal: { state: 'damaged', lines: 9, firstBadLine: 4, unconfirmed: 0 },
    });
    await expect.element(page.getByText('settings.json.bad-1')).toBeVisible();
    await expect.element(page.getByText(t.setAside)).toBeVisible();
    await expect.element(page.getByText(t.journal)).toBeVisible();
    await expect.element(none()).not.toBeInTheDocument();
  });

  it('where the keychain cannot tell, no damage is not claimed, and it can be asked again', async () => {
    main.alwaysFails('app.lostKeys', keychainLocked);
    main.always('app.start', () => makeStart());
    await startWindow();
    show(DamagedData, {});
    await expect.element(page.getByRole('alert')).toHaveTextContent(t.checking);
    await expect.element(none()).not.toBeInTheDocument();
    main.always('app.lostKeys', () => ({ lost: [] }));
    await button(t.check).click();
    await expect.element(none()).toBeVisible();
    await eventually(() => {
      expect(page.getByRole('alert').elements()).toHaveLength(0);
    });
  });
});
