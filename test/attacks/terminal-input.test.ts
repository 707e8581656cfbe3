// Attacks on the real command line: texts of somebody else that read like a variable or an earlier answer.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { ensureBuilt } from '../../build/build.mjs';
import { endsWithUs } from '../support/ends-with-us.ts';
import { root } from '../support/imports.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { tell } from './report.ts';

beforeAll(() => ensureBuilt({ only: ['main'], logLevel: 'silent' }));

const KEY = 'K3y-0f-th3-0rganisati0n';

type Steps = readonly (readonly [name: string, input: object])[];

const call = (data: string, ...steps: Steps) => run(data, {}, [], steps);

async function run(
  data: string,
  variables: Readonly<Record<string, string>>,
  options: readonly string[],
  steps: Steps,
) {
  const calls = steps.flatMap(([name, input], n) => [
    ...(n === 0 ? [] : ['then']),
    ...[name, JSON.stringify(input)],
  ]);
  const entry = path.join(root, 'dist/main/terminal.js');
  const args = [entry, 'call', ...calls, '--data', data, '--keychain', 'memory', ...options];
  const env = { ...process.env, STEWARD_API_KEY: KEY, ...variables };
  const child = endsWithUs(
    spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] }),
  );
  let [out, err] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
  const [code] = (await once(child, 'close')) as [number];
  return {
    code,
    out,
    err,
    answers: out
      .trim()
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as unknown),
  };
}

/** Everything that was written, as one text. */
const written = (data: string) =>
  readdirSync(data, { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(data, name))
    .filter((file) => statSync(file).isFile())
    .map((file) => readFileSync(file, 'latin1'))
    .join('\n');

describe('ATK-15 texts on the command line', () => {
  it('ATK-15 a secret is not put into a text that only reads like its variable', async () => {
    const data = tempFolder();
    // As a script does that takes names from a file which others write.
    const name = '$STEWARD_API_KEY';
    const { out, err, answers } = await call(data, ['credentials.addApiKey', { name, key: name }]);
    const leaked = [out, err, written(data)].filter((text) => text.includes(KEY)).length;
    tell('ATK-15', 'a name that is "$STEWARD_API_KEY"', `the key in ${String(leaked)} of 3 places`);
    expect(leaked).toBe(0);
    // The key itself is taken from the variable; that the name was not is said.
    expect(answers).toMatchObject([{ ok: true, value: { name, lastFour: 'ti0n' } }]);
    expect(err).toContain('"name" takes no variable');
  });

  it('ATK-15 a text that reads like an earlier answer stays what it is', async () => {
    const first = ['credentials.addApiKey', { name: 'one', key: 'first-key' }] as const;
    const names = ['$1.50', '$1.lastFour', '$1.id'];
    const rest = names.map(
      (name) => ['credentials.addApiKey', { name, key: 'another-key' }] as const,
    );
    const { code, answers } = await call(tempFolder(), first, ...rest);
    const got = answers
      .slice(1)
      .map((answer) => (answer as { value?: { name?: string } }).value?.name);
    tell('ATK-15', `names ${names.join(', ')}`, `end ${String(code)}, names ${got.join(', ')}`);
    expect(got).toEqual(names);
  });
});

describe('ATK-35 the address of the connection "env"', () => {
  it('ATK-35 is allowed for that connection alone: a stored key goes to its host only when the command line names it', async () => {
    const at = (host: string, name: string) => ({
      name,
      environment: 'test',
      baseAddress: `https://${host}`,
      organisationName: 'Fjordtrafikk AS',
      organisationNumber: '910514318',
      signIn: { way: 'none' },
      apiKey: '$1.id',
      highestTls: 'TLSv1.3',
      language: 1033,
      mediaType: 'application/hal+json',
      proxy: { use: 'none' },
      formerHosts: [],
    });
    const steps: Steps = [
      ['credentials.addApiKey', { name: 'stored', key: 'stored-key' }],
      ['connections.create', at('home.example', 'Home')],
      ['connections.create', at('evil.example', 'Elsewhere')],
    ];
    const variables = { STEWARD_BASE_ADDRESS: 'https://evil.example/' };
    const { answers, err } = await run(tempFolder(), variables, ['--to', 'home.example'], steps);
    const last = answers.at(-1);
    tell('ATK-35', 'STEWARD_BASE_ADDRESS at another host', JSON.stringify(last).slice(0, 60));
    expect(answers).toHaveLength(3);
    expect(last).toMatchObject({ ok: false, failure: { kind: 'cancelled' } });
    expect(err).toContain('--to "evil.example"');
  });
});
