// Signing (platform.md, States of a message): only what a person was shown, identified by its ids.
import { createHash } from 'node:crypto';
import type { Message } from '../../preload/contract/messages.ts';
import type { Answered, PlatformClient } from '../platform/client.ts';
import { fieldOf, readOne } from '../http/hal.ts';
import { textOf } from '../http/values.ts';
import {
  invalidField,
  messagePath,
  type MessageTarget,
  misread,
  type ReadMessage,
  SIGNING_TEXT,
} from './records.ts';
import { failureOf } from '../problem.ts';
import { conflict } from '../problems.ts';

export interface SigningText {
  readonly text: string;
  /** SHA-256 of the text, in hex: which text a person was shown. */
  readonly digest: string;
}

type Shown = { readonly digest: string } | { readonly none: true } | undefined;

/** By its relation, or at its documented place where the message does not link to it. Problem not-found when there is none. */
export async function readSigningText(
  client: PlatformClient,
  target: MessageTarget,
  current: ReadMessage,
  signal?: AbortSignal,
): Promise<SigningText> {
  const link = current.link(...SIGNING_TEXT);
  const options = { links: true, raw: true, signal };
  const answer =
    link === null
      ? await client.load({ path: messagePath.signingText(target), ...options })
      : await client.follow(link.href, options);
  const text = textIn(answer);
  return { text, digest: createHash('sha256').update(text).digest('hex') };
}

/** A field of a resource, or the whole answer where the platform sends plain text (its form is not documented). */
function textIn({ value, body, type }: Answered): string {
  const resource = readOne(value);
  if (resource !== undefined) {
    const text = textOf(fieldOf(resource.state, 'SigningText', 'Text', 'Body', 'Content'));
    if (typeof text === 'string') return text;
    throw misread('the signing text', 'SigningText');
  }
  if (typeof value === 'string' && value.trim() !== '') return value;
  if (!/^text\/plain\b/.test(type) || body.length === 0)
    throw misread('the signing text', 'SigningText');
  return body.toString('utf8');
}

/**
 * What a person was shown is what the platform has now; a person who was told that there is none is right about that.
 * Problem conflict otherwise: nothing is signed.
 */
export async function checkShown(
  client: PlatformClient,
  target: MessageTarget,
  current: ReadMessage,
  shown: Shown,
): Promise<void> {
  if (shown === undefined) throw invalidField('signingText', 'required');
  const now = await readSigningText(client, target, current).catch((error: unknown) => {
    if (failureOf(error)?.kind === 'not-found') return undefined;
    throw error;
  });
  if ('none' in shown) {
    if (now === undefined) return;
    throw conflict('There is a signing text. It must be shown before signing.', {
      field: 'signingText',
    });
  }
  if (now?.digest !== shown.digest)
    throw conflict('The signing text is not the one that was shown any more.', {
      field: 'signingText',
    });
}

export interface SignatureSpec {
  readonly FormIds: readonly number[];
  readonly AttachmentIds: readonly number[];
}

/**
 * The items to sign (platform.md, States of a message). Problem invalid-input for an item the message does not have, for one whose id
 * is no number, and where an attachment that is locked to the signature is missing; conflict where such a one has no id.
 */
export function signatureSpec(
  { shown }: { readonly shown: Pick<Message, 'forms' | 'attachments'> },
  chosen: { readonly forms: readonly string[]; readonly attachments: readonly string[] },
): SignatureSpec {
  const locked = shown.attachments.filter(({ signingLocked }) => signingLocked);
  if (locked.some(({ id }) => id === null))
    throw conflict('An attachment that must be signed cannot be named. Sign all instead.');
  if (locked.some(({ id }) => id !== null && !chosen.attachments.includes(id)))
    throw invalidField('what.attachments', 'required');
  if (chosen.forms.length + chosen.attachments.length === 0)
    throw invalidField('what.forms', 'required');
  return {
    FormIds: numbersOf(chosen.forms, shown.forms, 'what.forms'),
    AttachmentIds: numbersOf(chosen.attachments, shown.attachments, 'what.attachments'),
  };
}

function numbersOf(
  ids: readonly string[],
  items: readonly { readonly id: string | null }[],
  field: string,
): readonly number[] {
  return ids.map((id) => {
    if (!items.some((item) => item.id === id)) throw invalidField(field, 'not-a-choice');
    const number = Number(id);
    // SignatureSpec is an array of integers: an id with a letter, or with more digits than fit, cannot be in it.
    if (!Number.isSafeInteger(number) || String(number) !== id)
      throw invalidField(field, 'resource-id');
    return number;
  });
}
