// Where the focus goes when what had it is gone: the heading of what is shown. From it Tab goes on, and it is read.

/** False where there is no heading yet. */
export function focusHeading(
  within: Element | null = document.querySelector('main'),
  called = 'h1',
): boolean {
  const heading = within?.querySelector<HTMLElement>(called);
  if (heading?.tagName === 'H1') heading.setAttribute('tabindex', '-1');
  heading?.focus();
  return heading instanceof HTMLElement;
}

/** What has the focus, also within what has a tree of its own, such as an editor: the element around that takes none. */
export function focusedElement(): Element | null {
  let one = document.activeElement;
  while (one?.shadowRoot?.activeElement) one = one.shadowRoot.activeElement;
  return one;
}

/** Whether nothing has the focus, or only what is gone had it. */
export const isNowhere = (element: Element | null): boolean =>
  element === null || element === document.body || !element.isConnected;

/**
 * After a way to another place: its heading has the focus as soon as it is there, or what the place itself begins with (`autofocus`),
 * unless the place, a dialog or a person gave the focus to something else meanwhile. `before` had it on the way. What comes back ends
 * the waiting. `called` is the selector of what stands for the heading.
 */
export function focusArrival(
  within: Element,
  before: WeakRef<Element> | null,
  called = 'h1',
): () => void {
  const waiting = new MutationObserver(arrive);
  function arrive() {
    const { activeElement: now } = document;
    const isTaken =
      document.querySelector('dialog:modal') !== null ||
      (!isNowhere(now) && now !== before?.deref());
    if (isTaken || focusFirst(within) || focusHeading(within, called)) waiting.disconnect();
  }
  waiting.observe(within, { childList: true, subtree: true });
  arrive();
  return () => waiting.disconnect();
}

/** Svelte gives it the focus a moment after it is drawn, and only where nothing has it: the heading would be there first. */
function focusFirst(within: Element): boolean {
  const first = within.querySelector<HTMLElement>('[autofocus]');
  first?.focus();
  return first !== null && first === document.activeElement;
}
