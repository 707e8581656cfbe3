// Collects what a page reports from its first script on (errors, violations of its policy), and what a person is asked.
import type { BrowserContext, Page } from 'playwright-core';
import { giveConsents } from './consents.ts';

export interface Heard {
  readonly complaints: string[];
  /** The consents that main asked for, in order; the journey's person gives each. */
  readonly asked: string[];
}

/** To be called before the window goes to its page: nothing is loaded a second time for it. */
export async function listen(context: BrowserContext, { complaints, asked }: Heard): Promise<void> {
  giveConsents(context, asked);
  context.on('weberror', (error) => complaints.push(`error: ${error.error().message}`));
  context.on('console', (line) => {
    if (line.type() === 'error' || line.text().startsWith('csp:')) complaints.push(line.text());
  });
  await context.addInitScript(() => {
    Object.assign(globalThis, { journeyListens: true });
    document.addEventListener('securitypolicyviolation', (event) => {
      console.log(`csp: ${event.effectiveDirective} ${event.blockedURI} ${event.sample}`);
    });
  });
}

/** Whether `listen` came before the page. */
export const isHeard = (page: Page): Promise<boolean> =>
  page.evaluate(() => 'journeyListens' in globalThis);
