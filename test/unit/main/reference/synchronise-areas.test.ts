// Tells an area that is switched off from single documents that the platform does not have.
import { describe, expect, it } from 'vitest';
import { createSwitchedOffAreas, meansOff } from '../../../../main/reference/synchronise.ts';
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

/** `refuse` returns the keys of documents that are failures of their own. */
function area() {
  const areas = createSwitchedOffAreas();
  let count = 0;
  const refuse = (failure: Failure, key = `k${String((count += 1))}`) =>
    areas.refused('services', { key, failure }).map((one) => one.key);
  return { areas, refuse };
}

describe('an area of the open metadata', () => {
  it('is switched off when its first five documents are refused', () => {
    const { areas, refuse } = area();
    for (const failure of [notFound, page, refused(403), refused(410)])
      expect(refuse(failure)).toEqual([]);
    expect(areas.isOff('services')).toBe(false);
    expect(areas.skipped).toBe(0);
    expect(refuse(notFound)).toEqual([]);
    expect(areas.isOff('services')).toBe(true);
    expect(areas.areas()).toEqual(['services']);
    // One that was under way meanwhile.
    refuse(notFound);
    expect(areas.skipped).toBe(6);
    expect(areas.releaseAll()).toEqual([]);
    expect(areas.isOff('schemas')).toBe(false);
  });

  it('is on once one document was loaded: the others are failures of their own', () => {
    const { areas, refuse } = area();
    for (let i = 0; i < 4; i++) refuse(notFound);
    expect(areas.loaded('services').map(({ key }) => key)).toEqual(['k1', 'k2', 'k3', 'k4']);
    for (let i = 0; i < 9; i++) expect(refuse(notFound)).toHaveLength(1);
    expect(areas.isOff('services')).toBe(false);
    expect(areas.areas()).toEqual([]);
  });

  it('releases its undecided documents as failures where there were too few to tell', () => {
    const { areas, refuse } = area();
    refuse(notFound);
    refuse(notFound);
    expect(areas.releaseAll().map(({ key }) => key)).toEqual(['k1', 'k2']);
    expect(areas.areas()).toEqual([]);
  });

  it('is switched off at once by a 405', () => {
    const { areas, refuse } = area();
    expect(refuse(refused(405))).toEqual([]);
    expect(areas.areas()).toEqual(['services']);
    expect(areas.skipped).toBe(1);
  });

  it('is not switched off by answers that are damaged, busy or about what was asked', () => {
    const { areas, refuse } = area();
    for (let i = 0; i < 9; i++) expect(refuse(damaged)).toHaveLength(1);
    expect(areas.areas()).toEqual([]);
    expect(meansOff(refused(400))).toBe(false);
    expect(meansOff({ kind: 'busy', message: '', retryAfterSeconds: 1 })).toBe(false);
    expect(meansOff(page)).toBe(true);
  });
});
