// Long XML: read in a real thread as short XML is read here, refused for the same reasons, and given up at once.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { createLongXmlReader } from '../../../../main/http/long-xml.ts';
import { readXml, XML_LIMITS, type XmlLimits } from '../../../../main/http/hal-xml.ts';
import { startThread } from '../../../support/threads.ts';
import { turnsOf } from '../../../support/turns.ts';

const read = createLongXmlReader(startThread);
const wide: XmlLimits = { ...XML_LIMITS, bytes: 64 * 1024 * 1024, nodes: 2_000_000 };
const service = (at: number) =>
  `<resource rel="services"><link rel="self" href="https://x.test/${at}"/><ServiceCode>${at}</ServiceCode><ServiceName>Søknad &amp; kvittering ${at}</ServiceName><Empty/></resource>`;
const list = (count: number) =>
  Buffer.from(
    `<?xml version="1.0" encoding="utf-8"?><resource><Count>${count}</Count>${Array.from({ length: count }, (_, at) => service(at)).join('')}</resource>`,
  );
const document = (bytes: Buffer, limits = wide) =>
  read({ bytes, charset: undefined, limits, signal: undefined });

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

it('ATK-17 the thread alone reads it, and what it has read of it is taken here in slices', async () => {
  const COUNT = 100_000;
  const answering = `
      const { parentPort } = require('node:worker_threads');
      parentPort.once('message', () => {
        const value = Array.from({ length: ${COUNT} }, (_, at) => at);
        parentPort.postMessage({ json: new TextEncoder().encode(JSON.stringify(value)) });
      });`;
  const taken = createLongXmlReader(() => new Worker(answering, { eval: true }));
  const bytes = Buffer.from('nothing that anybody here could read');
  const { value, turns } = await turnsOf(() =>
    taken({ bytes, charset: undefined, limits: wide, signal: undefined }),
  );
  expect(value).toEqual(Array.from({ length: COUNT }, (_, at) => at));
  expect(turns).toBeGreaterThanOrEqual(Math.floor(COUNT / 256));
});

it('ATK-17 it is given up as soon as nobody wants it any more, with its thread', async () => {
  const busy = new Worker('setInterval(() => undefined, 1000)', { eval: true });
  const ended = once(busy, 'exit');
  const controller = new AbortController();
  const answer = createLongXmlReader(() => busy)({
    bytes: list(1),
    charset: undefined,
    limits: wide,
    signal: controller.signal,
  });
  controller.abort();
  await expect(answer).rejects.toMatchObject({ failure: { kind: 'cancelled' } });
  await ended;
});
