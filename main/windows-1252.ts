// Bytes of Windows-1252 as text: every byte is valid in it, so it never fails.

/** The characters of the bytes 0x80 to 0x9f; all other bytes are the code point. Node's windows-1252 decoder lacks them. */
const WINDOWS_1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

export const fromWindows1252 = (bytes: Uint8Array) =>
  Buffer.from(bytes)
    .toString('latin1')
    .replaceAll(/[\x80-\x9f]/g, (sign) => WINDOWS_1252[sign.charCodeAt(0) - 0x80] ?? sign);
