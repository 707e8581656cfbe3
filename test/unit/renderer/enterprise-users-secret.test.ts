// The names of saved files, and a secret as it is displayed character by character.
import { describe, expect, it } from 'vitest';
import { fileName } from '../../../renderer/state/file-name.ts';
import { signsOf } from '../../../renderer/screens/enterprise-users/secret-text.ts';

describe('file names', () => {
  const day = new Date(2026, 10, 3);
  it('carry organisation, environment and day, in signs every file system takes', () => {
    expect(fileName('Fjordtrafikk AS', 'production', 'secrets', day, '.age')).toBe(
      'fjordtrafikk-as-PRODUCTION-secrets-2026-11-03.age',
    );
    expect(fileName('Sør/Æøå ..', 'test', 'report', day, '.csv')).toBe(
      'sor-aeoa-test-report-2026-11-03.csv',
    );
    expect(fileName('…', 'test', 'report', day, '.csv')).toBe('test-report-2026-11-03.csv');
  });
});

it('a secret is split by whole signs, whatever it holds', () => {
  expect(signsOf('a1-😀')).toEqual([
    { text: 'a', kind: 'letter' },
    { text: '1', kind: 'digit' },
    { text: '-', kind: 'other' },
    { text: '😀', kind: 'other' },
  ]);
});
