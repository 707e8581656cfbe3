// Failed writes: which are resolved by asking, which stay unknown, and how a disabled part of the API is recognised.
import { describe, expect, it } from 'vitest';
import {
  isOutcomeUnknown,
  reconciled,
  switchedOff,
  switchedOffList,
} from '../../../../main/platform/reconcile.ts';
import { Problem } from '../../../../main/problem.ts';
import type { Failure } from '../../../../preload/result.ts';

const unknown = new Problem({ kind: 'outcome-unknown', message: '', reference: 'r' });
const page = new Problem({
  kind: 'sign-in-needed',
  message: '',
  status: 200,
  reason: 'OK',
  reference: 'r',
});
const nobody = new Problem({
  kind: 'sign-in-needed',
  message: '',
  status: 0,
  reason: '',
  reference: 'r',
});
const missing = (reason: string) => new Problem({ kind: 'not-found', message: '', reason });
const refused = (status: number, reason: string, cause: Cause = 'other') =>
  new Problem({ kind: 'refused', message: '', status, reason, reference: 'r', cause });
type Cause = Extract<Failure, { kind: 'refused' }>['cause'];
const fails = (error: Error) => () => Promise.reject(error);

describe('settled', () => {
  it('RTY-06 asks only when the outcome is unknown, and acts once', async () => {
    let [acts, asks] = [0, 0];
    const act = (end: () => Promise<string>) => () => {
      acts += 1;
      return end();
    };
    const proof = () => {
      asks += 1;
      return Promise.resolve('found');
    };
    expect(
      await reconciled(
        act(() => Promise.resolve('done')),
        proof,
      ),
    ).toBe('done');
    await expect(reconciled(act(fails(refused(400, 'no'))), proof)).rejects.toThrow(Problem);
    expect(asks).toBe(0);
    expect(await reconciled(act(fails(unknown)), proof)).toBe('found');
    expect(await reconciled(act(fails(page)), proof)).toBe('found');
    expect([acts, asks]).toEqual([4, 2]);
  });

  it('RTY-06 keeps the failure when asking proves nothing or fails itself', async () => {
    const nothing = () => Promise.resolve(undefined);
    await expect(reconciled(fails(unknown), nothing)).rejects.toBe(unknown);
    await expect(reconciled(fails(unknown), fails(missing('')))).rejects.toBe(unknown);
  });

  it('takes an answer that nobody understands for unknown, a redirect to sign in not', () => {
    const odd = { kind: 'unexpected-answer', message: '', status: 200, reference: 'r' } as const;
    expect(isOutcomeUnknown(new Problem(odd))).toBe(true);
    expect(
      isOutcomeUnknown(new Problem({ ...odd, kind: 'sign-in-needed', status: 302, reason: '' })),
    ).toBe(false);
    expect(isOutcomeUnknown(new TypeError('x'))).toBe(false);
    // Nobody was signed in: there was no call that could have done anything.
    expect(isOutcomeUnknown(nobody)).toBe(false);
  });
});

describe('a part that is switched off', () => {
  const works = () => Promise.resolve();
  const list = 'api/974760673/authorization/roledefinitions';
  const call = { method: 'POST', path: list };
  const gone = { failure: { kind: 'refused', cause: 'not-offered-any-more' } };

  it('is one whose writes are refused without a word while reading works', async () => {
    for (const error of [page, missing('Not Found'), missing('x'), refused(403, 'Forbidden')])
      expect(await switchedOff(error, call, works)).toMatchObject(gone);
  });

  it('is dated where the documentation has a date, by the call that was refused', async () => {
    expect(await switchedOff(missing('x'), call, works)).toMatchObject({
      failure: { switchedOff: { since: '2023-05-22', instead: 'nothing' } },
    });
    const kept = { method: 'POST', path: 'api/974760673/profile/contactinformation' };
    const found = await switchedOff(missing('x'), kept, works);
    expect((found as Problem).failure).toMatchObject({ ...gone.failure, switchedOff: undefined });
  });

  it('is none where reading fails too, or where the server says why', async () => {
    expect(await switchedOff(page, call, fails(page))).toBe(page);
    for (const error of [
      refused(403, 'Only local ones.'),
      refused(400, 'Not Found'),
      unknown,
      nobody,
    ])
      expect(await switchedOff(error, call, works)).toBe(error);
  });

  it('is a collection that is missing without a word', () => {
    expect(switchedOffList(missing('Not Found'), list)).toMatchObject(gone);
    expect(switchedOffList(missing(''), list)).toMatchObject(gone);
    for (const error of [missing('No such party.'), refused(403, 'Forbidden'), unknown])
      expect(switchedOffList(error, list)).toBe(error);
  });
});
