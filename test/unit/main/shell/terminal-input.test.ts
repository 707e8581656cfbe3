// Reading the JSON input of a command line.
import { describe, expect, it } from 'vitest';
import { inputShapeOf, type Shape } from '../../../../main/shell/operation-list.ts';
import {
  fillIn,
  namesEnvironmentConnection,
  parseInput,
  withConnection,
  withKeyNumber,
} from '../../../../main/shell/terminal-input.ts';

const takes = { type: 'string', takes: 'id' } as const;
/** Any field but `note` takes what may be put in. */
const shape: Shape = {
  type: 'object',
  properties: { note: { type: 'string' } },
  additionalProperties: { anyOf: [takes, { type: 'array', items: takes }] },
};
const left: string[] = [];
const nothing = {
  handleFor: (path: string) => path,
  env: { STEWARD_KEY: 'known' },
  answers: [],
  leftAsText: () => undefined,
};

const fill = (value: unknown, answers: readonly unknown[] = [], given: Shape | undefined = shape) =>
  fillIn(value, {
    handleFor: (path) => `handle of ${path}`,
    env: { STEWARD_KEY: '@not a path, $STEWARD_OTHER', STEWARD_EMPTY: '', HOME: '/home/kari' },
    answers,
    shape: given,
    leftAsText: (variable, field) => left.push(`${field} ${variable}`),
  });

describe('(FLD-06) the number of a key', () => {
  const file = 'file-1';
  const rows: readonly [string, object, object][] = [
    ['credentials.importCertificate', { name: 'C', file }, { name: 'C', file, keyNumber: 2 }],
    ['credentials.inspectCertificate', { file }, { file, keyNumber: 2 }],
    ['credentials.importPrivateKey', { name: 'K', file }, { name: 'K', file, keyNumber: 2 }],
    ['credentials.replace', { credential: 'c', file }, { credential: 'c', file, keyNumber: 2 }],
    ['credentials.replace', { credential: 'c', key: 'secret' }, { credential: 'c', key: 'secret' }],
    [
      'connections.setUp',
      { certificate: { file }, extraCaFile: file },
      { certificate: { file, keyNumber: 2 }, extraCaFile: file },
    ],
    ['connections.setUp', { certificate: { kept: 'c' } }, { certificate: { kept: 'c' } }],
    ['files.readIn', { file, charset: 'utf-8' }, { file, charset: 'utf-8' }],
  ];
  it.each(rows)('goes where %s takes one: %o', (name, given, expected) => {
    expect(withKeyNumber(given, inputShapeOf(name), 2)).toEqual(expected);
  });
});

