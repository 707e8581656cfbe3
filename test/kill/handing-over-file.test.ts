// A rotation killed around both writings of the file into which its secrets go.
import { it } from 'vitest';
import { expectHandedOver } from './handing-over.ts';

/** From before the place of the file is taken until its rows say so. */
const AROUND_A_WRITING = [0, 1, 2, 3];

it('RTY-09 killed at each step around both writings of the file, each secret is in the file or in the escrow, once, and the job ends', async () => {
  await expectHandedOver(({ ofFile }) =>
    ofFile.flatMap((at) => AROUND_A_WRITING.map((more) => at + more)),
  );
}, 900_000);
