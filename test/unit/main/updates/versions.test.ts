// The order of versions, against the order that Semantic Versioning itself gives.
import { expect, it } from 'vitest';
import { compareVersions, isPreRelease, isVersion } from '../../../../main/updates/versions.ts';

/** semver.org, 11, and numbers that are no words. */
const RISING = [
  ...['0.9.9', '0.10.0', '1.0.0-alpha', '1.0.0-alpha.1', '1.0.0-alpha.beta', '1.0.0-beta'],
  ...['1.0.0-beta.2', '1.0.0-beta.11', '1.0.0-rc.1', '1.0.0', '1.0.1', '1.9.0', '1.10.0', '2.0.0'],
];

it('UPD-04 versions come in the order of Semantic Versioning', () => {
  for (const [i, a] of RISING.entries())
    for (const [j, b] of RISING.entries())
      expect([a, b, Math.sign(compareVersions(a, b))]).toEqual([a, b, Math.sign(i - j)]);
});

it('UPD-04 what is not exactly a version is none', () => {
  const none = ['', '1', '1.0', 'v1.0.0', '1.0.0.0', '01.0.0', '1.0.0-', '1.0.0-01', '1.0.0+1'];
  for (const text of [...none, ' 1.0.0', '1.0.0\n', '1.0.0-a..b', `1.0.0-${'a'.repeat(100)}`])
    expect([text, isVersion(text)]).toEqual([text, false]);
  for (const text of RISING) expect([text, isVersion(text)]).toEqual([text, true]);
  expect(RISING.filter(isPreRelease).every((text) => text.includes('-'))).toBe(true);
});
