// The session as main reports it: the start value, events before and after it, a start that fails, locking.
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { EventName, EventValue } from '../../preload/contract/contract.ts';
import type { Start } from '../../preload/contract/app.ts';
import type * as sessionModule from '../../renderer/state/session.svelte.ts';
import type * as languageModule from '../../renderer/texts/language.svelte.ts';
import { openPage, type Page, settled } from './support/page.ts';
import {
  keychainLocked,
  makeConnection,
  makeCredential,
  makeJob,
  makeSecret,
  makeStart,
} from './support/samples.ts';

let page: Page;
let session: typeof sessionModule.session;
let begin: () => Promise<void>;
let language: typeof languageModule.language;

beforeEach(async () => {
  page = await openPage();
  const module = await import('../../renderer/state/session.svelte.ts');
  ({ session } = module);
  begin = () => module.begin(() => undefined);
  ({ language } = await import('../../renderer/texts/language.svelte.ts'));
});

const german = makeStart().settings;
const places = {
  file: {
    ...{ version: 1 as const, name: 'Fjord IT' },
    providers: [{ kind: 'person' as const, name: 'People', issuer: 'https://login.example' }],
  },
  taken: '2026-03-01T08:00:00Z',
};
const NEWS: {
  readonly [E in EventName]?: { readonly value: EventValue<E>; readonly part: Partial<Start> };
} = {
  settingsChanged: {
    value: { ...german, clipboardSeconds: 77 },
    part: { settings: { ...german, clipboardSeconds: 77 } },
  },
  keychainChanged: {
    value: { state: 'locked', message: 'Locked.' },
    part: { keychain: { state: 'locked', message: 'Locked.' } },
  },
  credentialsChanged: {
    value: [makeCredential('k-9')],
    part: { credentials: [makeCredential('k-9')] },
  },
  connectionsChanged: {
    value: { all: [makeConnection('c-9')], chosen: 'c-9' },
    part: { connections: [makeConnection('c-9')], chosen: 'c-9' },
  },
  placesChanged: {
    value: { known: places },
    part: { places },
  },
  secretsChanged: {
    value: { changed: [makeSecret('s-9')], removed: [] },
    part: { secrets: [makeSecret('s-9')] },
  },
  folderFoundCopied: { value: { copied: 'elsewhere' }, part: { copiedFolder: 'elsewhere' } },
  jobsChanged: {
    value: { changed: [makeJob('j-9')], removed: [] },
    part: { jobs: [makeJob('j-9')] },
  },
};
const names = Object.keys(NEWS) as (keyof typeof NEWS)[];
const tell = (name: EventName) => {
  const news = NEWS[name];
  if (news === undefined) throw new Error(`No news of ${name}.`);
  page.main.tell(name, news.value);
  return news.part;
};

describe('the start value', () => {
  it('is not there before main has answered, and what needs it says so', () => {
    void begin();
    expect(session.start).toBeUndefined();
    expect(() => session.ready).toThrow('before the start');
    expect(session.connections).toEqual([]);
    expect(session.chosen).toBeNull();
  });

  it.each(names)('is overtaken by %s that came before it', async (name) => {
    const done = begin();
    const part = tell(name);
    page.main.last('app.start').answer(makeStart());
    await done;
    expect(session.ready).toEqual({ ...makeStart(), ...part });
  });

  it('is overtaken by the last of several that came before it', async () => {
    const done = begin();
    tell('connectionsChanged');
    page.main.tell('connectionsChanged', { all: [], chosen: null });
    tell('keychainChanged');
    page.main.last('app.start').answer(makeStart({ connections: [makeConnection('c-1')] }));
    await done;
    expect(session.connections).toEqual([]);
    expect(session.keychain.state).toBe('locked');
  });

  it.each(names)('is kept up to date by %s, and nothing else of it changes', async (name) => {
    const done = begin();
    page.main.last('app.start').answer(makeStart());
    await done;
    const part = tell(name);
    expect(session.ready).toEqual({ ...makeStart(), ...part });
  });

  it('FLT-08 the secrets are kept by what changed of them: in their place, new ones first, gone ones away', async () => {
    const secret = makeSecret;
    const done = begin();
    page.main.tell('secretsChanged', {
      changed: [{ ...secret('s-2'), previousHeld: true }],
      removed: [],
    });
    page.main.tell('secretsChanged', { changed: [secret('s-4')], removed: ['s-1'] });
    page.main
      .last('app.start')
      .answer(makeStart({ secrets: [secret('s-3'), secret('s-2'), secret('s-1')] }));
    await done;
    const shown = () => session.secrets.map(({ id, previousHeld }) => [id, previousHeld]);
    expect(shown()).toEqual([
      ['s-4', false],
      ['s-3', false],
      ['s-2', true],
    ]);
    page.main.tell('secretsChanged', {
      changed: [secret('s-6'), secret('s-5'), { ...secret('s-3'), previousHeld: true }],
      removed: ['s-4', 's-0'],
    });
    expect(shown()).toEqual([
      ['s-6', false],
      ['s-5', false],
      ['s-3', true],
      ['s-2', true],
    ]);
  });

  it('that main cannot give is a failure, which another try takes away', async () => {
    const first = begin();
    page.main.last('app.start').fail(keychainLocked);
    await first;
    expect(session.failure).toEqual(keychainLocked);
    expect(session.start).toBeUndefined();
    const second = begin();
    expect(session.failure).toBeUndefined();
    page.main.last('app.start').answer(makeStart());
    await second;
    expect(session.ready.version).toBe('1.0.0');
  });

  it('keeps what came before a try that failed', async () => {
    const first = begin();
    const part = tell('keychainChanged');
    page.main.last('app.start').fail(keychainLocked);
    await first;
    const second = begin();
    page.main.last('app.start').answer(makeStart());
    await second;
    expect(session.keychain).toEqual(part.keychain);
  });
});

