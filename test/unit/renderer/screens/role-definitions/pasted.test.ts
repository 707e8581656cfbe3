// Pasted lists of services: every way of writing a line, and the verdict on each.
import { describe, expect, it } from 'vitest';
import { judged, readPasted } from '../../../../../renderer/screens/role-definitions/pasted.ts';

describe('readPasted', () => {
  it.each([
    ['4628/7', '4628', 7, []],
    ['4628;7', '4628', 7, []],
    ['4628 7', '4628', 7, []],
    ['4628\t7', '4628', 7, []],
    ['4628, 7', '4628', 7, []],
    ['"0042";"01"', '0042', 1, []],
    ['  4628 / 7  ', '4628', 7, []],
    ['\uFEFF4628/7', '4628', 7, []],
    ['4628/7 Read, Write', '4628', 7, ['Read', 'Write']],
    ['4628/7;sign;READ;read', '4628', 7, ['Read', 'Sign']],
    ['4628/7: Archive-Read', '4628', 7, ['ReadArchive']],
    ['SKD-1_a/3\tDeleteArchive', 'SKD-1_a', 3, ['DeleteArchive']],
    ['4628/7 Read archive, Delete', '4628', 7, ['Delete', 'ReadArchive']],
    ['4628/7 Lese, Skrive', '4628', 7, ['Read', 'Write']],
    ['4628/7 slette arkiv; Signere', '4628', 7, ['Sign', 'DeleteArchive']],
  ])('understands %j', (text, code, edition, actions) => {
    expect(readPasted(text)).toMatchObject([{ service: { code, edition }, actions }]);
  });

  it.each([
    ['4628', 'shape', undefined],
    ['Payroll report', 'shape', undefined],
    ['4628/x', 'shape', undefined],
    ['4628/-1', 'shape', undefined],
    ['=4628/7', 'shape', undefined],
    ['4628/2147483648', 'edition', undefined],
    ['4628/7 Read Approve', 'action', 'Approve'],
  ])('refuses %j whole', (text, problem, word) => {
    expect(readPasted(text)).toEqual([
      { number: 1, text, service: undefined, actions: [], problem, word },
    ]);
  });

  it('numbers lines as they stand in the field, whatever ends them', () => {
    expect(readPasted('1/1\r\n\r\n2/1\n\n3/1\r').map(({ number }) => number)).toEqual([1, 3, 5]);
  });
});

describe('judged', () => {
  const rows = [{ code: '1', edition: 1, actions: ['Read', 'Write'] as const }];
  const rules = { rows, usual: ['Read'] as const, takeUnlisted: false };
  const listed = new Set(['1/1', '2/1', '3/1']);
  const isListed = ({ code, edition }: { code: string; edition: number }) =>
    listed.has(`${code}/${edition}`);
  const text = '1/1\n1/1 Sign\n2/1\n2/1 read\n2/1 Write\n9/9\nnonsense\n3/1 Delete';

  it('says of each line what it brings, and brings that and nothing else', () => {
    const { lines, rows: added } = judged(readPasted(text), { ...rules, isListed });
    expect(lines.map(({ verdict }) => verdict)).toEqual([
      ...['known', 'adds-actions', 'adds', 'repeated', 'adds-actions'],
      ...['unlisted', 'shape', 'adds'],
    ]);
    expect(added).toEqual([
      { code: '1', edition: 1, actions: ['Sign'] },
      { code: '2', edition: 1, actions: ['Read', 'Write'] },
      { code: '3', edition: 1, actions: ['Delete'] },
    ]);
  });

  it('takes what is not in the list only when told so, or when there is no list', () => {
    const lines = readPasted('9/9');
    const taken = [{ code: '9', edition: 9, actions: ['Read'] }];
    expect(judged(lines, { ...rules, isListed }).rows).toEqual([]);
    expect(judged(lines, { ...rules, isListed, takeUnlisted: true }).rows).toEqual(taken);
    expect(judged(lines, { ...rules, isListed: () => undefined }).rows).toEqual(taken);
  });

  it('adds a service without actions when none is usual', () => {
    const { lines, rows: added } = judged(readPasted('2/1\n2/1'), {
      ...rules,
      usual: [],
      isListed,
    });
    expect(added).toEqual([{ code: '2', edition: 1, actions: [] }]);
    expect(lines.map(({ verdict }) => verdict)).toEqual(['adds', 'repeated']);
  });

  it('reads five thousand lines at once', () => {
    const many = Array.from({ length: 5_000 }, (_, at) => `${at % 2_500}/1`).join('\n');
    const { lines, rows: added } = judged(readPasted(many), {
      ...rules,
      isListed: () => undefined,
    });
    expect([lines.length, added.length]).toEqual([5_000, 2_499]);
  });
});
