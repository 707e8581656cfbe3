// A passphrase that is typed twice: when it will do.
const SHORTEST_PASSPHRASE = 12;

export interface TypedPassphrase {
  readonly passphrase: string;
  /** Typed once more. */
  readonly again: string;
}

export const isTooShort = ({ passphrase }: Pick<TypedPassphrase, 'passphrase'>): boolean =>
  passphrase.length < SHORTEST_PASSPHRASE;

/** Long enough, and typed alike twice. */
export const isUsable = (typed: TypedPassphrase): boolean =>
  !isTooShort(typed) && typed.again === typed.passphrase;
