// The command line of `steward`.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { optionFor, readCommand, usage } from '../../../../main/shell/terminal-arguments.ts';
import { root } from '../../../support/imports.ts';

const memory = ['--keychain', 'memory'];
const nothing = { place: [], reveal: [], erase: [], override: [], limit: [], grant: [], send: [] };

describe('the command line', () => {
  it('reads one call, and several with `then`', () => {
    expect(readCommand(['call', 'settings.get'])).toEqual({
      kind: 'call',
      steps: [{ name: 'settings.get', json: '{}' }],
      keychain: 'system',
      detach: false,
      allowed: nothing,
      data: undefined,
      hidden: false,
      waitSeconds: 10,
    });
    const args = [
      'call',
      'a.b',
      '{"x":1}',
      'then',
      'c.d',
      '-',
      '--data=/x y',
      '--wait',
      '0',
      ...memory,
    ];
    expect(readCommand(['call', 'a.b', '--hidden-rows'])).toMatchObject({ hidden: true });
    expect(readCommand(['call', 'a.b', '--encoding', 'CP1252'])).toMatchObject({
      charset: 'windows-1252',
    });
    expect(readCommand(['call', 'a.b', '--key', '3'])).toMatchObject({ keyNumber: 3 });
    expect(readCommand(args)).toMatchObject({
      steps: [
        { name: 'a.b', json: '{"x":1}' },
        { name: 'c.d', json: '-' },
      ],
      keychain: 'memory',
      data: '/x y',
      waitSeconds: 0,
    });
  });

  it('reads the rest', () => {
    expect(readCommand(['operations'])).toEqual({
      kind: 'operations',
      name: undefined,
      json: false,
    });
    expect(readCommand(['operations', 'app.start', '--json'])).toMatchObject({
      name: 'app.start',
      json: true,
    });
    for (const args of [['--help'], ['-h'], ['help'], ['call', 'x', '--help']]) {
      expect(readCommand(args)).toEqual({ kind: 'help' });
    }
    expect(readCommand(['--version'])).toEqual({ kind: 'version' });
  });

  it.each([
    [[]],
    [['calls']],
    [['call']],
    [['call', 'settings']],
    [['call', 'settings.get.more']],
    [['call', '../x.y']],
    [['call', 'settings.get', '{}', '{}']],
    [['call', 'settings.get', 'then']],
    [['call', 'settings.get', '--data']],
    [['call', 'settings.get', '--data=']],
    [['call', 'settings.get', '--keychain', 'file']],
    [['call', 'settings.get', '--wait', 'long']],
    [['call', 'settings.get', '--encoding', 'x-unknown']],
    [['call', 'settings.get', '--key', '0']],
    [['call', 'settings.get', '--key', 'two']],
    [['call', 'settings.get', '--insecure']],
    [['call', 'settings.get', '--json']],
    [['operations', 'a.b', 'c.d']],
    [['operations', '--data', 'x']],
  ])('refuses %o', (args) => {
    expect(readCommand(args).kind).toBe('wrong');
  });

  it.each(['enterpriseUsers.rotateSecret', 'enterpriseUsers.create'])(
    'OTS-03 does not begin %s in memory alone: the new secret would end with the process',
    (name) => {
      expect(readCommand(['call', name, '{}', ...memory]).kind).toBe('wrong');
      expect(readCommand(['call', name, 'then', 'settings.get', ...memory]).kind).toBe('wrong');
      for (const way of ['oneTimeSecrets.saveEncrypted', 'oneTimeSecrets.reveal']) {
        expect(readCommand(['call', name, 'then', way, '{}', ...memory]).kind).toBe('call');
      }
      expect(readCommand(['call', name, '{}']).kind).toBe('call');
    },
  );

  it('ATK-03 names what it allows, each as often as there are targets, and only for calls', () => {
    const named = ['--to', 'a.example', '--to=b.example:8443', '--reveal', 'ola', '--erase', 'Key'];
    expect(
      readCommand(['call', 'a.b', ...named, '--lift', 'idleLockMinutes', '--anyway']),
    ).toMatchObject({
      allowed: {
        place: ['a.example', 'b.example:8443'],
        reveal: ['ola'],
        erase: ['Key'],
        limit: ['idleLockMinutes'],
        override: ['anyway'],
      },
    });
    for (const bad of [['--to'], ['--reveal=']])
      expect(readCommand(['call', 'a.b', ...bad]), bad.join(' ')).toMatchObject({ kind: 'wrong' });
    for (const command of [['operations'], ['erase', '--yes'], ['keys']])
      expect(readCommand([...command, '--to', 'a.example'])).toMatchObject({ kind: 'wrong' });
    // What standard error proposes is what the command line reads.
    const question = { why: 'reveal', targets: ['ola nordmann', 'kari'] } as const;
    expect(optionFor(question)).toBe('--reveal "ola nordmann" --reveal "kari"');
    expect(optionFor({ why: 'override', targets: ['anyway'] })).toBe('--anyway');
  });

  it('is explained by the help: every option and every variable', () => {
    for (const word of [
      ...['--to', '--reveal', '--erase', '--lift', '--anyway'],
      '--data',
      '--keychain',
      '--wait',
      '@path',
      '$STEWARD_',
      '$1.',
      'STEWARD_CA',
    ]) {
      expect(usage).toContain(word);
    }
  });

  it('the installed program takes every command of the help for the terminal’s', () => {
    const program = readFileSync(path.join(root, 'main/shell/program.ts'), 'utf8');
    const [, list = ''] = /const TERMINAL = \[(.*?)\]/s.exec(program) ?? [];
    const commands = [...usage.matchAll(/^ {2}steward ([a-z][a-z-]*)/gm)].map(
      ([, command]) => command,
    );
    expect([...new Set(commands)]).toEqual([
      'call',
      'operations',
      'check',
      'verify',
      'backup',
      'bring-back',
      'keys',
      'erase',
    ]);
    for (const command of commands) expect(list).toContain(`'${command ?? ''}'`);
  });

  it('checks everything as one call of the contract, in lines or as JSON', () => {
    const call = {
      kind: 'call',
      steps: [{ name: 'app.check', json: '{}' }],
      allowed: nothing,
      detach: false,
      keychain: 'system',
      data: undefined,
      waitSeconds: 10,
    };
    expect(readCommand(['check'])).toEqual({ ...call, check: 'lines' });
    expect(readCommand(['check', '--json', '--data', '/x', '--wait=3'])).toEqual({
      ...call,
      check: 'json',
      data: '/x',
      waitSeconds: 3,
    });
    const bad = [['vault'], ['--keychain', 'memory'], ['--yes'], ['--detach'], ['--wait', 'x']];
    for (const more of bad)
      expect(readCommand(['check', ...more]), more.join(' ')).toMatchObject({ kind: 'wrong' });
    expect(usage).toContain('steward check [--json]');
  });

  it('verifies the folder that is named, with --json before or behind it', () => {
    expect(readCommand(['verify', 'a folder'])).toEqual({
      kind: 'verify',
      folder: 'a folder',
      json: false,
    });
    for (const args of [
      ['verify', '--json', 'C:\\a'],
      ['verify', 'C:\\a', '--json'],
    ])
      expect(readCommand(args)).toEqual({ kind: 'verify', folder: 'C:\\a', json: true });
    expect(usage).toContain('steward verify [--json] FOLDER');
  });

  it('erases only for who says so, as one call of the contract', () => {
    expect(readCommand(['erase'])).toEqual({ kind: 'unconfirmed', everything: false });
    const unsure = readCommand(['erase', '--everything', '--data', '/x']);
    expect(unsure).toEqual({ kind: 'unconfirmed', everything: true, data: '/x' });
    expect(readCommand(['erase', '--yes', '--wait=3'])).toEqual({
      kind: 'call',
      steps: [{ name: 'app.erase', json: '{"what":"secrets","anyway":true}' }],
      keychain: 'system',
      detach: false,
      allowed: { ...nothing, erase: ['secrets'] },
      data: undefined,
      waitSeconds: 3,
    });
    expect(readCommand(['erase', '--yes', '--everything'])).toMatchObject({
      steps: [{ json: '{"what":"everything","anyway":true}' }],
      allowed: { erase: ['everything'], override: [] },
    });
    const bad = [['all'], ['--keychain', 'memory'], ['--json'], ['--wait', 'x'], ['--data']];
    for (const more of bad)
      expect(readCommand(['erase', '--yes', ...more]), more.join(' ')).toMatchObject({
        kind: 'wrong',
      });
    for (const bare of ['--yes', '--everything'])
      expect(readCommand(['call', 'settings.get', bare])).toMatchObject({
        kind: 'wrong',
      });
    expect(readCommand(['operations', '--yes'])).toMatchObject({
      kind: 'wrong',
    });
    expect(usage).toContain('steward erase');
  });
});

