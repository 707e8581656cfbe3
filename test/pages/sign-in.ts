// Signing in as a person does it: the connection form, the panel of a connection, the bar above the screens.
import type { Locator, Page } from 'playwright-core';
import type { SignInWay } from '../../preload/contract/connections.ts';
import type { Texts } from '../../renderer/texts/en.ts';

export function signInPage(page: Page, texts: Texts) {
  const { signIn: t, connections, failures, words, frame, scopes } = texts;
  const button = (at: Page | Locator, name: string): Locator =>
    at.getByRole('button', { name, exact: true });
  const panel = page.getByRole('region', { name: t.title, exact: true });
  const bar = page
    .getByRole('status')
    .filter({ hasText: t.barTitle })
    .filter({ has: page.getByRole('button', { name: words.details, exact: true }) });
  const field = (label: string): Locator => page.getByLabel(label, { exact: true });
  return {
    panel,
    /** "Signed out." above the screen. */
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
    tokenField: page
      .getByRole('dialog', { name: t.pasteTitle })
      .getByLabel(t.token, { exact: true }),
    useToken: button(page, t.usePasted),
    failure: page.getByRole('alert'),
    needs: page.getByRole('alert').getByRole('listitem'),
    way: (way: SignInWay): Locator => page.getByRole('radio', { name: t.ways[way] }),
    field,
    scopes: field(scopes.label),
    save: button(page, words.save),
    change: button(page, words.change),
    newOne: button(page, connections.newOne),
    retry: button(page, failures.fixes.retry),
    statusBar: page.locator('footer'),
    screen: (screen: keyof Texts['frame']['screens']): Locator =>
      page.getByRole('navigation').getByRole('link', { name: frame.screens[screen], exact: true }),
    /** The row of a connection in the list. */
    row: (name: string): Locator =>
      page
        .getByRole('region', { name: connections.heading, exact: true })
        .getByRole('button', { name }),
  };
}
