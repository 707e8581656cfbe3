// The sign-in state of each connection: reports of main, an attempt with its steps, cancelling, and the continuation.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Connection } from '../../preload/contract/connections.ts';
import type * as ageModule from '../../renderer/state/data-age.svelte.ts';
import type * as sessionModule from '../../renderer/state/session.svelte.ts';
import type * as signInsModule from '../../renderer/state/sign-ins.svelte.ts';
import type * as toastsModule from '../../renderer/state/toasts.svelte.ts';
import { openPage, type Page, settled } from './support/page.ts';
import { cancelled, makeConnection, makeSignIn, offline, signInNeeded } from './support/samples.ts';

const one = makeConnection('c-1', { name: 'Payroll' });
let page: Page;
let signIns: typeof signInsModule.signIns;
let toasts: typeof toastsModule.toasts;
let dataAge: typeof ageModule;
let session: typeof sessionModule;

beforeEach(async () => {
  vi.useFakeTimers();
  page = await openPage();
  ({ signIns } = await import('../../renderer/state/sign-ins.svelte.ts'));
  ({ toasts } = await import('../../renderer/state/toasts.svelte.ts'));
  dataAge = await import('../../renderer/state/data-age.svelte.ts');
  session = await import('../../renderer/state/session.svelte.ts');
});

/** The connection is the one in use, and its screen says how old its data is. */
async function inUse(connection: Connection) {
  const { startPage } = await import('./support/start.ts');
  await startPage(page, { connections: [connection], chosen: connection.id });
  const refresh = vi.fn<() => void>();
  const age = { fetched: null, state: 'live', busy: false, refresh } as const;
  vi.spyOn(dataAge.dataAge, 'now', 'get').mockReturnValue(age);
  return refresh;
}
const texts = () => toasts.shown.map(({ text }) => text);

describe('signing in', () => {
  it('shows its steps while it is under way, and ends as main says', async () => {
    const done = signIns.begin(one);
    expect(signIns.attempt('c-1')?.step).toBeUndefined();
    page.main.last('signIn.begin').report({ step: 'browser-opened' });
    expect(signIns.attempt('c-1')?.step).toBe('browser-opened');
    page.main.last('signIn.begin').answer(makeSignIn('c-1'));
    expect(await done).toBe(true);
    expect(signIns.attempt('c-1')).toBeUndefined();
    expect(signIns.of('c-1')?.state).toBe('signed-in');
    expect(texts()).toHaveLength(1);
  });

  it('has the screen of the connection in use read again, and no other', async () => {
    const refresh = await inUse(one);
    const other = signIns.begin(makeConnection('c-2'));
    page.main.last('signIn.begin').answer(makeSignIn('c-2'));
    await other;
    expect(refresh).not.toHaveBeenCalled();
    const done = signIns.begin(one);
    page.main.last('signIn.begin').answer(makeSignIn('c-1'));
    await done;
    expect(refresh).toHaveBeenCalledOnce();
  });

  it('that failed says why until it is tried again, reads nothing again, and asks main how things stand', async () => {
    const refresh = await inUse(one);
    const done = signIns.begin(one);
    page.main.last('signIn.begin').fail(offline);
    expect(await done).toBe(false);
    expect(signIns.failure('c-1')).toEqual(offline);
    expect(refresh).not.toHaveBeenCalled();
    page.main.last('signIn.state').answer(makeSignIn('c-1', { state: 'needed' }));
    await settled();
    expect(signIns.of('c-1')?.state).toBe('needed');
    void signIns.begin(one);
    expect(signIns.failure('c-1')).toBeUndefined();
  });

  it('that the person cancelled is no failure; the attempt is gone at once and main is told to stop', async () => {
    const done = signIns.begin(one);
    const call = page.main.last('signIn.begin');
    signIns.cancel('c-1');
    expect(signIns.attempt('c-1')).toBeUndefined();
    expect(call.stopped).toBe(true);
    call.fail(cancelled);
    expect(await done).toBe(false);
    expect(signIns.failure('c-1')).toBeUndefined();
  });

  it('twice stops the first attempt, and what the first still reports is not shown for the second', async () => {
    void signIns.begin(one);
    const first = page.main.last('signIn.begin');
    void signIns.begin(one);
    const second = page.main.last('signIn.begin');
    expect(first.stopped).toBe(true);
    second.report({ step: 'discovering' });
    first.report({ step: 'verifying' });
    expect(signIns.attempt('c-1')?.step).toBe('discovering');
    first.fail(cancelled);
    await settled();
    expect(signIns.attempt('c-1')?.step).toBe('discovering');
    expect(second.stopped).toBe(false);
  });

  it('is not blamed with what became of an attempt before it, or of one that was cancelled', async () => {
    const late = signIns.begin(one);
    const first = page.main.last('signIn.begin');
    void signIns.begin(one);
    first.fail(offline);
    expect(await late).toBe(false);
    expect(signIns.failure('c-1')).toBeUndefined();
    expect(signIns.attempt('c-1')).toBeDefined();
    signIns.cancel('c-1');
    page.main.last('signIn.begin').fail(offline);
    await settled();
    expect(signIns.failure('c-1')).toBeUndefined();
  });
});

