// XML documents of the platform's kind, whole and with noise in them, each from a seed.
import type { Bodied } from '../../main/http/media-types.ts';
import { createRandom, randomResource } from './random-resources.ts';
import { writeXml } from './xml-writing.ts';

const NOISE = [
  ...['<', '>', '&', '"', "'", '</', '/>', '<!--', '-->', '<![CDATA[', ']]>', '<?', '?>', '&#0;'],
  ...['&x;', '<!DOCTYPE a>', '\0', '\ufffe', '=', ' xmlns:', '__proto__', '\ud83d', '&lt;', ''],
];

/** The same document twice: as it was written, and with one to four pieces of noise. */
export function damagedBody(seed: number): { readonly whole: Bodied; readonly damaged: Bodied } {
  const random = createRandom(seed);
  const type = random.pick(['application/xml', 'application/hal+xml'] as const);
  const bodied = (body: string): Bodied => ({
    status: 200,
    headers: { 'content-type': type },
    body: Buffer.from(body),
  });
  let text = writeXml(
    randomResource(random),
    type === 'application/xml' ? 'plain' : 'hal',
    'Message',
  );
  const whole = bodied(text);
  for (let n = random.below(4) + 1; n > 0; n--) {
    const at = random.below(text.length);
    text = text.slice(0, at) + random.pick(NOISE) + text.slice(at + random.below(6));
  }
  return { whole, damaged: bodied(text) };
}
