// Files of contact changes: every line gets a verdict, and nothing is added twice or guessed.
import { describe, expect, it } from 'vitest';
import {
  contactKey,
  contactsCsv,
  plannedChanges,
} from '../../../../main/file-formats/contact-changes.ts';
import { readCsv } from '../../../../main/storage/csv-reading.ts';

const entry = (email: string | null, mobileNumber: string | null = null) => ({
  email,
  mobileNumber,
});
const rowsOf = (text: string) =>
  (readCsv(Buffer.from(text)) ?? []).filter(({ cells }) =>
    cells.some((cell) => cell.trim() !== ''),
  );
const plan = (text: string, present: readonly ReturnType<typeof entry>[] = []) =>
  plannedChanges(rowsOf(text), present);
const verdicts = (...given: Parameters<typeof plan>) =>
  plan(...given).map(({ verdict, problem }) => problem ?? verdict);

describe('what a line says', () => {
  it('one value a line is added, as it would be sent', () => {
    expect(plan('post@båt.example\n\n +47 900 00 418 \n0046 70 123 45 67\n')).toMatchObject([
      { line: 1, action: 'add', email: 'post@båt.example', mobileNumber: null, verdict: 'add' },
      { line: 3, action: 'add', email: null, mobileNumber: '+4790000418', text: '+47 900 00 418' },
      { line: 4, mobileNumber: '0046701234567', verdict: 'add', problem: null },
    ]);
  });

  it.each([
    ['action;value\nadd;a@b.example\nRemove;c@d.example'],
    ['Handling,Verdi\nLegg til,a@b.example\nFJERN,c@d.example'],
    ['legg til\ta@b.example\nslett\tc@d.example'],
    ['Navn;E-post;Handling\nKari;a@b.example;Ny\nOla;c@d.example;Slett'],
  ])('columns are found by their names, in either language: %j', (text) => {
    expect(plan(text, [entry('c@d.example')]).map(({ action, email }) => [action, email])).toEqual([
      ['add', 'a@b.example'],
      ['remove', 'c@d.example'],
    ]);
  });

  it('FLD-16 what mail programs and pages write around a value is left out', () => {
    expect(plan('value\nKari <kari@b.example>\n(+47) 900-00-418')).toMatchObject([
      { verdict: 'add', email: 'kari@b.example' },
      { verdict: 'add', mobileNumber: '+4790000418' },
    ]);
  });

  it('a row may have an e-mail and a mobile number under their own headings', () => {
    expect(plan('E-post;Mobil\na@b.example;90000418\n;90000419')).toMatchObject([
      { line: 2, email: 'a@b.example', mobileNumber: null },
      { line: 2, email: null, mobileNumber: '90000418' },
      { line: 3, email: null, mobileNumber: '90000419' },
    ]);
  });

  it.each([
    ['kari@localhost', entry('kari@localhost')],
    ['“Kari” kari@b.example', entry('“Kari” kari@b.example')],
    ['12345', entry(null, '12345')],
    ['+47 900 00 418 (sentralbord)', entry(null, '+47 900 00 418 (sentralbord)')],
  ])(
    'FLD-15 an entry that exists is removed as it is, whatever may be added: %s',
    (text, there) => {
      expect(plan(`action;value\nremove;${text}`, [there])).toMatchObject([
        { verdict: 'remove', problem: null, ...there },
      ]);
      expect(verdicts(`action;value\nadd;${text}`)).not.toEqual(['add']);
    },
  );

  it('what cannot be read is refused with its reason, and no line is passed over', () => {
    const text = [
      ...['action;value', 'add;no sign', 'add;12345', 'add;', ';a@b.example'],
      ...['wipe;a@b.example', `add;${'x'.repeat(260)}@b.example`],
    ].join('\n');
    expect(verdicts(text)).toEqual([
      ...['e-mail', 'mobile-number', 'required', 'required', 'not-a-choice', 'too-long'],
    ]);
    expect(verdicts('Kari;a@b.example\na@b.example;90000418')).toEqual([
      'exactly-one',
      'exactly-one',
    ]);
    expect(plan(`add;${'x'.repeat(200)}`)[0]?.text).toMatch(/^x{99}…$/);
    expect(plan('add;a\u202eb@c.example')[0]?.email).toBe('ab@c.example');
  });

  it('eleven digits are no mobile number, and are not shown whole', () => {
    for (const text of ['01010112345', '010101 12345', 'Kari 01010112345'])
      expect(plan(text)).toMatchObject([
        { verdict: 'refused', text: expect.stringMatching(/010101•{5}$/) as string },
      ]);
    expect(verdicts('+46701234567')).toEqual(['add']);
  });
});

describe('what it comes to', () => {
  const present = [entry('Post@Båt.example'), entry(null, '90000418'), entry(null, '+4790000419')];

  it('is told from what there is, in any spelling', () => {
    const all = ['post@båt.example', '+4790000418', '0047 90000419', '4790000418', '90000420'];
    expect(verdicts(all.map((one) => `add;${one}`).join('\n'), present)).toEqual([
      ...['there-already', 'there-already', 'there-already', 'twice', 'add'],
    ]);
    expect(verdicts('remove;POST@båt.example\nremove;90000421', present)).toEqual([
      ...['remove', 'not-there'],
    ]);
  });

  it('the same twice is done once; added and removed is for a person to decide', () => {
    expect(verdicts('a@b.example\nA@B.example\nremove;a@b.example')).toEqual([
      ...['add', 'twice', 'same-as-before'],
    ]);
  });

  it('two thousand lines are the most', () => {
    const lines = (count: number) =>
      Array.from({ length: count }, (_, at) => `a${at}@b.example`).join('\n');
    expect(plan(`e-post\n${lines(2000)}`)).toHaveLength(2000);
    expect(() => plan(lines(2001))).toThrowError(
      expect.objectContaining({
        failure: expect.objectContaining({ fields: { file: 'too-many' } }) as unknown,
      }) as Error,
    );
  });
});

it('what is written is read again, and changes nothing', () => {
  const present = [
    entry('=cmd|x@b.example'),
    entry('a;b@c.example'),
    entry(null, '+4790000418'),
    entry(null, '90000419'),
  ];
  const text = contactsCsv(present);
  expect(text).toContain(`"'+4790000418"`);
  expect(verdicts(text, present)).toEqual(Array(4).fill('there-already'));
  expect(plan(text).map(({ email, mobileNumber }) => entry(email, mobileNumber))).toEqual(present);
});

it('numbers of other countries are not taken for ours', () => {
  expect(contactKey(entry(null, '+4670000418'))).not.toBe(contactKey(entry(null, '70000418')));
  expect(contactKey(entry(null, '47000041'))).toBe('47000041');
});
