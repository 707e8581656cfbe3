// The places of file transfer in the address: the two boxes, a file in each, the files to send, a job.
import { batchAt } from '../../state/job-place.ts';

export type Box = 'in' | 'out';
export type Place =
  | { readonly kind: 'list'; readonly box: Box; readonly file: string | undefined }
  | { readonly kind: 'send' }
  | { readonly kind: 'job'; readonly job: string };

export const SEND_PLACE = '+send';
const OUT = '+out';

/** Of a box, or of a file in it, as the id of a route. */
export function boxPlace(box: Box, file?: string): string | null {
  if (box === 'in') return file ?? null;
  return file === undefined ? OUT : `${OUT}/${file}`;
}

/** The platform's name of a file. */
export const isFileId = (text: string): boolean =>
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

/** What is no place of ours is the list: an address may be typed or kept from another version. */
export function placeOf(id: string | null): Place {
  const job = batchAt(id);
  if (job !== undefined) return { kind: 'job', job };
  if (id === SEND_PLACE) return { kind: 'send' };
  const [, out, file] = /^(\+out)?\/?([0-9a-f-]{36})?$/i.exec(id ?? '') ?? [];
  return { kind: 'list', box: out === undefined ? 'in' : 'out', file };
}
