// What failed, as a person reads it on any screen: what is needed, the one fix, and what to copy.
import type { Locator } from 'playwright-core';
import type { Texts } from '../../renderer/texts/en.ts';
import { type At, button } from './controls.ts';

export function failurePanel(at: At, { failures: t }: Texts) {
  const panel = at.getByRole('alert');
  return {
    panel,
    /** API key, scope and right. */
    needs: panel.getByRole('listitem'),
    fix: (name: keyof Texts['failures']['fixes']): Locator => button(panel, t.fixes[name]),
    copy: button(panel, t.copyDetails),
  };
}
