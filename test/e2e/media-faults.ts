// What of a page is lost in forced colours, and what moves on it although the system asks for less motion.
import type { Page } from 'playwright-core';

/** Without what a system of forced colours paints itself: colours and shadows are no form. */
interface Seen {
  mark(): void;
  faults(): string[];
}
type Marked = Window & { seen: Seen };

/** Defines `window.seen`; run in the page, so everything it needs is inside. */
function install(): void {
  const all = <E extends Element = HTMLElement>(selector: string): E[] =>
    [...document.querySelectorAll<E>(selector)].filter(
      (one) =>
        one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
        one.closest('[inert], dialog:not([open]), [popover]:not(:popover-open)') === null &&
        one.getBoundingClientRect().width > 1,
    );
  const describe = (one: Element) =>
    `${one.tagName.toLowerCase()}.${[...one.classList].filter((name) => !name.startsWith('svelte-')).join('.')} "${(one.getAttribute('aria-label') ?? one.textContent).trim().slice(0, 30)}"`;
  const isClear = (colour: string) => /^transparent$|^rgba\(.*, 0\)$|\/ 0\)$/.test(colour);
  const SIDES = ['Top', 'Right', 'Bottom', 'Left'] as const;
  const hasLine = (style: CSSStyleDeclaration) =>
    (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 1) ||
    SIDES.some(
      (side) =>
        style[`border${side}Style`] !== 'none' &&
        parseFloat(style[`border${side}Width`]) >= 1 &&
        !isClear(style[`border${side}Color`]),
    );
  const PARTS = [undefined, '::before', '::after'] as const;
  /** What is left where colours are the system's: lines, pictures, forms, weights. */
  const form = (one: Element): string =>
    [one, ...[...one.querySelectorAll('*')].slice(0, 40)]
      .flatMap((each) =>
        PARTS.map((part) => {
          const s = getComputedStyle(each, part);
          const borders = SIDES.map((side) => s[`border${side}Width`] + s[`border${side}Style`]);
          return [
            ...[s.outlineStyle, s.outlineWidth, s.outlineOffset, ...borders, s.backgroundImage],
            ...[s.maskImage, s.clipPath, s.content, s.display, s.visibility, s.opacity, s.rotate],
            ...[s.transform, s.fontWeight, s.textDecorationLine, s.width, s.height, s.scale],
          ].join();
        }),
      )
      .join('|');

  const ground = (one: Element | null): string => {
    if (one === null) return '';
    const colour = getComputedStyle(one).backgroundColor;
    return isClear(colour) ? ground(one.parentElement) : colour;
  };
  /** Small empty elements that are a sign: a dot, a badge, the done part of a bar. */
  const isSign = (one: Element) => {
    const { width, height } = one.getBoundingClientRect();
    return (
      one.childElementCount === 0 &&
      one.textContent.trim() === '' &&
      height >= 2 &&
      Math.min(width, height) <= 24 &&
      one.closest('svg, input, [role=status], [role=separator]') === null
    );
  };
  const paints = (one: Element) => {
    const style = getComputedStyle(one);
    const hasGround =
      !isClear(style.backgroundColor) && style.backgroundColor !== ground(one.parentElement);
    return hasGround || style.backgroundImage !== 'none' || hasLine(style);
  };

  const controls = () => [
    ...all(
      'button, select, textarea, summary, a.ds-button, [role=tab], [role=button], input:not([type=hidden], .only-heard)',
    ),
    ...all<HTMLInputElement>('input.only-heard').flatMap((one) => one.closest('label') ?? []),
  ];
  const edgeless = () =>
    controls()
      .filter((one) => {
        // A field may have its line around it, with its button inside.
        const around = [one, one.parentElement].filter((each) => each !== null);
        return !around
          .slice(0, one.matches('input, textarea') ? 2 : 1)
          .some((each) => hasLine(getComputedStyle(each)));
      })
      .map((one) => `no edge: ${describe(one)}`);

  const STATES = ['aria-selected', 'aria-pressed', 'aria-checked', 'aria-current'] as const;
  const coloured = () => {
    const wrong: string[] = [];
    const differs = (one: Element, take: () => void, give: () => void) => {
      const before = form(one);
      take();
      const isSame = form(one) === before;
      give();
      if (isSame) wrong.push(`a state by colour only: ${describe(one)}`);
    };
    for (const state of STATES)
      for (const one of all(`[${state}]:not([${state}=false], [${state}=''])`)) {
        const value = one.getAttribute(state) ?? '';
        const classes = one.className;
        differs(
          one,
          () => {
            one.removeAttribute(state);
            one.classList.remove('on', 'chosen', 'active');
          },
          () => {
            one.setAttribute(state, value);
            one.className = classes;
          },
        );
      }
    for (const one of document.querySelectorAll<HTMLInputElement>('input:checked')) {
      const label = one.closest('label');
      if (!one.matches('.only-heard') || label === null) continue;
      const classes = label.className;
      differs(
        label,
        () => {
          one.checked = false;
          label.classList.remove('on');
        },
        () => {
          one.checked = true;
          label.className = classes;
        },
      );
    }
    for (const one of all<HTMLInputElement>('input:checked:not(.only-heard)'))
      differs(
        one,
        () => (one.checked = false),
        () => (one.checked = true),
      );
    return wrong;
  };

  const unfocused = () => {
    const wrong: string[] = [];
    const lines = (one: Element) =>
      [one, one.closest('label'), one.parentElement, one.nextElementSibling]
        .filter((each) => each !== null)
        .flatMap((each) =>
          PARTS.map((part) => {
            const s = getComputedStyle(each, part);
            return [s.outlineStyle, s.outlineWidth, s.outlineOffset, s.borderTopWidth].join();
          }),
        )
        .join('|');
    const before = document.activeElement;
    for (const one of all('a[href], button, input, select, textarea, summary, [tabindex="0"]')) {
      if ((one as HTMLButtonElement).disabled || one.tabIndex < 0) continue;
      (document.activeElement as HTMLElement | null)?.blur();
      const resting = lines(one);
      one.focus({ preventScroll: true });
      // What puts the focus on one of its rows shows it there.
      if (document.activeElement === one && lines(one) === resting)
        wrong.push(`no visible focus: ${describe(one)}`);
    }
    if (before instanceof HTMLElement) before.focus();
    return wrong;
  };

  Object.assign(window, {
    seen: {
      mark() {
        for (const one of all<HTMLElement>('body *'))
          if (isSign(one) && paints(one)) one.dataset['sign'] = '';
      },
      faults() {
        const lost = all('[data-sign]')
          .filter((one) => !paints(one))
          .map(
            (one) =>
              `a sign that is not seen: ${describe(one)} in ${describe(one.parentElement ?? one)}`,
          );
        return [...new Set([...edgeless(), ...coloured(), ...unfocused(), ...lost])];
      },
    } satisfies Seen,
  });
}