describe('the input of an operation', () => {
  it('has handles for files, anywhere', () => {
    expect(fill({ a: '@x.p12', b: ['@/y z'], c: { d: '@../w' } })).toEqual({
      a: 'handle of x.p12',
      b: ['handle of /y z'],
      c: { d: 'handle of ../w' },
    });
  });

  it('has plain text where an @ is doubled, and leaves keys and other values alone', () => {
    const value = { '@key': 1, $STEWARD_KEY: null, a: '@', b: 'x@y', c: true };
    expect(fill({ ...value, d: '@@x' })).toEqual({ ...value, d: '@x' });
  });

  it('has variables as they are: what was put in is not looked at again', () => {
    expect(fill({ key: '$STEWARD_KEY' })).toEqual({ key: '@not a path, $STEWARD_OTHER' });
    expect(fill({ key: '$STEWARD_EMPTY' })).toEqual({ key: '' });
  });

  it('has no other variable than ours, and says which is missing', () => {
    expect(fill({ key: '$HOME' })).toEqual({ key: '$HOME' });
    expect(() => fill({ key: '$STEWARD_NONE' })).toThrow('STEWARD_NONE');
  });

  it('has values of earlier answers, but only their own', () => {
    const answers = [{ secret: 'one', user: { name: 'kari' } }, ['x']];
    const given = ['$1.secret', '$1.user.name', '$2.0'];
    expect(fill({ of: given }, answers)).toEqual({ of: ['one', 'kari', 'x'] });
    for (const wrong of [
      '$1.nothing',
      '$3.secret',
      '$0.secret',
      '$1.constructor.name',
      '$1.__proto__',
    ]) {
      const tried = () => fill({ of: wrong }, answers);
      if (wrong === '$1.__proto__') expect(tried()).toEqual({ of: wrong });
      else expect(tried).toThrow(/do not contain/);
    }
  });

  it('ATK-15 has nothing put into a text that takes neither secret nor id, and says what was left', () => {
    left.length = 0;
    const note = ['$STEWARD_KEY', '$1.secret', '$1.50', '$$1.secret'];
    for (const text of note)
      expect(fill({ note: text }, [{ secret: 'one' }])).toEqual({ note: text });
    expect(fill({ note: '@x' })).toEqual({ note: 'handle of x' });
    expect(left).toEqual(['note $STEWARD_KEY']);
    expect(fill({ key: '$STEWARD_KEY' }, [], {})).toEqual({ key: '$STEWARD_KEY' });
    expect(fillIn('$STEWARD_KEY', { ...nothing, shape: undefined })).toBe('$STEWARD_KEY');
  });

  it('ATK-15 has a text that reads like a variable or an answer where its sign is doubled', () => {
    const texts = {
      a: '$$STEWARD_KEY',
      b: '$$$STEWARD_KEY',
      c: '$$1.secret',
      d: '$$plain',
      e: '$$',
    };
    expect(fill(texts)).toEqual({
      ...{ a: '$STEWARD_KEY', b: '$$STEWARD_KEY', c: '$1.secret', d: '$$plain', e: '$$' },
    });
  });

  it('ATK-15 has variables for every secret and every id of the contract, and for no name, note or text', () => {
    const taking = (name: string) =>
      Object.entries(inputShapeOf(name)?.properties ?? {})
        .filter(([field]) =>
          JSON.stringify(
            fillIn({ [field]: '$STEWARD_KEY' }, { ...nothing, shape: inputShapeOf(name) }),
          ).includes('known'),
        )
        .map(([field]) => field);
    expect(taking('credentials.importCertificate')).toEqual(['passphrase', 'keyNumber']);
    expect(taking('credentials.addApiKey')).toEqual(['key']);
    expect(taking('credentials.addPassword')).toEqual(['password']);
    expect(taking('signIn.pasteToken')).toEqual(['connection', 'token']);
    expect(taking('oneTimeSecrets.saveEncrypted')).toEqual(['secret', 'passphrase']);
    expect(taking('enterpriseUsers.changeNote')).toEqual(['connection']);
    expect(taking('messages.get')).toEqual(['connection', 'who', 'message', 'markAsRead']);
    expect(taking('reference.service')).toEqual([
      'connection',
      'language',
      'code',
      'edition',
      'fresh',
    ]);
    expect(inputShapeOf('messages.toString')).toBeUndefined();
    expect(inputShapeOf('constructor.name')).toBeUndefined();
    expect(inputShapeOf('settings.get.more')).toBeUndefined();
    const signIn = { way: 'password', userName: '$STEWARD_KEY', password: '$STEWARD_KEY' };
    expect(fillIn({ signIn }, { ...nothing, shape: inputShapeOf('connections.create') })).toEqual({
      signIn: { ...signIn, password: 'known' },
    });
  });

  it('LOG-03 is refused without repeating a word of it when it is no JSON', () => {
    expect(() => parseInput('S3cr3t-One')).toThrow(/not valid JSON/);
    expect(() => parseInput('S3cr3t-One')).not.toThrow(/S3cr3t/);
  });

  it('names the connection of the variables by `env`, and only as a connection', () => {
    expect(namesEnvironmentConnection({ connection: 'env' })).toBe(true);
    expect(namesEnvironmentConnection({ a: [{ connection: 'env' }] })).toBe(true);
    expect(namesEnvironmentConnection({ connection: 'other', name: 'env' })).toBe(false);
    expect(namesEnvironmentConnection('env')).toBe(false);
    expect(
      withConnection({ connection: 'env', name: 'env', a: [{ connection: 'env' }] }, 'id'),
    ).toEqual({
      connection: 'id',
      name: 'env',
      a: [{ connection: 'id' }],
    });
  });
});
