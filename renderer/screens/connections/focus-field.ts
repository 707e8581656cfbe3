// Leads to a field of the connection form, wherever on the page it stands.

/** Of several cards. */
const CHOSEN = 'input[type="radio"]:checked';
const CONTROL = 'input, select, textarea, button';

/** Opens what is folded around it, and puts the focus where it is changed. */
export const focusField = (form: HTMLElement | undefined, field: string): void =>
  focus(form?.querySelector<HTMLElement>(`[data-field="${CSS.escape(field)}"]`));

/** The first that was refused. */
export const focusRefused = (form: HTMLElement | undefined): void =>
  focus(form?.querySelector<HTMLElement>('[aria-invalid]'));

function focus(found: HTMLElement | null | undefined): void {
  found?.closest('details')?.setAttribute('open', '');
  const changed = found?.matches(CONTROL)
    ? found
    : (found?.querySelector<HTMLElement>(CHOSEN) ?? found?.querySelector<HTMLElement>(CONTROL));
  changed?.focus();
  changed?.scrollIntoView({ block: 'center' });
}
