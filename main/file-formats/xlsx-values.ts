// Numbers of a workbook as a person typed them, and which of them are dates and times.

const NUMBER = /^(-?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,3}))?$/;
/** Spreadsheet programs show and keep so many digits; more come of writing the nearest binary number. */
const DIGITS = 15;

/** Without exponent and without the digits that only its binary form has: 0.1, not 0.10000000000000001. */
export function plainNumber(text: string): string {
  const found = NUMBER.exec(text.trim());
  if (found === null) return text;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = found;
  let digits = `${whole}${fraction}`;
  if (digits === '') return text;
  let point = whole.length + Number(exponent);
  const leading = /^0*/.exec(digits)?.[0].length ?? 0;
  digits = digits.slice(leading);
  point -= leading;
  if (digits.length > DIGITS) {
    const rounded = (BigInt(digits.slice(0, DIGITS + 1)) + 5n) / 10n;
    const kept = rounded.toString();
    point += kept.length - DIGITS;
    digits = kept;
  }
  digits = digits.replace(/0+$/, '');
  if (digits === '') return '0';
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  if (point >= digits.length) return `${sign}${digits}${'0'.repeat(point - digits.length)}`;
  return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
}

export type TimeFormat = 'date' | 'time' | 'both';

/** The built-in formats (ECMA-376, 18.8.30), those of East Asia included. */
function builtInFormat(id: number): TimeFormat | undefined {
  if (id === 22) return 'both';
  if ((id >= 18 && id <= 21) || (id >= 45 && id <= 47) || id === 32 || id === 33) return 'time';
  if ((id >= 14 && id <= 17) || (id >= 27 && id <= 36) || (id >= 50 && id <= 58)) return 'date';
  return undefined;
}

/** Undefined for the format of a number that is no time. */
export function timeFormat(id: number, code: string | undefined): TimeFormat | undefined {
  if (code === undefined) return builtInFormat(id);
  const [letters = ''] = code
    .replaceAll(/"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '')
    .replaceAll(/general/gi, '')
    .toLowerCase()
    .split(';');
  const hasTime = /[hs]/.test(letters);
  const hasDate = /[yd]/.test(letters) || (!hasTime && letters.includes('m'));
  if (hasDate) return hasTime ? 'both' : 'date';
  return hasTime ? 'time' : undefined;
}

const DAY_SECONDS = 86_400;
/** 9999-12-31. */
const LAST_DAY = 2_958_466;

/** A day's number as ISO 8601; undefined for what no calendar has, such as the 29th of February 1900. */
export function serialTime(
  text: string,
  format: TimeFormat,
  from1904: boolean,
): string | undefined {
  const number = Number(text);
  if (text.trim() === '' || !Number.isFinite(number) || number < 0) return undefined;
  let day = Math.floor(number);
  let seconds = Math.round((number - day) * DAY_SECONDS);
  if (seconds === DAY_SECONDS) {
    day += 1;
    seconds = 0;
  }
  const time = clock(seconds);
  if (format === 'time') return day === 0 ? time : undefined;
  const since = from1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, day < 60 ? 31 : 30);
  if (day >= LAST_DAY || (!from1904 && (day === 60 || day === 0))) return undefined;
  const date = new Date(since + day * DAY_SECONDS * 1000).toISOString().slice(0, 10);
  return format === 'date' && seconds === 0 ? date : `${date}T${time}`;
}

const clock = (seconds: number) =>
  [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
