// What is wrong in the layout of a page: texts cut off, controls covered or out of reach, a page that moves sideways.
import type { Page } from 'playwright-core';

/**
 * Looks at the topmost dialog alone where one is open; everything is measured where a person can scroll it to. With `doubledText`,
 * which rows with heights in pixels are not made for, only what is lost to the side and what cannot be pressed counts.
 */
export function faultsInLayout(page: Page, { doubledText = false } = {}): Promise<string[]> {
  return page.evaluate((doubled) => {
    const wrong = new Set<string>();
    const name = (one: Element) => {
      const text =
        one.getAttribute('aria-label') ??
        (one.textContent.trim() || (one.getAttribute('class') ?? ''));
      return `${one.tagName.toLowerCase()} "${text.trim().replaceAll(/\s+/g, ' ').slice(0, 40)}"`;
    };
    const dialogs = [...document.querySelectorAll<HTMLElement>('dialog:modal')];
    const top: HTMLElement = dialogs.at(-1) ?? document.body;
    const isShown = (one: Element) =>
      one.checkVisibility({ visibilityProperty: true, opacityProperty: false }) &&
      one.getClientRects().length > 0 &&
      one.closest('.only-heard, .skip, [inert], dialog:not([open])') === null &&
      // Column headings of what is no longer drawn in columns.
      (one.closest('thead') === null ||
        getComputedStyle(one.closest('thead')!).clipPath === 'none');

    /** Left, right, top and bottom of what is left of it, and of what clips it on the way. */
    interface Box {
      left: number;
      right: number;
      top: number;
      bottom: number;
    }
    const SLACK = 1.5;
    /** What reaches out of the main pane lies over or under the frame. */
    const isPane = (one: Element) => one.id === 'content';
    const clips = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
    const scrolls = (overflow: string) => overflow === 'auto' || overflow === 'scroll';
    const insideOf = (one: Element): Box => {
      const { left, top: upper } = one.getBoundingClientRect();
      const x = left + one.clientLeft;
      const y = upper + one.clientTop;
      return { left: x, right: x + one.clientWidth, top: y, bottom: y + one.clientHeight };
    };
    /** What holds it in the document: what is placed absolutely is not clipped by what lies between. */
    function* holders(one: Element): Generator<HTMLElement> {
      let { position } = getComputedStyle(one);
      for (let at = one.parentElement; at !== null; at = at.parentElement) {
        if (at.matches('dialog:modal, :popover-open')) return;
        const style = getComputedStyle(at);
        if (position === 'fixed') continue;
        if (position === 'absolute' && style.position === 'static') continue;
        yield at;
        position = style.position;
      }
    }
    /** What cuts a box off for good. What scrolls can be moved: from there on, it is its own box that counts. */
    const cutBy = (one: Element, given: Box): { by: Element; side: 'x' | 'y' } | undefined => {
      let { left, right, top: upper, bottom } = given;
      for (const holder of holders(one)) {
        const style = getComputedStyle(holder);
        const inside = insideOf(holder);
        if (scrolls(style.overflowX)) [left, right] = [inside.left, inside.right];
        else if (clips(style.overflowX) || isPane(holder)) {
          if (left < inside.left - SLACK || right > inside.right + SLACK)
            return { by: holder, side: 'x' };
        }
        if (doubled) continue;
        if (scrolls(style.overflowY)) [upper, bottom] = [inside.top, inside.bottom];
        else if (clips(style.overflowY) || isPane(holder)) {
          if (upper < inside.top - SLACK || bottom > inside.bottom + SLACK)
            return { by: holder, side: 'y' };
        }
      }
      if (left < -SLACK || right > innerWidth + SLACK)
        return { by: document.documentElement, side: 'x' };
      if (!doubled && (upper < -SLACK || bottom > innerHeight + SLACK))
        return { by: document.documentElement, side: 'y' };
      return undefined;
    };
    const hasTitle = (one: Element) =>
      one.closest('[title]') !== null || one.querySelector('[title]') !== null;
    /** A text that ends in dots, and can be read whole when the pointer rests on it. */
    const isShortened = (by: Element, side: 'x' | 'y', of: Element) => {
      const style = getComputedStyle(by);
      const dots =
        side === 'x'
          ? style.textOverflow === 'ellipsis'
          : style.getPropertyValue('-webkit-line-clamp') !== 'none';
      return dots && (doubled || hasTitle(by) || hasTitle(of));
    };

    /** Where it can be seen as things are scrolled now. */
    const sightOf = (one: Element): Box => {
      const seen = { left: 0, right: innerWidth, top: 0, bottom: innerHeight };
      for (const holder of holders(one)) {
        const style = getComputedStyle(holder);
        if (style.overflowX === 'visible' && style.overflowY === 'visible') continue;
        const inside = insideOf(holder);
        seen.left = Math.max(seen.left, inside.left);
        seen.right = Math.min(seen.right, inside.right);
        seen.top = Math.max(seen.top, inside.top);
        seen.bottom = Math.min(seen.bottom, inside.bottom);
      }
      return seen;
    };
    /** A pane that was opened over the list, and that closes. */
    const isOver = (met: Element, one: Element) => {
      const over = met.closest('aside');
      return over !== null && !over.contains(one) && getComputedStyle(over).position === 'absolute';
    };
    /** What lies over the end of a text. */
    const overText = (one: Element, lines: DOMRectList): Element | undefined => {
      const line = [...lines].at(-1);
      if (line === undefined || getComputedStyle(one).pointerEvents === 'none') return undefined;
      const seen = sightOf(one);
      const [x, y] = [line.right - 2, (line.top + line.bottom) / 2];
      // On the very edge of what scrolls half a pixel decides who is met.
      if (x <= seen.left + 1 || x >= seen.right - 1) return undefined;
      if (y <= seen.top + 1 || y >= seen.bottom - 1) return undefined;
      const met = document.elementFromPoint(x, y);
      if (met === null || met.contains(one) || one.contains(met)) return undefined;
      return isOver(met, one) ? undefined : met;
    };

    // Also what only a script or the focus can move: then all of the window moves.
    const page = document.scrollingElement ?? document.documentElement;
    if (page.scrollWidth > innerWidth) wrong.add('the page moves sideways');
    if (!doubled && page.scrollHeight > innerHeight)
      wrong.add(`the page moves up and down: ${String(page.scrollHeight)} px`);

    // What scrolls and shows next to nothing of what it has.
    const ROOM = 56;
    for (const one of top.querySelectorAll<HTMLElement>('*')) {
      if (!isShown(one)) continue;
      const style = getComputedStyle(one);
      if (one instanceof HTMLTextAreaElement) continue;
      if (
        !doubled &&
        scrolls(style.overflowY) &&
        one.scrollHeight > one.clientHeight + 2 &&
        one.clientHeight < ROOM
      )
        wrong.add(`no room: ${name(one)} ${String(one.clientHeight)} px`);
    }

    // Texts.
    const texts = document.createTreeWalker(top, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      const { parentElement: one } = node;
      if (one === null || (node.textContent ?? '').trim() === '' || !isShown(one)) continue;
      if (one.closest('option, svg, script, style') !== null) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      if (range.getClientRects().length === 0) continue;
      const over = doubled ? undefined : overText(one, range.getClientRects());
      if (over !== undefined) wrong.add(`covered: the end of ${name(one)} by ${name(over)}`);
      const box = range.getBoundingClientRect();
      const own = getComputedStyle(one);
      const inside = insideOf(one);
      const cut: { by: Element; side: 'x' | 'y' } | undefined =
        clips(own.overflowX) && box.right > inside.right + SLACK
          ? { by: one, side: 'x' }
          : !doubled && clips(own.overflowY) && box.bottom > inside.bottom + 3
            ? { by: one, side: 'y' }
            : scrolls(own.overflowX) || scrolls(own.overflowY)
              ? undefined
              : cutBy(one, box);
      // Ascents reach out of the line.
      if (cut === undefined || isShortened(cut.by, cut.side, one)) continue;
      wrong.add(`cut off: ${name(one)} in ${name(cut.by)} (${cut.by.className})`);
    }

    // Controls.
    const scrolled = new Map<Element, readonly [number, number]>();
    const controls = [
      ...top.querySelectorAll<HTMLElement>(
        'button, a[href], input, select, textarea, summary, [role=tab], [role=separator]',
      ),
      // Of rows, which are all alike, the ends.
      ...[...top.querySelectorAll('tbody, [role=listbox], [role=tree]')].flatMap((list) => {
        const rows = [
          ...list.querySelectorAll<HTMLElement>(
            '[role=option], [role=treeitem], tr[aria-selected]',
          ),
        ];
        return rows.length > 3 ? [...rows.slice(0, 2), ...rows.slice(-1)] : rows;
      }),
    ]
      .filter(isShown)
      // Only its calendar is shown, by the button beside it.
      .filter((one) => !one.matches('[aria-hidden="true"][tabindex="-1"]'));
    for (const one of controls) {
      const [label] = (one as HTMLInputElement).labels ?? [];
      // A field that is drawn by its label.
      const isDrawn = getComputedStyle(one).opacity === '0' || one.closest('.only-heard') !== null;
      const target = isDrawn && label !== undefined ? label : one;
      for (const holder of holders(target)) {
        if (!scrolled.has(holder)) scrolled.set(holder, [holder.scrollLeft, holder.scrollTop]);
      }
      target.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
      // A script scrolls what a person cannot.
      for (const holder of holders(target)) {
        const style = getComputedStyle(holder);
        if (clips(style.overflowX)) holder.scrollLeft = 0;
        if (clips(style.overflowY)) holder.scrollTop = 0;
      }
      page.scrollTo({ left: 0, top: 0, behavior: 'instant' });
      const [box = target.getBoundingClientRect()] = target.getClientRects();
      if (box.width === 0 || box.height === 0) continue;
      const cut = cutBy(target, box);
      const isLine = getComputedStyle(target).display === 'inline';
      if (cut !== undefined && !(isLine && isShortened(cut.by, cut.side, target))) {
        wrong.add(
          `sticks out: ${name(target)} of ${name(cut.by)} (${cut.by.className}) ${cut.side}`,
        );
        continue;
      }
      const seen = sightOf(target);
      const x = (Math.max(box.left, seen.left) + Math.min(box.right, seen.right)) / 2;
      const y = (Math.max(box.top, seen.top) + Math.min(box.bottom, seen.bottom)) / 2;
      const outside =
        box.left > seen.right ||
        box.right < seen.left ||
        box.top > seen.bottom ||
        box.bottom < seen.top;
      if (outside) {
        wrong.add(`out of reach: ${name(target)}`);
        continue;
      }
      const met = document.elementFromPoint(x, y);
      if (met !== null && isOver(met, target)) continue;
      const isMet =
        met !== null &&
        (target.contains(met) ||
          label?.contains(met) === true ||
          (met.contains(target) && getComputedStyle(target).pointerEvents === 'none'));
      if (!isMet)
        wrong.add(
          `covered: ${name(target)} by ${met === null ? 'nothing' : `${name(met)} (${met.className})`}`,
        );
    }
    for (const [holder, [left, upper]] of scrolled)
      holder.scrollTo({ left, top: upper, behavior: 'instant' });
    return [...wrong];
  }, doubledText);
}
