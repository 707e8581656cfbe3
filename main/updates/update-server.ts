// The server of new versions, as the program asks it: two small texts and one large file, without credentials.
import { createHash } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import type { ManagedSettings } from '../../preload/contract/managed.ts';
import type { Transport } from '../http/transport.ts';
import type { ExchangeRequest, ExchangeResponse, Route } from '../http/exchange.ts';
import type { Problem } from '../problem.ts';
import { unexpectedAnswer } from '../problems.ts';
import { fileProblemOf, watchRoom } from '../storage/disk.ts';
import path from 'node:path';
import { refusal } from './refusals.ts';

export interface UpdateServerNeeds {
  readonly transport: Transport;
  readonly managed: ManagedSettings | null;
  readonly systemProxy: (address: URL) => Promise<Route['proxy']>;
}

export interface UpdateServer {
  /**
   * The list and what stands in its signature file. Problem conflict (`no-list`, `unsigned`, `redirected`), unreachable,
   * certificate, unexpected-answer.
   */
  list(name: string, signal: AbortSignal): Promise<{ list: Buffer; signature: string }>;
  /** Writes a file to a path that is not there yet (0600), whole and with this hash, or takes it away again. */
  file(order: FileOrder): Promise<void>;
}

export interface FileOrder {
  readonly name: string;
  readonly to: string;
  readonly bytes: number | null;
  /** Base64. */
  readonly sha512: string;
  readonly signal: AbortSignal;
  readonly report: (step: { bytes: number; of: number | null }) => void;
}

/** A list names a handful of files and holds the release notes. */
const LIST_BYTES = 256 * 1024;
const SIGNATURE_BYTES = 1024;
const SMALL_MS = 30_000;
/** A slow line may take its time; a silent one is given up by the transport's own limit between two bytes. */
const FILE_MS = 4 * 3600_000;
/** Where a list does not say; no package of this program comes near it. */
const MOST_FILE_BYTES = 1024 ** 3;

/** `address` is https. Nothing is asked before one of the two is called. */
export function openUpdateServer(address: string, needs: UpdateServerNeeds): UpdateServer {
  const base = new URL(address.endsWith('/') ? address : `${address}/`);
  if (base.protocol !== 'https:') throw refusal('address');
  const request = async (name: string, more: Partial<ExchangeRequest>) =>
    needs.transport.exchange({
      route: await routeTo(base, needs),
      method: 'GET',
      address: new URL(encodeURIComponent(name), base),
      headers: { Accept: '*/*', 'Accept-Encoding': 'identity', 'Cache-Control': 'no-cache' },
      ...more,
    });
  const small = (name: string, bytes: number, signal: AbortSignal) =>
    request(name, {
      limits: { compressedBytes: bytes, inflatedBytes: bytes, totalMs: SMALL_MS },
      signal,
    });

  return {
    async list(name, signal) {
      const list = await small(name, LIST_BYTES, signal);
      refuseOther(list, 'no-list');
      const signature = await small(`${name}.sig`, SIGNATURE_BYTES, signal);
      refuseOther(signature, 'unsigned');
      return { list: list.body, signature: signature.body.toString('latin1') };
    },
    async file(order) {
      const handle = await open(order.to, 'wx', 0o600).catch((error: unknown) => {
        throw fileProblemOf(error);
      });
      try {
        await receiveFile(order, handle, (more) => request(order.name, more));
      } catch (error) {
        await rm(order.to, { force: true }).catch(() => undefined);
        throw error;
      }
    },
  };
}

/** Writes, counts and hashes what comes; closes the handle. */
async function receiveFile(
  { to, bytes, sha512, signal, report }: FileOrder,
  handle: FileHandle,
  request: (more: Partial<ExchangeRequest>) => Promise<ExchangeResponse>,
): Promise<void> {
  const hash = createHash('sha512');
  const most = bytes ?? MOST_FILE_BYTES;
  let got = 0;
  let trouble: Problem | undefined;
  const noted = (error: unknown) => {
    throw (trouble = fileProblemOf(error));
  };
  const room = watchRoom(path.dirname(to));
  const write = async (chunk: Buffer) => {
    got += chunk.length;
    if (got > most) throw (trouble = refusal('file'));
    hash.update(chunk);
    await room.take(chunk.length).catch(noted);
    await handle.appendFile(chunk).catch(noted);
    report({ bytes: got, of: bytes });
  };
  try {
    await room.keep(bytes ?? 0).catch(noted);
    const answer = await request({
      receive: ({ status }) => (status === 200 ? write : undefined),
      limits: { totalMs: FILE_MS },
      signal,
    });
    refuseOther(answer, 'file');
    if ((bytes !== null && got !== bytes) || hash.digest('base64') !== sha512)
      throw refusal('file');
    await handle.sync();
  } catch (error) {
    throw trouble ?? error;
  } finally {
    await handle.close();
  }
}

/** Only 200 will do: a call is not sent on, and a part is not the whole. */
function refuseOther(
  { status, reason }: ExchangeResponse,
  absent: 'no-list' | 'unsigned' | 'file',
): void {
  if (status === 200) return;
  if (status >= 300 && status < 400) throw refusal('redirected');
  if (status === 404 || status === 410) throw refusal(absent);
  throw unexpectedAnswer('The server with new versions did not answer as expected.', {
    status,
    reason,
  });
}

async function routeTo(base: URL, { managed, systemProxy }: UpdateServerNeeds): Promise<Route> {
  const proxy = managed?.proxy ?? { use: 'system' };
  const route = { origin: base.origin, highestTls: 'TLSv1.3' } as const;
  switch (proxy.use) {
    case 'none':
      return route;
    case 'manual':
      return { ...route, proxy: { host: proxy.host, port: proxy.port } };
    case 'system':
      return { ...route, proxy: await systemProxy(base) };
  }
}
