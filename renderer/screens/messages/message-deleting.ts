// Whether a message may be gone for good once it is deleted, and the name to type as confirmation.
import type { MessageSummary } from '../../../preload/contract/messages.ts';
import type { Actor } from '../../state/acting.svelte.ts';

const LONGEST_TYPED = 40;

/** RUL-01. Of a party that is not known to be a person, nobody can promise the trash (platform.md, States of a message). */
export const isMaybeForGood = (
  { type }: Pick<MessageSummary, 'type'>,
  { kind, who }: Pick<Actor, 'kind' | 'who'>,
): boolean => type.kind === 'correspondence' && (kind !== 'person' || /^\d{9}$/.test(who));

/** The subject, or its first words where it is long, as it can be typed; the id where it says nothing. */
export function nameToType({ subject, id }: Pick<MessageSummary, 'subject' | 'id'>): string {
  const typable = subject
    // Signs without a shape and turns of the writing direction: nobody can type what cannot be seen.
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  if (typable === '') return id;
  if (typable.length <= LONGEST_TYPED) return typable;
  const cut = typable.slice(0, LONGEST_TYPED + 1);
  const words = cut.slice(0, cut.lastIndexOf(' '));
  // One endless word is cut where it must be, not between the halves of a sign.
  return cut.includes(' ') ? words : [...typable].slice(0, LONGEST_TYPED).join('');
}
