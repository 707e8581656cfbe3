// The buttons that help with a field: one Tab leads to the field and on from it, and Alt+Enter from the field to them.

export const HELPERS_KEY = 'Alt+Enter';

/** Spread on a button that stands beside its field, inside an element with `{@attach helped}`. */
export const helper = {
  tabindex: -1,
  'data-helper': '',
  'aria-keyshortcuts': HELPERS_KEY,
} as const;

const BOX = '[data-helped]';
const boxOf = (node: Element) => node.closest<HTMLElement>(BOX);

/** For `{@attach helped}` around a field and its helpers. One may be inside another, such as a day in a row of a form. */
export function helped(box: HTMLElement): () => void {
  box.dataset['helped'] = '';
  let from: HTMLElement | undefined;

  /** Those of the box and of the boxes around the field, but not of other fields beside it. */
  const helpersOf = (field: Element) =>
    [...box.querySelectorAll<HTMLElement>('[data-helper]')].filter((one) => {
      const own = boxOf(one);
      return own === box || own?.contains(field) === true;
    });

  function told({ target }: FocusEvent) {
    if (isField(target) && helpersOf(target).length > 0)
      target.setAttribute('aria-keyshortcuts', HELPERS_KEY);
  }
  function key(event: KeyboardEvent) {
    // The outermost box knows all of them.
    if (event.defaultPrevented || box.parentElement?.closest(BOX) instanceof HTMLElement) return;
    const { target } = event;
    if (!(target instanceof HTMLElement)) return;
    if (isField(target) && event.key === 'Enter' && event.altKey) {
      const [first] = helpersOf(target);
      if (first === undefined) return;
      taken(event);
      from = target;
      first.focus();
      return;
    }
    if (from === undefined || target.dataset['helper'] === undefined) return;
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (event.key !== 'Escape' && step === undefined) return;
    taken(event);
    if (step === undefined) {
      from.focus();
      return;
    }
    const all = helpersOf(from);
    all[(all.indexOf(target) + step + all.length) % all.length]?.focus();
  }

  box.addEventListener('focusin', told);
  // Before the field itself, whose Enter may choose in a list.
  box.addEventListener('keydown', key, true);
  return () => {
    box.removeEventListener('focusin', told);
    box.removeEventListener('keydown', key, true);
  };
}

function taken(event: Event) {
  event.preventDefault();
  event.stopPropagation();
}

const isField = (target: EventTarget | null): target is HTMLElement =>
  target instanceof HTMLInputElement ||
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement;
