// What a message offers by its links: its validation, confirming, archiving, and the page where it is paid for.
import type { MessageValidation } from '../../preload/contract/messages.ts';
import type { PlatformClient } from '../platform/client.ts';
import { reconciled } from '../platform/reconcile.ts';
import { readerOf, type ResourceReader } from '../http/reader.ts';
import { failureOf } from '../problem.ts';
import {
  idAtEnd,
  locatedId,
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
  const href = await offered(client, target, 'validate', signal);
  const { value } = await client.follow(href, { links: true, signal });
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
  const href = await offered(client, target, 'confirm', signal);
  const done = {};
  return reconciled(
    async () => {
      await client.sendTo('PUT', href, { signal });
      return done;
    },
    async () => ((await readMessage(client, target)).shown.can.confirm ? undefined : done),
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
  const href = await offered(client, target, 'archive', signal);
  return reconciled(
    async () => ({ id: locatedId(await client.sendTo('PUT', href, { signal })) }),
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
  const href = await offered(client, target, 'payment', signal);
  if (!URL.canParse(href) || new URL(href).protocol !== 'https:') throw misread('payment', 'href');
  return new URL(href);
}

/**
 * The earlier message that a link leads to, whatever its path; null where it leads to a page of its own, as older platforms
 * have it.
 */
export const messageAt = (href: string): string | null =>
  /\/archivereference\//i.test(href) ? null : idAtEnd(href);

async function offered(
  client: PlatformClient,
  target: MessageTarget,
  relation: 'validate' | 'confirm' | 'archive' | 'payment',
  signal: AbortSignal,
): Promise<string> {
  const found = (await readMessage(client, target, { signal })).link(relation);
  if (found === null) throw notThere(relation);
  return found.href;
}
