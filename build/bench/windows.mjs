// The windows that the benchmarks steer: Steward's, and an empty one of the same browser as its anchor.
import { chromium } from 'playwright-core';
import { startChromiumShell } from '../launch.mjs';

/** As a person's window of usual size. */
export const SIZE = { width: 1280, height: 800 };

/** While `work` runs: Steward in a window, with its page and context; with `held` the page is not there before `letGo()`. */
export async function inSteward(dataFolder, work, { held = false } = {}) {
  const shell = startChromiumShell({
    dataFolder,
    headless: true,
    keychain: 'memory',
    steered: true,
    held,
  });
  try {
    const { debugPort } = await shell.ready;
    const browser = await chromium.connectOverCDP(`http://127.0.0.1:${debugPort}`);
    const [context] = browser.contexts();
    const [page] = context.pages();
    return await work({ page, context, letGo: () => shell.letGo() });
  } finally {
    await shell.stop();
  }
}

/** While `work` runs: a page without anything, in the browser that Steward's window is one of. */
export async function inBareWindow(work) {
  const executablePath = process.env.STEWARD_CHROMIUM ?? '/usr/bin/chromium';
  const browser = await chromium.launch({ executablePath });
  try {
    return await work(await browser.newPage({ viewport: SIZE }));
  } finally {
    await browser.close();
  }
}

/**
 * Into the page: `benchDrawn(begun)`, within a frame, answers the milliseconds from `begun` to a task of its own after it; `benchFrame`
 * those to the end of the next frame.
 */
export async function addFrames(page) {
  await page.evaluate(() => {
    globalThis.benchDrawn = (begun) =>
      new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(performance.now() - begun);
        port2.postMessage(undefined);
      });
    globalThis.benchFrame = (begun) =>
      new Promise((resolve) => {
        requestAnimationFrame(() => resolve(globalThis.benchDrawn(begun)));
      });
  });
}

/** Milliseconds from the next `event` of a person to the end of the frame that first has `selector`: the function answers them. */
export async function watchFirst(page, event, selector) {
  await addFrames(page);
  await page.evaluate(
    ({ event, selector }) => {
      globalThis.benchFirst = new Promise((resolve) => {
        const begun = ({ timeStamp }) => {
          const look = () => {
            if (document.querySelector(selector) === null) requestAnimationFrame(look);
            else resolve(globalThis.benchDrawn(timeStamp));
          };
          requestAnimationFrame(look);
        };
        addEventListener(event, begun, { capture: true, once: true });
      });
    },
    { event, selector },
  );
  return () => page.evaluate(() => globalThis.benchFirst);
}

/** Milliseconds from each key that changes a field to the end of the next frame, from now on: `keys()` answers them. */
export async function watchKeys(page) {
  await addFrames(page);
  await page.evaluate(() => {
    globalThis.benchKeys = [];
    if (globalThis.benchWatches) return;
    globalThis.benchWatches = true;
    let pressed = 0;
    addEventListener('keydown', ({ timeStamp }) => (pressed = timeStamp), { capture: true });
    const changed = () =>
      void globalThis.benchFrame(pressed).then((took) => globalThis.benchKeys.push(took));
    addEventListener('input', changed, { capture: true });
  });
  return () => page.evaluate(() => globalThis.benchKeys);
}
