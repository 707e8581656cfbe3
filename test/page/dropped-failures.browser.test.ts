// What fails beside the main thing is said where it is missed and can be tried again: rows, a history, a connection.
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import { eventually, main, show } from './support/browser.ts';
import type { Failure } from '../../preload/result.ts';
import Bars from '../../renderer/frame/Bars.svelte';
import Erased from '../../renderer/frame/Erased.svelte';
import QuitDialog from '../../renderer/frame/QuitDialog.svelte';
import OneTimeSecret from '../../renderer/screens/enterprise-users/OneTimeSecret.svelte';
import History from '../../renderer/screens/enterprise-users/History.svelte';
import TrafficView from '../../renderer/screens/explorer/TrafficView.svelte';
import Services from '../../renderer/screens/reference/Services.svelte';
import { followConnection, inUse } from '../../renderer/state/connection-in-use.svelte.ts';
import { router } from '../../renderer/state/router.svelte.ts';
import { session } from '../../renderer/state/session.svelte.ts';
import { toasts } from '../../renderer/state/toasts.svelte.ts';
import { startWindow } from '../../renderer/start.ts';
import { en } from '../../renderer/texts/en.ts';
import { asWindow } from './support/effects.svelte.ts';
import {
  AT,
  keychainLocked,
  makeConnection,
  makeSecret,
  makeStart,
  makeUser,
} from './support/samples.ts';

const refused: Failure = {
  kind: 'refused',
  message: 'Closed for today.',
  status: 503,
  reason: 'Closed for today.',
  cause: 'other',
  reference: 'ABCD-1234',
};
const connection = makeConnection('c-1');
const alert = () => page.getByRole('alert');
const retry = () => alert().getByRole('button', { name: en.failures.fixes.retry, exact: true });

beforeEach(async () => {
  main.always('app.start', () =>
    makeStart({ connections: [connection, makeConnection('c-2')], chosen: 'c-1' }),
  );
  await startWindow();
  await eventually(() => {
    expect(session.chosen?.id).toBe('c-1');
  });
});

it('a history that cannot be read says so, and is read when it is tried again', async () => {
  const line = { at: AT, what: 'created' as const, who: 'Kari', detail: 'First line' };
  main.alwaysFails('enterpriseUsers.history', refused);
  show(History, { connection: 'c-1', user: makeUser('svc-payroll'), changes: 0 });
  await expect.element(alert()).toBeVisible();
  main.always('enterpriseUsers.history', () => [line]);
  await retry().click();
  await expect.element(page.getByText('First line')).toBeVisible();
  await expect.element(alert()).not.toBeInTheDocument();
});

it('exchanges that cannot be read any more stay, and why is said until they are read again', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  main.always('explorer.traffic', () => ({ exchanges: [], last: 0 }));
  show(TrafficView, {});
  await expect.element(page.getByText(en.explorer.traffic.empty)).toBeVisible();
  await expect.element(alert()).not.toBeInTheDocument();
  // It asks by itself now and then, and here only then: otherwise that could be what mends it.
  main.alwaysFails('explorer.traffic', refused);
  vi.advanceTimersByTime(1500);
  await expect.element(alert()).toHaveTextContent(en.explorer.traffic.failed);
  await expect.element(page.getByText(en.explorer.traffic.empty)).toBeVisible();
  main.always('explorer.traffic', () => ({ exchanges: [], last: 0 }));
  await retry().click();
  await expect.element(alert()).not.toBeInTheDocument();
});

describe('a page of service rows that cannot be read', () => {
  const service = (index: number) => ({
    ownerCode: 'FD',
    ownerName: 'Fjelldirektoratet',
    name: `Service ${String(index)}`,
    code: String(1000 + index),
    edition: 1,
    validFrom: null,
    validTo: null,
    kind: 'formtask' as const,
    type: 'FormTask',
    restEnabled: null,
    enterpriseUserEnabled: null,
    kept: false,
    form: null,
  });
  const TOTAL = 90;
  const open = () =>
    main.calls('reference.search').filter((call) => !call.answered && !call.stopped);
  const asked = async (from: number) => {
    await eventually(() => {
      expect(open().map(({ input }) => input.from)).toEqual([from]);
    });
    const [call] = open();
    if (call === undefined) throw new Error('It was asked for.');
    return call;
  };
  const answer = async (from: number) => {
    (await asked(from)).answer({
      services: Array.from({ length: Math.min(50, TOTAL - from) }, (_, at) => service(from + at)),
      total: TOTAL,
      all: TOTAL,
      exact: false,
      completeness: { complete: true, because: null, calls: 0 },
      origin: { from: 'platform', fetched: AT },
    });
  };

  it('says so, and its rows come when it is tried again', async () => {
    show(Services, { connection });
    await answer(0);
    await expect.element(page.getByText('Service 0', { exact: true })).toBeVisible();
    const list = page.getByRole('listbox', { name: en.services.list }).element();
    list.scrollTop = list.scrollHeight;
    (await asked(50)).fail(refused);
    await expect.element(alert()).toBeVisible();
    await retry().click();
    await answer(0);
    await answer(50);
    await expect.element(page.getByText('Service 89', { exact: true })).toBeVisible();
    await expect.element(alert()).not.toBeInTheDocument();
  });

  it('is not what becomes of a Refresh that was pressed while rows are looked for', async () => {
    show(Services, { connection });
    const first = await asked(0);
    await page.getByRole('button', { name: en.services.refresh, exact: true }).first().click();
    expect(first.answered || first.stopped).toBe(false);
    const before = main.calls('reference.search').length;
    await answer(0);
    await eventually(() => {
      const later = main.calls('reference.search').slice(before);
      expect(later.map(({ input }) => input.fresh)).toContain(true);
    });
  });
});

