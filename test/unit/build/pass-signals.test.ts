// What a key at a terminal ends, and how often: it reaches the script that was typed and the program that it runs.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { endsWithUs } from '../../support/ends-with-us.ts';
import { root } from '../../support/imports.ts';
import { tempFolder } from '../../support/temp-folder.ts';

/** Ends in order after a line that is typed, and says how many signals it got until then. */
const PROGRAM = `let times = 0;
process.on('SIGINT', () => process.stdout.write(\`signal \${(times += 1)}\\n\`));
process.stdin.once('data', () => { console.log('ended after', times); process.exit(0); });
console.log('ready');`;
const SCRIPT = `import * as children from 'node:child_process';
import { passSignals } from ${JSON.stringify(pathToFileURL(path.join(root, 'build/pass-signals.mjs')).href)};
const child = children.spawn(process.execPath, ['program.mjs'], { stdio: 'inherit' });
passSignals(child);
child.once('exit', (code) => process.exit(code));`;

it('ELC-04 Ctrl+C in a terminal reaches the program once', async () => {
  const folder = tempFolder();
  writeFileSync(path.join(folder, 'program.mjs'), PROGRAM);
  writeFileSync(path.join(folder, 'script.mjs'), SCRIPT);
  const command = `"${process.execPath}" script.mjs`;
  const terminal = endsWithUs(spawn('script', ['-qfec', command, '/dev/null'], { cwd: folder }));
  let said = '';
  const until = async (text: string) => {
    while (!said.includes(text)) {
      const [part] = (await once(terminal.stdout, 'data')) as [Buffer];
      said += part.toString();
    }
  };
  await until('ready');
  terminal.stdin.write('\x03');
  await until('signal 1');
  terminal.stdin.write('typed\n');
  await until('ended after');
  expect(said).toMatch(/ended after 1/);
});

it('ELC-04 a signal to the script alone is passed on', async () => {
  const folder = tempFolder();
  writeFileSync(path.join(folder, 'program.mjs'), PROGRAM);
  writeFileSync(path.join(folder, 'script.mjs'), SCRIPT);
  const script = endsWithUs(spawn(process.execPath, ['script.mjs'], { cwd: folder }));
  let said = '';
  script.stdout.on('data', (part: Buffer) => (said += part.toString()));
  while (!said.includes('ready')) await once(script.stdout, 'data');
  script.kill('SIGINT');
  while (!said.includes('signal 1')) await once(script.stdout, 'data');
  script.stdin.write('typed\n');
  const [code] = (await once(script, 'close')) as [number];
  expect([code, said]).toEqual([0, 'ready\nsignal 1\nended after 1\n']);
});
