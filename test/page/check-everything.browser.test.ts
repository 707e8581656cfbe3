// Settings, Data on this computer: the check of everything is followed, cancelled, and its report says what to do.
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { eventually, main, show } from './support/browser.ts';
import type { CheckReport, StoreReport } from '../../preload/contract/check.ts';
import CheckEverything from '../../renderer/screens/settings/CheckEverything.svelte';
import { startWindow } from '../../renderer/start.ts';
import { en } from '../../renderer/texts/en.ts';
import { keychainLocked, makeStart } from './support/samples.ts';

const t = en.onThisComputer.check;
const button = (name: string) => page.getByRole('button', { name, exact: true });

const store = (name: StoreReport['store'], more: Partial<StoreReport> = {}): StoreReport => ({
  store: name,
  read: 3,
  findings: [],
  failure: null,
  ...more,
});
const report = (stores: StoreReport[], more: Partial<CheckReport> = {}): CheckReport => ({
  stores,
  repaired: 0,
  left: 0,
  readOnly: false,
  ...more,
});

async function begin() {
  main.always('app.start', () => makeStart());
  await startWindow();
  show(CheckEverything, {});
}

describe('the check of everything', () => {
  it('says which store it is at, and is cancelled without a failure or a report', async () => {
    await begin();
    main.waits('app.check');
    await button(t.action).click();
    const call = main.last('app.check');
    call.report({ store: 'jobs', done: 4, of: 7, read: 2 });
    const at = t.progress(t.stores.jobs, 5, 7);
    await expect.element(page.getByRole('progressbar', { name: at })).toBeVisible();
    await expect.element(page.getByText(at)).toBeVisible();
    await button(t.cancel).click();
    await eventually(() => {
      expect(call.stopped).toBe(true);
    });
    call.fail({ kind: 'cancelled', message: 'Cancelled.' });
    await expect.element(button(t.cancel)).not.toBeInTheDocument();
    expect(page.getByRole('alert').elements()).toEqual([]);
    expect(page.getByRole('listitem').elements()).toEqual([]);
  });

  it('says that all is in order, with what was read', async () => {
    await begin();
    main.always('app.check', () => report([store('journal'), store('vault')]));
    await button(t.action).click();
    await expect.element(page.getByRole('status')).toHaveTextContent(t.result(0, 0));
    expect(page.getByRole('listitem').elements()).toHaveLength(2);
  });

  it('names what was found, whom it concerns, what was kept, and what to do about what is left', async () => {
    await begin();
    const repaired = {
      kind: 'damaged',
      what: 'vault.log',
      concerns: null,
      outcome: 'repaired',
      kept: 'vault.log.bad-1',
    } as const;
    const left = {
      kind: 'missing',
      what: 'secrets/a/b',
      concerns: 'erp-faktura',
      outcome: 'left',
      kept: null,
    } as const;
    const stores = [
      store('vault', { findings: [repaired, left] }),
      store('jobs', { failure: keychainLocked }),
    ];
    main.always('app.check', () => report(stores, { repaired: 1, left: 2, readOnly: true }));
    await button(t.action).click();
    await expect.element(page.getByRole('status').first()).toHaveTextContent(t.result(1, 2));
    await expect.element(page.getByText(t.readOnly)).toBeVisible();
    await expect.element(page.getByText(t.repairedKept('vault.log.bad-1'))).toBeVisible();
    await expect.element(page.getByText(t.concerns('erp-faktura'))).toBeVisible();
    await expect.element(page.getByText(t.left.keychain)).toBeVisible();
    await expect.element(page.getByRole('alert')).toBeVisible();
  });
});
