// The language of a shell without a window, from the variables of the C library.
import { describe, expect, it } from 'vitest';
import { systemLanguage } from '../../../../main/shell/terminal-shell.ts';

describe('the language of the system', () => {
  const found = Intl.DateTimeFormat().resolvedOptions().locale;
  /** None of these is what ICU found here, whatever that is. */
  const [norwegian, german] = ['nn_NO', 'de_AT'] as const;

  it.each([
    [{ LC_ALL: `${norwegian}.UTF-8`, LC_MESSAGES: german, LANG: german }, 'nn-NO'],
    [{ LC_MESSAGES: `${norwegian}@x`, LANG: german }, 'nn-NO'],
    [{ LANG: german }, 'de-AT'],
    [{ LANG: 'nb' }, 'nb'],
    [{ LANG: 'smj_NO.UTF-8' }, 'smj-NO'],
  ])('%j is %s', (env, tag) => {
    expect(systemLanguage(env)).toBe(tag);
  });

  it.each(['C', 'C.UTF-8', 'POSIX', '', 'no_such_place', 'de_AT_EURO', '../de', 'DE_at2'])(
    '%j names no language: what ICU found is taken',
    (text) => {
      expect(systemLanguage({ LC_ALL: text })).toBe(found);
    },
  );

  it('no variable at all: what ICU found is taken', () => {
    expect(systemLanguage({})).toBe(found);
  });
});
