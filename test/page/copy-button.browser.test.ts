// The copy button confirms each copying for its whole time, and only what was copied.
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import { show } from './support/browser.ts';
import CopyButton from '../../renderer/components/CopyButton.svelte';
import { en } from '../../renderer/texts/en.ts';
import { makeProps } from './support/effects.svelte.ts';

const said = () => page.getByRole('status').element().textContent;
const press = () => {
  (page.getByRole('button').element() as HTMLElement).click();
};
const pass = async (ms: number) => {
  await vi.advanceTimersByTimeAsync(ms);
};

describe('a copy button', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    // Without a press of a person's the browser copies nothing.
    vi.spyOn(document, 'execCommand').mockReturnValue(true);
  });
  const begin = () => {
    const props = makeProps({ text: 'one', label: 'Copy it' });
    show(CopyButton, props);
    return props;
  };

  it('confirms for two seconds from the last time it was pressed', async () => {
    begin();
    press();
    await pass(1500);
    expect(said()).toBe(en.words.copied);
    press();
    await pass(1500);
    expect(said()).toBe(en.words.copied);
    await pass(500);
    expect(said()).toBe('');
  });

  it('goes on confirming when the same text is read again', async () => {
    const list = makeProps({ row: { text: 'one' } });
    show(CopyButton, {
      label: 'Copy it',
      get text() {
        return list.row.text;
      },
    });
    press();
    await pass(100);
    list.row = { text: 'one' };
    await pass(100);
    expect(said()).toBe(en.words.copied);
    list.row = { text: 'two' };
    await pass(100);
    expect(said()).toBe('');
  });

  it('confirms nothing of a text that it did not copy', async () => {
    const props = begin();
    press();
    await pass(100);
    expect(said()).toBe(en.words.copied);
    props.text = 'two';
    await pass(100);
    expect(said()).toBe('');
  });
});
