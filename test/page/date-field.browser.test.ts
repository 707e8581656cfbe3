// A day is typed and shown as the language of the program writes it, whatever the browser's own language is.
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { show } from './support/browser.ts';
import { language } from '../../renderer/texts/language.svelte.ts';
import { en } from '../../renderer/texts/en.ts';
import { nb } from '../../renderer/texts/nb.ts';
import DateProbe from './support/DateProbe.svelte';

const field = () => page.getByRole('textbox', { name: 'From', exact: true });
const value = () => page.getByRole('status').last();
const beside = () => page.getByRole('button', { name: 'Beside' });

beforeEach(() => {
  onTestFinished(() => language.use('en', 'en'));
});

describe.each([
  ['en', '02/11/2026', 'dd/mm/yyyy', '24/12/2026'],
  ['nb', '02.11.2026', 'dd.mm.åååå', '24.12.2026'],
] as const)('in %s', (locale, shown, pattern, typed) => {
  const t = { en, nb }[locale].dates;
  beforeEach(async () => {
    await language.use(locale, 'en');
  });

  it('a day is shown, asked for, read and written again in its form', async () => {
    show(DateProbe, { begin: '2026-11-02' });
    await expect.element(field()).toHaveValue(shown);
    await expect.element(field()).toHaveAttribute('placeholder', pattern);
    await field().fill(typed);
    await expect.element(value()).toHaveTextContent('2026-12-24 fine');
    await field().fill('1 1 2027');
    await userEvent.click(beside());
    await expect.element(value()).toHaveTextContent('2027-01-01 fine');
    await expect
      .element(field())
      .toHaveValue(typed.replace('24', '01').replace('12', '01').replace('6', '7'));
  });

  it('what is no day is said when it is left, is not taken, and can be mended', async () => {
    show(DateProbe, { begin: '2026-11-02' });
    await field().fill('31.02.2026');
    await expect.element(field()).not.toHaveAttribute('aria-invalid');
    await userEvent.click(beside());
    await expect.element(field()).toHaveAttribute('aria-invalid', 'true');
    await expect.element(field()).toHaveAccessibleDescription(t.wrong(pattern));
    await expect.element(page.getByText(t.wrong(pattern))).toBeVisible();
    await expect.element(field()).toHaveValue('31.02.2026');
    await expect.element(value()).toHaveTextContent('2026-11-02 wrong');
    await field().fill('28.02.2026');
    await expect.element(field()).not.toHaveAttribute('aria-invalid');
    await expect.element(value()).toHaveTextContent('2026-02-28 fine');
  });

  it('it is picked in a calendar behind a button, also after something that is no day', async () => {
    const opened = vi.spyOn(HTMLInputElement.prototype, 'showPicker').mockImplementation(function (
      this: HTMLInputElement,
    ) {
      this.value = '2026-12-24';
      this.dispatchEvent(new Event('change', { bubbles: true }));
    });
    show(DateProbe, { begin: '' });
    await field().fill('soon');
    await page.getByRole('button', { name: t.pickFor('From'), exact: true }).click();
    expect(opened).toHaveBeenCalledOnce();
    await expect.element(field()).toHaveValue(typed);
    await expect.element(value()).toHaveTextContent('2026-12-24 fine');
  });
});

it('an emptied field is no day, and nothing is wrong with it', async () => {
  show(DateProbe, { begin: '2026-11-02' });
  await field().clear();
  await userEvent.click(beside());
  expect(value().element().textContent).toBe(' fine');
  await expect.element(field()).not.toHaveAttribute('aria-invalid');
});
