// The page's origin: only files of the list, by exact path, with every header.
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { policyAt } from '../../../../main/shell/content-security-policy.ts';
import { openPageFiles, type PageAnswer } from '../../../../main/shell/page-files.ts';
import { tempFolder } from '../../../support/temp-folder.ts';

const ORIGIN = 'app://steward';

/** A built page beside things nobody may get. */
function page() {
  const parent = tempFolder();
  const folder = path.join(parent, 'renderer');
  mkdirSync(path.join(folder, 'assets'), { recursive: true });
  mkdirSync(path.join(parent, 'renderer-other'));
  const write = (name: string, text = name) => {
    writeFileSync(path.join(parent, name), text);
  };
  write('renderer/index.html');
  write('renderer/assets/app-1a2B.js');
  write('renderer/assets/app.css');
  write('renderer/assets/inter.woff2');
  write('renderer/assets/app.js.map');
  write('renderer/.env');
  write('secret.html');
  write('renderer-other/index.html');
  symlinkSync(path.join(parent, 'secret.html'), path.join(folder, 'link.html'));
  symlinkSync(path.join(parent, 'renderer-other'), path.join(folder, 'linked'));
  return openPageFiles(folder, ORIGIN);
}

const inList = ['/index.html', '/assets/app-1a2B.js', '/assets/app.css', '/assets/inter.woff2'];
const hostile = [
  '/../secret.html',
  '/../../secret.html',
  '/./../secret.html',
  '/assets/../../secret.html',
  '/assets/../..//secret.html',
  '/..',
  '/%2e%2e/secret.html',
  '/%2E%2E/secret.html',
  '/.%2e/secret.html',
  '/%2e./secret.html',
  '/assets/%2e%2e/%2e%2e/secret.html',
  '/..%2fsecret.html',
  '/..%2Fsecret.html',
  '/%2e%2e%2fsecret.html',
  '/..%5csecret.html',
  '/..%5Csecret.html',
  '/%5c..%5csecret.html',
  '/..\\secret.html',
  '/\\..\\secret.html',
  '/assets\\app.css',
  '/assets%2fapp.css',
  '/assets%5capp.css',
  '/index.html%00',
  '/index.html%00.css',
  '/%00',
  '/index.html\0',
  '/C:/Windows/win.ini',
  '/c:%5cWindows%5cwin.ini',
  '/C|/Windows/win.ini',
  '/C%3a/secret.html',
  '//secret.html',
  '//etc/passwd',
  '///etc/passwd',
  '/etc/passwd',
  '/%2fetc/passwd',
  '/file:///etc/passwd',
  '/../renderer-other/index.html',
  '/renderer-other/index.html',
  '/linked/index.html',
  '/link.html',
  '/.env',
  '/assets/app.js.map',
  '/assets/',
  '/assets',
  '/INDEX.HTML',
  '/Index.html',
  '/index.html/',
  '/index.html.',
  '/index.html%20',
  '/index%2ehtml',
  '/%69ndex.html',
  '/index.html;a',
  '/index.html::$DATA',
  '/index.html%3f',
  '/%c0%ae%c0%ae/secret.html',
  '/%u002e%u002e/secret.html',
  '/．．/secret.html',
  '/toString',
  '/__proto__',
  '/constructor',
  '/package.json',
];

function expectHeaders({ headers }: PageAnswer) {
  expect(headers['content-security-policy']).toBe(policyAt(ORIGIN));
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers['referrer-policy']).toBe('no-referrer');
  expect(headers['cross-origin-opener-policy']).toBe('same-origin');
  expect(headers['cross-origin-resource-policy']).toBe('same-origin');
}

describe('ISO-06 the page’s origin', () => {
  it('serves each file of the list with its type and every security header', () => {
    const files = page();
    expect([...files.paths].sort()).toEqual([...inList].sort());
    for (const name of inList) {
      const answer = files.answer(`${ORIGIN}${name}`);
      expect([name, answer.status, answer.body.toString()]).toEqual([name, 200, `renderer${name}`]);
      expectHeaders(answer);
    }
    expect(files.answer(`${ORIGIN}/`).body.toString()).toBe('renderer/index.html');
    expect(files.answer(`${ORIGIN}/index.html?x#y`).status).toBe(200);
    expect(files.answer(`${ORIGIN}/assets/inter.woff2`).headers['content-type']).toBe('font/woff2');
  });

  it(`answers 404 to ${String(hostile.length)} hostile paths, with every security header`, () => {
    expect(hostile.length).toBeGreaterThanOrEqual(60);
    const files = page();
    const served = hostile.filter((name) => files.answer(`${ORIGIN}${name}`).status !== 404);
    expect(served).toEqual([]);
    expectHeaders(files.answer(`${ORIGIN}/nothing`));
  });

  it('serves no other origin and no other method', () => {
    const files = page();
    const others = [
      'app://steward.evil/index.html',
      'app://other/index.html',
      'app://kari@steward/index.html',
      'app://steward:81/index.html',
      'https://steward/index.html',
      'file:///index.html',
      'index.html',
      '',
    ];
    expect(others.filter((address) => files.answer(address).status !== 404)).toEqual([]);
    const methods = ['POST', 'PUT', 'HEAD', 'OPTIONS', 'get'];
    const answered = methods.filter((m) => files.answer(`${ORIGIN}/index.html`, m).status !== 404);
    expect(answered).toEqual([]);
  });

  it('holds: whatever path is asked for, the answer is a file of the list or 404', () => {
    const files = page();
    const parts = [
      '..',
      '.',
      '%2e%2e',
      'assets',
      'app.css',
      'index.html',
      '\\',
      '%5c',
      '%2f',
      '',
      'link.html',
      '%00',
    ];
    let seed = 7;
    const next = () => (seed = (seed * 48271) % 2147483647);
    const served = { 200: 0, 404: 0 };
    for (let round = 0; round < 3000; round += 1) {
      const length = 1 + (next() % 6);
      const name = Array.from({ length }, () => parts[next() % parts.length] ?? '').join('/');
      const { status, body, headers } = files.answer(`${ORIGIN}/${name}`);
      const text = body.toString();
      if (status === 200) expect(inList).toContain(text.replace(/^renderer/, ''));
      else expect([name, status, text]).toEqual([name, 404, 'Not found']);
      expect(headers['content-security-policy']).toBe(policyAt(ORIGIN));
      served[status] += 1;
    }
    expect(served[200]).toBeGreaterThan(20);
    expect(served[404]).toBeGreaterThan(2000);
  });
});
