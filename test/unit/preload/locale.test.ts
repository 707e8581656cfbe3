// Which language a setting means on a computer.
import { describe, expect, it } from 'vitest';
import { localeFor } from '../../../preload/contract/locale.ts';

describe('localeFor', () => {
  it('follows the operating system unless a person chose', () => {
    expect(localeFor('auto', 'nb-NO')).toBe('nb');
    expect(localeFor('auto', 'nn')).toBe('nb');
    expect(localeFor('auto', 'no_NO')).toBe('nb');
    expect(localeFor('auto', 'en-GB')).toBe('en');
    expect(localeFor('auto', 'nds')).toBe('en');
    expect(localeFor('en', 'nb-NO')).toBe('en');
    expect(localeFor('nb', 'en-US')).toBe('nb');
  });
});
