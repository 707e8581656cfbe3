// Attacks by what is in a message, through the whole program: files that run when opened, and a body that is a page.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { createDownloadMark } from '../../main/storage/download-mark.ts';
import { startAttacker } from '../support/attacker.ts';
import { hostileBodies } from '../support/hostile-bodies.ts';
import { messageDesk } from '../support/message-desk.ts';
import { openReading } from '../support/open-reading.ts';
import { eventually } from '../support/eventually.ts';
import { valueOf } from '../support/steward.ts';
import type { MessageWish } from '../platform/message-control.ts';
import { tell } from './report.ts';

/** A stand-in for Windows, which keeps a stream with the file: here by the number that a file keeps when it is linked and renamed. */
const zones = new Map<number, string>();
const mark = createDownloadMark({
  platform: 'win32',
  async writeStream(name, text) {
    const ending = ':Zone.Identifier';
    expect(name.endsWith(ending)).toBe(true);
    zones.set(statSync(name.slice(0, -ending.length)).ino, text);
  },
});
const world = openReading({ messages: 0 }, { replacements: { markDownloaded: mark } });

interface Exported {
  readonly messages: readonly {
    readonly id: string;
    readonly files: readonly { readonly path: string; readonly name?: string }[];
  }[];
}

let number = 0;

/** An export of these messages alone, to its end. */
async function exported(wishes: readonly MessageWish[]) {
  const desk = messageDesk(world());
  const { client, shell } = world().steward;
  number += 1;
  const minute = new Date(Date.UTC(2025, 2, 1, 0, number));
  const messages = wishes.map((wish) => desk.make({ changed: minute, ...wish }));
  shell.picks.push(desk.folder);
  const folder = await valueOf(client.files.chooseFolder({ suggestedName: 'box' }));
  const { id } = await valueOf(
    client.jobs.startMessageExport({
      ...desk.at,
      partyName: 'Fjordtrafikk AS',
      folders: ['inbox'],
      from: minute.toISOString(),
      to: new Date(minute.getTime() + 50_000).toISOString(),
      ...{ forms: true, attachments: true, print: false },
      folder: folder?.handle ?? '',
    }),
  );
  await eventually(async () => {
    const found = (await valueOf(client.jobs.list({}))).find((job) => job.id === id);
    expect(found).toMatchObject({ state: 'finished', tally: { done: wishes.length } });
  });
  const root = path.join(desk.folder, folder?.name ?? '');
  const manifest = JSON.parse(readFileSync(path.join(root, 'manifest.json'), 'utf8')) as Exported;
  const homeOf = (message: string) =>
    path.join(root, readdirSync(root).find((name) => name.includes(message)) ?? '');
  return { desk, client, messages, root, manifest, homeOf };
}

/** Each with what a system starts, follows or opens as something else than a document. */
const LIVE: readonly (readonly [name: string, file: string])[] = [
  ['faktura.lnk', 'faktura.lnk.inert'],
  ['Lenke.URL', 'Lenke.URL.inert'],
  ['mappe.scf', 'mappe.scf.inert'],
  ['mappe.library-ms', 'mappe.library-ms.inert'],
  ['søk.searchConnector-ms', 'søk.searchConnector-ms.inert'],
  ['vedtak.hta', 'vedtak.hta.inert'],
  ['vedtak.pdf.exe', 'vedtak.pdf.exe.inert'],
  ['punktum.js.', 'punktum.js.inert'],
  ['mellomrom.vbs ', 'mellomrom.vbs.inert'],
  ['faktura\u202efdp.exe', 'fakturafdp.exe.inert'],
  [
    'panel.{21EC2020-3AEA-1069-A2DD-08002B30309D}',
    'panel.{21EC2020-3AEA-1069-A2DD-08002B30309D}.inert',
  ],
  ['desktop.ini', 'desktop.ini.inert'],
  ['oppsett.desktop', 'oppsett.desktop.inert'],
  ['start.command', 'start.command.inert'],
];
const HARMLESS = ['brev.pdf', 'kart.png', 'tall.xlsx', 'side.html', 'uten ending'];

