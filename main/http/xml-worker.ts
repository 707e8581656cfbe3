// Reads one long document in XML in a thread of its own; its value goes back as JSON, which is read in slices.
import { parentPort } from 'node:worker_threads';
import { readXml, UnreadableXml, type XmlFault, type XmlLimits } from './hal-xml.ts';

export interface ToXmlWorker {
  readonly bytes: Uint8Array;
  readonly charset: string | undefined;
  readonly limits: XmlLimits;
}
/** UTF-8. */
export type FromXmlWorker =
  | { readonly json: Uint8Array<ArrayBuffer> }
  | { readonly fault: XmlFault };

function read({ bytes, charset, limits }: ToXmlWorker): FromXmlWorker {
  try {
    const value = readXml(
      Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length),
      charset,
      limits,
    );
    return { json: new TextEncoder().encode(JSON.stringify(value)) };
  } catch (error) {
    if (error instanceof UnreadableXml) return { fault: error.fault };
    throw error;
  }
}

parentPort?.on('message', (message: ToXmlWorker) => {
  const answer = read(message);
  parentPort?.postMessage(answer, 'json' in answer ? [answer.json.buffer] : []);
});
