// Dialogs in a real browser: where the focus goes and comes back to, what Esc closes, and that nothing typed survives.
import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import ConfirmDialog from '../../renderer/components/ConfirmDialog.svelte';
import { eventually, show } from './support/browser.ts';
import { toasts } from '../../renderer/state/toasts.svelte.ts';
import type { Failure } from '../../preload/result.ts';
import DialogProbe from './support/DialogProbe.svelte';
import FailingDialog from './support/FailingDialog.svelte';
import FormProbe from './support/FormProbe.svelte';
import { keychainLocked } from './support/samples.ts';

const button = (name: string) => page.getByRole('button', { name, exact: true });
const dialog = (name: string) => page.getByRole('dialog', { name, exact: true });
const open = async () => {
  await button('Open').click();
  await expect.element(button('Cancel')).toHaveFocus();
};

describe('a dialog', () => {
  it('takes the focus to the button that is safe and gives it back to what opened it', async () => {
    show(DialogProbe, {});
    await open();
    await button('Cancel').click();
    await expect.element(button('Open')).toHaveFocus();
    expect(dialog('First').query()).toBeNull();
  });

  it('gives the focus to the heading of the screen where what opened it is gone', async () => {
    show(DialogProbe, {});
    await open();
    await button('Remove the opener').click();
    await button('Cancel').click();
    await expect.element(page.getByRole('heading', { name: 'Screen' })).toHaveFocus();
  });

  it('says in itself what was done meanwhile, and its button can be pressed: the one in front does', async () => {
    show(DialogProbe, {});
    await open();
    await button('More').click();
    const run = vi.fn<() => void>();
    toasts.show('Saved as report.csv', { action: { label: 'Show in folder', run } });
    const said = page.getByRole('status').getByText('Saved as report.csv');
    await expect.element(dialog('Second').getByText('Saved as report.csv')).toBeVisible();
    expect(said.all()).toHaveLength(1);
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog('First').getByText('Saved as report.csv')).toBeVisible();
    await button('Show in folder').click();
    expect(run).toHaveBeenCalledOnce();
    await expect.element(said).not.toBeInTheDocument();
  });

  it('FLD-32 leaves what was said before it where it was', async () => {
    show(DialogProbe, {});
    toasts.show('Said before');
    await open();
    toasts.show('Said meanwhile');
    await expect.element(dialog('First').getByText('Said meanwhile')).toBeVisible();
    expect(dialog('First').getByText('Said before').query()).toBeNull();
    for (const { id } of toasts.shown) toasts.dismiss(id);
  });

  it('keeps the focus inside: the page beneath cannot be reached by Tab', async () => {
    show(DialogProbe, {});
    await open();
    for (let i = 0; i < 8; i += 1) {
      await userEvent.keyboard('{Tab}');
      expect(document.activeElement?.closest('main')).toBeNull();
    }
  });

  it('closes by Esc, and says so once', async () => {
    const onclose = vi.fn<() => void>();
    show(DialogProbe, { onclose });
    await open();
    await userEvent.keyboard('{Escape}');
    await expect.element(button('Open')).toHaveFocus();
    expect(onclose).toHaveBeenCalledOnce();
  });

  it('that the page closes itself is not told as closed by the person', async () => {
    const onclose = vi.fn<() => void>();
    show(DialogProbe, { onclose });
    await open();
    await button('Cancel').click();
    await expect.element(button('Open')).toHaveFocus();
    expect(onclose).not.toHaveBeenCalled();
  });

  it('that goes with what showed it is not told as closed by the person either', async () => {
    const onclose = vi.fn<() => void>();
    const { remove } = show(ConfirmDialog, {
      open: true,
      title: 'Remove it?',
      consequence: 'It is gone.',
      action: 'Remove',
      failed: 'Could not remove it',
      environment: 'test',
      onconfirm: () => Promise.resolve(undefined),
      onclose,
    });
    const shown = document.querySelector('dialog');
    const closed = new Promise((resolve) => shown?.addEventListener('close', resolve));
    remove();
    await closed;
    expect(onclose).not.toHaveBeenCalled();
  });

  it('that must be answered stays, however often Esc is pressed', async () => {
    const onclose = vi.fn<() => void>();
    show(DialogProbe, { closedby: 'none', onclose });
    await open();
    for (let i = 0; i < 4; i += 1) await userEvent.keyboard('{Escape}');
    await expect.element(dialog('First')).toBeVisible();
    expect(document.querySelector('dialog:modal')).not.toBeNull();
    expect(onclose).not.toHaveBeenCalled();
  });

  it('over another closes alone by Esc and gives the focus back into the one below', async () => {
    show(DialogProbe, {});
    await open();
    await button('More').click();
    await expect.element(button('Inside the second')).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(button('More')).toHaveFocus();
    expect(dialog('Second').query()).toBeNull();
    await expect.element(dialog('First')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(button('Open')).toHaveFocus();
  });

  it('has nothing left of what was typed when it is opened again', async () => {
    show(DialogProbe, {});
    await open();
    await page.getByLabelText('Typed').fill('a secret');
    await button('Cancel').click();
    expect(document.querySelector('input')).toBeNull();
    await open();
    await expect.element(page.getByLabelText('Typed')).toHaveValue('');
  });

  it('that goes with its screen lets the page beneath be used again', async () => {
    const { remove } = show(DialogProbe, {});
    await open();
    remove();
    expect(document.querySelector('dialog')).toBeNull();
    show(DialogProbe, {});
    await open();
  });
});

