// Moves the focus between the panes of the window, marked with `data-pane`, on F6.
export function focusNextPane(): void {
  const panes = [...document.querySelectorAll<HTMLElement>('[data-pane]')].filter(
    (pane) => pane.offsetParent !== null && pane.querySelector('[data-pane]') === null,
  );
  const at = panes.findIndex((pane) => pane.contains(document.activeElement));
  panes[(at + 1) % panes.length]?.focus();
}
