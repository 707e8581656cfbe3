// The support report on the program: what it contains, and above all what it does not.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createLog } from '../../../../main/diagnostics/log.ts';
import {
  type ProgramReportNeeds,
  writeProgramReport,
} from '../../../../main/diagnostics/program-report.ts';
import { lastLines } from '../../../../main/diagnostics/rotating-file.ts';
import { Secret } from '../../../../main/secret.ts';
import { encodings, formsFound, markerSecret } from '../../../support/markers.ts';
import { tempFolder } from '../../../support/temp-folder.ts';

const PERSON = 'Kari Fjellheim';
const NUMBER = '12057912345';
const ORGANISATION = '910514318';

const start = {
  version: '1.2.3',
  shell: 'electron',
  platform: 'linux',
  can: { hideFromScreenSharing: true, saveDialog: true },
  osLanguage: 'nb-NO',
  settings: {
    scheme: 'auto',
    language: 'nb',
    rotationPolicyDays: 90,
    clipboardSeconds: 30,
    idleLockMinutes: 10,
    updateAddress: `https://updates.example.test/${PERSON}`,
    notifications: true,
  },
  managed: {
    version: 1,
    managedBy: 'IT operations',
    off: ['explorer'],
    updateAddress: null,
    places: [{ name: PERSON, environment: 'test', baseAddress: 'https://a.example.test' }],
  },
  untrustedSettings: null,
  places: null,
  connections: [
    {
      id: 'c-1',
      name: PERSON,
      environment: 'production',
      organisationName: PERSON,
      baseAddress: `https://${ORGANISATION}.example.test`,
      organisationNumber: ORGANISATION,
      signIn: { way: 'certificate', certificate: 'k-1' },
      apiKey: 'k-2',
      highestTls: 'TLSv1.2',
      mediaType: 'application/hal+json',
      proxy: { use: 'manual', host: PERSON },
      formerHosts: [PERSON],
    },
  ],
  chosen: 'c-1',
  credentials: [
    {
      kind: 'certificate',
      id: 'k-1',
      name: PERSON,
      memoryOnly: false,
      facts: { subject: PERSON, commonName: PERSON, daysLeft: 41, keyType: 'RSA 2048' },
    },
    { kind: 'api-key', id: 'k-2', name: PERSON, lastFour: 'Zz9q', memoryOnly: true },
  ],
  secrets: [{ state: 'unknown', userName: PERSON }],
  jobs: [
    { state: 'finished', name: PERSON },
    { state: 'finished', name: PERSON },
    { state: 'paused', name: PERSON },
  ],
  journal: { state: 'damaged', lines: 812, firstBadLine: 40, unconfirmed: 3 },
  setAside: [`/home/${PERSON}/settings.json.bad-1`],
};

function needs(folder: string, more: Partial<ProgramReportNeeds> = {}): ProgramReportNeeds {
  return {
    system: 'linux 6.1 x64',
    installed: true,
    made: new Date('2026-11-22T10:00:00Z'),
    // Of what a window shows only what the report could say too much of.
    start: start as unknown as ProgramReportNeeds['start'],
    keychain: 'locked',
    updates: { state: 'off', why: 'managed' },
    folder: { format: 2, backups: ['before-2'] },
    logFolder: path.join(folder, 'logs'),
    privatePaths: [folder, `/home/${PERSON}`],
    ...more,
  };
}

function writeLog(folder: string, lines: readonly string[], name = 'steward.log'): void {
  mkdirSync(path.join(folder, 'logs'), { recursive: true });
  writeFileSync(path.join(folder, 'logs', name), lines.map((line) => `${line}\n`).join(''));
}

const line = (facts: object) =>
  JSON.stringify({ at: '2026-11-22T09:00:00.000Z', level: 'info', ...facts });

