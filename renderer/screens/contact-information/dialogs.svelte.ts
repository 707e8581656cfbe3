// Which dialog of the screen is open, if any.
import type { Row } from './contacts.ts';

type Dialog = { readonly kind: 'add' } | { readonly kind: 'replace' | 'remove'; readonly row: Row };

export class Dialogs {
  shown = $state.raw<Dialog>();

  open(dialog: Dialog): void {
    this.shown = dialog;
  }
  close = (): void => {
    this.shown = undefined;
  };
}
