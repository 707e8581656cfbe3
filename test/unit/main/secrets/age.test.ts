// Encrypted files of secrets: opened by the real age tool, and made without blocking the event loop.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decryptWithPassphrase, encryptWithPassphrase } from '../../../../main/secrets/age.ts';
import { leastOf } from '../../../support/effort.ts';
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

  it('makes a file without holding up the program', async () => {
    const longestDelay = async () => {
      const delay = monitorEventLoopDelay({ resolution: 5 });
      delay.enable();
      await encryptWithPassphrase('x', PASSPHRASE);
      delay.disable();
      return delay.max / 1e6;
    };
    expect(await leastOf(longestDelay, 100)).toBeLessThan(100);
  });
});
