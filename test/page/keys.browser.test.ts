// Keys and focus in a real browser: shortcuts, a list behind a button, and a number that is shown for a while.
import { flushSync } from 'svelte';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { eventually, main, show } from './support/browser.ts';
import MaskedNumber from '../../renderer/components/MaskedNumber.svelte';
import ConnectionSwitcher from '../../renderer/frame/ConnectionSwitcher.svelte';
import { en } from '../../renderer/texts/en.ts';
import { router } from '../../renderer/state/router.svelte.ts';
import { begin } from '../../renderer/state/session.svelte.ts';
import { handleKey, type Shortcut } from '../../renderer/state/shortcuts.svelte.ts';
import { makeProps } from './support/effects.svelte.ts';
import { holdLongTimers } from './support/long-timers.ts';
import { makeConnection, makeStart } from './support/samples.ts';
import ShortcutProbe from './support/ShortcutProbe.svelte';

describe('a shortcut', () => {
  const ran: string[] = [];
  const provide = (
    name: string,
    keys: string,
    group: Shortcut['group'],
    more: { enabled?: () => boolean } = {},
  ) => {
    const { remove } = show(ShortcutProbe, { list: [shortcut(name, keys, group, more)] });
    return remove;
  };
  const shortcut = (
    name: string,
    keys: string,
    group: Shortcut['group'],
    more: { enabled?: () => boolean } = {},
  ): Shortcut => ({ keys, label: name, group, run: () => void ran.push(name), ...more });
  beforeEach(() => {
    ran.length = 0;
    addEventListener('keydown', handleKey);
    onTestFinished(() => {
      removeEventListener('keydown', handleKey);
    });
  });
  const place = (markup: HTMLElement) => {
    document.body.append(markup);
    onTestFinished(() => {
      markup.remove();
    });
    return markup;
  };

  it('Escape closes an open popover and nothing behind it', async () => {
    provide('close', 'Escape', 'screen');
    const popover = document.createElement('div');
    popover.popover = 'auto';
    place(popover);
    popover.showPopover();
    await userEvent.keyboard('{Escape}');
    expect(popover.matches(':popover-open')).toBe(false);
    expect(ran).toEqual([]);
    await userEvent.keyboard('{Escape}');
    expect(ran).toEqual(['close']);
  });

  it('of the screen comes before the program’s, and of two in one list the later', async () => {
    const list = [shortcut('screen', 'F2', 'screen'), shortcut('later', 'F2', 'screen')];
    show(ShortcutProbe, { list });
    provide('program', 'F2', 'program');
    await userEvent.keyboard('{F2}');
    expect(ran).toEqual(['later']);
  });

  it('further inside comes before the ones around it, whatever changes or is shown later', async () => {
    const part = [shortcut('part', 'F2', 'screen')];
    const props = makeProps<{ list: readonly Shortcut[]; part: readonly Shortcut[] | undefined }>({
      list: [shortcut('screen', 'F2', 'screen')],
      part,
    });
    show(ShortcutProbe, props);
    provide('beside', 'F2', 'screen');
    await userEvent.keyboard('{F2}');
    // The screen's own list is another one now, and younger than that of its part.
    props.list = [shortcut('screen again', 'F2', 'screen')];
    await userEvent.keyboard('{F2}');
    props.part = undefined;
    flushSync();
    await userEvent.keyboard('{F2}');
    props.part = part;
    flushSync();
    await userEvent.keyboard('{F2}');
    expect(ran).toEqual(['part', 'part', 'beside', 'part']);
  });

  it('that cannot be used now gives way to the next', async () => {
    provide('program', 'F2', 'program');
    provide('screen', 'F2', 'screen', { enabled: () => false });
    await userEvent.keyboard('{F2}');
    expect(ran).toEqual(['program']);
  });

  it('ends with whoever provided it', async () => {
    provide('gone', 'F2', 'screen')();
    await userEvent.keyboard('{F2}');
    expect(ran).toEqual([]);
  });

  it('that types something is left to a field; one with Ctrl is not', async () => {
    provide('letter', '/', 'screen');
    provide('delete', 'Delete', 'list');
    provide('ctrl', 'Mod+K', 'program');
    place(document.createElement('input')).focus();
    await userEvent.keyboard('/{Delete}{Control>}k{/Control}');
    expect(ran).toEqual(['ctrl']);
    (document.activeElement as HTMLElement).blur();
    await userEvent.keyboard('/');
    expect(ran).toEqual(['ctrl', 'letter']);
  });

  it('does not run beneath a dialog', async () => {
    provide('ctrl', 'Mod+K', 'program');
    const dialog = place(document.createElement('dialog')) as HTMLDialogElement;
    dialog.showModal();
    await userEvent.keyboard('{Control>}k{/Control}');
    expect(ran).toEqual([]);
    dialog.close();
    await userEvent.keyboard('{Control>}k{/Control}');
    expect(ran).toEqual(['ctrl']);
  });

  it('does not run where what has the focus took the key', async () => {
    provide('program', 'F2', 'program');
    const list = place(document.createElement('div'));
    list.tabIndex = 0;
    list.addEventListener('keydown', (event) => {
      event.preventDefault();
    });
    list.focus();
    await userEvent.keyboard('{F2}');
    expect(ran).toEqual([]);
  });
});

