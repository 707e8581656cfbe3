// Answers the system's file dialog with a real path, as a person would: Playwright's own way hands over a copy without one.
import type { Page } from 'playwright-core';

/** Does `act`, which opens the dialog, and picks `file` in it. */
export async function pickFile(page: Page, act: () => Promise<void>, file: string): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  try {
    await cdp.send('Page.enable');
    await cdp.send('Page.setInterceptFileChooserDialog', { enabled: true });
    const opened = new Promise<number>((resolve, reject) => {
      cdp.once('Page.fileChooserOpened', ({ backendNodeId }) => {
        if (backendNodeId === undefined) reject(new Error('The dialog belongs to no input.'));
        else resolve(backendNodeId);
      });
    });
    const [backendNodeId] = await Promise.all([opened, act()]);
    await cdp.send('DOM.setFileInputFiles', { backendNodeId, files: [file] });
    await cdp.send('Page.setInterceptFileChooserDialog', { enabled: false });
  } finally {
    await cdp.detach();
  }
}
