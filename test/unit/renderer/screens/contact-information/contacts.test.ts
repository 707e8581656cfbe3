// Contact entries on screen: search, duplicates, and the effect of a file of changes.
import { describe, expect, it } from 'vitest';
import type {
  ContactEntry,
  PlannedEntry,
} from '../../../../../preload/contract/contact-information.ts';
import { shownLines, verdictsOf } from '../../../../../renderer/components/planned-lines.ts';
import {
  changesOf,
  firstChoice,
  removalsIn,
} from '../../../../../renderer/screens/contact-information/bulk.ts';
import {
  countsOf,
  problemOf,
  rowOf,
  same,
  shownRows,
  twinOf,
  wanted,
} from '../../../../../renderer/screens/contact-information/contacts.ts';
import { BULK, placeAt } from '../../../../../renderer/screens/contact-information/places.ts';

const entry = (id: number, value: string): ContactEntry => ({
  id,
  name: value,
  email: value.includes('@') ? value : null,
  mobileNumber: value.includes('@') ? null : value,
  notified: null,
});
const rows = [
  entry(1, '90000418'),
  entry(2, 'vakt.båt@fjordtrafikk.example'),
  entry(3, 'Post@fjordtrafikk.example'),
].map(rowOf);
const compare = (a: string, b: string) => a.localeCompare(b, 'nb', { sensitivity: 'base' });
const found = (filter: string, shown: 'all' | 'email' | 'mobile' = 'all') =>
  shownRows(rows, { filter, shown, compare }).map(({ id }) => id);

describe('the list', () => {
  it('has e-mails first, each kind in order, and counts them', () => {
    expect(found('')).toEqual(['3', '2', '1']);
    expect(found('', 'mobile')).toEqual(['1']);
    expect(countsOf(rows)).toEqual({ all: 3, email: 2, mobile: 1 });
  });
  it('is found by any part, without Norwegian letters, and a number with blanks', () => {
    expect(found('bat VAKT')).toEqual(['2']);
    expect(found('900 00 4')).toEqual(['1']);
    expect(found('900 99')).toEqual([]);
  });
});

describe('the same entry', () => {
  it('is an e-mail in any letter case, a number with and without +47 and blanks', () => {
    expect(same('email', ' POST@x.example', 'post@X.example')).toBe(true);
    expect(same('email', 'post@x.example', 'post@y.example')).toBe(false);
    for (const number of ['+47 900 00 418', '0047 90000418', '90000418 ']) {
      expect(same('mobile', number, '90000418')).toBe(true);
      expect(twinOf(rows, 'mobile', number)?.id).toBe('1');
    }
    expect(same('mobile', '+46 90000418', '90000418')).toBe(false);
    expect(twinOf(rows, 'email', '90000418')).toBeUndefined();
  });
});

describe('a field', () => {
  it.each([
    ['email', '  ', 'required'],
    ['email', 'vakt@', 'e-mail'],
    ['email', `${'x'.repeat(250)}@y.example`, 'too-long'],
    ['mobile', '1234', 'mobile-number'],
    ['mobile', 'ring meg', 'mobile-number'],
    ['mobile', '1'.repeat(31), 'too-long'],
    ['email', ' ny@fjordtrafikk.example ', undefined],
    ['mobile', '+46 70 123 45 67', undefined],
  ] as const)('%s with "%s" is %s', (kind, value, problem) => {
    expect(problemOf(kind, value)).toBe(problem);
  });
  it('is sent as exactly one of the two', () => {
    expect(wanted('email', ' a@b.example ')).toEqual({ email: 'a@b.example' });
    expect(wanted('mobile', '412 00 555')).toEqual({ mobileNumber: '412 00 555' });
  });
});

describe('a file of changes', () => {
  const line = (at: number, verdict: PlannedEntry['verdict'], value: string): PlannedEntry => ({
    line: at,
    action: verdict === 'remove' || verdict === 'not-there' ? 'remove' : 'add',
    email: verdict === 'refused' || !value.includes('@') ? null : value,
    mobileNumber: verdict === 'refused' || value.includes('@') ? null : value,
    text: value,
    verdict,
    problem: verdict === 'refused' ? 'e-mail' : null,
  });
  const file = [
    line(1, 'add', 'a@b.example'),
    line(1, 'add', '41200888'),
    line(2, 'there-already', 'c@d.example'),
    line(3, 'twice', 'A@b.example'),
    line(4, 'remove', 'e@f.example'),
    line(5, 'not-there', 'g@h.example'),
    line(6, 'refused', 'nonsense'),
  ];

  it('sends only lines that change something, of the kind that was chosen, in their order', () => {
    const add = [
      { action: 'add', email: 'a@b.example' },
      { action: 'add', mobileNumber: '41200888' },
    ];
    const remove = [{ action: 'remove', email: 'e@f.example' }];
    expect(changesOf(file, 'both')).toEqual([...add, ...remove]);
    expect(changesOf(file, 'add')).toEqual(add);
    expect(changesOf(file, 'remove')).toEqual(remove);
    expect(removalsIn(changesOf(file, 'both'))).toBe(1);
    expect(removalsIn(changesOf(file, 'add'))).toBe(0);
  });
  it('counts its verdicts, and begins with what it asks for', () => {
    expect(verdictsOf(file)).toEqual({
      add: 2,
      remove: 1,
      'there-already': 1,
      'not-there': 1,
      twice: 1,
      refused: 1,
    });
    expect(firstChoice(file)).toBe('both');
    expect(firstChoice(file.slice(0, 3))).toBe('add');
    expect(firstChoice(file.slice(4, 5))).toBe('remove');
  });
  it('shows all lines, those that change something, or those that were refused', () => {
    expect(shownLines(file, 'all')).toEqual(file);
    expect(shownLines(file, 'changes')).toEqual([file[0], file[1], file[4]]);
    expect(shownLines(file, 'refused')).toEqual([file[6]]);
  });
});

it('has a place for an entry, the file and a job', () => {
  expect(placeAt(null)).toEqual({ kind: 'list', entry: null });
  expect(placeAt('418007')).toEqual({ kind: 'list', entry: '418007' });
  expect(placeAt(BULK)).toEqual({ kind: 'bulk' });
  expect(placeAt('job+job-1')).toEqual({ kind: 'job', job: 'job-1' });
});
