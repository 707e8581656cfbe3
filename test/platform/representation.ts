// Media types in and out: what a caller may send, and how an answer is written.
import type { Answer, Call } from './call.ts';
import { refusals } from './errors.ts';

const jsonTypes = ['application/hal+json', 'application/json'];

/** Only calls that ask for HAL get links (wire.md, Representation). */
export function wantsLinks(call: Call): boolean {
  return (call.headers.accept ?? '').includes('application/hal+json');
}

/** These endpoints have JSON only: an XML caller gets JSON all the same, as in the field (wire.md). */
export function jsonAnswer(value: unknown, reason = 'OK'): Answer {
  return {
    status: 200,
    reason,
    headers: { 'Content-Type': 'application/json; charset=utf-8' },
    body: JSON.stringify(value),
  };
}

/** HAL says its own type. */
export function halAnswer(call: Call, value: unknown, reason = 'OK'): Answer {
  const answer = jsonAnswer(value, reason);
  if (!wantsLinks(call)) return answer;
  return { ...answer, headers: { 'Content-Type': 'application/hal+json; charset=utf-8' } };
}

/** The JSON object of a request body, or the refusal. */
export function readJson(
  call: Pick<Call, 'headers' | 'body'>,
): Answer | { readonly value: Readonly<Record<string, unknown>> } {
  const type = (call.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  if (!jsonTypes.includes(type)) return refusals.bodyType;
  try {
    const value: unknown = JSON.parse(call.body.toString('utf8'));
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      return refusals.bodyUnreadable;
    }
    return { value: value as Record<string, unknown> };
  } catch {
    return refusals.bodyUnreadable;
  }
}
