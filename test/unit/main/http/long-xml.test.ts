// Long XML: read in a real thread as short XML is read here, refused for the same reasons, and given up at once.
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createLongXmlReader } from '../../../../main/http/long-xml.ts';
import { readXml, XML_LIMITS, type XmlLimits } from '../../../../main/http/hal-xml.ts';
import { startThread } from '../../../support/threads.ts';

const read = createLongXmlReader(startThread);
const wide: XmlLimits = { ...XML_LIMITS, bytes: 64 * 1024 * 1024, nodes: 2_000_000 };
const service = (at: number) =>
  `<resource rel="services"><link rel="self" href="https://x.test/${at}"/><ServiceCode>${at}</ServiceCode><ServiceName>Søknad &amp; kvittering ${at}</ServiceName><Empty/></resource>`;
const list = (count: number) =>
  Buffer.from(
    `<?xml version="1.0" encoding="utf-8"?><resource><Count>${count}</Count>${Array.from({ length: count }, (_, at) => service(at)).join('')}</resource>`,
  );
const document = (bytes: Buffer, limits = wide, signal?: AbortSignal) =>
  read({ bytes, charset: undefined, limits, signal });

/** Milliseconds for which the loop was held at most while this ran. */
async function longestHold(work: () => Promise<unknown>): Promise<number> {
  const histogram = monitorEventLoopDelay({ resolution: 5 });
  histogram.enable();
  await work();
  await delay(20);
  histogram.disable();
  return histogram.max / 1e6;
}

it('PAR-11 a long document has the value that it has when it is read here', async () => {
  const bytes = list(2000);
  expect(await document(bytes)).toEqual(readXml(bytes, undefined, wide));
});

it('PAR-11 it is refused for the same reason, and nothing of it is said', async () => {
  const torn = Buffer.concat([list(2000), Buffer.from('<Key>marker')]);
  await expect(document(torn)).rejects.toMatchObject({ fault: 'syntax' });
  await expect(document(torn)).rejects.not.toThrow(/marker/);
  await expect(document(list(2000), { ...wide, nodes: 1000 })).rejects.toMatchObject({
    fault: 'too-many-nodes',
  });
});

it('ATK-17 30 MB of XML never hold the loop as long as reading them here does', async () => {
  const bytes = list(120_000);
  expect(bytes.length).toBeGreaterThan(20 * 1024 * 1024);
  const begun = performance.now();
  readXml(bytes, undefined, wide);
  const here = performance.now() - begun;
  const held = await longestHold(() => document(bytes));
  expect(held).toBeLessThan(here / 4);
});

it('ATK-17 it is given up as soon as nobody wants it any more', async () => {
  const controller = new AbortController();
  const answer = document(list(60_000), wide, controller.signal);
  controller.abort();
  await expect(answer).rejects.toMatchObject({ failure: { kind: 'cancelled' } });
});