describe('what Electron makes of a command line', () => {
  const guide = readFileSync(path.join(root, 'build/guide/operators.md'), 'utf8');

  it.each([
    ['the help', usage],
    ['the guide', guide],
  ])('ELC-05 %s says not to be root, and what comes first where one has to be', (_where, text) => {
    expect(text).toContain('--no-sandbox');
    expect(text).toMatch(/steward --no-sandbox\s+call/);
    expect(text).toMatch(/[Aa]s root/);
  });

  it.each([
    [['call', 'settings.get', '--data=C:\\Steward'], { data: 'C:\\Steward' }],
    [
      ['call', 'settings.get', '--data=D:\\a=b\\Stew ard', '--wait=3'],
      { data: 'D:\\a=b\\Stew ard', waitSeconds: 3 },
    ],
    [
      ['call', 'connections.create', '--to=localhost:8443'],
      { allowed: { ...nothing, place: ['localhost:8443'] } },
    ],
    [['erase', '--yes', '--data=C:\\Steward'], { data: 'C:\\Steward' }],
    [['check', '--data=C:\\Steward'], { data: 'C:\\Steward' }],
    [['keys', '--data=C:\\Steward'], { data: 'C:\\Steward' }],
  ])('ELC-11 a value with a colon is one word with its option: %j', (args, read) => {
    expect(readCommand(args)).toMatchObject(read);
    // Electron on Windows refuses whatever follows a word that begins as an address does.
    const isAddress = (word: string) => /^[a-z][^\s:]*:/i.test(word);
    expect(args.some(isAddress)).toBe(false);
  });

  it('ELC-11 the help and the guide say so', () => {
    for (const text of [usage, guide])
      expect(text).toMatch(/a value with a colon\s+needs an equals sign/);
  });

  it('ELC-12 the guide’s tasks of Windows name the command by its path, as it is installed, also for who has a space in the name', () => {
    const tasks = guide.split('\n').filter((line) => line.includes('schtasks '));
    expect(tasks.length).toBeGreaterThan(0);
    const packaging = readFileSync(path.join(root, 'electron-builder.yml'), 'utf8');
    expect(packaging).toContain('to: bin/steward.cmd');
    for (const task of tasks)
      expect(task).toContain(
        '/TR "\\"%LOCALAPPDATA%\\Programs\\Steward\\bin\\steward.cmd\\" call ',
      );
  });
});