describe('a question before what cannot be taken back', () => {
  const ask = (more: Partial<{ environment: 'production' | 'test'; harmless: boolean }> = {}) => {
    const onclose = vi.fn<() => void>();
    const answers: ((failure: Failure | undefined) => void)[] = [];
    const onconfirm = vi.fn(
      () => new Promise<Failure | undefined>((answer) => answers.push(answer)),
    );
    show(ConfirmDialog, {
      open: true,
      title: 'Remove svc-payroll?',
      consequence: 'It is gone.',
      action: 'Remove',
      failed: 'Could not remove it',
      typeName: 'svc-payroll',
      environment: 'test',
      onconfirm,
      onclose,
      ...more,
    });
    return { onclose, onconfirm, answer: (failure?: Failure) => answers.shift()?.(failure) };
  };

  it('has the focus on Cancel in the test environment, and Enter there removes nothing', async () => {
    const { onconfirm, onclose } = ask();
    await expect.element(button('Cancel')).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    expect(onclose).toHaveBeenCalledOnce();
    expect(onconfirm).not.toHaveBeenCalled();
  });

  it('is not answered by Enter on the red button, but by Space', async () => {
    const { onconfirm } = ask();
    await userEvent.keyboard('{Tab}');
    await expect.element(button('Remove')).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    expect(onconfirm).not.toHaveBeenCalled();
    await userEvent.keyboard(' ');
    expect(onconfirm).toHaveBeenCalledOnce();
  });

  it('wants the name typed in production, whole, before the button does anything', async () => {
    const { onconfirm } = ask({ environment: 'production' });
    const field = page.getByRole('textbox');
    await expect.element(field).toHaveFocus();
    await expect.element(button('Remove')).toBeDisabled();
    await field.fill('svc-payrol');
    await expect.element(button('Remove')).toBeDisabled();
    await field.fill('svc-payroll');
    await button('Remove').click();
    expect(onconfirm).toHaveBeenCalledOnce();
  });

  it('is done once, and cannot be left while it is being done', async () => {
    const { onconfirm, onclose, answer } = ask();
    await button('Remove').click();
    (button('Remove').element() as HTMLElement).click();
    await userEvent.keyboard('{Escape}');
    await userEvent.keyboard('{Escape}');
    expect(onconfirm).toHaveBeenCalledOnce();
    expect(onclose).not.toHaveBeenCalled();
    answer();
    await eventually(() => {
      expect(onclose).toHaveBeenCalledOnce();
    });
  });

  it('stays with the failure, and can be left or tried again', async () => {
    const { onconfirm, onclose, answer } = ask();
    await button('Remove').click();
    answer(keychainLocked);
    await expect.element(page.getByText(/locked/i).first()).toBeVisible();
    expect(onclose).not.toHaveBeenCalled();
    await button('Remove').click();
    expect(onconfirm).toHaveBeenCalledTimes(2);
    answer();
    await eventually(() => {
      expect(onclose).toHaveBeenCalledOnce();
    });
  });
});

