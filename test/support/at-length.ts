// Tests of every byte, every effect or many of everything: a campaign has them, where `npm test` tries few.
import { it } from 'vitest';

const isElsewhere = process.env['STEWARD_LEVEL'] === 'first';

/** A test of the campaign `length` (build/levels.mjs), which finds it by what is put behind its title. */
export function itAtLength(title: string, run: () => void | Promise<void>): void {
  if (!isElsewhere) it(`${title} (at length)`, run);
}