it('a connection that main cannot choose says why until it was seen, or another one could be chosen', async () => {
  asWindow(() => {
    followConnection(() => true);
  });
  router.go({ connection: 'c-1', screen: 'settings', id: null });
  show(Bars, {});
  main.alwaysFails('connections.choose', keychainLocked);
  router.go({ connection: 'c-2' });
  await expect.element(page.getByText(en.frame.notSwitched)).toBeVisible();
  await expect.element(page.getByText(en.failures.keychain.locked.what)).toBeVisible();
  expect(router.route.connection).toBe('c-1');
  await page.getByRole('button', { name: en.words.dismiss, exact: true }).first().click();
  await expect.element(page.getByText(en.frame.notSwitched)).not.toBeInTheDocument();
  expect(inUse.refused).toBeUndefined();
});

describe('what the frame was asked to do and could not', () => {
  const failed: Failure = { kind: 'internal', message: 'It did not work.', reference: 'EFGH-5678' };

  it('quitting is said in its question', async () => {
    show(QuitDialog, {});
    main.tell('quitHeld', {
      secretsWaiting: 1,
      jobsRunning: 0,
      writesRunning: 0,
      draftsUnsaved: 0,
    });
    main.alwaysFails('app.quit', failed);
    await page.getByRole('button', { name: en.frame.quitAnyway }).click();
    await expect.element(alert()).toHaveTextContent(en.frame.quitting);
    session.stay();
  });

  it('closing the window is said where the data was erased', async () => {
    show(Erased, { erased: { what: 'everything', secrets: 0, left: [] } });
    main.alwaysFails('app.quit', failed);
    await page.getByRole('button', { name: en.onThisComputer.close }).click();
    await expect.element(alert()).toHaveTextContent(en.onThisComputer.closing);
  });

  it('asking the keychain again is said in its bar', async () => {
    session.noteKeychain({ state: 'locked', message: '' });
    show(Bars, {});
    main.alwaysFails('app.checkKeychain', keychainLocked);
    const bar = page.getByRole('status').filter({ hasText: en.frame.keychainTitle.locked });
    await expect.element(bar).toHaveTextContent(en.frame.keychainText);
    await bar.getByRole('button', { name: en.frame.keychainCheck }).click();
    await expect.element(bar).not.toHaveTextContent(en.frame.keychainText);
    session.noteKeychain({ state: 'ready', message: '' });
  });
});

describe('a secret that was stored elsewhere and that the keychain does not let go', () => {
  /** The window goes by itself once main calls the secret confirmed. */
  async function confirmed() {
    main.waits('oneTimeSecrets.confirmStored');
    const { remove } = show(OneTimeSecret, { secret: makeSecret('s-1') });
    await page.getByRole('checkbox', { name: en.oneTimeSecrets.stored }).click();
    await page.getByRole('button', { name: en.oneTimeSecrets.done }).click();
    await eventually(() => {
      expect(main.calls('oneTimeSecrets.confirmStored').at(-1)?.answered).toBe(false);
    });
    return { remove, call: main.last('oneTimeSecrets.confirmStored') };
  }
  const said = () => toasts.shown.map(({ text }) => text);
  beforeEach(() => {
    for (const { id } of toasts.shown) toasts.dismiss(id);
  });

  it('is said when the window has gone with its failure', async () => {
    const { remove, call } = await confirmed();
    call.fail(keychainLocked);
    await expect.element(alert()).toHaveTextContent(en.failures.keychain.locked.what);
    expect(said()).toEqual([]);
    remove();
    expect(said()).toEqual([en.oneTimeSecrets.goesLater]);
  });

  it('is said when the answer comes after the window has gone', async () => {
    const { remove, call } = await confirmed();
    remove();
    expect(said()).toEqual([]);
    call.fail(keychainLocked);
    await eventually(() => {
      expect(said()).toEqual([en.oneTimeSecrets.goesLater]);
    });
  });
});
