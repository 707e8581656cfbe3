// Parsers of what strangers send, under bytes that are changed by what they reach; a seed and more rounds can be given.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readJson, UnreadableJson } from '../../main/http/hal-json.ts';
import { readXml, UnreadableXml } from '../../main/http/hal-xml.ts';
import { answer } from '../../main/secrets/certificate-worker.ts';
import { escrowRecords } from '../../main/secrets/escrow-log.ts';
import { startPlatform } from '../platform/platform.ts';
import { fuzz, type Fuzzed, type FuzzOptions } from '../support/coverage-fuzz.ts';
import { tell } from './report.ts';

/** Some two thousand inputs each, the same in every run; `STEWARD_FUZZ_ROUNDS` makes it a night, with a seed of its own. */
const ROUNDS = Number(process.env['STEWARD_FUZZ_ROUNDS'] ?? 1);
const SEED = Number(process.env['STEWARD_FUZZ_SEED'] ?? 7);

async function attacked(what: string, options: Omit<FuzzOptions, 'seed' | 'rounds'>) {
  const found = await fuzz({ ...options, seed: SEED, rounds: ROUNDS });
  const { inputs, kept, reached, reachedAtFirst } = found;
  tell(
    'ATK-24',
    `${what}, seed ${String(SEED)}, ${String(inputs)} inputs`,
    `${String(kept)} went further (${String(reachedAtFirst)} to ${String(reached)} places)`,
  );
  expectGuided(found);
}

function expectGuided({ inputs, kept, reached, reachedAtFirst }: Fuzzed): void {
  expect(inputs).toBeGreaterThan(100);
  expect(kept).toBeGreaterThan(0);
  expect(reached).toBeGreaterThan(reachedAtFirst);
}

/** What a reader throws besides its own error is a fault of ours. */
const orThrows = (read: () => unknown, own: new (...given: never[]) => Error): unknown => {
  try {
    return read();
  } catch (error) {
    if (error instanceof own) return undefined;
    throw error;
  }
};

/** Nothing that is read may carry a prototype of its own making. */
function expectPlain(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  const made: unknown = Object.getPrototypeOf(value);
  if (made !== Object.prototype && made !== Array.prototype && made !== null)
    throw new Error('A value has a strange prototype.');
  for (const one of Object.values(value)) expectPlain(one);
}

describe('ATK-24 parsers under bytes that are guided by what they reach', () => {
  it('ATK-24 JSON: read as JSON.parse reads it, or refused with our own error', async () => {
    await attacked('JSON', {
      corpus: [
        '{"_links":{"self":{"href":"/api/x"}},"_embedded":{"a":[1,-2.5e3,"x",null,true,{"b":[]}]}}',
        '["\\u00e6\\n\\"", 12345678901234567890, 0.1]',
        '{"a":{"b":1}}',
      ].map((text) => Buffer.from(text)),
      words: [
        '{"',
        '":',
        '[',
        ']',
        '}',
        '\\u',
        '1e999',
        '"__proto__":{},',
        'null',
        ',',
        '-0',
        '\ufeff',
      ],
      modules: ['main/http/hal-json.ts'],
      judge(input) {
        const value = orThrows(() => readJson(input), UnreadableJson);
        expectPlain(value);
        // What we take, the engine takes too: nobody smuggles by a reading of our own.
        if (value !== undefined) JSON.parse(new TextDecoder().decode(input));
      },
    });
  });

  it('ATK-24 XML: read or refused with our own error', async () => {
    await attacked('XML', {
      corpus: [
        '<?xml version="1.0"?><a x="1" xmlns:i="u"><b>t&amp;&#65;</b><c i:nil="true"/><!-- x --><d><![CDATA[<]]></d></a>',
        '<resource rel="self" href="/a"><link rel="x" href="/y"/><T>1</T></resource>',
      ].map((text) => Buffer.from(text)),
      words: [
        '<',
        '</',
        '/>',
        '<!--',
        '-->',
        '<![CDATA[',
        ']]>',
        '<?',
        '?>',
        '&#x',
        '&amp;',
        '<!DOCTYPE',
        '="',
      ],
      modules: ['main/http/xml-gate.ts', 'main/http/hal-xml.ts'],
      judge(input) {
        expectPlain(orThrows(() => readXml(input), UnreadableXml));
      },
    });
  });

  it('ATK-24 PKCS#12: a key and a certificate, or a fault in words, and never a key with another passphrase', async () => {
    const platform = await startPlatform();
    const { passphrase } = platform;
    const file = readFileSync(platform.certificateFile);
    await platform.stop();
    const ask = (file: Buffer, secret: string) =>
      answer({ want: 'certificate', now: 0, file: Uint8Array.from(file), passphrase: secret });
    await attacked('PKCS#12', {
      corpus: [file],
      words: [
        '\x30\x80',
        '\x30\x84\x7f\xff\xff\xff',
        '\x04\x00',
        '\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x07',
        '\x02\x01\x03',
      ],
      modules: [
        'certificate-file.ts',
        'pkcs12.ts',
        'password-encryption.ts',
        'certificate-worker.ts',
      ],
      judge(input) {
        const right = ask(input, passphrase);
        if (!right.ok && right.detail.trim() === '') throw new Error('A fault without words.');
        if (ask(input, `${passphrase}!`).ok) throw new Error('Opened with another passphrase.');
      },
    });
  });

  it('ATK-24 the log of secrets: whole records or damage, and no other error', async () => {
    const facts = {
      connection: 'c',
      environment: 'test',
      userName: 'u',
      operation: 'create',
      job: null,
      vault: 'system',
      session: 's',
    } as const;
    const record = { id: 'one', at: '2026-01-01T00:00:00.000Z', facts } as const;
    const log = Buffer.concat([
      escrowRecords.header,
      escrowRecords.encode({ ...record, step: 'intent' }, 0),
      escrowRecords.encode({ ...record, step: 'answer', sealed: { key: 'k', data: 'AAAA' } }, 1),
    ]);
    const scans: Promise<unknown>[] = [];
    await attacked('the log of secrets', {
      corpus: [log, log.subarray(0, log.length - 3)],
      words: [log.toString('latin1', 10, 14), 'STWESCRO', '\0\0\0\x10', '"step":"closed"'],
      modules: ['main/storage/log-codecs.ts', 'main/secrets/escrow-log.ts'],
      judge(input) {
        scans.push(
          escrowRecords.scan(input).then(({ values, places, end }) => {
            if (values.length !== places.length || end > input.length)
              throw new Error('A scan that is at odds with itself.');
          }),
        );
      },
    });
    await Promise.all(scans);
  });
});
