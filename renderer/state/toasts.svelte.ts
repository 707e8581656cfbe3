// Short messages that disappear by themselves, with Undo where there is one. Never the only place of an error.
import type { Locale } from '../../preload/contract/locale.ts';
import type { Toast } from '../components/window-setting.ts';
import { language } from '../texts/language.svelte.ts';

const LIFETIME = 8000;

let shown = $state.raw<readonly (Toast & { readonly locale: Locale })[]>([]);
let last = 0;

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
    setTimeout(() => {
      toasts.dismiss(toast.id);
    }, LIFETIME);
  },
  dismiss: (id: number): void => {
    shown = shown.filter((toast) => toast.id !== id);
  },
};
