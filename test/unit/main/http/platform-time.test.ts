// The platform's times as instants, whatever the time zone of this computer.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { readInstant, wallTimeOf, writeWallTime } from '../../../../main/http/platform-time.ts';
import { bundleMain } from '../../../support/run-main.ts';

const run = promisify(execFile);

const CASES: readonly (readonly [string, string | null])[] = [
  ['2026-01-15T12:00:00', '2026-01-15T11:00:00.000Z'],
  ['2026-07-15T12:00:00', '2026-07-15T10:00:00.000Z'],
  ['2026-07-15T12:00', '2026-07-15T10:00:00.000Z'],
  ['2026-07-15T12:00:00.12', '2026-07-15T10:00:00.120Z'],
  ['2026-07-15T12:00:00.1234567+02:00', '2026-07-15T10:00:00.123Z'],
  ['2026-07-15T12:00Z', '2026-07-15T12:00:00.000Z'],
  // The clock is moved on 29 March 2026 at 02:00 and back on 25 October 2026 at 03:00.
  ['2026-03-29T01:59:59', '2026-03-29T00:59:59.000Z'],
  ['2026-03-29T02:30:00', '2026-03-29T01:30:00.000Z'],
  ['2026-03-29T03:00:00', '2026-03-29T01:00:00.000Z'],
  ['2026-10-25T01:59:59', '2026-10-24T23:59:59.000Z'],
  ['2026-10-25T02:30:00', '2026-10-25T00:30:00.000Z'],
  ['2026-10-25T03:00:00', '2026-10-25T02:00:00.000Z'],
  ['9999-12-31T00:00:00', '9999-12-30T23:00:00.000Z'],
  ['2026-02-30T12:00:00', null],
  ['2026-13-01T12:00:00', null],
  ['0000-01-01T00:00:00', null],
  ['2026-01-15', null],
  ['', null],
];

describe('timestamps of the platform', () => {
  it.each(CASES)('PAR-10 reads "%s" as %s', (text, instant) => {
    expect(readInstant(text)).toBe(instant);
  });

  it.each([null, undefined, 5, {}, ['2026-01-15T12:00:00']])('PAR-08 answers null for %s', (v) => {
    expect(readInstant(v)).toBeNull();
  });

  it('CLK-03 keeps the order of what was written through both days on which the clock is moved', () => {
    for (const day of ['2026-03-28', '2026-03-29', '2026-10-24', '2026-10-25', '2026-10-26']) {
      const written = Array.from({ length: 24 * 6 }, (_, i) => {
        const hour = String(Math.floor(i / 6)).padStart(2, '0');
        return `${day}T${hour}:${String((i % 6) * 10).padStart(2, '0')}:00`;
      }).filter((text) => !text.startsWith('2026-03-29T02'));
      const instants = written.map((text) => readInstant(text) ?? '');
      expect([...instants].sort()).toEqual(instants);
    }
  });

  it('CLK-03 what is read and written again is the same wall time, on every day of a year', () => {
    for (let hour = 0; hour < 366 * 24; hour += 1) {
      const written = new Date(Date.UTC(2026, 0, 1, hour, 17, 5)).toISOString().slice(0, 19);
      // The hour that is left out in spring is no time of any clock.
      if (written.startsWith('2026-03-29T02')) continue;
      expect(writeWallTime(wallTimeOf(readInstant(written) ?? ''))).toBe(written);
    }
  });

  it('CLK-03 an interval that begins or ends in the hour that comes twice holds both of it', () => {
    const bounds = (instant: string) => [
      writeWallTime(wallTimeOf(instant, 'from')),
      writeWallTime(wallTimeOf(instant, 'to')),
    ];
    for (const twice of ['2026-10-25T00:30:00Z', '2026-10-25T01:10:00Z'])
      expect(bounds(twice)).toEqual(['2026-10-25T02:00:00', '2026-10-25T03:00:00']);
    for (const once of ['2026-10-24T23:59:59Z', '2026-10-25T02:00:00Z'])
      expect(new Set(bounds(once)).size).toBe(1);
    expect(bounds('2026-07-01T10:00:00Z')[0]).toBe('2026-07-01T12:00:00');
  });

  it('CLK-03 gives the same instants in UTC, Oslo and St. John’s', async () => {
    const program = await bundleMain(`
      import { readInstant } from './main/http/platform-time.ts';
      console.log(JSON.stringify(JSON.parse(process.argv[2]).map((text) => readInstant(text))));
    `);
    const texts = JSON.stringify(CASES.map(([text]) => text));
    for (const TZ of ['UTC', 'Europe/Oslo', 'America/St_Johns']) {
      const { stdout } = await run(process.execPath, [program, texts], {
        env: { ...process.env, TZ },
      });
      expect(JSON.parse(stdout), TZ).toEqual(CASES.map(([, instant]) => instant));
    }
  });
});
