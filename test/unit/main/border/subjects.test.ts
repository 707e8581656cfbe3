// What the journal calls the subject of a write: names and former values that only main knows.
import { describe, expect, it } from 'vitest';
import { createNameSubject, type SubjectNeeds } from '../../../../main/border/subjects.ts';
import { Problem } from '../../../../main/problem.ts';
import type { Settings } from '../../../../preload/contract/settings.ts';

const before: Settings = {
  scheme: 'auto',
  language: 'nb',
  rotationPolicyDays: 180,
  clipboardSeconds: 30,
  idleLockMinutes: 15,
  updateAddress: null,
  notifications: true,
};
const nothing: SubjectNeeds = {
  settings: () => before,
  credentials: () => [],
  secret: () => undefined,
  jobs: () => [],
  fileName: (handle) => {
    throw new Problem({ kind: 'not-found', message: handle });
  },
};
const name = (
  operation: string,
  given: object,
  object: string,
  needs: Partial<SubjectNeeds> = {},
) => createNameSubject({ ...nothing, ...needs })(operation, given, { object });

describe('the subject of a write', () => {
  it('a changed setting has its old and its new value; what stays as it was is left out', () => {
    const given = { idleLockMinutes: 5, language: 'nb', updateAddress: 'https://new.example' };
    expect(name('settings.change', given, 'x').object).toBe(
      'idleLockMinutes: 15 -> 5, updateAddress: none -> https://new.example',
    );
    expect(name('settings.change', { language: 'nb' }, 'language').object).toBe(
      'language: nb -> nb',
    );
    const away = { updateAddress: null, scheme: undefined };
    const settings = () => ({ ...before, updateAddress: 'https://old.example' });
    expect(name('settings.change', away, 'x', { settings }).object).toBe(
      'updateAddress: https://old.example -> none',
    );
  });

  it('a credential has its kind and name, a secret its user, a job its kind; both their connection', () => {
    const needs = {
      credentials: () => [{ id: 'k', kind: 'private-key', name: 'Fjord' }] as never,
      secret: () => ({ connection: 'c-1', userName: 'svc-a' }) as never,
      jobs: () => [{ id: 'j', connection: 'c-2', kind: 'look-up' }] as never,
      fileName: () => 'a, b.age',
    };
    expect(name('credentials.remove', { credential: 'k' }, 'x', needs)).toEqual({
      object: 'private key Fjord',
    });
    expect(name('oneTimeSecrets.resolve', { secret: 's', how: 'dropped' }, 'x', needs)).toEqual({
      connection: 'c-1',
      object: 'secret of svc-a: dropped',
    });
    expect(name('oneTimeSecrets.saveEncrypted', { secret: 's', target: 'f' }, 'x', needs)).toEqual({
      connection: 'c-1',
      object: 'secret of svc-a, file a, b.age',
    });
    expect(name('jobs.resolveRow', { job: 'j', userName: 'svc-b' }, 'x', needs)).toEqual({
      connection: 'c-2',
      object: 'job look-up: svc-b',
    });
    expect(name('attachments.add', { file: 'f' }, 'message a1, attachment new', needs)).toEqual({
      object: 'message a1, attachment new a, b.age',
    });
  });

  it('what is not known keeps the words of the contract', () => {
    const given = { credential: 'k', secret: 's', job: 'j' };
    for (const operation of ['credentials.remove', 'oneTimeSecrets.keep', 'jobs.stop', 'app.erase'])
      expect(name(operation, given, 'as it was')).toEqual({ object: 'as it was' });
  });
});
