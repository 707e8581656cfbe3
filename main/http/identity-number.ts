// Masks national identity numbers on their way to the page: the birth date stays, the whole number is read on request.

const HIDDEN = '•••••';

/** `010203•••••`, also where the platform hid the rest itself; what has not eleven digits is hidden whole. Null stays null. */
export function maskedIdentityNumber(number: string | null): string | null {
  if (number === null) return null;
  const digits = number.replaceAll(/[\s-]/g, '');
  return /^\d{6}(?:\d{5}|\*{5})$/.test(digits)
    ? `${digits.slice(0, 6)}${HIDDEN}`
    : `••••••${HIDDEN}`;
}

/** A text in which every eleven digits standing alone are masked: some user names are such numbers. */
export function withMaskedNumbers(text: string | null): string | null {
  return text?.replaceAll(/(?<!\d)(\d{6})[ -]?\d{5}(?!\d)/g, `$1${HIDDEN}`) ?? null;
}
