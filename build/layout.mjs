// The door of oxfmt: what a program of build/ writes looks as `npm run format` would lay it out.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { format } from 'oxfmt';
import { root } from './root.mjs';

const options = JSON.parse(readFileSync(path.join(root, '.oxfmtrc.json'), 'utf8'));

/** The text as it is laid out in a file of that name; throws what is wrong with it. */
export async function laidOut(file, text) {
  const { code, errors } = await format(file, text, options);
  if (errors.length > 0) throw new Error(`${file}: ${errors.map((e) => e.message).join('; ')}`);
  return code;
}
