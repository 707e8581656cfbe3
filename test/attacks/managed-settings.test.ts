// Attacks by managed settings that others than the administrators wrote, on the real program and its real files.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { ensureBuilt } from '../../build/build.mjs';
import { endsWithUs } from '../support/ends-with-us.ts';
import { root } from '../support/imports.ts';
import { itAsRoot } from '../support/needs-root.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { tell } from './report.ts';

beforeAll(() => ensureBuilt({ only: ['main'], logLevel: 'silent' }));

const STRANGER = 65_534;
/** A proxy of the attacker, and the program's defences off. */
const LURE = {
  version: 1,
  managedBy: 'IT',
  proxy: { use: 'manual', host: 'attacker.invalid', port: 3128 },
};

interface Place {
  readonly above: string;
  readonly folder: string;
  readonly file: string;
}

/** Where the settings are, as an administrator makes them. */
function placeOf(content: string): Place {
  const above = path.join(tempFolder(), 'above');
  const folder = path.join(above, 'steward');
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  const file = path.join(folder, 'managed.json');
  writeFileSync(file, content, { mode: 0o644 });
  for (const one of [above, folder]) chmodSync(one, 0o755);
  chmodSync(file, 0o644);
  return { above, folder, file };
}

/** What `app.start` of the real program answers under these settings, and what it says on the terminal and in its log. */
async function start({ file }: Place) {
  const data = path.join(tempFolder(), 'data');
  const calls = ['call', 'app.start', '{}', 'then', 'app.report', '{}', '--keychain', 'memory'];
  const child = endsWithUs(
    spawn(process.execPath, [path.join(root, 'dist/main/terminal.js'), ...calls, '--data', data], {
      env: { ...process.env, STEWARD_E2E: '1', STEWARD_MANAGED: file },
    }),
  );
  const said = { out: '', err: '' };
  for (const name of ['out', 'err'] as const)
    child[`std${name}`].setEncoding('utf8').on('data', (text: string) => (said[name] += text));
  child.stdin.end();
  const [code] = (await once(child, 'close')) as [number];
  const [first = '{}', second = '{}'] = said.out.split('\n');
  return {
    code,
    said: said.err,
    begun: JSON.parse(first) as {
      ok: boolean;
      value?: { managed: unknown; untrustedSettings: unknown };
    },
    report: second,
    log: code === 0 ? readFileSync(path.join(data, 'logs', 'steward.log'), 'utf8') : '',
  };
}

type Attack = readonly [
  name: string,
  why: string,
  /** Changes the place, and answers what of it cannot be trusted. */
  plant: (place: Place) => string,
];
const attacks: readonly Attack[] = [
  ['a file that a group may write', 'writable', ({ file }) => (chmodSync(file, 0o664), file)],
  ['a file that everybody may write', 'writable', ({ file }) => (chmodSync(file, 0o646), file)],
  [
    'a folder that everybody may write',
    'writable',
    ({ folder }) => (chmodSync(folder, 0o757), folder),
  ],
  [
    'a folder that everybody may write to, with the sticky bit',
    'writable',
    ({ folder }) => (chmodSync(folder, 0o1777), folder),
  ],
  [
    'a folder above that everybody may write',
    'writable',
    ({ above }) => (chmodSync(above, 0o777), above),
  ],
  [
    'a link in the place of the file',
    'link',
    ({ file, above }) => {
      renameSync(file, path.join(above, 'elsewhere.json'));
      symlinkSync(path.join(above, 'elsewhere.json'), file);
      return file;
    },
  ],
  [
    'a link in the place of the folder',
    'link',
    ({ folder, above }) => {
      renameSync(folder, path.join(above, 'elsewhere'));
      symlinkSync(path.join(above, 'elsewhere'), folder);
      return folder;
    },
  ],
];

/** Another owner can be made by root alone. */
const ofOthers: readonly Attack[] = [
  ['a file of another account', 'owner', ({ file }) => (chownSync(file, STRANGER, STRANGER), file)],
  [
    'a folder of another account',
    'owner',
    ({ folder }) => (chownSync(folder, STRANGER, STRANGER), folder),
  ],
  [
    'a folder above of another account, who can put another folder in its place',
    'owner',
    ({ above }) => (chownSync(above, STRANGER, STRANGER), above),
  ],
];

async function isNotObeyed([name, why, plant]: Attack): Promise<void> {
  const place = placeOf(JSON.stringify(LURE));
  const untrusted = plant(place);
  const { code, begun, said, report, log } = await start(place);
  tell('ATK-07', name, `${String(code)}, ${said.trim()}`);
  expect({ code, begun }).toMatchObject({
    code: 0,
    begun: {
      ok: true,
      value: { managed: null, untrustedSettings: { place: untrusted, why } },
    },
  });
  expect(said).toContain(`settings of your organisation are not obeyed: ${untrusted} `);
  expect(report).toContain(`A file that is not obeyed: ${untrusted} (${why})`);
  expect(log).toContain(`"event":"managed-settings-untrusted","state":"${why}"`);
}

describe.skipIf(process.platform === 'win32')(
  'managed settings that others may have written',
  () => {
    it.each(attacks)(
      'ATK-07 %s is said and not obeyed, and the program starts',
      async (...attack) => isNotObeyed(attack),
    );

    for (const attack of ofOthers)
      itAsRoot(`ATK-07 ${attack[0]} is said and not obeyed, and the program starts`, () =>
        isNotObeyed(attack),
      );

    itAsRoot('ATK-07 no content of such a file keeps the program from starting', async () => {
      for (const content of ['{', '', 'x'.repeat(300 * 1024)]) {
        const place = placeOf(content);
        chownSync(place.folder, STRANGER, STRANGER);
        expect(await start(place)).toMatchObject({
          code: 0,
          begun: { ok: true, value: { managed: null, untrustedSettings: { why: 'owner' } } },
        });
      }
    });

    it('ATK-07 the administrators’ own file is obeyed, and one that is wrong still ends the start', async () => {
      expect(await start(placeOf(JSON.stringify(LURE)))).toMatchObject({
        code: 0,
        begun: { value: { managed: { managedBy: 'IT' }, untrustedSettings: null } },
        said: '',
      });
      expect(await start(placeOf('{'))).toMatchObject({ code: 1, begun: { ok: false } });
    });
  },
);