const begun = async () => {
  const connections = [
    makeConnection('c-1', { name: 'Alpha' }),
    makeConnection('c-2', { name: 'Beta' }),
  ];
  main.always('app.start', () => makeStart({ connections, chosen: 'c-1' }));
  await begin(() => {
    router.replace({ connection: 'c-1', screen: 'settings', id: null });
  });
};

describe('the list of connections', () => {
  const button = () => page.getByRole('button', { name: /^Choose connection/ });
  const focused = () => document.activeElement?.textContent ?? '';

  it('opens at the one in use, is gone through by arrows, and gives the focus back by Esc', async () => {
    await begun();
    show(ConnectionSwitcher, {});
    await button().click();
    await eventually(() => {
      expect(focused()).toContain('Alpha');
    });
    await userEvent.keyboard('{ArrowDown}');
    expect(focused()).toContain('Beta');
    await userEvent.keyboard('{ArrowUp}{ArrowUp}');
    expect(focused()).toContain(en.frame.manageConnections);
    await userEvent.keyboard('{ArrowDown}');
    expect(focused()).toContain('Alpha');
    await userEvent.keyboard('{Escape}');
    await expect.element(button()).toHaveFocus();
    expect(document.querySelector(':popover-open')).toBeNull();
  });

  it('closes when one is chosen, which the address says first', async () => {
    await begun();
    show(ConnectionSwitcher, {});
    await button().click();
    await page.getByRole('button', { name: /Beta/ }).click();
    expect(document.querySelector(':popover-open')).toBeNull();
    expect(router.route).toMatchObject({ connection: 'c-2', id: null });
  });
});

describe('an identity number', () => {
  const begin = () => {
    const answers: ((number: string | null) => void)[] = [];
    const time = holdLongTimers();
    const { target } = show(MaskedNumber, {
      masked: '010203•••••',
      of: 'Kari',
      onreveal: () => new Promise<string | null>((answer) => answers.push(answer)),
    });
    const press = () => page.getByRole('button').click();
    const shown = () => target.querySelector('.num')?.textContent;
    return { time, press, shown, answer: (number: string | null) => answers.shift()?.(number) };
  };
  const WHOLE = '01020312345';

  it('is shown on a press for half a minute', async () => {
    const { time, press, shown, answer } = begin();
    expect(shown()).toBe('010203•••••');
    await press();
    answer(WHOLE);
    await eventually(() => {
      expect(shown()).toBe(WHOLE);
    });
    time.pass(29_999);
    expect(shown()).toBe(WHOLE);
    time.pass(1);
    await eventually(() => {
      expect(shown()).toBe('010203•••••');
    });
  });

  it('is gone when the window is left, and on the next press', async () => {
    const { press, shown, answer } = begin();
    for (const hide of [() => dispatchEvent(new Event('blur')), press]) {
      await press();
      answer(WHOLE);
      await eventually(() => {
        expect(shown()).toBe(WHOLE);
      });
      await hide();
      await eventually(() => {
        expect(shown()).toBe('010203•••••');
      });
    }
  });

  it('that comes after the window was left is not shown, also when the person is back', async () => {
    const { press, shown, answer } = begin();
    await press();
    dispatchEvent(new Event('blur'));
    answer(WHOLE);
    await new Promise((resolve) => setTimeout(resolve));
    await Promise.resolve();
    expect(shown()).toBe('010203•••••');
    await press();
    answer(WHOLE);
    await eventually(() => {
      expect(shown()).toBe(WHOLE);
    });
  });
});
