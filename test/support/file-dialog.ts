// Answers the system's file dialog with a real path. Playwright's own way hands over a copy without one.
import type { Page } from 'playwright-core';

/** The next dialog is answered with `file`; `answered` resolves when it was. */
export async function answerNextDialog(
  page: Page,
  file: string,
): Promise<{ readonly answered: Promise<void> }> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Page.enable');
  await cdp.send('Page.setInterceptFileChooserDialog', { enabled: true });
  const opened = new Promise<number>((resolve, reject) => {
    cdp.once('Page.fileChooserOpened', ({ backendNodeId }) => {
      if (backendNodeId === undefined) reject(new Error('The dialog belongs to no input.'));
      else resolve(backendNodeId);
    });
  });
  const answered = opened.then(async (backendNodeId) => {
    await cdp.send('DOM.setFileInputFiles', { backendNodeId, files: [file] });
    await cdp.send('Page.setInterceptFileChooserDialog', { enabled: false });
    await cdp.detach();
  });
  return { answered };
}

/** Does `act`, which opens the dialog, and picks `file` in it. */
export async function pickFile(page: Page, act: () => Promise<void>, file: string): Promise<void> {
  const { answered } = await answerNextDialog(page, file);
  await Promise.all([answered, act()]);
  await pickedFileShown(page);
}

/** A field shows the file once main has answered; until then its button is busy, and the form has none. */
export const pickedFileShown = (page: Page): Promise<void> =>
  page.locator('.file > button[aria-busy="true"]').waitFor({ state: 'detached' });
