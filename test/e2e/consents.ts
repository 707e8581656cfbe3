// Gives the consents that main asks a journey for, keeps their words, and takes the places offered to save to.
import type { BrowserContext } from 'playwright-core';
import { asksForConsent, asksForPlace } from '../support/consent.ts';

/** To be called before the window goes to its page. Each consent is given, and `asked` has the words, in order. */
export function giveConsents(context: BrowserContext, asked: string[]): void {
  // Other questions of the browser are left to the shell and the journey; unheard, Playwright would answer them itself.
  context.on('dialog', (dialog) => {
    if (dialog.type() !== 'confirm') return;
    if (asksForConsent(dialog.message())) asked.push(dialog.message());
    else if (!asksForPlace(dialog.message())) return;
    void dialog.accept().catch(() => undefined);
  });
}
