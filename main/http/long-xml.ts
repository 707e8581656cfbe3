// Long XML is read in a thread, and what it means in slices: nothing of it holds the loop (ATK-17).
import { pauses } from '../pauses.ts';
import { askThread, isOutOfMemory, startBuiltThread, type StartThread } from '../threads.ts';
import { readJsonInSlices } from './hal-json.ts';
import { UnreadableXml, type XmlLimits } from './hal-xml.ts';
import type { FromXmlWorker, ToXmlWorker } from './xml-worker.ts';

export interface LongXml {
  readonly bytes: Buffer;
  readonly charset: string | undefined;
  readonly limits: XmlLimits;
  readonly signal: AbortSignal | undefined;
}
/** As `readXml`. Throws UnreadableXml; Problem cancelled once the signal is aborted. */
export type ReadLongXml = (document: LongXml) => Promise<unknown>;

/** A document within its limits takes seconds. */
const LIMIT_MS = 60_000;
/** What the thread has written itself: the limits were those of the XML. */
const OWN_JSON = { depth: 256, keys: Infinity, items: Infinity, stringLength: Infinity };

export function createLongXmlReader(startThread: StartThread = startBuiltThread): ReadLongXml {
  return async ({ bytes, charset, limits, signal }) => {
    const answer = await askThread<ToXmlWorker, FromXmlWorker>(await startThread('xml-worker'), {
      question: { bytes, charset, limits },
      signals: [signal],
      limit: { ms: LIMIT_MS, late: () => new UnreadableXml('too-large') },
      died: (error) =>
        isOutOfMemory(error) ? new UnreadableXml('too-large') : (error ?? new Error('It ended.')),
    });
    if ('fault' in answer) throw new UnreadableXml(answer.fault);
    const json = Buffer.from(answer.json.buffer);
    return readJsonInSlices(json, { limits: OWN_JSON, pause: pauses(signal) });
  };
}
