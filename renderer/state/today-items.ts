// Where an item of Today leads to, and whether it is a reason to begin there. Pure.
import type { TodayItem } from '../../preload/contract/today.ts';
import { formPlace } from './form-start.ts';
import { placeOf } from './job-place.ts';
import type { Route } from './route.ts';
import { userPlace } from './user-place.ts';

export const TODAY = 'today';

/** Signing in is how a session begins, and every screen asks for it; a new version, and what is only possible, can wait. */
export const isReasonToOpen = ({ kind }: Pick<TodayItem, 'kind'>): boolean =>
  !['sign-in', 'update', 'possibly-overdue', 'unread'].includes(kind);

export function placeOfItem(item: TodayItem): Partial<Route> & Pick<Route, 'screen' | 'id'> {
  switch (item.kind) {
    case 'secret':
      return { connection: item.connection, screen: 'enterprise-users', id: item.userName };
    case 'overdue': {
      const { count, userName } = item;
      const act =
        count === 1 ? { kind: 'rotate' as const, userName } : { kind: 'overdue' as const };
      return { connection: item.connection, screen: 'enterprise-users', id: userPlace(act) };
    }
    case 'possibly-overdue':
      return { connection: item.connection, screen: 'enterprise-users', id: null };
    case 'certificate':
      return { screen: 'connections', id: item.credential };
    case 'job':
    case 'rows':
      return { connection: item.connection, ...placeOf({ id: item.job, kind: item.jobKind }) };
    case 'draft':
      return { connection: item.connection, ...formPlace(item.message) };
    case 'to-sign':
      return { connection: item.connection, screen: 'work-list', id: null };
    case 'unread':
      return { connection: item.connection, screen: 'inbox', id: null };
    case 'sign-in':
      return { screen: 'connections', id: item.connection };
    case 'journal':
      return { screen: 'activity', id: null };
    case 'damaged-files':
    case 'update':
      return { screen: 'settings', id: null };
  }
}

/** The same item of another answer has the same key. */
export function keyOfItem(item: TodayItem): string {
  switch (item.kind) {
    case 'secret':
      return `secret ${item.secret}`;
    case 'certificate':
      return `certificate ${item.credential}`;
    case 'job':
    case 'rows':
      return `${item.kind} ${item.job}`;
    case 'to-sign':
    case 'unread':
      return `${item.kind} ${item.connection} ${item.who}`;
    case 'draft':
      return `draft ${item.connection} ${item.who} ${item.message}`;
    case 'overdue':
    case 'possibly-overdue':
    case 'sign-in':
      return `${item.kind} ${item.connection}`;
    case 'damaged-files':
    case 'journal':
    case 'update':
      return item.kind;
  }
}
