// What is said of a download of the copy: its name in every state, how far it is, and only what is known of what it takes.
import { describe, expect, it } from 'vitest';
import {
  becauseOf,
  doneOf,
  estimateWords,
  hasEnded,
  jobTitle,
  scopeWords,
} from '../../../../../renderer/screens/reference/copy-words.ts';
import { en } from '../../../../../renderer/texts/en.ts';
import { createFormats } from '../../../../../renderer/texts/formats.ts';
import { nb } from '../../../../../renderer/texts/nb.ts';

const t = en.reference;
const format = createFormats('en');
const owner = { what: 'owner', owner: 'STE' } as const;

describe('a download of the copy', () => {
  it('is named by what it takes, and its owner by name once that is known', () => {
    expect(jobTitle({ scope: { what: 'list' }, state: 'running' }, t)).toBe(
      'Downloading the lists',
    );
    expect(jobTitle({ scope: owner, state: 'paused' }, t)).toBe('Paused: one service owner: STE');
    expect(jobTitle({ scope: owner, state: 'paused' }, t, 'Statistikketaten')).toBe(
      'Paused: one service owner: Statistikketaten',
    );
    expect(scopeWords({ what: 'everything' }, nb.reference)).toBe('Alt');
    expect(scopeWords(owner, t, 'Statistikketaten')).toBe('One service owner: Statistikketaten');
  });

  it('is as far as documents that will not change any more', () => {
    expect(doneOf({ all: 100, fetched: 10, unchanged: 20, failed: 3, skipped: 4 })).toBe(37);
  });

  it('says why it stands still, and nothing while it goes', () => {
    expect(becauseOf({ state: 'paused', because: 'restarted' }, t)).toContain('interrupted');
    expect(becauseOf({ state: 'running', because: 'none' }, t)).toBe('');
    expect(becauseOf({ state: 'stopped', because: 'asked' }, t)).toBe('');
    expect(hasEnded({ state: 'paused' })).toBe(false);
    expect(hasEnded({ state: 'stopped' })).toBe(true);
  });

  it('takes what is known of it, and no more is said', () => {
    expect(estimateWords({ calls: 5200, seconds: 185, bytes: 48_200_000 }, t, format)).toEqual([
      'About 5,200 documents',
      '3 minutes',
      'at most 48.2 MB to receive',
    ]);
    expect(estimateWords({ calls: 3, seconds: null, bytes: null }, t, format)).toEqual([
      'About 3 documents',
    ]);
    expect(estimateWords({ calls: 3, seconds: 4, bytes: null }, t, format)[1]).toBe(
      'less than a minute',
    );
  });
});
