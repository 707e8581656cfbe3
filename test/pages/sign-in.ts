// Signing in as a person does it: the connection form, the panel of a connection, the bar above the screens.
import type { Locator, Page } from 'playwright-core';
import type { SignInWay } from '../../preload/contract/connections.ts';
import type { Texts } from '../../renderer/texts/en.ts';
import { button, field, part } from './controls.ts';
import { dialogOf } from './dialog.ts';
import { failurePanel } from './failure-panel.ts';
import { type ScreenId, screenLink } from './navigation.ts';

export function signInPage(page: Page, texts: Texts) {
  const { signIn: t, connections, words, scopes } = texts;
  const panel = part(page, t.title);
  const failure = failurePanel(page, texts);
  const bar = page
    .getByRole('status')
    .filter({ hasText: t.barTitle })
    .filter({ has: button(page, words.details) });
  return {
    panel,
    /** Above the screen: nobody is signed in. */
    bar,
    barSignIn: button(bar, t.begin).or(button(bar, t.beginAgain)),
    barPaste: button(bar, t.paste),
    /** Whatever is said about a sign-in that is under way. */
    underWay: page.getByRole('status').filter({ hasText: t.steps['browser-opened'] }).first(),
    cancel: button(page, t.cancel).first(),
    begin: button(panel, t.begin).or(button(panel, t.beginAgain)),
    signOut: button(panel, t.signOut),
    state: (state: keyof Texts['signIn']['states']): Locator =>
      panel.getByText(t.states[state], { exact: true }),
    tokenField: dialogOf(page, t.pasteTitle).field(t.token),
    useToken: button(page, t.usePasted),
    failure: failure.panel,
    needs: failure.needs,
    /** By how its name begins: what follows is what it needs, and a name may stand inside another. */
    way: (way: SignInWay): Locator =>
      page.getByRole('radio', { name: new RegExp(`^${t.ways[way]}`) }),
    field: (label: string): Locator => field(page, label),
    scopes: field(page, scopes.label),
    save: button(page, words.save),
    change: button(page, words.change),
    newOne: button(page, connections.newOne),
    retry: button(page, texts.failures.fixes.retry),
    statusBar: page.locator('footer'),
    screen: (screen: ScreenId): Locator => screenLink(page, texts, screen),
    /** The row of a connection in the list. */
    row: (name: string): Locator => part(page, connections.heading).getByRole('button', { name }),
  };
}
