// `npm run bench -- bridge`: calls through the border of the window, beside a bare round trip of the same browser.
import { askedFor, printResult, printTable, quantile, round } from './figures.mjs';
import { inFolder } from './processes.mjs';
import { inBareWindow, inSteward } from './windows.mjs';
import { ensureBuilt } from '../build.mjs';

/** No promise, only figures; `--calls N`, of which the many at once are `--bursts N`. */
export async function benchBridge(args) {
  const { amounts } = askedFor(args, {
    calls: { usual: 200, quick: 100, most: 10_000 },
    bursts: { usual: 5, quick: 3, most: 100 },
  });
  await ensureBuilt();
  const measured = {
    ...(await throughWindow(amounts)),
    'bare round trip': await bareRoundTrips(amounts.calls),
  };
  const figures = Object.fromEntries(
    Object.entries(measured).map(([label, samples]) => [
      label,
      {
        median: round(quantile(samples, 0.5), 2),
        p99: round(quantile(samples, 0.99), 2),
        runs: samples.length,
      },
    ]),
  );
  const [one, bare] = [figures['one call'].median, figures['bare round trip'].median];
  const overBareMs = round(one - bare, 2);
  printTable([
    ['', 'median ms', 'p99 ms', 'runs'],
    ...Object.entries(figures).map(([label, { median, p99, runs }]) => [label, median, p99, runs]),
  ]);
  console.log(`\none call takes ${overBareMs} ms more than a bare round trip of the same browser`);
  return printResult('bridge', {
    amounts,
    anchor: {
      what: 'a bare round trip over the same kind of bridge in an empty window',
      ratio: round(one / bare, 3),
    },
    figures: { overBareMs, ...figures },
  });
}

/** Label -> samples in milliseconds. Calls through the border of Steward's window: one after the other, and many at once. */
async function throughWindow(asked) {
  const ask = ({ page }) =>
    page.evaluate(async ({ calls, bursts }) => {
      const waiting = new Map();
      // Numbers of our own: the page's client counts from 1.
      let last = 1_000_000;
      window.steward.listen((text) => waiting.get(JSON.parse(text).id)?.());
      const call = () =>
        new Promise((resolve) => {
          waiting.set(++last, resolve);
          window.steward.post(
            JSON.stringify({ kind: 'call', id: last, name: 'settings.get', input: {} }),
          );
        });
      const timed = async (work) => {
        const begun = performance.now();
        await work();
        return performance.now() - begun;
      };
      const single = [];
      // Slower than the bridge's limit of 200 calls in a second.
      for (let i = 0; i < calls; i += 1) {
        single.push(await timed(call));
        await new Promise((resolve) => setTimeout(resolve, 8));
      }
      const many = [];
      for (let i = 0; i < bursts; i += 1) {
        await new Promise((resolve) => setTimeout(resolve, 1000));
        many.push(await timed(() => Promise.all(Array.from({ length: 100 }, call))));
      }
      return { 'one call': single, '100 calls at once': many };
    }, asked);
  return await inFolder((dataFolder) => inSteward(dataFolder, ask));
}

/** The same text there and back over a binding out and a call in, where this script is all that answers. */
async function bareRoundTrips(calls) {
  return await inBareWindow(async (page) => {
    const protocol = await page.context().newCDPSession(page);
    await protocol.send('Runtime.enable');
    await protocol.send('Runtime.addBinding', { name: 'toHost' });
    protocol.on('Runtime.bindingCalled', ({ payload }) => {
      const { id } = JSON.parse(payload);
      const answer = JSON.stringify({ kind: 'answer', id, result: { ok: true, value: {} } });
      void protocol.send('Runtime.evaluate', { expression: `fromHost(${JSON.stringify(answer)})` });
    });
    return await page.evaluate(async (calls) => {
      const waiting = new Map();
      globalThis.fromHost = (text) => waiting.get(JSON.parse(text).id)?.();
      const single = [];
      for (let id = 0; id < calls; id += 1) {
        const begun = performance.now();
        await new Promise((resolve) => {
          waiting.set(id, resolve);
          globalThis.toHost(JSON.stringify({ kind: 'call', id, name: 'settings.get', input: {} }));
        });
        single.push(performance.now() - begun);
        await new Promise((resolve) => setTimeout(resolve, 8));
      }
      return single;
    }, calls);
  });
}
