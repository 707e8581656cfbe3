// What is left of a secret that nobody holds any more, where nothing else says so.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { endsWithUs } from '../../support/ends-with-us.ts';
import { bundleMain } from '../../support/run-main.ts';

/** In a process of its own: what a regular expression matched last is kept by the engine for the whole program. */
const GOES = `
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { secretRedactor } from './main/diagnostics/redaction.ts';
import { followSecrets, Secret } from './main/secret.ts';
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');
const word = '99699CD6';
let gone = false;
const tell = { came: () => undefined, gone: () => { gone = true; } };
(() => { new Secret([word, 'CB32-E6F8-A61C-AC10CC35B030'].join('-')); })();
secretRedactor()('nothing of it');
followSecrets(tell);
while (!gone) {
  collect();
  await new Promise((resolve) => { setImmediate(resolve); });
}
process.stdout.write(JSON.stringify({ 'last matched': RegExp.input }));
`;

it('MEM-01 a secret that nobody holds any more is not kept as what was matched last', async () => {
  const running = promisify(execFile)(process.execPath, [await bundleMain(GOES)]);
  endsWithUs(running.child);
  expect(JSON.parse((await running).stdout)).toEqual({ 'last matched': '' });
});