/** Empty when every control has an edge, no state is told by colour alone, and focus and small signs are seen. */
export async function lostInForcedColours(page: Page): Promise<string[]> {
  await page.emulateMedia({ forcedColors: 'none', reducedMotion: 'reduce' });
  await page.evaluate(install);
  await page.evaluate(() => {
    (window as unknown as Marked).seen.mark();
  });
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  // From here on the focus is one of the keyboard.
  await page.keyboard.press('Tab');
  return page.evaluate(() => (window as unknown as Marked).seen.faults());
}

/** Whatever runs, or would run at its next change, for longer than a blink. */
export function movesFor(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const BLINK_S = 0.02;
    const seconds = (text: string) =>
      text.split(',').map((one) => parseFloat(one) * (one.trim().endsWith('ms') ? 0.001 : 1));
    const wrong = new Set<string>();
    for (const one of document.querySelectorAll('*'))
      for (const part of [undefined, '::before', '::after', '::backdrop']) {
        const style = getComputedStyle(one, part);
        const longest = Math.max(
          ...seconds(style.transitionDuration),
          ...(style.animationName === 'none' ? [] : seconds(style.animationDuration)),
        );
        if (longest > BLINK_S || style.scrollBehavior === 'smooth')
          wrong.add(
            `${one.tagName.toLowerCase()}.${String(one.getAttribute('class'))}${part ?? ''}: ${longest} s`,
          );
      }
    for (const one of document.getAnimations()) {
      const { duration } = one.effect?.getComputedTiming() ?? {};
      if (Number(duration) > BLINK_S * 1000) wrong.add(`an animation of ${String(duration)} ms`);
    }
    return [...wrong];
  });
}
