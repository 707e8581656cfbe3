// Validates files against schemas in a thread that leaks nothing of them and can always be terminated.
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Worker } from 'node:worker_threads';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createXsd, LARGEST_FILE, type XsdOptions } from '../../../../main/xsd/xsd.ts';
import { sampleFormOf, xsdOf } from '../../../platform/xsd.ts';
import { tempFolder } from '../../../support/temp-folder.ts';
import { startThread } from '../../../support/threads.ts';

/** With the threads it started. */
function checker(options: Partial<XsdOptions> = {}, mostMemory?: number, before = '') {
  const started: Worker[] = [];
  const ended: Worker[] = [];
  const xsd = createXsd({
    ...options,
    async startThread(name) {
      const worker = await startThread(name, {
        resourceLimits: { maxOldGenerationSizeMb: 512 },
        workerData: { mostMemory },
        execArgv:
          before === '' ? [] : ['--import', `data:text/javascript,${encodeURIComponent(before)}`],
      });
      started.push(worker);
      worker.once('exit', () => ended.push(worker));
      return worker;
    },
  });
  return { ...xsd, started, ended };
}
const { validate, outline, close } = checker();
afterAll(close);

const never = new AbortController().signal;
const schema = (content: string) =>
  `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">\n${content}\n</xs:schema>`;
const check = (content: string, xml: string | Buffer) =>
  validate({ schema: schema(content), xml: Buffer.from(xml) }, never);

const LINES = `<xs:element name="Skjema"><xs:complexType><xs:sequence>
  <xs:element name="Linje" maxOccurs="unbounded"><xs:complexType>
    <xs:sequence><xs:element name="Belop" type="xs:decimal"/></xs:sequence>
    <xs:attribute name="id" type="xs:int" use="required"/>
  </xs:complexType></xs:element></xs:sequence></xs:complexType></xs:element>`;
const WORD = (pattern: string) =>
  `<xs:element name="A"><xs:simpleType><xs:restriction base="xs:string"><xs:pattern value="${pattern}"/></xs:restriction></xs:simpleType></xs:element>`;

describe('what is wrong', () => {
  it('is told with line, path and the words of the library', async () => {
    const xml = `<?xml version="1.0"?>\n<Skjema>\n<Linje id="1"><Belop>1.5</Belop></Linje>\n<Linje id="x">\n<Belop>mye</Belop>\n</Linje>\n</Skjema>`;
    const { valid, issues, total, problem } = await check(LINES, xml);
    expect([valid, total, problem]).toEqual([false, 2, null]);
    expect(issues).toEqual([
      {
        kind: 'schema',
        line: 4,
        column: null,
        path: '/Skjema/Linje[2]',
        name: '@id',
        message:
          "Element 'Linje', attribute 'id': 'x' is not a valid value of the atomic type 'xs:int'.",
      },
      {
        kind: 'schema',
        line: 5,
        column: null,
        path: '/Skjema/Linje[2]/Belop',
        name: 'Belop',
        message: "Element 'Belop': 'mye' is not a valid value of the atomic type 'xs:decimal'.",
      },
    ]);
  });

  it('is nothing in a form that fits', async () => {
    for (const provider of ['model', 'registry'] as const) {
      const format = { id: '5872', version: 48213, provider, title: 'Godstransport' };
      const xml = Buffer.from(sampleFormOf(format));
      const found = await validate({ schema: xsdOf(format), xml }, never);
      expect(found).toEqual({ valid: true, issues: [], total: 0, problem: null });
    }
  });

  it('is where it is also when it is no XML', async () => {
    const { valid, issues } = await check(LINES, '<Skjema>\n  <Linje>\n</Skjema>');
    expect(valid).toBe(false);
    expect(issues[0]).toMatchObject({ kind: 'malformed', line: 3, column: 10, path: null });
    expect((await check(LINES, '')).issues[0]).toMatchObject({ kind: 'malformed' });
    expect((await check(LINES, '  ')).valid).toBe(false);
    const bad = await check(LINES, Buffer.from('<Skjema>\xe6</Skjema>', 'latin1'));
    expect(bad.issues[0]).toMatchObject({ kind: 'malformed', line: 1 });
  });

  it('is found in lines beyond 65 535, and beyond 500 wrong ones are only counted', async () => {
    const of = (rows: number) => {
      const lines = '<Linje><Belop>1</Belop></Linje>\n'.repeat(rows);
      return check(LINES, `<Skjema>${'\n'.repeat(70_000)}${lines}</Skjema>`);
    };
    const { issues, total } = await of(40_000);
    expect([issues.length, total]).toEqual([500, 40_000]);
    expect(issues[499]).toMatchObject({ line: 70_500, path: '/Skjema/Linje[500]' });
  });

  it('is read in the encoding that the file names', async () => {
    const of = (name: string) => `<?xml version="1.0" encoding="${name}"?><A>Blåskjell</A>`;
    const marked = Buffer.from(`\ufeff${of('UTF-16')}`, 'utf16le');
    for (const xml of [
      Buffer.from(of('ISO-8859-1'), 'latin1'),
      Buffer.from(of('windows-1252'), 'latin1'),
      Buffer.from(`\ufeff${of('UTF-8')}`),
      marked,
    ]) {
      expect(await check(WORD('Blåskjell'), xml)).toMatchObject({ valid: true });
    }
    const unknown = await check(WORD('Blåskjell'), of('x-unheard-of'));
    expect(unknown.issues[0]).toMatchObject({ kind: 'malformed' });
  });
});

