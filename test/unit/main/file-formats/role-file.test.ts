// Files of local roles: a written file is read back the same, and nothing unexpected in a foreign one is accepted.
import { describe, expect, it } from 'vitest';
import {
  readRoleFile,
  readRolesFile,
  roleFile,
  rolesTable,
} from '../../../../main/file-formats/role-file.ts';
import { unfitFile } from '../../../../main/file-formats/text-files.ts';
import { readCsv } from '../../../../main/storage/csv-reading.ts';
import { toCsv } from '../../../../main/storage/csv.ts';
import { actionOf } from '../../../../preload/contract/rules.ts';

const right = (serviceCode: string, serviceEdition: number | null, word: string) => ({
  id: null,
  type: 'Service',
  serviceCode,
  serviceEdition,
  action: actionOf(word),
  source: null,
  delegable: true,
});
const role = (rights: readonly ReturnType<typeof right>[]) => ({
  id: 7,
  kind: 'local' as const,
  type: 'Local',
  code: null,
  name: 'Lønn "A"',
  description: 'Rapporter',
  rights: [...rights],
});
const given = { serviceCode: '0112', serviceEdition: 1, action: 'Read' };
const file = (more: object = {}) => ({
  format: 'steward-local-role',
  version: 1,
  name: 'Lønn',
  description: '',
  rights: [given],
  ...more,
});
const read = (value: unknown) =>
  readRoleFile(Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)));

describe('the file of a role', () => {
  it('is written so that people can read it, and read so that nothing is lost', () => {
    const text = roleFile(role([right('0112', 1, 'Read'), right('3811', 20, 'Archive-Read')]));
    expect(text).toBe(`{
  "format": "steward-local-role",
  "version": 1,
  "name": "Lønn \\"A\\"",
  "description": "Rapporter",
  "rights": [
    {"serviceCode":"0112","serviceEdition":1,"action":"Read"},
    {"serviceCode":"3811","serviceEdition":20,"action":"ReadArchive"}
  ]
}
`);
    expect(read(`\ufeff${text}`)).toEqual({
      name: 'Lønn "A"',
      description: 'Rapporter',
      refused: [],
      rights: [given, { serviceCode: '3811', serviceEdition: 20, action: 'ReadArchive' }],
    });
    expect(read(roleFile(role([]))).rights).toEqual([]);
  });

  it('rights that no local role can have are kept in words and refused at their place', () => {
    const text = roleFile(
      role([
        right('0112', 1, 'Access'),
        right('', null, 'Read'),
        right('0112', 1, 'Fly'),
        right('0112', 1, 'Read'),
      ]),
    );
    expect(read(text)).toMatchObject({
      rights: [given],
      refused: [
        { position: 1, text: '0112/1 Access', problem: 'not-a-choice' },
        { position: 2, problem: 'required' },
        { position: 3, text: '0112/1 Fly', problem: 'not-a-choice' },
      ],
    });
  });

  it.each([
    [7, 'wrong-type'],
    [[given], 'wrong-type'],
    [null, 'wrong-type'],
    [{}, 'required'],
    [{ ...given, serviceCode: 112 }, 'wrong-type'],
    [{ ...given, serviceCode: 'a\u0007b' }, 'control-characters'],
    [{ ...given, serviceCode: 'x'.repeat(61) }, 'too-long'],
    [{ ...given, serviceEdition: '1' }, 'wrong-type'],
    [{ ...given, serviceEdition: -1 }, 'out-of-range'],
    [{ ...given, serviceEdition: 1.5 }, 'not-a-number'],
    [{ ...given, serviceEdition: null }, 'required'],
    [{ ...given, action: 5 }, 'wrong-type'],
    [{ ...given, action: 'toString' }, 'not-a-choice'],
    [given, 'same-as-before'],
    [{ ...given, action: 'read' }, 'same-as-before'],
  ])('a right that is %j is refused: %s', (one, problem) => {
    const found = read(file({ rights: [given, one] }));
    expect(found.rights).toEqual([given]);
    expect(found.refused).toMatchObject([{ position: 2, problem }]);
    expect(found.refused[0]?.text).not.toMatch(/\u202e/);
    expect((found.refused[0]?.text ?? '').length).toBeLessThanOrEqual(100);
  });

  it('more rights than a role takes are refused one by one', () => {
    const many = Array.from({ length: 2002 }, (_, at) => ({ ...given, serviceEdition: at }));
    const { rights, refused } = read(file({ rights: many }));
    expect(rights).toHaveLength(2000);
    expect(refused.map(({ position, problem }) => [position, problem])).toEqual([
      [2001, 'too-many'],
      [2002, 'too-many'],
    ]);
  });

  it.each<[string, unknown]>([
    ['no JSON', 'name;rights'],
    ['cut', JSON.stringify(file()).slice(0, -5)],
    ['another format', { ...file(), format: 'other' }],
    ['a later version', file({ version: 2 })],
    ['a list', [file()]],
    ['no name', file({ name: ' ' })],
    ['a name that is no text', file({ name: 7 })],
    ['a description that is no text', file({ description: {} })],
    ['rights that are no list', file({ rights: { 0: given } })],
    ['too deep', file({ extra: JSON.parse(`${'['.repeat(20)}${']'.repeat(20)}`) as unknown })],
    [
      'a key twice',
      '{"format":"steward-local-role","version":1,"name":"A","name":"B","rights":[]}',
    ],
    [
      'a key that reaches a prototype',
      '{"format":"steward-local-role","version":1,"name":"A","rights":[],"__proto__":{}}',
    ],
    ['too many rights to look at', file({ rights: Array(10_001).fill(1) })],
    ['bytes that are no text', '\u0000'],
  ])('PAR-04 PAR-05 is refused as a whole: %s', (_name, value) => {
    expect(() => read(value)).toThrowError(
      expect.objectContaining({
        failure: expect.objectContaining({
          kind: 'invalid-input',
          fields: { file: 'wrong-type' },
        }) as unknown,
      }) as Error,
    );
  });

  it('names and descriptions lose what is not seen and what is too much', () => {
    const { name, description } = read(
      file({ name: ` A\u202eB\u0000${'x'.repeat(300)}`, description: 'a\nb' }),
    );
    expect(name).toMatch(/^A B x{195}…$|^A B x+…$/);
    expect([...name]).toHaveLength(200);
    expect(description).toBe('a b');
  });
});

