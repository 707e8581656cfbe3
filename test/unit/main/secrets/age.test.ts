// Encrypted files of secrets: opened by the real age tool, and their keys made in the thread pool.
import { createHook } from 'node:async_hooks';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import {
  decryptPieces,
  decryptWithPassphrase,
  encryptPieces,
  encryptWithPassphrase,
} from '../../../../main/secrets/age.ts';
import { endsWithUs } from '../../../support/ends-with-us.ts';

const PASSPHRASE = 'grønn øy 4 & "hest" $HOME';
const EVERY_SIGN = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).join('');
const QUICK = { workFactor: 10 };

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'steward-age-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** The tool asks for passphrases on a terminal only: `script` gives it one. */
async function ageTool(command: string, passphrases: number): Promise<void> {
  const tool = endsWithUs(spawn('script', ['-qec', command, '/dev/null'], { cwd: folder }));
  let asked = 0;
  let said = '';
  tool.stdout.on('data', (text: Buffer) => {
    said += text.toString();
    const prompts = said.match(/passphrase[^:]*:/gi)?.length ?? 0;
    for (; asked < Math.min(prompts, passphrases); asked++) tool.stdin.write(`${PASSPHRASE}\r`);
  });
  const [code] = (await once(tool, 'close')) as [number];
  expect(said.replace(PASSPHRASE, ''), said).not.toMatch(/error/i);
  expect(code).toBe(0);
}

describe('age files', () => {
  it('OTS-14 a secret of all ASCII signs is what the age tool takes out of the file, byte for byte', async () => {
    await writeFile(
      path.join(folder, 'a.age'),
      await encryptWithPassphrase(EVERY_SIGN, PASSPHRASE),
    );
    await ageTool('age --decrypt --output a.txt a.age', 1);
    expect(await readFile(path.join(folder, 'a.txt'), 'latin1')).toBe(EVERY_SIGN);
  });

  it('opens what the age tool made', async () => {
    await writeFile(path.join(folder, 'b.txt'), EVERY_SIGN);
    await ageTool('age --passphrase --output b.age b.txt', 2);
    const file = await readFile(path.join(folder, 'b.age'));
    expect(await decryptWithPassphrase(file, PASSPHRASE)).toBe(EVERY_SIGN);
  });

  it('refuses a wrong passphrase and any changed byte without saying what was in the file', async () => {
    const file = await encryptWithPassphrase('the-secret', PASSPHRASE, QUICK);
    const damaged = { failure: { kind: 'file', problem: 'damaged' } };
    await expect(decryptWithPassphrase(file, 'another one')).rejects.toMatchObject(damaged);
    for (let at = 0; at < file.length; at++) {
      const changed = Buffer.from(file);
      changed[at] = (changed[at] ?? 0) ^ 1;
      await expect(decryptWithPassphrase(changed, PASSPHRASE)).rejects.toMatchObject(damaged);
    }
  });

  it('takes the 2^17 rounds of its key in the thread pool, and none of them here', async () => {
    let calledBack = 0;
    const jobs = new Set<number>();
    const hook = createHook({
      init(id, type) {
        if (type === 'SCRYPTREQUEST') jobs.add(id);
      },
      // A job that was done here has none.
      before(id) {
        if (jobs.has(id)) calledBack += 1;
      },
    });
    onTestFinished(() => void hook.disable());
    hook.enable();
    const file = await encryptWithPassphrase('x', PASSPHRASE);
    expect(file.toString('latin1')).toMatch(/^age-encryption\.org\/v1\n-> scrypt \S+ 17\n/);
    expect([jobs.size, calledBack]).toEqual([1, 1]);
  });
});

describe('in pieces', () => {
  const PIECES = Buffer.alloc(200_000, 'Kari Steinvåg ');
  async function* inPieces(bytes: Buffer) {
    for (let at = 0; at < bytes.length; at += 50_000) yield bytes.subarray(at, at + 50_000);
  }
  const whole = async (pieces: AsyncIterable<Uint8Array>) => {
    const all: Uint8Array[] = [];
    for await (const piece of pieces) all.push(piece);
    return Buffer.concat(all);
  };
  const encrypted = () => whole(encryptPieces(inPieces(PIECES), 'a passphrase', { workFactor: 8 }));
  const opened = (bytes: Buffer, passphrase = 'a passphrase') =>
    whole(decryptPieces(inPieces(bytes), passphrase));

  it('what was encrypted is what comes out', async () => {
    expect((await opened(await encrypted())).equals(PIECES)).toBe(true);
  });

  it('another passphrase is told from damage', async () => {
    const file = await encrypted();
    await expect(opened(file, 'another')).rejects.toMatchObject({
      failure: { problem: 'wrong-passphrase' },
    });
  });

  it('a file that ends between two of its parts is damaged, although each of them is whole', async () => {
    const file = await encrypted();
    const head = file.indexOf('\n', file.indexOf('\n---') + 1) + 1;
    const damaged = { failure: { problem: 'damaged' } };
    await expect(opened(file.subarray(0, head + 16 + 65_552))).rejects.toMatchObject(damaged);
    await expect(opened(file.subarray(0, -1))).rejects.toMatchObject(damaged);
  });

  it('what fails while it is read is said as it is', async () => {
    const failing = async function* () {
      yield* inPieces((await encrypted()).subarray(0, 70_000));
      throw new Error('the disk');
    };
    await expect(whole(decryptPieces(failing(), 'a passphrase'))).rejects.toThrow('the disk');
  });
});