describe('a dialog that is a form', () => {
  it('is sent by Enter in a field, once while it works, and cannot be left meanwhile', async () => {
    const onsubmit = vi.fn<() => void>();
    const onclose = vi.fn<() => void>();
    show(FormProbe, { onsubmit, onclose });
    await page.getByLabelText('Name').fill('svc');
    await userEvent.keyboard('{Enter}');
    expect(onsubmit).toHaveBeenCalledOnce();
    await userEvent.keyboard('{Enter}');
    await userEvent.keyboard('{Escape}');
    await userEvent.keyboard('{Escape}');
    expect(onsubmit).toHaveBeenCalledOnce();
    expect(onclose).not.toHaveBeenCalled();
    await expect.element(page.getByRole('dialog')).toBeVisible();
  });
});

describe('FLD-25 what fails of an act in a dialog', () => {
  const answers: (Failure | undefined)[] = [];
  let goOn: (() => void) | undefined;
  const begin = (...given: (Failure | undefined)[]) => {
    answers.splice(0, answers.length, ...given);
    show(FailingDialog, {
      unread: keychainLocked,
      answer: () =>
        new Promise<Failure | undefined>((done) => {
          goOn = () => done(answers.shift());
        }),
    });
  };
  const failed = () =>
    dialog('Give access').getByRole('alert').filter({ hasText: 'Could not give' });
  const box = (element: Element) => element.getBoundingClientRect();
  const press = async () => {
    await button('Give role').click();
    await expect.element(failed()).not.toBeInTheDocument();
    goOn?.();
  };

  it('stands above its buttons with the focus, the title and the buttons in sight, however long the dialog is', async () => {
    begin(keychainLocked);
    await press();
    await expect.element(failed()).toBeVisible();
    const [panel, title, act, scrolled] = [
      box(failed().element()),
      box(page.getByRole('heading', { name: 'Give access' }).element()),
      box(button('Give role').element()),
      box(page.getByText('Role 3', { exact: true }).element()),
    ];
    expect(title.top).toBeGreaterThanOrEqual(0);
    expect(scrolled.top).toBeLessThan(panel.top);
    expect(panel.bottom).toBeLessThanOrEqual(act.top);
    expect(act.bottom).toBeLessThanOrEqual(innerHeight);
    expect(document.activeElement?.contains(failed().element())).toBe(true);
    expect(document.activeElement?.closest('form')).toBeNull();
  });

  it('is gone while it is tried again, has the focus again where it fails again, and goes with the dialog', async () => {
    begin(keychainLocked, keychainLocked, undefined);
    await press();
    await expect.element(failed()).toBeVisible();
    await userEvent.keyboard('{Tab}{Tab}{Tab}{Tab}');
    await press();
    await expect.element(failed()).toBeVisible();
    expect(failed().all()).toHaveLength(1);
    expect(document.activeElement?.contains(failed().element())).toBe(true);
    await press();
    await expect.element(dialog('Give access')).not.toBeInTheDocument();
  });

  it('is not what could not be read, which stays where it would be', async () => {
    begin();
    const unread = dialog('Give access').getByRole('alert').filter({ hasText: 'Could not read' });
    await expect.element(unread).toBeVisible();
    expect(unread.element().closest('form')).not.toBeNull();
    await expect.element(dialog('Give access').getByLabelText('Name')).toHaveFocus();
  });
});