describe('ATK-08 what is exported and saved', () => {
  it('ATK-08 FIL-04 FIL-05 is marked as downloaded, and runs under no name; the manifest has the true one', async () => {
    zones.clear();
    const names = [...LIVE.map(([name]) => name), ...HARMLESS];
    const attachments = names.map((fileName) => ({ fileName, bytes: Buffer.from(fileName) }));
    const { desk, client, messages, root, manifest, homeOf } = await exported([
      { subject: 'Brev', body: '<p>Hei</p>', attachments },
    ]);
    const id = messages[0]?.id ?? '';
    const files = manifest.messages.flatMap((one) => one.files);
    const unmarked = files.filter(
      (file) => !/^ZoneId=3\r$/m.test(zones.get(statSync(path.join(root, file.path)).ino) ?? ''),
    );
    const there = readdirSync(path.join(homeOf(id), 'attachments'));
    const live = LIVE.filter(([, file]) => !there.includes(file));
    tell(
      'ATK-08',
      `${String(names.length)} attachments, ${String(LIVE.length)} of them live`,
      `${String(live.length)} kept alive, ${String(unmarked.length)} of ${String(files.length)} files unmarked`,
    );
    expect(there.sort()).toEqual([...LIVE.map(([, file]) => file), ...HARMLESS].sort());
    expect(unmarked).toEqual([]);
    const trueName = new Map(files.map((file) => [path.posix.basename(file.path), file.name]));
    for (const [name, file] of LIVE)
      // Blanks at the end of a field are nothing that the platform says.
      expect([file, trueName.get(file)]).toEqual([file, name.trim()]);
    expect(trueName.get('brev.pdf')).toBeUndefined();

    // Saved one by one, into a folder and under the name that the dialog offers.
    const { attachments: shown } = await desk.shown(id);
    const shortcut = shown.find(({ fileName }) => fileName === 'faktura.lnk');
    const to = { ...desk.at, message: id, attachment: shortcut?.id ?? '' };
    const saved = await valueOf(client.attachments.save({ ...to, target: desk.place('') }));
    expect(saved.name).toBe('faktura.lnk.inert');
    expect(zones.get(statSync(path.join(desk.folder, saved.name)).ino)).toContain('ZoneId=3');
    await valueOf(client.attachments.save({ ...to, target: desk.place('chosen.lnk') }));
    expect(zones.get(statSync(path.join(desk.folder, 'chosen.lnk')).ino)).toContain('ZoneId=3');
  });

  it('ATK-08 a body as a file runs nothing, asks nobody and leads nowhere, and is beside it as text', async () => {
    const attacker = await startAttacker();
    const bodies = hostileBodies(attacker.at, 'attacker.invalid');
    const { messages, homeOf } = await exported(bodies.map(({ html: body }) => ({ body })));
    const browser = await chromium.launch({
      executablePath: process.env['STEWARD_CHROMIUM'] ?? '/usr/bin/chromium',
      chromiumSandbox: process.getuid?.() !== 0,
    });
    const ran: string[] = [];
    const led: string[] = [];
    const page = await browser.newPage();
    let address = '';
    page.on('console', (line) => {
      if (line.text().startsWith('ran-')) ran.push(line.text());
    });
    page.on('framenavigated', (frame) => {
      if (frame.url() !== address) led.push(`${address}: ${frame.url()}`);
    });
    page.on('popup', () => led.push(`${address}: another window`));
    const open = async (file: string) => {
      address = pathToFileURL(file).href;
      await page.goto(address).catch(() => undefined);
      // Pressed wherever it could be pressed.
      return page
        .evaluate(() => {
          for (const one of document.querySelectorAll<HTMLElement>('a, button, input')) one.click();
          return document.body.textContent;
        })
        .catch(() => '');
    };
    const texts = new Map<string, string>();
    const raw: string[] = [];
    for (const [at, body] of bodies.entries()) {
      const home = homeOf(messages[at]?.id ?? '');
      texts.set(body.name, await open(path.join(home, 'body.html')));
      const isThere = readdirSync(home).includes('body.txt');
      if (isThere && readFileSync(path.join(home, 'body.txt'), 'utf8') === body.html.trim())
        continue;
      raw.push(body.name);
    }
    const heard = [...new Set(attacker.hits)];
    tell(
      'ATK-08',
      `${String(bodies.length)} hostile bodies as files in a browser`,
      `${String(ran.length)} ran, ${String(heard.length)} ways out heard, ${String(led.length)} led elsewhere`,
    );
    expect({ ran, heard, led, raw }).toEqual({ ran: [], heard: [], led: [], raw: [] });
    // It is a letter still.
    expect(texts.get('script')).toContain('Hei');
    expect(texts.get('style-attribute')).toContain('x');
    expect(texts.get('link-top')).toMatch(/Åpne brevet.*link-top/s);
    expect(texts.get('bidi')).toContain('fakturafdp.exe');

    // The browser is one that would do all this.
    const harm = path.join(homeOf(messages[0]?.id ?? ''), 'harm.html');
    const worst = bodies.find(({ name }) => name === 'img-onerror');
    writeFileSync(harm, worst?.html ?? '');
    await open(harm);
    await eventually(() => expect(ran).toContain('ran-img-onerror'));
    await browser.close();
    await attacker.stop();
  }, 300_000);
});
