// A hostile server that has been shown a credential says it back, in its own words and spelt otherwise.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type Client, contract } from '../../preload/contract/contract.ts';
import type { Operation } from '../../preload/contract/operation.ts';
import type { App } from '../../main/shell/shell.ts';
import { z } from '../../preload/contract/schema.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';
import { connectTo, startSteward, valueOf } from '../support/steward.ts';
import { tell } from './report.ts';

let platform: Platform;
beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.stop());

const without = (key: string) => key.replaceAll('-', '');
const chars = (text: string, each: (code: number) => string) =>
  [...text].map((sign) => each(sign.charCodeAt(0))).join('');
const hexOf = (code: number, digits: number) => code.toString(16).padStart(digits, '0');
const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16();

/** What a reader of the screen, or a program that reads its files, turns back into the key at once. */
const SPELLINGS: Readonly<Record<string, (key: string) => string>> = {
  plain: (key) => key,
  'without dashes': without,
  'in blocks of four': (key) => without(key).replace(/.{4}(?=.)/g, '$& '),
  'with dots and soft hyphens': (key) => without(key).replace(/.{3}(?=.)/g, '$&.\u00ad'),
  'in capitals': (key) => key.toUpperCase(),
  'in small letters without dashes': (key) => without(key).toLowerCase(),
  'every sign percent-encoded': (key) => chars(key, (code) => `%${hexOf(code, 2)}`),
  'percent-encoded twice': (key) => chars(key, (code) => `%25${hexOf(code, 2)}`),
  'as entities': (key) => chars(key, (code) => `&#${String(code)};`),
  'as hexadecimal entities': (key) => chars(key, (code) => `&#x${hexOf(code, 2)};`),
  'as escapes of a script': (key) => chars(key, (code) => `\\u${hexOf(code, 4)}`),
  hexadecimal: (key) => Buffer.from(key).toString('hex'),
  'hexadecimal with colons': (key) =>
    chars(key, (code) => hexOf(code, 2)).replace(/..(?=.)/g, '$&:'),
  'base64 of UTF-8': (key) => Buffer.from(`k=${key}`).toString('base64'),
  'base64 of it without dashes': (key) => Buffer.from(without(key)).toString('base64'),
  'base64 of it in capitals': (key) => Buffer.from(key.toUpperCase()).toString('base64'),
  'base64 of UTF-16, little end first': (key) => Buffer.from(key, 'utf16le').toString('base64'),
  'base64 of UTF-16, big end first': (key) => utf16be(key).toString('base64url'),
};

/** Parts of it, and signs that only look otherwise: who reads two answers has it whole (ATK-34). */
const PIECES: typeof SPELLINGS = {
  'in full width': (key) => chars(key, (code) => String.fromCharCode(code + 0xfee0)),
  'in signs of mathematics': (key) =>
    chars(key, (code) =>
      /[a-z]/i.test(String.fromCharCode(code))
        ? String.fromCodePoint(0x1d5ba + (code | 0x20) - 0x61)
        : String.fromCharCode(code),
    ),
  'quoted-printable': (key) => chars(key, (code) => `=${hexOf(code, 2).toUpperCase()}`),
  'quoted-printable, in lines': (key) => key.replace(/.{10}(?=.)/g, '$&=\r\n'),
  'the first 30 of 36': (key) => key.slice(0, 30),
  'the last 24 of 36': (key) => key.slice(-24),
  'the first half': (key) => key.slice(0, key.length / 2),
  'the second half': (key) => key.slice(key.length / 2),
  'both halves, with words between': (key) =>
    `${key.slice(0, key.length / 2)} and then ${key.slice(key.length / 2)}`,
  'fourteen from the middle, in capitals': (key) => key.slice(11, 25).toUpperCase(),
};

const how = { io: 'output', unrepresentable: 'any' } as const;
const spellings = Object.keys(SPELLINGS).length;

/** One start of the program with a connection whose key has been sent. */
async function openDesk() {
  platform.control.forget();
  const steward = await startSteward();
  onTestFinished(() => steward.stop());
  const { connection } = await connectTo(steward, platform);
  await valueOf(steward.client.enterpriseUsers.list({ connection }));
  return { ...steward, connection };
}