describe('the file of all roles as a table', () => {
  const readAll = (text: string) => {
    const bytes = Buffer.from(text);
    // As the thread reads a table of text.
    return readRolesFile(bytes, () => {
      const rows = readCsv(bytes)?.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
      return rows === undefined
        ? Promise.reject(unfitFile('wrong-type', 'The file is no table.'))
        : Promise.resolve(rows);
    });
  };
  const csv = (...lines: string[]) => readAll(lines.join('\n'));
  const HEAD = 'role;description;service code;service edition;action';

  it('is read as it was written, also with its columns in another order and others beside them', async () => {
    const roles = [
      role([right('0112', 1, 'Read'), right('3811', 20, 'Archive-Read')]),
      { ...role([]), name: 'Uten "rettigheter"', description: '' },
    ];
    const table = rolesTable(roles, { complete: true });
    const lines: (readonly string[])[] = [];
    for await (const line of table.rows) lines.push(line);
    const written = toCsv([table.columns.map(({ heading }) => heading), ...lines]);
    const expected = {
      roles: [
        {
          name: 'Lønn "A"',
          description: 'Rapporter',
          rights: [given, { serviceCode: '3811', serviceEdition: 20, action: 'ReadArchive' }],
          refused: 0,
        },
        { name: 'Uten "rettigheter"', description: '', rights: [], refused: 0 },
      ],
      refused: [],
    };
    expect(await readAll(written)).toEqual(expected);
    expect(
      await csv('Action,Role,Comment,Service-edition,Service code', 'Read,A,x,1,0112'),
    ).toEqual({
      roles: [{ name: 'A', description: '', rights: [given], refused: 0 }],
      refused: [],
    });
  });

  it('says of each line that is not taken where it stands, what is wrong, and in which column', async () => {
    const found = await csv(
      HEAD,
      'A;;0112;1;Read',
      '',
      'A;;0112;en;Read',
      'A;;;1;Read',
      'A;;0112;1;Fly',
      'A;;0112;1;Read',
      'A;;0112;99999999999;Read',
      ';;0112;1;Read',
      'B;;0112;1;',
    );
    expect(found.roles).toEqual([
      { name: 'A', description: '', rights: [given], refused: 5 },
      { name: 'B', description: '', rights: [], refused: 1 },
    ]);
    expect(found.refused.map(({ line, column, problem }) => [line, column, problem])).toEqual([
      [4, 'service edition', 'not-a-number'],
      [5, 'service code', 'required'],
      [6, 'action', 'not-a-choice'],
      [7, null, 'same-as-before'],
      [8, 'service edition', 'out-of-range'],
      [9, 'role', 'required'],
      [10, 'action', 'required'],
    ]);
    expect(found.refused[0]).toMatchObject({ role: 'A', position: null, text: '0112/en Read' });
  });

  it.each<[string, string, string]>([
    ['no headings', 'A;;0112;1;Read', 'required'],
    ['a column less', 'role;description;service code;action', 'required'],
    ['nothing in it', '\n\n', 'required'],
    ['bytes that are no text', '\u0000\u0001', 'wrong-type'],
    ['JSON of something else', '{"format":"other"}', 'wrong-type'],
  ])('is refused as a whole: %s', async (_name, text, problem) => {
    await expect(readAll(text)).rejects.toThrowError(
      expect.objectContaining({
        failure: expect.objectContaining({ fields: { file: problem } }) as unknown,
      }) as Error,
    );
  });
});
