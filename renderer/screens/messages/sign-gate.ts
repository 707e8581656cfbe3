// Decides whether a person may sign: only after the text on screen was seen to its end and a name was typed.
// That holds for that text of that message and for nothing else.

/** `none`: the platform has no signing text for this message. */
export type SigningText =
  | { readonly kind: 'text'; readonly text: string; readonly digest: string }
  | { readonly kind: 'none' };

/** What is on the screen. */
export interface OnScreen {
  readonly text: SigningText;
  /** Of the message that is signed, when the text was fetched. */
  readonly lastChanged: string | null;
}

export interface Gate {
  /** Undefined until it has come. */
  readonly screen: OnScreen | undefined;
  readonly seenToEnd: boolean;
  /** What the person typed under it: the name of the party, letter for letter, says that they mean it. */
  readonly typed: string;
  /** What became other since the person began to read: everything before counts no more. */
  readonly changed: 'nothing' | 'text' | 'message';
}

export const CLOSED: Gate = {
  screen: undefined,
  seenToEnd: false,
  typed: '',
  changed: 'nothing',
};

const textKey = (text: SigningText): string => (text.kind === 'none' ? 'none' : text.digest);
/** By it a screen says which text it is about: what comes late, of one that is gone, counts for nothing. */
export const keyOf = ({ text, lastChanged }: OnScreen): string =>
  `${textKey(text)} ${lastChanged ?? ''}`;

const isOf = (gate: Gate, key: string): boolean =>
  gate.screen !== undefined && keyOf(gate.screen) === key;

/** The same text of the same message keeps what the person did; any other begins anew. */
export function shownAnew(gate: Gate, screen: OnScreen): Gate {
  if (isOf(gate, keyOf(screen))) return { ...gate, screen };
  return { ...unread(screen), changed: changeOf(gate, screen) };
}

/** A text that does not have to be scrolled is at its end at once; where there is none, nothing is left to be seen. */
export const seenToEnd = (gate: Gate, key: string): Gate =>
  isOf(gate, key) ? { ...gate, seenToEnd: true } : gate;

/** Nobody has read what they have not seen: until then no name can be typed. */
export const named = (gate: Gate, key: string, typed: string): Gate =>
  isOf(gate, key) && gate.seenToEnd ? { ...gate, typed } : gate;

/** The platform says that what was shown is not what it has: it is to be fetched, and read, again. */
export const refused = (gate: Gate): Gate =>
  gate.screen === undefined ? gate : { ...unread(gate.screen), changed: gate.changed };

/** What may be signed now; undefined while it may not. */
export const mayBeSigned = (
  { screen, seenToEnd, typed }: Gate,
  name: string,
): OnScreen | undefined => (seenToEnd && typed === name ? screen : undefined);

const unread = (screen: OnScreen): Gate => ({
  screen,
  seenToEnd: screen.text.kind === 'none',
  typed: '',
  changed: 'nothing',
});

function changeOf({ screen: before, changed }: Gate, after: OnScreen): Gate['changed'] {
  if (before === undefined) return 'nothing';
  if (textKey(before.text) !== textKey(after.text)) return 'text';
  return before.lastChanged === after.lastChanged ? changed : 'message';
}