describe('what is asked before the page is made', () => {
  const first = async () => (await import('../../renderer/state/first-questions.ts')).askFirst();
  const today = async () => (await import('../../renderer/state/today.svelte.ts')).todayNow();
  const NOTHING = { items: [], unknown: [] };
  const asked = (name: 'app.start' | 'today.list') => page.main.calls(name).length;

  it('is not asked again by who needs it, and is asked anew by the next', async () => {
    await first();
    expect([asked('app.start'), asked('today.list')]).toEqual([1, 1]);
    const begun = begin();
    const read = (await today()).load();
    expect([asked('app.start'), asked('today.list')]).toEqual([1, 1]);
    page.main.last('app.start').answer(makeStart());
    await begun;
    await read;
    expect(session.ready).toEqual(makeStart());
    expect((await today()).value).toEqual(NOTHING);
    void begin();
    void (await today()).load();
    expect([asked('app.start'), asked('today.list')]).toEqual([2, 2]);
  });

  it('leaves Today out where the address names a place', async () => {
    page = await openPage({ address: '#/settings' });
    await first();
    expect([asked('app.start'), asked('today.list')]).toEqual([1, 0]);
  });

  it.each(names)('is overtaken by %s that came before its answer', async (name) => {
    await first();
    const done = begin();
    const part = tell(name);
    page.main.last('app.start').answer(makeStart());
    await done;
    expect(session.ready).toEqual({ ...makeStart(), ...part });
  });
});

