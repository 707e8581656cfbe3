// Tells an area that is switched off from single documents that the platform does not have.
import { describe, expect, it } from 'vitest';
import { createSwitchedOff, meansOff } from '../../../../main/reference/synchronise.ts';
import type { Failure } from '../../../../preload/result.ts';

const notFound: Failure = { kind: 'not-found', message: 'No.' };
const page: Failure = {
  kind: 'sign-in-needed',
  message: 'No.',
  status: 200,
  reason: '',
  reference: 'r',
};
const refused = (status: number): Failure => ({
  kind: 'refused',
  message: 'No.',
  status,
  reason: '',
  reference: 'r',
  cause: 'other',
});
const damaged: Failure = {
  kind: 'unexpected-answer',
  message: 'No.',
  status: 200,
  reference: 'r',
};

/** Keys of documents that are failures by themselves. */
function area() {
  const off = createSwitchedOff();
  let at = 0;
  const bad = (failure: Failure, key = `k${String((at += 1))}`) =>
    off.bad('services', { key, failure }).map((one) => one.key);
  return { off, bad };
}

describe('an area of the open metadata', () => {
  it('is switched off when its first five documents are not there', () => {
    const { off, bad } = area();
    for (const failure of [notFound, page, refused(403), refused(410)])
      expect(bad(failure)).toEqual([]);
    expect(off.isOff('services')).toBe(false);
    expect(off.given).toBe(0);
    expect(bad(notFound)).toEqual([]);
    expect(off.isOff('services')).toBe(true);
    expect(off.areas()).toEqual(['services']);
    // One that was under way meanwhile.
    bad(notFound);
    expect(off.given).toBe(6);
    expect(off.rest()).toEqual([]);
    expect(off.isOff('schemas')).toBe(false);
  });

  it('is there once it has given one good document: then the others are missing by themselves', () => {
    const { off, bad } = area();
    for (let i = 0; i < 4; i++) bad(notFound);
    expect(off.good('services').map(({ key }) => key)).toEqual(['k1', 'k2', 'k3', 'k4']);
    for (let i = 0; i < 9; i++) expect(bad(notFound)).toHaveLength(1);
    expect(off.isOff('services')).toBe(false);
    expect(off.areas()).toEqual([]);
  });

  it('has failures by themselves where there were too few to tell', () => {
    const { off, bad } = area();
    bad(notFound);
    bad(notFound);
    expect(off.rest().map(({ key }) => key)).toEqual(['k1', 'k2']);
    expect(off.areas()).toEqual([]);
  });

  it('is switched off at once where reading it is no method any more', () => {
    const { off, bad } = area();
    expect(bad(refused(405))).toEqual([]);
    expect(off.areas()).toEqual(['services']);
    expect(off.given).toBe(1);
  });

  it('is not switched off by answers that are damaged, busy or about what was asked', () => {
    const { off, bad } = area();
    for (let i = 0; i < 9; i++) expect(bad(damaged)).toHaveLength(1);
    expect(off.areas()).toEqual([]);
    expect(meansOff(refused(400))).toBe(false);
    expect(meansOff({ kind: 'busy', message: '', retryAfterSeconds: 1 })).toBe(false);
    expect(meansOff(page)).toBe(true);
  });
});
