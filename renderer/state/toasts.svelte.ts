// Short messages that disappear by themselves, with Undo where there is one. Never the only place of an error.
import type { Locale } from '../../preload/contract/locale.ts';
import type { Toast } from '../components/window-setting.ts';
import { language } from '../texts/language.svelte.ts';

const LIFETIME = 8000;

let shown = $state.raw<readonly (Toast & { readonly locale: Locale })[]>([]);
let last = 0;
/** Of those whose time runs; none runs while a person is at them (WCAG 2.2.1). Not state: nothing is shown of it. */
// eslint-disable-next-line svelte/prefer-svelte-reactivity
const ending = new Map<number, ReturnType<typeof setTimeout>>();
let held = false;

function endLater(id: number): void {
  ending.set(
    id,
    setTimeout(() => {
      toasts.dismiss(id);
    }, LIFETIME),
  );
}

export const toasts = {
  /** Those in the language of now: what was said in another one is gone with it. */
  get shown(): readonly Toast[] {
    return shown.filter(({ locale }) => locale === language.locale);
  },
  show(text: string, more: Partial<Pick<Toast, 'tone' | 'action'>> = {}): void {
    const toast = {
      id: (last += 1),
      text,
      tone: 'neutral',
      ...more,
      locale: language.locale,
    } as const;
    shown = [...shown.slice(-2), toast];
    if (!held) endLater(toast.id);
  },
  /** The pointer or the focus is at them: they stay. Once it is not, each has its whole time again. */
  hold(now: boolean): void {
    if (held === now) return;
    held = now;
    for (const timer of ending.values()) clearTimeout(timer);
    ending.clear();
    if (!now) for (const { id } of shown) endLater(id);
  },
  dismiss: (id: number): void => {
    clearTimeout(ending.get(id));
    ending.delete(id);
    shown = shown.filter((toast) => toast.id !== id);
  },
};
