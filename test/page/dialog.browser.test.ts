// A modal dialog in a real browser: where the focus goes and comes back to, what Esc closes, and that nothing typed survives.
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { show } from './support/browser.ts';
import DialogProbe from './support/DialogProbe.svelte';

const button = (name: string) => page.getByRole('button', { name, exact: true });

describe('a dialog', () => {
  it('takes the focus to the button that is safe and gives it back to what opened it', async () => {
    show(DialogProbe, {});
    await button('Open').click();
    await expect.element(button('Cancel')).toHaveFocus();
    await button('Cancel').click();
    await expect.element(button('Open')).toHaveFocus();
  });
});
