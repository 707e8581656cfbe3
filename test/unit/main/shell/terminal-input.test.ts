// Reading the JSON input of a command line.
import { describe, expect, it } from 'vitest';
import {
  fillIn,
  namesEnvironmentConnection,
  parseInput,
  withConnection,
} from '../../../../main/shell/terminal-input.ts';

const fill = (value: unknown, answers: readonly unknown[] = []) =>
  fillIn(value, {
    handleFor: (path) => `handle of ${path}`,
    env: { STEWARD_KEY: '@not a path, $STEWARD_OTHER', STEWARD_EMPTY: '', HOME: '/home/kari' },
    answers,
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
    expect(fill('$STEWARD_EMPTY')).toBe('');
  });

  it('has no other variable than ours, and says which is missing', () => {
    expect(fill('$HOME')).toBe('$HOME');
    expect(() => fill('$STEWARD_NONE')).toThrow('STEWARD_NONE');
  });

  it('has values of earlier answers, but only their own', () => {
    const answers = [{ secret: 'one', user: { name: 'kari' } }, ['x']];
    expect(fill(['$1.secret', '$1.user.name', '$2.0'], answers)).toEqual(['one', 'kari', 'x']);
    for (const wrong of [
      '$1.nothing',
      '$3.secret',
      '$0.secret',
      '$1.constructor.name',
      '$1.__proto__',
    ]) {
      const tried = () => fill(wrong, answers);
      if (wrong === '$1.__proto__') expect(tried()).toBe(wrong);
      else expect(tried).toThrow(/There is no/);
    }
  });

  it('LOG-03 is refused without repeating a word of it when it is no JSON', () => {
    expect(() => parseInput('S3cr3t-One')).toThrow(/not JSON/);
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