describe('a pasted token', () => {
  it('that is taken signs in; one that is refused is the caller’s to show, and is in no state', async () => {
    const refused = signIns.paste(one, 'abc-def');
    page.main.last('signIn.pasteToken').fail(signInNeeded);
    expect(await refused).toEqual(signInNeeded);
    expect(signIns.failure('c-1')).toBeUndefined();
    const taken = signIns.paste(one, 'ghi-jkl');
    page.main.last('signIn.pasteToken').answer(makeSignIn('c-1', { way: 'pasted-token' }));
    expect(await taken).toBeUndefined();
    expect(JSON.stringify(signIns.of('c-1'))).not.toContain('ghi-jkl');
    expect(signIns.of('c-1')?.state).toBe('signed-in');
  });
});

describe('signing out', () => {
  it.each([
    ['yes', 'success'],
    ['no', 'warning'],
  ] as const)('says whether the provider took the token back: %s', async (revoked, tone) => {
    const done = signIns.signOut(one);
    page.main
      .last('signIn.signOut')
      .answer({ state: makeSignIn('c-1', { state: 'needed' }), revoked });
    await done;
    expect(signIns.of('c-1')?.state).toBe('needed');
    expect(toasts.shown.at(-1)?.tone).toBe(tone);
  });

  it('that failed leaves the state and says why', async () => {
    page.main.tell('signInChanged', makeSignIn('c-1'));
    const done = signIns.signOut(one);
    page.main.last('signIn.signOut').fail(offline);
    await done;
    expect(signIns.of('c-1')?.state).toBe('signed-in');
    expect(signIns.failure('c-1')).toEqual(offline);
  });
});

describe('news of main', () => {
  it('about a sign-in are taken', () => {
    page.main.tell('signInChanged', makeSignIn('c-1', { state: 'ended', failure: signInNeeded }));
    expect(signIns.of('c-1')?.state).toBe('ended');
    expect(signIns.failure('c-1')).toEqual(signInNeeded);
  });

  it('about connections drop the state of one that is gone and ask anew for one that is there', async () => {
    page.main.tell('signInChanged', makeSignIn('c-1'));
    page.main.tell('signInChanged', makeSignIn('c-2'));
    page.main.tell('connectionsChanged', { all: [one], chosen: 'c-1' });
    expect(signIns.of('c-2')).toBeUndefined();
    expect(page.main.calls('signIn.state').map(({ input }) => input.connection)).toEqual(['c-1']);
    page.main.last('signIn.state').answer(makeSignIn('c-1', { state: 'needed' }));
    await settled();
    expect(signIns.of('c-1')?.state).toBe('needed');
    expect(session.session.start).toBeUndefined();
  });
});
