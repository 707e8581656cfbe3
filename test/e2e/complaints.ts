// Collects what a page reports from its first script on: errors and violations of the content security policy.
import type { BrowserContext, Page } from 'playwright-core';

/** To be called before the window goes to its page: nothing is loaded a second time for it. */
export async function listen(context: BrowserContext, complaints: string[]): Promise<void> {
  // The browser's questions are the shell's to answer; unheard, Playwright would answer them itself.
  context.on('dialog', () => undefined);
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
