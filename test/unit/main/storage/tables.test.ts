// Tables as files: text stays text in both formats, no partial file is left, and nothing else waits meanwhile.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { readCsv } from '../../../../main/storage/csv-reading.ts';
import { createFileHandles } from '../../../../main/storage/files.ts';
import { createTables, type Table } from '../../../../main/storage/tables.ts';
import { beginXlsx, openWorkbooks } from '../../../../main/storage/xlsx.ts';
import type { StartThread } from '../../../../main/threads.ts';
import { tempFolder } from '../../../support/temp-folder.ts';
import { readWorkbook } from '../../../support/workbook.ts';
import { startThread } from '../../../support/threads.ts';
import { turnsOf } from '../../../support/turns.ts';

type Rows = readonly (readonly string[])[];

const columns = [
  { heading: 'number', width: 20 },
  { heading: '=name', width: 36 },
];
async function* from(rows: Iterable<readonly string[]>) {
  yield* rows;
}

function desk(start: StartThread = startThread) {
  const folder = tempFolder();
  const handles = createFileHandles();
  const tables = createTables({ handles, startThread: start });
  const file = (name: string) => path.join(folder, name);
  const save = (
    name: string,
    rows: Rows | Table['rows'],
    signal: AbortSignal = new AbortController().signal,
  ) =>
    tables.save(
      {
        handle: handles.issueTarget(file(name)),
        field: 'target',
        format: name.endsWith('xlsx') ? 'xlsx' : 'csv',
      },
      {
        columns,
        rows: Symbol.asyncIterator in rows ? rows : from(rows),
        completeness: { complete: true },
      },
      signal,
    );
  return { folder, save, bytes: (name: string) => readFileSync(file(name)), file };
}

const HOSTILE: Rows = [
  ['001234567', '+4790000418'],
  ['=1+1', '@SUM(A1)'],
  ['-2', '<&>"\' ]]>'],
  ['', 'Båt “Øy” 𝄞'],
  [' blank at both ends ', '_x0041_ a\tb\nc'],
  ['1e5', '2026-11-21T10:00:00.000Z'],
  ['=HYPERLINK("https://x.example")', ''],
];

describe('a workbook', () => {
  it('PAR-18 holds text and nothing else: zeros and signs stay, and no formula is made', async () => {
    const { save, bytes } = desk();
    expect(await save('a.xlsx', HOSTILE)).toEqual({
      name: 'a.xlsx',
      rows: HOSTILE.length,
      bytes: bytes('a.xlsx').length,
    });
    const { rows, types, parts, style, formulas } = readWorkbook(bytes('a.xlsx'));
    const withoutEnds = (row: readonly string[]) => row.join('|').replace(/\|+$/, '');
    expect(rows.map(withoutEnds)).toEqual([['number', '=name'], ...HOSTILE].map(withoutEnds));
    expect(formulas).toBe(0);
    expect(types).toEqual(['s']);
    for (const [name, text] of parts)
      expect(text, name).not.toMatch(/<f[ >]|externalLink|<hyperlink/);
    // The format of text: what is typed into such a cell later stays text too.
    expect([style(0), style(1)]).toEqual([
      { format: '@', bold: true },
      { format: '@', bold: false },
    ]);
    expect(parts.get('xl/worksheets/sheet1.xml')).toMatch(/<col [^>]*width="36"/);
  });

  it('is too large beyond a hundred thousand rows', async () => {
    const draft = await beginXlsx(startThread);
    const many = Array.from({ length: 50_000 }, () => []);
    await draft.add(many);
    await draft.add(many);
    await expect(draft.add([[]])).rejects.toMatchObject({
      failure: { kind: 'file', problem: 'too-large' },
    });
    await draft.close();
  });

  it('of several that one thread makes each has its own rows, also after one that was given up', async () => {
    let threads = 0;
    const workbooks = openWorkbooks((name) => {
      threads += 1;
      return startThread(name);
    });
    const made = async (...rows: readonly string[]) => {
      const draft = await workbooks.begin();
      await draft.add(rows.map((row) => [row]));
      const bytes = Buffer.from(await draft.finish([{ heading: 'a', width: 9 }]));
      await draft.close();
      return readWorkbook(bytes).rows.map(([text]) => text);
    };
    expect(await made('one', 'two')).toEqual(['a', 'one', 'two']);
    expect(await made('three')).toEqual(['a', 'three']);
    expect(threads).toBe(1);
    const given = await workbooks.begin();
    await given.add([['of nobody']]);
    await given.close();
    expect(await made('four')).toEqual(['a', 'four']);
    await workbooks.close();
  });

  it('leaves main to others after each five hundred rows, and is made by the thread alone', async () => {
    const answering = `
      const { parentPort } = require('node:worker_threads');
      let rows = 0;
      parentPort.on('message', (message) => {
        if (message.kind === 'rows') rows += message.rows.length;
        else parentPort.postMessage(new TextEncoder().encode('made of ' + rows));
      });`;
    const { save, bytes } = desk(() => new Worker(answering, { eval: true }));
    const inTurns = [0];
    async function* rows() {
      for (let at = 0; at < 15_000; at += 1) {
        inTurns[0] = (inTurns[0] ?? 0) + 1;
        yield [`${974_760_000 + at}`, `Fjordtrafikk ${at} AS, +47 ${at}`];
      }
    }
    await turnsOf(
      () => save('large.xlsx', rows()),
      () => inTurns.unshift(0),
    );
    expect(inTurns.filter((count) => count > 0)).toEqual(Array(30).fill(500));
    expect(bytes('large.xlsx').toString()).toBe('made of 15000');
  });
});

