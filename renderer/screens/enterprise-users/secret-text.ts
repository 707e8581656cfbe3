// Splits a secret into letters, digits and symbols for colouring, so that 0 and O, 1 and l can be told apart.
export type SignKind = 'letter' | 'digit' | 'other';
export interface Sign {
  readonly text: string;
  readonly kind: SignKind;
}

export function signsOf(secret: string): Sign[] {
  return Array.from(secret, (text) => ({ text, kind: kindOf(text) }));
}

function kindOf(sign: string): SignKind {
  if (/\p{Nd}/u.test(sign)) return 'digit';
  return /\p{L}/u.test(sign) ? 'letter' : 'other';
}
