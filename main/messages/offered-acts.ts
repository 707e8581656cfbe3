// What a message offers, by a link or at its documented place: validation, confirming, archiving, payment.
import type { MessageValidation } from '../../preload/contract/messages.ts';
import type { PlatformClient } from '../platform/client.ts';
import { reconciled } from '../platform/reconcile.ts';
import type { Link } from '../http/hal.ts';
import { readerOf, type ResourceReader } from '../http/reader.ts';
import { failureOf } from '../problem.ts';
import {
  idAtEnd,
  locatedId,
  messagePath,
  type MessageTarget,
  misread,
  notThere,
  readMessage,
} from './records.ts';

/** Problem not-found where the message does not offer it, which only one that is being filled in does. */
export async function validateMessage(
  client: PlatformClient,
  target: MessageTarget,
  signal: AbortSignal,
): Promise<MessageValidation> {
  const link = await offered(client, target, 'validate', signal);
  const { value } = await (link === null
    ? client.load({ path: messagePath.act(target, 'validate'), links: true, signal })
    : client.follow(link.href, { links: true, signal }));
  const reader = readerOf(value, 'the validation');
  return {
    success: reader.requiredBoolean('Success'),
    errors: reader.readers('ValidationErrors').map(readEntry),
    warnings: reader.readers('ValidationWarnings').map(readEntry),
  };
}

const readEntry = (reader: ResourceReader) => ({
  field: reader.text('FieldName'),
  message: reader.text('ErrorMessage') ?? '',
  path: reader.text('FieldXPath'),
});

/** Problem not-found where the message does not ask for it. A lost answer is resolved by what the message offers then. */
export async function confirmMessage(
  client: PlatformClient,
  target: MessageTarget,
  signal: AbortSignal,
): Promise<Record<string, never>> {
  const link = await offered(client, target, 'confirm', signal);
  const done = {};
  return reconciled(
    async () => {
      await put(client, target, 'confirm', link, signal);
      return done;
    },
    // Where nothing tells whether it asks, nothing tells either that it does not ask any more.
    async () => ((await readMessage(client, target)).shown.can.confirm === 'no' ? done : undefined),
  );
}

/**
 * The id that it has in the archive; null where the platform tells none. Problem not-found where the message does not offer it.
 * After a lost answer, a message that is not there under its old id any more is in the archive.
 */
export async function archiveMessage(
  client: PlatformClient,
  target: MessageTarget,
  signal: AbortSignal,
): Promise<{ readonly id: string | null }> {
  const link = await offered(client, target, 'archive', signal);
  return reconciled(
    async () => ({ id: locatedId(await put(client, target, 'archive', link, signal)) }),
    async () => {
      try {
        await readMessage(client, target);
        return undefined;
      } catch (error) {
        if (failureOf(error)?.kind !== 'not-found') throw error;
        return { id: null };
      }
    },
  );
}

/** Where a person pays, in the browser: never fetched by us. Problem not-found where nothing is to be paid. */
export async function paymentAddress(
  client: PlatformClient,
  target: MessageTarget,
  signal: AbortSignal,
): Promise<URL> {
  const href = (await readMessage(client, target, { signal })).link('payment')?.href;
  if (href === undefined) throw notThere('payment');
  if (!URL.canParse(href) || new URL(href).protocol !== 'https:') throw misread('payment', 'href');
  return new URL(href);
}

/**
 * The earlier message that a link leads to, whatever its path; null where it leads to a page of its own, as older platforms
 * have it.
 */
export const messageAt = (href: string): string | null =>
  /\/archivereference\//i.test(href) ? null : idAtEnd(href);

/** The link to an act that is offered; null where it is offered without one. Problem not-found where it is not. */
async function offered(
  client: PlatformClient,
  target: MessageTarget,
  act: 'validate' | 'confirm' | 'archive',
  signal: AbortSignal,
): Promise<Link | null> {
  const { shown, link } = await readMessage(client, target, { signal });
  if (shown.can[act] === false || shown.can[act] === 'no') throw notThere(act);
  return link(act);
}

const put = (
  client: PlatformClient,
  target: MessageTarget,
  act: 'confirm' | 'archive',
  link: Link | null,
  signal: AbortSignal,
) =>
  link === null
    ? client.send('PUT', { path: messagePath.act(target, act), signal })
    : client.sendTo('PUT', link.href, { signal });
