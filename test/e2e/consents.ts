// Gives the consents that main asks a journey for, keeps their words, and takes the places offered to save to.
import type { BrowserContext } from 'playwright-core';
import { answerQuestions, asksForConsent, asksForPlace } from '../support/consent.ts';

/** To be called before the window goes to its page. Each consent is given, and `asked` has the words, in order. */
export function giveConsents(context: BrowserContext, asked: string[]): void {
  // Other questions of the browser are left to the shell and the journey; unheard, Playwright would answer them itself.
  answerQuestions(context, (asks) => {
    if (asksForConsent(asks)) asked.push(asks);
    else if (!asksForPlace(asks)) return undefined;
    return true;
  });
}
