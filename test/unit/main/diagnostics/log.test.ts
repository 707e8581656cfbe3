// The log: no secret, personal number, invisible character or foreign text ever gets into its files.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { randomUUID } from 'node:crypto';
import { inspect } from 'node:util';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createLog, type LogFields } from '../../../../main/diagnostics/log.ts';
import { Problem } from '../../../../main/problem.ts';
import {
  maskNumbers,
  routeTemplate,
  secretRedactor,
} from '../../../../main/diagnostics/redaction.ts';
import { Secret } from '../../../../main/secret.ts';
import { endpoints } from '../../../../preload/contract/endpoints.ts';
import { createClock } from '../../../support/clock.ts';
import { encodings, formsFound, markerSecret, markersInFolder } from '../../../support/markers.ts';
import { itAsRoot, mountSmall, unmount } from '../../../support/needs-root.ts';
import { tempFolder } from '../../../support/temp-folder.ts';

function openLog() {
  const folder = tempFolder();
  const log = createLog({ folder, now: createClock().now });
  onTestFinished(() => {
    log.close();
  });
  const text = () => readFileSync(path.join(folder, 'steward.log'), 'utf8');
  const lines = () =>
    text()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  return { folder, log, text, lines };
}

describe('the log', () => {
  it('LOG-01 a live secret is taken out in all eleven forms, wherever it stands', () => {
    const { folder, log, text } = openLog();
    const secrets = [markerSecret('log'), 'plain-Api-Key-0123456789', pem];
    const held = secrets.map((secret) => new Secret(secret));
    const forms = secrets.flatMap((secret) => Object.entries(encodings(secret)));
    expect(Object.keys(encodings('x')).length).toBe(11);
    for (const [form, texts] of forms) {
      for (const one of texts) {
        log.info(form, { reason: `before ${one} after`, route: `/api/${one}?k=${one}` });
        log.warn(`event ${one}`, { name: one });
        log.error(one, one, new Problem({ kind: 'conflict', message: one, reason: one }));
      }
    }
    const found = secrets.flatMap((secret) => formsFound(text(), secret));
    expect({ found, held: held.length }).toEqual({ found: [], held: 3 });
    expect(markersInFolder(folder, secrets)).toEqual([]);
    expect(text()).toContain('before [secret] after');
  });

  it('LOG-01 one line of a private key is as secret as all of it', () => {
    const { log, text } = openLog();
    const held = new Secret(pem);
    const line = pem.split('\n')[2] ?? '';
    log.info('e', { reason: `key ${line} in ${Buffer.from(line).toString('hex')}` });
    expect(held.toString()).toBe('[secret]');
    expect(text()).toContain('key [secret] in [secret]');
  });

  it('LOG-01 the search itself finds a secret in each form, also across base64 groups and packed files', () => {
    const secret = markerSecret('search');
    const embedded = [0, 1, 2, 3].map((before) =>
      Buffer.from(`${'u'.repeat(before)}:${secret} and more`).toString('base64'),
    );
    for (const text of embedded) expect(formsFound(text, secret)).toContain('base64');
    for (const [form, texts] of Object.entries(encodings(secret)))
      for (const text of texts) expect(formsFound(`<${text}>`, secret), form).toContain(form);
    expect(formsFound(inspect({ deep: { secret } }), secret)).toContain('inspect');
    expect(formsFound('nothing here', secret)).toEqual([]);
  });

  it('LOG-01 forms of two secrets that overlap are hidden together', () => {
    const [first, second] = [new Secret('abcdefgh-1'), new Secret('gh-123456')];
    expect(secretRedactor()('abcdefgh-123456, 6768')).toBe('[secret], 6768');
    expect(secretRedactor()('x 67682d313233343536 67682D313233343536 abcdefgh-1')).toBe(
      'x [secret] [secret] [secret]',
    );
    expect([first, second]).toHaveLength(2);
  });

  it('LOG-01 forms of a text are let go once the collector has taken the last secret that held it', async () => {
    /** In place of the collector, which takes what nobody holds at its own time. */
    let taken: (text: string) => void = () => undefined;
    const followed: string[] = [];
    vi.stubGlobal(
      'FinalizationRegistry',
      class {
        constructor(cleanUp: (text: string) => void) {
          taken = cleanUp;
        }
        register(_secret: object, text: string) {
          followed.push(text);
        }
      },
    );
    onTestFinished(() => void vi.unstubAllGlobals());
    vi.resetModules();
    const { Secret: OwnSecret } = await import('../../../../main/secret.ts');
    const { secretRedactor: redactor } = await import('../../../../main/diagnostics/redaction.ts');
    const text = `held-${randomUUID()}`;
    const held = [new OwnSecret(text), new OwnSecret(text)];
    expect([held.length, followed, redactor()(text)]).toEqual([2, [text, text], '[secret]']);
    taken(text);
    expect(redactor()(text)).toBe('[secret]');
    taken(text);
    expect(redactor()(text)).toBe(text);
  });

  it('ATK-34 what a secret has in common with many texts is no run of it: a short word of its own, the zeros of an id', () => {
    const secrets = ['3F1C2A40-0000-4000-8000-00000000ABCD', `<&"{%}'\\ password`].map(
      (text) => new Secret(text),
    );
    const redact = secretRedactor();
    const texts = ['7b3e9d15-0000-4000-8000-000000001234', 'Password', '"kind":"password"'];
    expect(texts.map(redact)).toEqual(texts);
    expect(redact('..3F1C2A40-0000-4..')).toBe('..[secret]..');
    expect(secrets).toHaveLength(2);
  });

  it('LOG-01 half of a pair in a secret does not keep lines from being written', () => {
    const secret = new Secret('half \ud83d of a pair');
    expect(secretRedactor()('half \ud83d of a pair')).toBe('[secret]');
    expect(secret.toString()).toBe('[secret]');
  });

  it('LOG-03 of what is behind a Problem name, code and places are written, and none of its words', () => {
    const { log, lines, text } = openLog();
    const cause = Object.assign(new TypeError('words of a server'), { code: 'ERR_OF_A_PARSER' });
    const inner = new Problem({ kind: 'internal', message: 'm', reference: 'r' }, cause);
    log.error('r', 'e', new Problem({ kind: 'internal', message: 'm', reference: 'r' }, inner));
    expect(lines()).toMatchObject([
      { kind: 'internal', cause: 'TypeError', code: 'ERR_OF_A_PARSER', reference: 'r' },
    ]);
    expect(JSON.stringify(lines()[0]?.['places'])).toContain('log.test.ts:');
    expect(text()).not.toContain('words of a server');
  });

  it('LOG-02 a field that is not on the list is dropped, whatever the caller says', () => {
    const { log, lines } = openLog();
    log.info('call', {
      status: 200,
      headers: { ApiKey: 'abc' },
      body: 'text',
      cause: new Error('x'),
      reason: { toString: () => 'sneaky' },
    } as unknown as LogFields);
    expect(lines()[0]).toEqual({
      at: '2030-03-01T12:00:00.000Z',
      level: 'info',
      event: 'call',
      status: 200,
    });
  });

  it('LOG-03 LOG-06 of a foreign error nothing of its text is kept', () => {
    const { log, text, lines } = openLog();
    const marker = 'S3cr3t-One-Two-Three';
    for (const run of [
      () => JSON.parse(`${marker}{`) as unknown,
      () => JSON.parse(`{"a": ${marker}}`) as unknown,
      () => new URL(`http://${marker}:pass word@/`),
      () => decodeURIComponent(`%${marker}`),
      () => raise(Object.assign(new Error(marker), { name: marker, code: marker })),
      () => raise(new Error('outer', { cause: new Error(marker) })),
      () => raise(new Error(`first\n    at ${marker} (${marker}.ts:1:1)\n    at ${marker}.ts:2:2`)),
    ]) {
      try {
        run();
      } catch (error) {
        log.error('ref-1', 'operation', error);
      }
    }
    log.error('ref-2', 'operation', { message: marker });
    log.error('ref-3', 'operation', marker);
    expect(text()).not.toMatch(/S3cr3t|One-Two/i);
    expect(lines()).toHaveLength(9);
    expect(lines()[0]).toMatchObject({ kind: 'SyntaxError', reference: 'ref-1' });
    expect(lines()[0]?.['places']).toContainEqual(expect.stringMatching(/^log\.test\.ts:\d+:\d+$/));
    expect(lines()[2]).toMatchObject({ kind: 'TypeError', code: 'ERR_INVALID_URL' });
  });

  it('LOG-03 of a Problem the kind, the codes and the server’s own words are kept', () => {
    const { log, lines } = openLog();
    const message = 'Refused.';
    log.error(
      'ref',
      'enterpriseUsers.list',
      new Problem({ kind: 'sign-in-needed', message, status: 401, reason: 'No', reference: 'x' }),
    );
    expect(lines()[0]).toMatchObject({ kind: 'sign-in-needed', status: 401, reason: 'No' });
    expect(lines()[0]).toMatchObject({ reference: 'ref', event: 'enterpriseUsers.list' });
  });

  it('LOG-04 addresses become route templates; numbers of persons and organisations are masked', () => {
    const { log, text } = openLog();
    const who = ['01010112345', '974760673', '010101 12345', '974 760 673'];
    for (const number of who) {
      log.info('call', { route: `https://host.test/api/${number}/messages/a1?x=${number}#f` });
      log.info('call', { reason: `Not for ${number}.`, host: number });
    }
    expect(text()).not.toMatch(/01010112345|974760673|010101 12345|974 760 673|host\.test/);
    expect(text()).toContain('"route":"/api/{}/messages/{}"');
    expect(text()).toContain('Not for [identity-number].');
    expect(text()).toContain('Not for [organisation-number].');
    expect(routeTemplate('/api/enterpriseusers/svc-payroll/rotatesecret?a=b')).toBe(
      '/api/enterpriseusers/{}/rotatesecret',
    );
    expect(routeTemplate('https://user:pw@host/secret/path')).toBe('/{}/{}');
  });

  it.each([
    ['/api/enterpriseusers/inbox', '/api/enterpriseusers/{}'],
    ['/api/enterpriseusers/Messages/rotatesecret', '/api/enterpriseusers/{}/rotatesecret'],
    ['/api/metadata/codelists/roles/3', '/api/metadata/codelists/{}/{}'],
    ['/api/my/messages/a1/', '/api/{}/messages/{}/'],
    ['/api/{}/nothing/documented/forms', '/api/{}/{}/{}/forms'],
    ['/steward/print/x', '/{}/print/{}'],
    ['/', '/'],
  ])('LOG-04 of %s a name is none of the words, though it reads like one', (address, route) => {
    expect(routeTemplate(address)).toBe(route);
  });

  it.each([...new Set(endpoints.map(({ path }) => path))])(
    'LOG-04 the route of %s is logged with its words, and with none of its names',
    (documented) => {
      const { log, text } = openLog();
      const names = documented.replaceAll(/\{\w+\}/g, 'Bratthammer');
      log.info('call', { route: `https://host.test/steward/api/${names}?serviceCode=3811` });
      const route = `/{}/api/${documented.replaceAll(/\{\w+\}/g, '{}')}`;
      expect(JSON.parse(text())).toMatchObject({ route });
    },
  );

  it('LOG-04 digits inside an id or a checksum of our own are left whole, so that it still finds what it names', () => {
    const checksum = `eca01010112345${'f1b575015c2c9c6e'.repeat(3)}ab`;
    const ids = [
      checksum,
      '5bdbb2e1-974a-760b-4d01-a01010112345',
      '0c1d72f2-1d2d-4d05-a952-e974760673bb',
    ];
    for (const id of ids) expect(maskNumbers(`about ${id}.`)).toBe(`about ${id}.`);
    expect(maskNumbers('de01010112345 a974760673')).not.toMatch(/\d{9}/);
  });

  it('LOG-05 signs that break lines, steer terminals or hide text are written out', () => {
    const { log, text, lines } = openLog();
    const nasty = 'a\r\nb\u001b[2Jc\u009bd\u202ee\u2028f\u0000g\ud800h\u200bi';
    log.warn(nasty, { reason: nasty, name: nasty });
    expect(text().split('\n')).toHaveLength(2);
    expect(text()).not.toMatch(/[\p{Cf}\p{Zl}\p{Cs}\r]/u);
    expect(text().replace('\n', '')).not.toMatch(/\p{Cc}/u);
    expect(lines()[0]?.['reason']).toBe(
      String.raw`a\u{d}\u{a}b\u{1b}[2Jc\u{9b}d\u{202e}e\u{2028}f\u{0}g\u{d800}h\u{200b}i`,
    );
  });

  it('LOG-05 a text of any length takes a line of bounded length', () => {
    const { log, text } = openLog();
    log.info('x'.repeat(1e6), { reason: 'y'.repeat(1e6) });
    expect(text().length).toBeLessThan(1000);
  });

  it('LOG-07 rotates at 1 MB, keeps five files, each 0600', () => {
    const { folder, log } = openLog();
    const reason = 'r'.repeat(290);
    for (let line = 0; line < 16_000; line++) log.info('line', { reason, count: line });
    const names = readdirSync(folder).sort();
    expect(names).toEqual(
      [1, 2, 3, 4].map((n) => `steward.${String(n)}.log`).concat('steward.log'),
    );
    for (const name of names) {
      const { size, mode } = statSync(path.join(folder, name));
      expect(size).toBeLessThanOrEqual(1024 * 1024);
      expect(mode & 0o777).toBe(0o600);
    }
    expect(readFileSync(path.join(folder, 'steward.log'), 'utf8')).toContain('"count":15999');
  });

  it('LOG-07 DSK-03 a full disk, a folder in the way or no folder never throws', () => {
    const full = tempFolder();
    symlinkSync('/dev/full', path.join(full, 'steward.log'));
    const blocked = path.join(tempFolder(), 'file');
    writeFileSync(blocked, '');
    for (const folder of [full, blocked, path.join(blocked, 'below'), '\0']) {
      const log = createLog({ folder });
      log.info('one');
      log.error('r', 'two', new Error('x'));
      log.close();
    }
  });

  itAsRoot(
    'LOG-07 on a really full disk of 256 KB lines are dropped, and come again when there is room',
    () => {
      const folder = tempFolder();
      mountSmall(folder, '256k');
      onTestFinished(() => {
        unmount(folder);
      });
      const filler = path.join(folder, 'filler');
      const log = createLog({ folder });
      for (let line = 0; line < 2000; line++) log.info('line', { reason: 'r'.repeat(250) });
      writeFileSync(filler, '');
      expect(statSync(path.join(folder, 'steward.log')).size).toBeGreaterThan(200_000);
      execFileSync('truncate', ['-s', '1000', path.join(folder, 'steward.log')]);
      log.info('again');
      log.close();
      const last = readFileSync(path.join(folder, 'steward.log'), 'utf8').trimEnd().split('\n');
      expect(JSON.parse(last.at(-1) ?? '')).toMatchObject({ event: 'again' });
    },
  );
});

function raise(error: Error): never {
  throw error;
}

const pem = [
  '-----BEGIN PRIVATE KEY-----',
  'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQDLmadeUpMarkerKey1',
  'q83vEiYx2LwNnT8rUZtMarkerKey2aGJkQ7sYpXfHcVb0oR5wIuKe4DzPlCg1hSmBnAy',
  '-----END PRIVATE KEY-----',
].join('\n');
