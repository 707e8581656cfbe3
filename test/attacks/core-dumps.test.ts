// A process that crashes while it holds secrets: what the system may write of it into a core dump.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { ensureBuilt } from '../../build/build.mjs';
import { endsWithUs } from '../support/ends-with-us.ts';
import { eventually } from '../support/eventually.ts';
import { root } from '../support/imports.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { tell } from './report.ts';

beforeAll(() => ensureBuilt({ only: ['main'], logLevel: 'silent' }));

it.runIf(process.platform === 'linux')(
  'ATK-41 the memory of a command goes into no core dump, whatever limit it was started under',
  async () => {
    const entry = path.join(root, 'dist/main/terminal.js');
    const args = ['call', 'credentials.addApiKey', '-', '--data', tempFolder()];
    const command = `ulimit -c "$(ulimit -Hc)"; exec "$@"`;
    // It waits for its input, as one does that is given a secret.
    const child = endsWithUs(
      spawn('sh', ['-c', command, 'sh', process.execPath, entry, ...args, '--keychain', 'memory'], {
        stdio: ['pipe', 'ignore', 'ignore'],
      }),
    );
    const filter = () => readFileSync(`/proc/${String(child.pid)}/coredump_filter`, 'utf8').trim();
    const before = filter();
    await eventually(() => {
      expect(filter()).toBe('00000000');
    });
    tell('ATK-41', 'a command under an inherited limit', `from ${before} to ${filter()}`);
    child.stdin.end();
  },
);