describe('the report on the program', () => {
  it('says what whoever helps asks first', () => {
    const folder = tempFolder();
    createLog({ folder: path.join(folder, 'logs') }).warn('api-failure', { status: 503 });
    const text = writeProgramReport(needs(folder));
    for (const said of [
      'Created: 2026-11-22T10:00:00.000Z',
      'Version: 1.2.3 (electron, installed)',
      'System: linux 6.1 x64',
      `Node: ${process.versions.node}`,
      'Updates: off (managed)',
      'Keychain: locked',
      'Data format version: 2',
      'Backups before format upgrades: 1',
      'Quarantined files: settings.json.bad-1',
      'Journal: damaged, 812 lines, first bad line 40, 3 not confirmed',
      'idleLockMinutes: 10',
      'updateAddress: given',
      'notifications: on',
      'Managed by: IT operations',
      'Places: 1',
      'Off: explorer',
      'Connections: 1',
      'production, signs in by certificate, with an API key, up to TLSv1.2, application/hal+json, proxy manual, 1 former hosts',
      'Credentials: 1 certificate, 1 api-key',
      'Kept in memory only: 1',
      'Days left of certificates: 41 (RSA 2048)',
      'One-time secrets: 1 unknown',
      'Jobs: 2 finished, 1 paused',
      'Log, last 1 lines',
      '"event":"api-failure","status":503',
    ]) {
      expect(text).toContain(said);
    }
  });

  it('says which file of managed settings is not obeyed, with or without others', () => {
    const untrustedSettings = { place: '/etc/steward', why: 'writable' };
    for (const managed of [start.managed, null]) {
      const given = { ...start, managed, untrustedSettings } as unknown;
      const text = writeProgramReport(
        needs(tempFolder(), { start: given as ProgramReportNeeds['start'] }),
      );
      expect(text).toContain('A file that is not obeyed: /etc/steward (writable)');
    }
  });

  it('IPC-04 LOG-08 names nobody and no place: connections, credentials, files, addresses', () => {
    const folder = tempFolder();
    writeLog(folder, [line({ event: 'start', connection: 'c-1' })]);
    const text = writeProgramReport(needs(folder));
    for (const hidden of [PERSON, NUMBER, ORGANISATION, folder, 'Zz9q', 'example.test']) {
      expect(text).not.toContain(hidden);
    }
  });

  it('LOG-01 LOG-08 a secret in the log in any of eleven forms is taken out again', () => {
    const folder = tempFolder();
    const marker = markerSecret('report');
    const secret = new Secret(marker);
    const forms = Object.entries(encodings(secret.expose()));
    expect(forms).toHaveLength(11);
    writeLog(
      folder,
      forms.flatMap(([form, texts]) =>
        texts.map((text) => line({ event: form, code: text, places: [text] })),
      ),
    );
    const text = writeProgramReport(needs(folder));
    expect(formsFound(text, marker)).toEqual([]);
    for (const [form] of forms) expect(text).toContain(`"event":"${form}"`);
    // It lives until here.
    expect(secret.expose()).toBe(marker);
  });

  it('LOG-02 LOG-04 LOG-08 numbers, paths, server words and odd fields of the log do not come along', () => {
    const folder = tempFolder();
    writeLog(folder, [
      line({ event: 'a', route: `/api/${NUMBER}`, host: `${ORGANISATION}.test` }),
      line({ event: 'b', reason: `${PERSON} has no right`, who: PERSON, body: PERSON }),
      line({ event: 'c', code: `${folder}/x` }),
      line({ event: 'd', code: 'one\u2028two\u202e' }),
      `not a line about ${PERSON}`,
      `["${PERSON}"]`,
      `{"no-event":"${PERSON}"}`,
    ]);
    const text = writeProgramReport(needs(folder));
    expect(text).not.toContain(PERSON);
    expect(text).not.toContain(NUMBER);
    expect(text).not.toContain(folder);
    expect(text).toContain('/api/[identity-number]');
    expect(text).toContain('[organisation-number].test');
    expect(text).toContain('[folder]/x');
    expect(text).not.toMatch(/[\u2028\u202e]/);
    expect(text).toContain('Log, last 4 lines');
    expect(text).toContain('3 not readable as log lines');
  });

  it('ends: the newest 300 lines, each cut, the whole of it no longer than a mail takes', () => {
    const folder = tempFolder();
    const long = 'x'.repeat(1100);
    const lines = Array.from({ length: 500 }, (_, at) =>
      line({ event: `e${String(at)}`, code: long }),
    );
    writeLog(folder, lines.slice(0, 250), 'steward.1.log');
    writeLog(folder, lines.slice(250));
    const text = writeProgramReport(needs(folder));
    // 300 lines of 1000 signs would be half as much again.
    expect(text.length).toBeLessThanOrEqual(200_000);
    expect(text.length).toBeGreaterThan(190_000);
    expect(text).toContain('"event":"e499"');
    expect(text).not.toContain('"event":"e199"');
    expect(Math.max(...text.split('\n').map((one) => one.length))).toBeLessThanOrEqual(1002);
  });

  it('holds 300 lines where they are short', () => {
    const folder = tempFolder();
    writeLog(
      folder,
      Array.from({ length: 500 }, (_, at) => line({ event: `e${String(at)}.` })),
    );
    const text = writeProgramReport(needs(folder));
    expect(text).toContain('Log, last 300 lines');
    expect(text).toContain('"event":"e200."');
    expect(text).not.toContain('"event":"e199."');
  });

  it('is made without a log, and of a developer’s copy', () => {
    const text = writeProgramReport(needs(tempFolder(), { installed: false }));
    expect(text).toContain('Version: 1.2.3 (electron)');
    expect(text).toContain('Log, last 0 lines');
  });
});

describe('the last lines of a rotating file', () => {
  it('LOG-07 come from all its files in order, and no more bytes are read than asked for', () => {
    const folder = tempFolder();
    writeLog(folder, ['1', '2'], 'steward.1.log');
    writeLog(folder, ['3', '4']);
    const logs = path.join(folder, 'logs');
    expect(lastLines(logs, 10, 1000)).toEqual(['1', '2', '3', '4']);
    expect(lastLines(logs, 3, 1000)).toEqual(['2', '3', '4']);
    // Four bytes are the newest file, three of the next one begin inside a line.
    expect(lastLines(logs, 10, 7)).toEqual(['2', '3', '4']);
    expect(lastLines(path.join(folder, 'none'), 10, 1000)).toEqual([]);
  });
});
