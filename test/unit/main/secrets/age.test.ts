// Encrypted files of secrets: opened by the real age tool, and their keys made in the thread pool.
import { createHook } from 'node:async_hooks';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { decryptWithPassphrase, encryptWithPassphrase } from '../../../../main/secrets/age.ts';
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