async function connectByToken(client: Client, app: App): Promise<string> {
  const { credentials } = await valueOf(client.app.start({}));
  const apiKey = credentials.find(({ kind }) => kind === 'api-key')?.id ?? null;
  const { id } = await valueOf(
    client.connections.create({
      name: 'By token',
      environment: 'test',
      baseAddress: platform.address,
      organisationName: 'Fjordtrafikk AS',
      organisationNumber: platform.organisationNumber,
      signIn: { way: 'pasted-token' },
      apiKey,
      highestTls: 'TLSv1.2',
      language: 1033,
      mediaType: 'application/hal+json',
      proxy: { use: 'none' },
      formerHosts: [],
      extraCaFile: app.handleFor(platform.caFile),
    }),
  );
  return id;
}

type Effect = { readonly status?: number; readonly reason?: string } & {
  readonly headers?: Record<string, string>;
  readonly body?: string;
};
const answering = (operation: string, effect: Effect) => {
  platform.control.fault({ operation, acts: false, effect: { kind: 'alter', ...effect } });
};

const log = (dataFolder: string) =>
  readdirSync(path.join(dataFolder, 'logs'))
    .map((name) => readFileSync(path.join(dataFolder, 'logs', name), 'utf8'))
    .join('');

/** What the page, the journal on the screen and the files hold since a moment. */
async function watched({ client, dataFolder, sent }: Awaited<ReturnType<typeof openDesk>>) {
  const before = sent.length;
  const logged = log(dataFolder).length;
  return async () => {
    await valueOf(client.activity.list({ filter: {}, limit: 5 }));
    return {
      page: JSON.stringify(sent.slice(before)),
      journal: readFileSync(path.join(dataFolder, 'journal.jsonl'), 'utf8'),
      log: log(dataFolder).slice(logged),
    };
  };
}

const isFoundIn = (text: string, echoed: string) =>
  text.includes(echoed) || text.includes(JSON.stringify(echoed).slice(1, -1));

const headerOf = (echoed: string, text: string) =>
  /^[\x20-\x7e]*$/.test(echoed) ? text : undefined;

describe('ATK-34 a server says back a piece of what it was shown, or all of it in another style', () => {
  it.each(Object.entries(PIECES))(
    'ATK-34 %s: neither page, journal, log nor a report to support has it',
    async (_name, spell) => {
      const desk = await openDesk();
      const { client, connection } = desk;
      const echoed = spell(platform.apiKey);
      const seen = await watched(desk);
      const body = JSON.stringify({ ErrorCode: 1, ErrorMessage: `The key ${echoed} is not known` });
      const headers = { 'Content-Type': 'application/json; charset=utf-8' };
      const reason = headerOf(echoed, `Unknown key ${echoed}`) ?? 'Forbidden';
      answering('enterpriseUsers.list', { status: 403, reason, headers, body });
      expect(await client.enterpriseUsers.list({ connection })).toMatchObject({ ok: false });
      answering('enterpriseUsers.create', { status: 403, reason, headers, body });
      await client.enterpriseUsers.create({ connection, userName: 'reader-1' });
      const { last: exchange } = await valueOf(client.explorer.traffic({}));
      await valueOf(client.explorer.supportReport({ exchange }));
      const { page, journal, log: logged } = await seen();
      const pieces = echoed.split(' and then ');
      const found = Object.entries({ page, journal, logged }).filter(([, text]) =>
        pieces.some((piece) => isFoundIn(text, piece)),
      );
      tell('ATK-34', spell('0123456789-abcdefghij-klmnopqrst-uvw'), found.map(([at]) => at).join());
      expect(found.map(([at]) => at)).toEqual([]);
    },
  );
});

