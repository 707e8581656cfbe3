// The reason phrase of a status line as readable text: the only explanation this API gives (platform.md, Errors).

const LONGEST = 500;
/** C0, DEL, C1, line separators and bidirectional controls: they would forge log lines or hide text (LOG-05). */
const CONTROL = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Server's words made safe to show: no control characters, at most 500 signs. */
export function cleanWords(text: string): string {
  const plain = text.replace(CONTROL, ' ').replace(/ {2,}/g, ' ').trim();
  return [...plain].slice(0, LONGEST).join('');
}

/** `statusMessage` comes as latin-1 code units; UTF-8 is recovered when the bytes are valid UTF-8. */
export function readReason(statusMessage: string | undefined): string {
  const text = statusMessage ?? '';
  return cleanWords(asUtf8(text) ?? text);
}

function asUtf8(latin1: string): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(latin1, 'latin1'));
  } catch {
    return undefined;
  }
}
