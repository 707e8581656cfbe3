// Searches for a secret in any of the eleven encodings in which it could leak into a file or an answer (LOG-01).
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { inspect } from 'node:util';
import { gunzipSync } from 'node:zlib';

/** A text that looks like a secret and has a sign for every encoding to trip over. */
export function markerSecret(name: string): string {
  return `Mk<${name}>&"é'\\ %+/${'x9Q'.repeat(4)}~end`;
}

/** A secret that every API accepts as a header or user name part: plain ASCII letters and digits. */
export function plainMarker(name: string): string {
  return `Marker${name}Zq7Rt5Wk3Lp9Vx2Bn8`;
}

/** What base64 makes of the secret alone, for each place it can have in a group of three bytes. */
const base64Core = (secret: string, form: 'base64' | 'base64url') =>
  [0, 1, 2].map((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before, 1), Buffer.from(secret)]);
    const text = bytes.toString(form).replace(/=+$/, '');
    // A sign that also depends on the bytes before or after is cut off.
    return text.slice(before === 0 ? 0 : before + 1, bytes.length % 3 === 0 ? undefined : -1);
  });

const htmlForm = (secret: string) =>
  secret.replace(
    /[&<>"']/g,
    (sign) => `&${{ '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot' }[sign] ?? '#39'};`,
  );

/** The forms by name. Each holds the secret whole. */
export function encodings(secret: string): Readonly<Record<string, readonly string[]>> {
  const json = JSON.stringify(secret).slice(1, -1);
  return {
    raw: [secret],
    json: [json],
    'double-json': [JSON.stringify(json).slice(1, -1)],
    // As a component, and as it stands in an address.
    url: [encodeURIComponent(secret), encodeURIComponent(secret).replaceAll("'", '%27')],
    form: [new URLSearchParams({ s: secret }).toString().slice(2)],
    base64: base64Core(secret, 'base64'),
    base64url: base64Core(secret, 'base64url'),
    basic: base64Core(`:${secret}`, 'base64').concat(base64Core(secret, 'base64')),
    html: [htmlForm(secret)],
    hex: [Buffer.from(secret).toString('hex'), Buffer.from(secret).toString('hex').toUpperCase()],
    inspect: [inspect(secret).slice(1, -1)],
  };
}

/** Names of the forms in which the text holds the secret. */
export function formsFound(text: string, secret: string): string[] {
  const lower = text.toLowerCase();
  return Object.entries(encodings(secret)).flatMap(([form, texts]) => {
    const anyCase = form === 'url' || form === 'form' || form === 'hex';
    const found = texts.some((one) =>
      anyCase ? lower.includes(one.toLowerCase()) : text.includes(one),
    );
    return found ? [form] : [];
  });
}

/** `file: form` for every file below the folder that holds a marker, packed or not. */
export function markersInFolder(folder: string, secrets: readonly string[]): string[] {
  return readdirSync(folder, { recursive: true })
    .map((name) => path.join(folder, String(name)))
    .filter((file) => statSync(file).isFile())
    .flatMap((file) => {
      const bytes = readFileSync(file);
      const texts = [bytes.toString('utf8'), bytes.toString('utf16le'), unpacked(bytes)];
      return secrets.flatMap((secret) =>
        texts
          .flatMap((text) => formsFound(text, secret))
          .concat(formsFound(path.basename(file), secret))
          .map((form) => `${path.relative(folder, file)}: ${form}`),
      );
    });
}

function unpacked(bytes: Buffer): string {
  try {
    return gunzipSync(bytes).toString('utf8');
  } catch {
    return '';
  }
}
