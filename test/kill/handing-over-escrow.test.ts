// A rotation killed while the escrow lets go of what is in the file by then.
import { it } from 'vitest';
import { expectHandedOver } from './handing-over.ts';

const EVERY = 6;

it('RTY-09 killed at every sixth step of letting go of the copies, each secret is in the file or in the escrow, once, and the job ends', async () => {
  await expectHandedOver(function* ({ count, ofFile: [, last] }) {
    for (let at = last; at <= count; at += EVERY) yield at;
  });
}, 900_000);