describe('nothing is read from elsewhere', () => {
  it('LNK-08 no include, import, redefinition, schemaLocation or entity: neither file nor network', async () => {
    const asked: string[] = [];
    const server = createServer((request, answer) => {
      asked.push(request.url ?? '');
      answer.end(schema('<xs:element name="Ute" type="xs:string"/>'));
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const address = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/x.xsd`;
    const file = path.join(tempFolder(), 'x.xsd');
    writeFileSync(file, schema('<xs:element name="Ute" type="xs:string"/>'));
    for (const place of [address, file, pathToFileURL(file).href]) {
      for (const way of [
        `<xs:include schemaLocation="${place}"/>`,
        `<xs:redefine schemaLocation="${place}"/>`,
        `<xs:import namespace="urn:x" schemaLocation="${place}"/><xs:element name="B" xmlns:x="urn:x" ref="x:Ute"/>`,
      ]) {
        const found = await check(`${way}<xs:element name="A" type="xs:string"/>`, '<A/>');
        expect([found.valid, found.problem?.kind]).toEqual([null, 'refers-elsewhere']);
      }
      // Nothing is named of it: it is not asked for either.
      const idle = `<xs:import namespace="urn:x" schemaLocation="${place}"/>`;
      const found = await check(`${idle}<xs:element name="A" type="xs:string"/>`, '<A/>');
      expect([found.valid, found.problem]).toEqual([true, null]);
      const xsi = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';
      const any =
        '<xs:element name="A"><xs:complexType><xs:sequence><xs:any processContents="strict"/></xs:sequence></xs:complexType></xs:element>';
      const hint = await check(
        any,
        `<A ${xsi} xsi:noNamespaceSchemaLocation="${place}"><Ute/></A>`,
      );
      expect(hint.valid).toBe(false);
      const declared = await check(
        WORD('.*'),
        `<!DOCTYPE A [<!ENTITY e SYSTEM "${place}">]><A>&e;</A>`,
      );
      expect([declared.valid, declared.problem?.kind]).toEqual([null, 'file-doctype']);
    }
    expect(asked).toEqual([]);
    await new Promise((closed) => server.close(closed));
  });

  it('PAR-11 an entity bomb dies at its DOCTYPE, in UTF-16 too', async () => {
    const levels = Array.from(
      { length: 12 },
      (_, at) => `<!ENTITY e${String(at + 1)} "${`&e${String(at)};`.repeat(10)}">`,
    );
    const bomb = `<!DOCTYPE A [<!ENTITY e0 "ha">${levels.join('')}]><A>&e12;</A>`;
    for (const xml of [Buffer.from(bomb), Buffer.from(`\ufeff${bomb}`, 'utf16le')]) {
      expect((await check(WORD('.*'), xml)).problem?.kind).toBe('file-doctype');
    }
    const inSchema = await validate({ schema: `${bomb}`, xml: Buffer.from('<A/>') }, never);
    expect(inSchema.problem?.kind).toBe('doctype');
  });
});

describe('what costs too much is ended', () => {
  it('PAR-13 patterns with too many ways through', async () => {
    const backwards = await check(WORD('(a|aa)*c'), `<A>${'a'.repeat(60)}!</A>`);
    expect([backwards.valid, backwards.problem?.kind]).toEqual([null, 'too-costly']);
    const plain = await check(WORD('(a+)+$'), `<A>${'a'.repeat(200)}!</A>`);
    expect(plain.valid).not.toBe(true);
  });

  it('PAR-13 whatever takes longer than its time, with its thread; the next one works', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const patient = checker({ stepMs: 3000, perMibMs: 0 });
    const slow = Array.from({ length: 10_000 }, () => `<A>${'a'.repeat(26)}!</A>`).join('');
    const content = `<xs:element name="S"><xs:complexType><xs:sequence>${WORD('(a|aa)*c').replace('<xs:element', '<xs:element maxOccurs="unbounded"')}</xs:sequence></xs:complexType></xs:element>`;
    const asked = { schema: schema(content), xml: Buffer.from(`<S>${slow}</S>`) };
    const steps: string[] = [];
    const atWork = Promise.withResolvers<undefined>();
    const checking = patient.validate(asked, never, (step) => {
      steps.push(step);
      // Each step that the thread reports has the whole time.
      vi.advanceTimersByTime(2999);
      if (step === 'checking') atWork.resolve(undefined);
    });
    await atWork.promise;
    expect([steps, vi.getTimerCount()]).toEqual([['compiling', 'checking'], 1]);
    vi.advanceTimersByTime(1);
    const { valid, problem } = await checking;
    expect([valid, problem?.kind]).toEqual([null, 'too-costly']);
    expect(patient.ended).toHaveLength(1);
    const next = { schema: schema(WORD('a')), xml: Buffer.from('<A>a</A>') };
    expect(await patient.validate(next, never)).toMatchObject({ valid: true });
    await patient.close();
  });

  it('PAR-13 has more time for each MiB of the file', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const patient = checker({ stepMs: 3000, perMibMs: 1000 });
    const rows = '<Linje id="1"><Belop>1</Belop></Linje>'.repeat(60_000);
    const xml = Buffer.from(`<Skjema>${rows}</Skjema>`.padEnd(2.5 * 1024 * 1024));
    const inTime = patient.validate({ schema: schema(LINES), xml }, never, () => {
      vi.advanceTimersByTime(5499);
    });
    expect(await inTime).toMatchObject({ valid: true });
    const late = patient.validate({ schema: schema(LINES), xml }, never, () => {
      vi.advanceTimersByTime(5500);
    });
    expect((await late).problem?.kind).toBe('too-costly');
    await patient.close();
  });

  it('cancelling ends the thread', async () => {
    const busy = checker();
    const stop = new AbortController();
    const rows = '<Linje id="1"><Belop>1</Belop></Linje>'.repeat(200_000);
    const asked = { schema: schema(LINES), xml: Buffer.from(`<Skjema>${rows}</Skjema>`) };
    const running = busy.validate(asked, stop.signal, (step) => {
      if (step === 'checking') stop.abort(new Error('no more'));
    });
    await expect(running).rejects.toThrow('no more');
    expect(busy.ended).toEqual(busy.started);
    await expect(busy.outline('<a/>', AbortSignal.abort(new Error('before')))).rejects.toThrow();
    expect(busy.started).toHaveLength(1);
  });

  it('files and documents that are too large for their memory', async () => {
    const large = { schema: schema(LINES), xml: Buffer.alloc(LARGEST_FILE + 1, 32) };
    expect((await validate(large, never)).problem?.kind).toBe('file-too-large');
    const hungry = checker({}, 48 * 1024 * 1024);
    const xml = Buffer.from(`<S>${'<a/>\n'.repeat(400_000)}</S>`);
    const { valid, problem } = await hungry.validate({ schema: schema(LINES), xml }, never);
    expect([valid, problem?.kind]).toEqual([null, 'file-too-large']);
    expect(hungry.ended).toHaveLength(1);
  });

  it('what the library did not say itself may have left it in disorder: its thread is not used again', async () => {
    const library = pathToFileURL(path.resolve('node_modules/libxml2-wasm/lib/index.mjs')).href;
    const breaks = `import { XmlDocument } from ${JSON.stringify(library)};
      const { fromBuffer } = XmlDocument;
      XmlDocument.fromBuffer = (bytes, ...more) => {
        if (String(Buffer.from(bytes)).includes('break')) throw new WebAssembly.RuntimeError('unreachable');
        return fromBuffer.call(XmlDocument, bytes, ...more);
      };`;
    const fragile = checker({}, undefined, breaks);
    const look = (text: string) =>
      fragile.validate({ schema: schema(WORD('.*')), xml: Buffer.from(`<A>${text}</A>`) }, never);
    expect(await look('a')).toMatchObject({ valid: true });
    expect(fragile.ended).toHaveLength(0);
    expect((await look('break')).problem?.kind).toBe('too-costly');
    expect(fragile.ended).toHaveLength(1);
    expect(await look('b')).toMatchObject({ valid: true });
    await fragile.close();
  });

  it('depth that would break the library is refused, and it goes on', async () => {
    const deep = `${'<a>'.repeat(5000)}${'</a>'.repeat(5000)}`;
    expect((await check(LINES, deep)).issues[0]).toMatchObject({ kind: 'malformed' });
    expect(await check(WORD('a'), '<A>a</A>')).toMatchObject({ valid: true });
  });
});

describe('threads', () => {
  it('one is kept for the next file and ended when idle; more than two wait for their turn', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const few = checker({ idleMs: 5000 });
    const asked = { schema: schema(WORD('a')), xml: Buffer.from('<A>a</A>') };
    await few.validate(asked, never);
    const steps: string[] = [];
    await few.validate(asked, never, (step) => steps.push(step));
    vi.advanceTimersByTime(4999);
    await few.validate(asked, never);
    expect([few.started.length, steps]).toEqual([1, ['checking']]);
    vi.advanceTimersByTime(5000);
    await new Promise((ended) => few.started[0]?.once('exit', ended));
    await Promise.all([1, 2, 3, 4, 5].map(() => few.validate(asked, never)));
    expect(few.started.length).toBeLessThanOrEqual(6);
    const stop = new AbortController();
    const waiting = [1, 2, 3].map(() => few.validate(asked, stop.signal));
    stop.abort(new Error('no more'));
    expect((await Promise.allSettled(waiting)).map(({ status }) => status)).toEqual(
      Array(3).fill('rejected'),
    );
    expect(await few.validate(asked, never)).toMatchObject({ valid: true });
    await few.close();
    await Promise.all(
      few.started
        .filter((worker) => !few.ended.includes(worker))
        .map((worker) => new Promise((ended) => worker.once('exit', ended))),
    );
  });

  it('a schema that is no good is said at every file, and does not spoil the next', async () => {
    const wrong = schema('<xs:element name="A" type="Borte"/>');
    const xml = Buffer.from('<A>a</A>');
    for (const { problem } of [
      await validate({ schema: wrong, xml }, never),
      await validate({ schema: wrong, xml }, never),
    ]) {
      expect(problem).toMatchObject({ kind: 'malformed' });
      expect(problem?.message).toContain('Borte');
    }
    expect(await check(WORD('a'), '<A>a</A>')).toMatchObject({ valid: true });
    expect((await outline(schema(WORD('a')), never)).nodes).toHaveLength(1);
  });
});

describe('a thread that is no longer wanted', () => {
  it('is ended once it has begun and not before, which would end the whole program on Node.js 24', async () => {
    const gone = new AbortController();
    const order: string[] = [];
    const { outline: read } = createXsd({
      async startThread(name) {
        const worker = await startThread(name);
        worker.on('message', ({ kind }: { kind: string }) => order.push(kind));
        const terminate = worker.terminate.bind(worker);
        vi.spyOn(worker, 'terminate').mockImplementation(() => {
          order.push('ended');
          return terminate();
        });
        gone.abort();
        return worker;
      },
    });
    await expect(read(schema(LINES), gone.signal)).rejects.toThrow();
    expect(order).toEqual(['ready', 'ended']);
  });
});
