// What is asked of the enterprise users in the address: there and back, whatever the name.
import { expect, it } from 'vitest';
import { jobAt } from '../../../../renderer/state/job-place.ts';
import { type UserAct, userActAt, userPlace } from '../../../../renderer/state/user-place.ts';

it('what is asked for is read from the address as it was written, and no name or job is taken for it', () => {
  const acts: readonly UserAct[] = [
    { kind: 'create' },
    { kind: 'bulk' },
    { kind: 'overdue' },
    { kind: 'rotate', userName: 'new' },
    { kind: 'rotate', userName: 'overdue' },
    { kind: 'rotate', userName: 'lønn+robot' },
  ];
  for (const act of acts) {
    expect(userActAt(userPlace(act))).toEqual(act);
    expect(jobAt(userPlace(act))).toBeUndefined();
  }
  for (const id of [null, 'svc', 'new', 'rotate', '/rotate/', '/job/1'])
    expect(userActAt(id)).toBeUndefined();
});
