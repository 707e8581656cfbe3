// The keys of a list of buttons that opens below another one: the arrows go from one to the next.

/** Whether the key was one of them; `above` has the focus when a key leads up from the first, which else leads to the last. */
export function movedInMenu(
  event: KeyboardEvent,
  menu: HTMLElement | undefined,
  above?: { focus: () => void },
): boolean {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined || menu === undefined) return false;
  event.preventDefault();
  event.stopPropagation();
  const all = [...menu.querySelectorAll<HTMLElement>('.menu-item')];
  const at = all.findIndex((one) => one === document.activeElement);
  if (at + step < 0 && above !== undefined) above.focus();
  else if (above !== undefined) all[Math.min(at + step, all.length - 1)]?.focus();
  else all[(Math.max(at, step === 1 ? -1 : 0) + step + all.length) % all.length]?.focus();
  return true;
}
