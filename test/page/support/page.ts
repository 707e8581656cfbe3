// The page's state without a window: modules loaded anew for each test, and the parts of a window that they need.
import { onTestFinished, vi } from 'vitest';
import type * as effectsModule from './effects.svelte.ts';
import { FakeMain } from './fake-main.ts';

type Effects = typeof effectsModule;

export interface Page extends Effects {
  readonly main: FakeMain;
  readonly bar: AddressBar;
  /** What stands on the document's root. */
  readonly root: { lang: string; readonly dataset: Record<string, string> };
  /** Something happened in the window: a press, a key, the focus went elsewhere. */
  readonly happen: (event: string) => void;
}

/** A window that was opened at this address. Import the modules that are tested after it: they find this window. */
export async function openPage({ address = '' } = {}): Promise<Page> {
  vi.resetModules();
  const main = new FakeMain();
  const events = new EventTarget();
  const bar = new AddressBar(address, events);
  const root = { lang: '', dataset: {} };
  vi.stubGlobal('window', globalThis);
  vi.stubGlobal('steward', main.port);
  vi.stubGlobal('document', { documentElement: root });
  vi.stubGlobal('location', bar.location);
  vi.stubGlobal('history', bar.history);
  vi.stubGlobal('navigation', bar.navigation);
  // A window of no size: nothing that a style asks for is so.
  vi.stubGlobal('matchMedia', (media: string) =>
    Object.assign(new EventTarget(), { media, matches: false }),
  );
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events));
  vi.stubGlobal('removeEventListener', events.removeEventListener.bind(events));
  const effects = await import('./effects.svelte.ts');
  // As before any screen is shown.
  const { language } = await import('../../../renderer/texts/language.svelte.ts');
  await language.loadOfScreens();
  const ends: (() => void)[] = [];
  onTestFinished(() => {
    for (const end of ends) end();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  return {
    ...effects,
    asWindow: (begin) => {
      const end = effects.asWindow(begin);
      ends.push(end);
      return end;
    },
    main,
    bar,
    root,
    happen: (event) => {
      events.dispatchEvent(new Event(event));
      effects.flush();
    },
  };
}

/** Answers that are on their way arrive, and what they change is shown. */
export async function settled(): Promise<void> {
  const { flush } = await import('./effects.svelte.ts');
  for (let i = 0; i < 20; i += 1) await Promise.resolve();
  flush();
}

interface Entry {
  readonly address: string;
  readonly state: unknown;
}

/** The address bar and its history; that Chromium's is like it is seen in `router.browser.test.ts`. */
export class AddressBar {
  #entries: Entry[];
  #at = 0;
  readonly #events: EventTarget;
  readonly location: { readonly hash: string };
  readonly history: Pick<History, 'state' | 'pushState' | 'replaceState'>;
  readonly navigation: {
    readonly currentEntry: { readonly index: number };
    readonly entries: () => readonly { readonly key: string }[];
    readonly traverseTo: (key: string) => Record<'committed' | 'finished', Promise<void>>;
  };

  constructor(address: string, events: EventTarget) {
    this.#entries = [{ address, state: null }];
    this.#events = events;
    const address_ = () => this.address;
    const state = () => this.#here.state;
    this.location = {
      get hash() {
        return address_();
      },
    };
    this.history = {
      get state() {
        return state();
      },
      pushState: (state, _, url) => {
        this.#push({ address: addressIn(url), state });
      },
      replaceState: (state, _, url) => {
        this.#entries[this.#at] = { address: addressIn(url), state };
      },
    };
    const index = () => this.#at;
    this.navigation = {
      get currentEntry() {
        return { index: index() };
      },
      entries: () => this.#entries.map((_, at) => ({ key: String(at) })),
      traverseTo: (key) => {
        this.#at = Number(key);
        this.#tell();
        return { committed: Promise.resolve(), finished: Promise.resolve() };
      },
    };
  }

  get address(): string {
    return this.#here.address;
  }
  /** How many entries Back and Forward lead through. */
  get length(): number {
    return this.#entries.length;
  }

  /** A link is followed, or an address is typed. */
  follow(address: string): void {
    this.#push({ address, state: null });
    this.#tell();
  }

  get #here(): Entry {
    return this.#entries[this.#at] ?? { address: '', state: null };
  }
  #push(entry: Entry): void {
    this.#entries = [...this.#entries.slice(0, this.#at + 1), entry];
    this.#at += 1;
  }
  /** Browsers tell of one step twice. */
  #tell(): void {
    this.#events.dispatchEvent(new Event('popstate'));
    this.#events.dispatchEvent(new Event('hashchange'));
  }
}

const addressIn = (url: string | URL | null | undefined): string => {
  const text = String(url ?? '');
  return text === '#' ? '' : text;
};
