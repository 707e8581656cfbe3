// Walks a page by Tab and reports what is unreachable, out of order, covered, nameless or without a visible focus.
import type { Page } from 'playwright-core';

/** More than any screen has controls. */
const MOST_PRESSES = 300;

interface Walker {
  /** Everything that Tab should reach, in the order of the document. */
  readonly all: HTMLElement[];
  /** What had the focus so far; lists that came meanwhile are no mistake of the way. */
  readonly visited: HTMLElement[];
  describe(one: Element | undefined): string;
  /** How it and what is around it looks; another look with the focus than without is a visible focus. */
  look(one: HTMLElement): string;
  covered(one: HTMLElement): boolean;
}
type Walked = Window & { walker: Walker; last: { at: number; look: string } | undefined };

/** Defines `window.walker`; run in the page, so everything it needs is inside. */
function install(): void {
  const isShown = (one: HTMLElement) =>
    one.checkVisibility({ visibilityProperty: true }) &&
    one.getClientRects().length > 0 &&
    one.closest('[inert], dialog:not([open]), [popover]:not(:popover-open)') === null;
  const isRadioInReach = (one: HTMLElement) => {
    if (!(one instanceof HTMLInputElement) || one.type !== 'radio' || one.checked) return true;
    const group = [...document.querySelectorAll<HTMLInputElement>('input[type=radio]')].filter(
      (other) => other.name === one.name && other.form === one.form,
    );
    return !group.some((other) => other.checked) && group[0] === one;
  };
  const collect = () =>
    [
      ...document.querySelectorAll<HTMLElement>(
        'a[href], button, input, select, textarea, summary, [tabindex]',
      ),
    ].filter(
      (one) =>
        one.tabIndex >= 0 &&
        !(one as HTMLButtonElement).disabled &&
        isShown(one) &&
        isRadioInReach(one),
    );
  const looks = (one: Element) =>
    [undefined, '::before', '::after'].map((part) => {
      const style = getComputedStyle(one, part);
      return [
        ...[style.outlineStyle, style.outlineWidth, style.outlineColor, style.boxShadow],
        ...[style.backgroundColor, style.borderTopColor, style.color, style.top, style.opacity],
      ].join();
    });
  const around = (one: Element) =>
    [
      one,
      one.parentElement,
      one.nextElementSibling,
      ...[...one.querySelectorAll('*')].slice(0, 40),
    ].filter((each) => each !== null);
  const walker: Walker = {
    visited: [],
    get all() {
      return collect();
    },
    describe: (one) =>
      one === undefined
        ? 'nothing'
        : `${one.tagName.toLowerCase()} "${(one.getAttribute('aria-label') ?? one.textContent).trim().slice(0, 40)}"`,
    look: (one) => around(one).flatMap(looks).join('|'),
    covered: (one) => {
      const target = one.closest('label') ?? one;
      const { left, right, top, bottom } = target.getBoundingClientRect();
      const [x, y] = [
        (Math.max(left, 0) + Math.min(right, innerWidth)) / 2,
        (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2,
      ];
      const there = document.elementFromPoint(x, y);
      return there === null || !(target.contains(there) || there.contains(target));
    },
  };
  Object.assign(window, { walker, last: undefined });
  (document.activeElement as HTMLElement | null)?.blur();
  document.querySelector<HTMLElement>('.skip')?.focus();
}

/** Where the focus is, and what is wrong there; run after each press of Tab. */
function step(): { at: number; again: boolean; wrong: string[] } {
  const page = window as unknown as Walked;
  const { walker, last } = page;
  const wrong: string[] = [];
  const here = document.activeElement;
  const at = here instanceof HTMLElement ? walker.all.indexOf(here) : -1;
  const before = last === undefined ? undefined : walker.all[last.at];
  if (last !== undefined && before !== undefined && before !== here) {
    if (walker.look(before) === last.look)
      wrong.push(`no visible focus: ${walker.describe(before)}`);
  }
  if (!(here instanceof HTMLElement) || here === document.body || at < 0) {
    page.last = undefined;
    return { at: -1, again: false, wrong };
  }
  const labelled = [...((here as HTMLInputElement).labels ?? [])].map((label) => label.textContent);
  const name = [here.ariaLabel, here.getAttribute('aria-labelledby'), here.title, ...labelled];
  if (![...name, here.textContent].some((text) => (text ?? '').trim() !== ''))
    wrong.push(`no name: ${here.outerHTML.slice(0, 90)}`);
  if (walker.covered(here)) wrong.push(`covered: ${walker.describe(here)}`);
  if (before !== undefined && before.closest('[data-pane]') === here.closest('[data-pane]')) {
    const [a, b] = [before.getBoundingClientRect(), here.getBoundingClientRect()];
    if (b.bottom <= a.top && b.left <= a.left && b.height > 0 && at > (last?.at ?? 0))
      wrong.push(`goes back up: ${walker.describe(before)} to ${walker.describe(here)}`);
  }
  page.last = { at, look: walker.look(here) };
  const again = walker.visited.includes(here);
  if (!again) walker.visited.push(here);
  return { at, again, wrong };
}

/** Empty when every control is reached once, in order, named, uncovered and visibly focused, and Shift+Tab goes back. */
export async function wrongOnTheWay(page: Page): Promise<string[]> {
  await page.evaluate(install);
  const wrong: string[] = [];
  for (let presses = 0; presses < MOST_PRESSES; presses += 1) {
    const now = await page.evaluate(step);
    wrong.push(...now.wrong);
    if (now.at < 0 || now.again) break;
    await page.keyboard.press('Tab');
  }
  const { seen, missed } = await page.evaluate(() => {
    const { all, visited } = (window as unknown as Walked).walker;
    return {
      seen: visited.map((one) => all.indexOf(one)).filter((at) => at >= 0),
      missed: all.flatMap((one, at) => (visited.includes(one) ? [] : [at])),
    };
  });
  const inOrder = seen.every((at, i) => i === 0 || at > (seen[i - 1] ?? -1));
  if (!inOrder) wrong.push(`out of order: ${seen.join(' ')}`);
  for (const at of missed) wrong.push(`not reached: ${await describe(page, at)}`);
  wrong.push(...(await wrongOnTheWayBack(page, seen)));
  return wrong;
}

const describe = (page: Page, at: number) =>
  page.evaluate((at) => {
    const { walker } = window as unknown as Walked;
    return walker.describe(walker.all[at]);
  }, at);

async function wrongOnTheWayBack(page: Page, seen: readonly number[]): Promise<string[]> {
  const [last = -1, previous, one] = [...seen].reverse();
  await page.evaluate((at) => {
    (window as unknown as Walked).walker.all[at]?.focus();
  }, last);
  const wrong: string[] = [];
  for (const expected of [previous, one]) {
    await page.keyboard.press('Shift+Tab');
    const { at } = await page.evaluate(step);
    if (expected !== undefined && at !== expected)
      wrong.push(`Shift+Tab does not lead to: ${await describe(page, expected)}`);
  }
  return wrong;
}
