// Collects what a page complains about from its first script on, and what a person is asked.
import type { BrowserContext, Page } from 'playwright-core';
import { hearWindow, isComplaint } from '../support/complaints.ts';
import { giveConsents } from './consents.ts';

export interface Heard {
  readonly complaints: string[];
  /** The consents that main asked for, in order; the journey's person gives each. */
  readonly asked: string[];
}

/** Before what the window tells, on its way out through the console. */
const FROM_WINDOW = 'complaint of the window: ';

/** To be called before the window goes to its page: nothing is loaded a second time for it. */
export async function listen(context: BrowserContext, { complaints, asked }: Heard): Promise<void> {
  giveConsents(context, asked);
  context.on('console', (line) => {
    const text = line.text();
    if (text.startsWith(FROM_WINDOW)) complaints.push(text.slice(FROM_WINDOW.length));
    else if (isComplaint(line.type(), text)) complaints.push(text);
  });
  await context.addInitScript(`{
    globalThis.journeyListens = true;
    const { log } = console;
    (${String(hearWindow)})((complaint) => log(${JSON.stringify(FROM_WINDOW)} + complaint));
    // What Svelte warns of says what is wrong and not where: the places are told with it.
    const { warn } = console;
    console.warn = (...said) =>
      said.some((one) => String(one).includes('svelte.dev/e/')) ? warn(...said, new Error().stack) : warn(...said);
  }`);
}

/** Whether `listen` came before the page. */
export const isHeard = (page: Page): Promise<boolean> =>
  page.evaluate(() => 'journeyListens' in globalThis);