describe('ATK-04 a server says back what it was shown', () => {
  it('ATK-04 as the reason and the text of a refusal: no spelling comes to the page, the journal or the log', async () => {
    const desk = await openDesk();
    const { client, connection } = desk;
    const leaks: string[] = [];
    for (const [name, spell] of Object.entries(SPELLINGS)) {
      const echoed = spell(platform.apiKey);
      const seen = await watched(desk);
      const body = JSON.stringify({ ErrorCode: 1, ErrorMessage: `The key ${echoed} is not known` });
      const headers = { 'Content-Type': 'application/json' };
      const reason = headerOf(echoed, `Unknown key ${echoed}`) ?? 'Forbidden';
      const refusal = { status: 403, reason, headers };
      answering('enterpriseUsers.list', refusal);
      const read = await client.enterpriseUsers.list({ connection });
      answering('enterpriseUsers.list', { ...refusal, body });
      await client.enterpriseUsers.list({ connection });
      answering('enterpriseUsers.create', refusal);
      const written = await client.enterpriseUsers.create({ connection, userName: 'reader-1' });
      expect([read.ok, written.ok]).toEqual([false, false]);
      for (const [place, text] of Object.entries(await seen()))
        if (isFoundIn(text, echoed)) leaks.push(`${name}: ${place}`);
    }
    tell('ATK-04', `${String(spellings)} spellings in a refusal`, leaks.join('; ') || 'nothing');
    expect(leaks).toEqual([]);
  });

  it('ATK-04 as a name in a list, in a header and in a body that the explorer shows', async () => {
    const desk = await openDesk();
    const { client, connection } = desk;
    const entry = (await valueOf(client.explorer.entryPoints({ connection }))).entries.find(
      ({ path: where }) => where.endsWith('/enterpriseusers'),
    );
    const leaks: string[] = [];
    for (const [name, spell] of Object.entries(SPELLINGS)) {
      const echoed = spell(platform.apiKey);
      const seen = await watched(desk);
      const user = { UserName: echoed, Description: `x ${echoed}`, CreatedDateTime: echoed };
      const note = headerOf(echoed, `key ${echoed}`);
      const answer = {
        status: 200,
        reason: 'OK',
        headers: {
          'Content-Type': 'application/hal+json; charset=utf-8',
          ...(note !== undefined && { 'X-Note': note }),
        },
        body: JSON.stringify({ _links: {}, _embedded: { enterpriseusers: [user] } }),
      };
      answering('enterpriseUsers.list', answer);
      await client.enterpriseUsers.list({ connection });
      answering('enterpriseUsers.list', answer);
      await valueOf(client.explorer.get({ connection, at: { entry: entry?.id ?? '' } }));
      await valueOf(client.explorer.traffic({}));
      const { page } = await seen();
      if (isFoundIn(page, echoed)) leaks.push(name);
    }
    tell('ATK-04', `${String(spellings)} spellings in an answer`, leaks.join('; ') || 'nothing');
    expect(leaks).toEqual([]);
  });

  it('ATK-04 a token, said back in an error and as a header', async () => {
    const desk = await openDesk();
    const { client } = desk;
    const connection = await connectByToken(client, desk.app);
    const token = `T0k3n_${'aB3-xY7.'.repeat(6)}end`;
    await valueOf(client.signIn.pasteToken({ connection, token: `Bearer ${token}` }));
    const leaks: string[] = [];
    for (const [name, spell] of Object.entries(SPELLINGS)) {
      const echoed = spell(token);
      const seen = await watched(desk);
      const reason = headerOf(echoed, `No such token ${echoed}`) ?? 'Forbidden';
      const body = JSON.stringify({ ErrorCode: 1, ErrorMessage: `No such token ${echoed}` });
      const headers = { 'Content-Type': 'application/json', 'X-Trace-Id': 'x' };
      answering('enterpriseUsers.list', { status: 403, reason, headers, body });
      expect(await client.enterpriseUsers.list({ connection })).toMatchObject({ ok: false });
      await valueOf(client.explorer.traffic({}));
      for (const [place, text] of Object.entries(await seen()))
        if (isFoundIn(text, echoed)) leaks.push(`${name}: ${place}`);
    }
    tell('ATK-04', `${String(spellings)} spellings of a token`, leaks.join('; ') || 'nothing');
    expect(leaks).toEqual([]);
  });

  it('ATK-04 a new secret is given to whoever reveals it, and nothing else passes for revealed', async () => {
    const { client, connection } = await openDesk();
    const { secret: entry } = await valueOf(
      client.enterpriseUsers.create({ connection, userName: 'fresh-1' }),
    );
    const { secret } = await valueOf(client.oneTimeSecrets.reveal({ secret: entry.secret }));
    expect(secret).toHaveLength(50);
    expect(await valueOf(client.oneTimeSecrets.reveal({ secret: entry.secret }))).toEqual({
      secret,
    });
    const revealing = Object.entries(contract).flatMap(([feature, operations]) =>
      Object.entries(operations as Readonly<Record<string, Operation>>)
        .filter(([, { output }]) => JSON.stringify(z.toJSONSchema(output, how)).includes('reveals'))
        .map(([name]) => `${feature}.${name}`),
    );
    expect(revealing).toEqual(['oneTimeSecrets.reveal', 'oneTimeSecrets.look']);
  });

  it('ATK-04 a password that is a word of the program itself does not change what the program says', async () => {
    const { client } = await openDesk();
    await valueOf(client.credentials.addPassword({ name: 'Weak', password: 'password' }));
    await valueOf(client.credentials.addPassword({ name: 'Weaker', password: 'production' }));
    const { credentials } = await valueOf(client.app.start({}));
    expect(credentials.map(({ kind }) => kind).sort()).toContain('password');
  });
});