describe('CSV', () => {
  it('PAR-18 comes back as it was from a strict reader, and guarded in between', async () => {
    const { save, bytes } = desk();
    await save('a.csv', HOSTILE);
    const text = bytes('a.csv').toString('utf8');
    expect(text.startsWith(`\ufeff"number";"'=name"\r\n"001234567";"'+4790000418"\r\n`)).toBe(true);
    expect(strictCells(text).every((cell) => !/^[\s]*[=+\-@]/.test(cell))).toBe(true);
    expect(
      readCsv(bytes('a.csv'))
        ?.slice(1)
        .map(({ cells }) => cells),
    ).toEqual(HOSTILE);
  });

  it('many rows are one file', async () => {
    const { save, bytes } = desk();
    const rows = Array.from({ length: 1501 }, (_, at) => [String(at), 'x']);
    expect(await save('a.csv', rows)).toMatchObject({ rows: 1501 });
    expect(strictCells(bytes('a.csv').toString('utf8'))).toHaveLength(1502 * 2);
  });
});

describe.each(['a.csv', 'a.xlsx'])('%s', (name) => {
  it('FIL-02 is never written over a file', async () => {
    const { save, file, bytes, folder } = desk();
    writeFileSync(file(name), 'old');
    await expect(save(name, HOSTILE)).rejects.toMatchObject({
      failure: { kind: 'file', problem: 'already-exists' },
    });
    expect([bytes(name).toString(), readdirSync(folder)]).toEqual(['old', [name]]);
  });

  it('FIL-03 leaves nothing when its rows end in a failure', async () => {
    const { save, folder } = desk();
    async function* failing() {
      yield* HOSTILE;
      throw new Error('The server is away.');
    }
    await expect(save(name, failing())).rejects.toThrow('away');
    expect(readdirSync(folder)).toEqual([]);
  });

  it('CAN-01 leaves nothing when it is cancelled, and its rows hear of it', async () => {
    const { save, folder, file } = desk();
    const controller = new AbortController();
    let ended = false;
    async function* endless() {
      try {
        for (let at = 0; ; at += 1) {
          if (at === 1200) controller.abort();
          yield [String(at), ''];
        }
      } finally {
        ended = true;
      }
    }
    await expect(save(name, endless(), controller.signal)).rejects.toMatchObject({
      name: 'AbortError',
    });
    expect([ended, readdirSync(folder), existsSync(file(name))]).toEqual([true, [], false]);
  });
});

/** RFC 4180 to the letter, with semicolons: anything else throws. */
function strictCells(text: string): string[] {
  const cells: string[] = [];
  const pattern = /"((?:[^"]|"")*)"(;|\r\n)/y;
  pattern.lastIndex = text.startsWith('\ufeff') ? 1 : 0;
  while (pattern.lastIndex < text.length) {
    const at = pattern.lastIndex;
    const found = pattern.exec(text);
    if (!found) throw new Error(`No cell at ${at}.`);
    cells.push((found[1] ?? '').replaceAll('""', '"'));
  }
  return cells;
}
