// The words about a download for offline use: what it covers, and only what is known of its cost.
import { describe, expect, it } from 'vitest';
import { estimateWords, scopeWords } from '../../../../../renderer/screens/reference/copy-words.ts';
import { en } from '../../../../../renderer/texts/en.ts';
import { createFormats } from '../../../../../renderer/texts/formats.ts';
import { nb } from '../../../../../renderer/texts/nb.ts';

const t = en.reference;
const format = createFormats('en');
const owner = { what: 'owner', owner: 'STE' } as const;

describe('a download of the copy', () => {
  it('is named by what it takes, and its owner by name once that is known', () => {
    expect(scopeWords({ what: 'everything' }, nb.reference)).toBe('Alt');
    expect(scopeWords(owner, t, 'Statistikketaten')).toBe('One service owner: Statistikketaten');
  });

  it('takes what is known of it, and no more is said', () => {
    expect(estimateWords({ calls: 5200, seconds: 185, bytes: 48_200_000 }, t, format)).toEqual([
      'About 5,200 documents',
      '3 minutes',
      'up to 48.2 MB',
    ]);
    expect(estimateWords({ calls: 3, seconds: null, bytes: null }, t, format)).toEqual([
      'About 3 documents',
    ]);
    expect(estimateWords({ calls: 3, seconds: 4, bytes: null }, t, format)[1]).toBe(
      'less than a minute',
    );
  });
});
