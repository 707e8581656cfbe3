// Everything a person can do, with every value of every switch of the platform: either document may be right.
import { expect, it } from 'vitest';
import { startPlatform } from '../platform/platform.ts';
import { everySwitchTurned, everythingOn, sampleOfSwitches } from '../platform/shape.ts';
import { doEverything } from '../support/everything.ts';
import { createWorld, keychainOf } from '../support/fake-keychain.ts';
import { plainMarker } from '../support/markers.ts';
import { startSteward } from '../support/steward.ts';
import { tempFolder } from '../support/temp-folder.ts';

/** `STEWARD_SEED=7` draws what a failed run has drawn; without it, each run draws anew. */
const seed = Number(process.env['STEWARD_SEED'] ?? Date.now() % 1_000_000);
/**
 * Not drawn: what one certificate needs for every screen, a busy platform (a write is not sent again), a former host, which a
 * connection has to name, and a page as the signing text, which cannot be told from the page to sign in at.
 */
const without = [
  'organisationAsParty',
  'switchedOffStillOn',
  'tooManyEvery',
  'formerHost',
  'signingText',
] as const;
/** Every value once, and one draw of how they go together. */
const samples = [...everySwitchTurned(without), sampleOfSwitches(seed, without)];

it.each(samples)('everything goes as well on a platform with $name', async (sample) => {
  const platform = await startPlatform({
    users: 4,
    switches: { ...sample.switches, ...everythingOn },
  });
  // A backup wants a keychain.
  const steward = await startSteward({ replacements: { keychain: keychainOf(createWorld()) } });
  try {
    const passphrases = [
      plainMarker('any-age'),
      plainMarker('any-job'),
      plainMarker('any-proxy'),
    ] as const;
    const { answers } = await doEverything(
      steward,
      platform,
      tempFolder('steward-any-switches'),
      passphrases,
    );
    const failed = answers.filter(({ ok }) => !ok).map(({ name, text }) => `${name} ${text}`);
    expect(failed, sample.name).toEqual([]);
  } finally {
    await steward.stop();
    await platform.stop();
  }
});
