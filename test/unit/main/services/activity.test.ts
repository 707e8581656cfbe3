// The activity service: one entry per write, newest first, filtered; the export is safe for spreadsheet programs.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { activityService } from '../../../../main/services/activity.ts';
import { createFileHandles } from '../../../../main/storage/files.ts';
import { openJournal } from '../../../../main/storage/journal.ts';
import { createTables } from '../../../../main/storage/tables.ts';
import { createClock } from '../../../support/clock.ts';
import { tempFolder } from '../../../support/temp-folder.ts';

const context = { signal: new AbortController().signal, report: () => undefined };

async function openActivity() {
  const clock = createClock();
  const folder = tempFolder();
  const keys = {
    kind: 'memory' as const,
    get: async () => undefined,
    put: async () => undefined,
    isGone: async () => false,
  };
  const journal = await openJournal({
    folder,
    vault: keys,
    who: 'kari',
    clean: (text) => text,
    now: clock.now,
  });
  const handles = createFileHandles();
  const act = async (object: string, outcome: 'done' | 'refused' | 'unknown' | 'open') => {
    clock.pass(60_000);
    const begun = await journal.begin({
      connection: object.startsWith('a') ? 'c-a' : 'c-b',
      connectionName: 'Fjord',
      environment: 'test',
      operation: 'enterpriseUsers.rename',
      object,
    });
    clock.pass(1000);
    if (outcome !== 'open') await begun.end(outcome, outcome === 'done' ? '' : 'Name In Use');
  };
  await act('a1', 'done');
  await act('b1', 'refused');
  await act('=cmd()', 'open');
  await act('a2', 'unknown');
  const service = activityService({ journal, tables: createTables({ handles }) });
  const objects = async (filter: Parameters<typeof service.list>[0]['filter'], limit = 100) =>
    (await service.list({ filter, limit }, context)).lines.map((line) => line.object);
  return { service, objects, handles, folder };
}

describe('activity', () => {
  it('shows one line for each act, the newest first; an act without end stands as begun', async () => {
    const { service } = await openActivity();
    const { lines, total, journal } = await service.list({ filter: {}, limit: 100 }, context);
    expect(lines.map((line) => [line.object, line.outcome])).toEqual([
      ['a2', 'unknown'],
      ['=cmd()', 'begun'],
      ['b1', 'refused'],
      ['a1', 'done'],
    ]);
    expect(total).toBe(4);
    expect(journal).toEqual({ state: 'unanchored', lines: 7, firstBadLine: null, unconfirmed: 0 });
  });

  it('filters by text, connection, outcome and time; total counts what fits, not what is shown', async () => {
    const { service, objects } = await openActivity();
    expect(await objects({ text: 'NAME in' })).toEqual(['a2', 'b1']);
    expect(await objects({ connection: 'c-a' })).toEqual(['a2', 'a1']);
    expect(await objects({ outcome: 'refused' })).toEqual(['b1']);
    expect(
      await objects({ from: '2030-03-01T12:02:00Z', to: '2030-03-01T12:03:03+00:00' }),
    ).toEqual(['=cmd()', 'b1']);
    expect(await objects({ text: 'nothing' })).toEqual([]);
    const operations = ['enterpriseUsers.rename'];
    expect(await objects({ text: 'gi nytt navn', operations, outcome: 'done' })).toEqual(['a1']);
    expect(await objects({ operations: ['jobs.stop'], text: 'nothing' })).toEqual([]);
    const page = await service.list({ filter: { connection: 'c-a' }, limit: 1 }, context);
    expect([page.lines.length, page.total]).toEqual([1, 2]);
  });

  it('PAR-18 exports what the filter shows, and no cell runs as a formula', async () => {
    const { service, handles, folder } = await openActivity();
    const target = handles.issueTarget(path.join(folder, 'activity.csv'));
    const answer = await service.exportCsv({ filter: { outcome: 'begun' }, target }, context);
    expect(answer).toEqual({ name: 'activity.csv', rows: 1 });
    const text = readFileSync(path.join(folder, 'activity.csv'), 'utf8');
    expect(text).toContain(`"'=cmd()"`);
    expect(text.trim().split('\r\n')).toHaveLength(2);
    const again = service.exportCsv({ filter: {}, target }, context);
    await expect(again).rejects.toMatchObject({ failure: { problem: 'already-exists' } });
  });

  it('what is behind a line that was changed meanwhile is shown, and the state says where; a file is not made of it', async () => {
    const { service, objects, handles, folder } = await openActivity();
    const file = path.join(folder, 'journal.jsonl');
    const lines = readFileSync(file, 'utf8').split('\n');
    writeFileSync(
      file,
      lines.map((line, at) => (at === 2 ? line.replace('"b1"', '"b2"') : line)).join('\n'),
    );
    const { journal, ...shown } = await service.list({ filter: {}, limit: 100 }, context);
    expect(shown.lines.map(({ object }) => object)).toEqual(['a2', '=cmd()', 'b1']);
    expect(journal).toMatchObject({ state: 'damaged', firstBadLine: 3 });
    const target = handles.issueTarget(path.join(folder, 'activity.csv'));
    await expect(service.exportCsv({ filter: {}, target }, context)).rejects.toMatchObject({
      failure: { kind: 'file', problem: 'changed-meanwhile' },
    });
    expect(readdirSync(folder)).toEqual(['journal.jsonl']);
    rmSync(file);
    expect(await objects({})).toEqual([]);
  });
});
