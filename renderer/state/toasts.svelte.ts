// Short messages that disappear by themselves, with Undo where there is one. Never the only place of an error.
import type { Toast } from '../components/window-setting.ts';

const LIFETIME = 8000;

let shown = $state.raw<readonly Toast[]>([]);
let last = 0;

export const toasts = {
  get shown(): readonly Toast[] {
    return shown;
  },
  show(text: string, more: Partial<Pick<Toast, 'tone' | 'action'>> = {}): void {
    const toast: Toast = { id: (last += 1), text, tone: 'neutral', ...more };
    shown = [...shown.slice(-2), toast];
    setTimeout(() => {
      toasts.dismiss(toast.id);
    }, LIFETIME);
  },
  dismiss: (id: number): void => {
    shown = shown.filter((toast) => toast.id !== id);
  },
};