describe('the look and the language', () => {
  const begun = async (start: Start) => {
    const done = begin();
    page.main.last('app.start').answer(start);
    await done;
  };

  it('are set on the document by the start, and the system says the language where nobody chose', async () => {
    const { settings } = makeStart();
    await begun(
      makeStart({
        osLanguage: 'nb-NO',
        settings: { ...settings, scheme: 'dark', language: 'auto' },
      }),
    );
    expect(page.root.dataset['colorScheme']).toBe('dark');
    expect(page.root.lang).toBe('nb');
    expect(language.locale).toBe('nb');
  });

  it('follow the settings at once, and a language that was chosen is stronger than the system’s', async () => {
    await begun(makeStart({ osLanguage: 'nb-NO' }));
    expect(language.locale).toBe('en');
    page.main.tell('settingsChanged', { ...session.settings, scheme: 'light', language: 'nb' });
    expect(page.root.dataset['colorScheme']).toBe('light');
    // Norwegian is loaded when it is first used: until it is there all is as it was.
    expect(language.locale).toBe('en');
    await expect.poll(() => page.root.lang).toBe('nb');
    expect(language.t.words.save).toBe('Lagre');
    session.noteSettings({ ...session.settings, language: 'en' });
    expect(page.root.lang).toBe('en');
    session.noteSettings({ ...session.settings, language: 'nb' });
    expect(page.root.lang).toBe('nb');
  });

  it('are shown at the start in the language that was chosen, never first in another', async () => {
    const shown = page.seen(() =>
      session.start === undefined ? 'nothing' : language.t.words.save,
    );
    const { settings } = makeStart();
    await begun(makeStart({ settings: { ...settings, language: 'nb' } }));
    await settled();
    expect(shown.values).toEqual(['nothing', 'Lagre']);
  });

  it('stay with the last choice, whichever was there first', async () => {
    await begun(makeStart());
    session.noteSettings({ ...session.settings, language: 'nb' });
    session.noteSettings({ ...session.settings, language: 'en' });
    await language.load('nb', 'en');
    await settled();
    expect(page.root.lang).toBe('en');
    expect(language.locale).toBe('en');
  });

  it.each(['../../renderer/texts/nb-at-start.ts', '../../renderer/texts/nb-of-screens.ts'])(
    'without %s the window stays in English, and says so',
    async (part) => {
      vi.doMock(part, () => {
        throw new Error('not there');
      });
      onTestFinished(() => {
        vi.doUnmock(part);
      });
      const { toasts } = await import('../../renderer/state/toasts.svelte.ts');
      const { settings } = makeStart();
      await begun(makeStart({ settings: { ...settings, language: 'nb' } }));
      expect(session.start).toBeDefined();
      await expect
        .poll(() => toasts.shown.map(({ text }) => text))
        .toEqual([language.t.frame.languageNotLoaded]);
      expect(page.root.lang).not.toBe('nb');
      expect(language.t.words.save).toBe('Save');
    },
  );
});

describe('what is chosen', () => {
  it('is the connection main uses, as it is now', async () => {
    const done = begin();
    page.main
      .last('app.start')
      .answer(
        makeStart({ connections: [makeConnection('c-1'), makeConnection('c-2')], chosen: 'c-2' }),
      );
    await done;
    expect(session.chosen?.id).toBe('c-2');
    page.main.tell('connectionsChanged', {
      all: [makeConnection('c-2', { name: 'Renamed' })],
      chosen: 'c-2',
    });
    expect(session.chosen?.name).toBe('Renamed');
    page.main.tell('connectionsChanged', { all: [], chosen: 'c-2' });
    expect(session.chosen).toBeNull();
  });
});

describe('jobs', () => {
  it('that changed before the list came are put into it, and one that was taken off is gone', async () => {
    const done = begin();
    const changed = [makeJob('j-1', { state: 'finished' }), makeJob('j-3')];
    page.main.tell('jobsChanged', { changed, removed: [] });
    page.main.tell('jobsChanged', { changed: [], removed: ['j-2'] });
    page.main.last('app.start').answer(makeStart({ jobs: [makeJob('j-2'), makeJob('j-1')] }));
    await done;
    expect(session.jobs.map(({ id, state }) => [id, state])).toEqual([
      ['j-3', 'running'],
      ['j-1', 'finished'],
    ]);
  });

  it('are told apart by their kind', async () => {
    const done = begin();
    page.main.last('app.start').answer(makeStart({ jobs: [makeJob('j-1')] }));
    await done;
    expect(session.jobs.map(({ id }) => id)).toEqual(['j-1']);
    expect(session.jobsOf('synchronise').map(({ id }) => id)).toEqual(['j-1']);
    expect(session.jobsOf('rotate-secrets')).toEqual([]);
    expect(session.jobsOf('look-up')).toEqual([]);
  });
});

describe('locking', () => {
  it('is told by main or done here, and undone here alone', async () => {
    const seen = page.seen(() => session.locked);
    page.main.tell('locked', {});
    page.flush();
    session.unlock();
    page.flush();
    session.lock();
    page.flush();
    expect(seen.values).toEqual([false, true, false, true]);
    seen.end();
  });

  it('does not take the start value with it: unlocking shows it without asking again', async () => {
    const done = begin();
    page.main.last('app.start').answer(makeStart());
    await done;
    session.lock();
    session.unlock();
    await settled();
    expect(session.start).toEqual(makeStart());
    expect(page.main.calls('app.start')).toHaveLength(1);
  });
});

it('what holds the end back is shown until the person stays', () => {
  const held = { secretsWaiting: 1, jobsRunning: 0, writesRunning: 0, draftsUnsaved: 2 };
  page.main.tell('quitHeld', held);
  expect(session.quitHeld).toEqual(held);
  session.stay();
  expect(session.quitHeld).toBeUndefined();
});
