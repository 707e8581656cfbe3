// One of each kind of what can wait for a person, for tests of where they lead and how they look.
import type { TodayItem } from '../../preload/contract/today.ts';

const of = { connection: 'c-2', connectionName: 'Fjord', environment: 'production' } as const;
const AT = '2026-03-02T08:00:00.000Z';

export const todayItems: readonly TodayItem[] = [
  {
    ...{ kind: 'secret', ...of, secret: 's-1', userName: 'payroll', operation: 'create' },
    ...{ state: 'waiting', kept: 'keychain', at: AT },
  },
  { kind: 'damaged-files', names: ['jobs.json'] },
  { kind: 'journal', state: 'damaged' },
  { kind: 'certificate', credential: 'k-1', name: 'Cert', expiry: 'expired', daysLeft: -1 },
  { kind: 'job', ...of, job: 'j-1', jobKind: 'look-up', because: 'asked', changed: AT },
  {
    ...{ kind: 'rows', ...of, job: 'j-2', jobKind: 'look-up' },
    ...{ refused: 1, unknown: 2, changed: AT },
  },
  { kind: 'to-sign', ...of, who: 'my', count: 14, read: AT },
  { kind: 'overdue', ...of, count: 2, userName: 'payroll', oldest: AT, newest: AT },
  { kind: 'possibly-overdue', ...of, count: 5, userName: 'payroll', oldest: AT },
  { kind: 'draft', ...of, who: 'my', message: 'b12', subject: 'Report', changed: AT },
  { kind: 'unread', ...of, who: 'r500', count: 22, read: AT },
  { kind: 'sign-in', ...of, way: 'person' },
  { kind: 'update', version: '2.0.0', state: 'found' },
];
