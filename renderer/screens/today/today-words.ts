// What an item of Today says: its line, what is behind it, its button and its look.
import type { TodayItem } from '../../../preload/contract/today.ts';
import type { IconName } from '../../components/icons.ts';
import { titleOf, whyOf } from '../../components/job-words.ts';
import { acting } from '../../state/acting.svelte.ts';
import { expiryTone } from '../../state/expiry.ts';
import { partyBy } from '../../state/parties.ts';
import { session } from '../../state/session.svelte.ts';
import { language } from '../../texts/language.svelte.ts';

export interface ItemWords {
  readonly icon: IconName;
  readonly tone: 'danger' | 'warning' | 'info';
  readonly line: string;
  readonly detail: string;
  readonly action: string;
}

/** The card of the screen that an item stands in. */
export type Group = keyof typeof language.t.today.groups;
const GROUPS = {
  secret: 'secrets',
  overdue: 'secrets',
  'possibly-overdue': 'secrets',
  'to-sign': 'messages',
  unread: 'messages',
  draft: 'messages',
  job: 'jobs',
  rows: 'jobs',
  certificate: 'ending',
  'damaged-files': 'computer',
  journal: 'computer',
  'sign-in': 'computer',
  update: 'computer',
} as const satisfies Record<TodayItem['kind'], Group>;

/** In the order of what is most pressing in each, as the items come. */
export function groupsOf(
  items: readonly TodayItem[],
): readonly { readonly name: Group; readonly items: readonly TodayItem[] }[] {
  const names = new Set(items.map(({ kind }) => GROUPS[kind]));
  return [...names].map((name) => ({
    name,
    items: items.filter(({ kind }) => GROUPS[kind] === name),
  }));
}

const ofTone = (tone: ReturnType<typeof expiryTone>) => (tone === 'ok' ? 'info' : tone);

export function wordsOf(item: TodayItem): ItemWords {
  const { today: t, frame, jobs } = language.t;
  const { format } = language;
  const action = t.actions[item.kind];
  switch (item.kind) {
    case 'secret': {
      const detail = item.kept === 'memory' ? t.inMemory : t.since(format.dateTime(item.at));
      const isStored = item.state === 'waiting';
      const line = {
        waiting: t.secretWaits(item.userName),
        'outcome-unknown': t.mayBeDone[item.operation](item.userName),
        'answer-unclear': t.unclear(item.userName),
      }[item.state];
      return { icon: 'robot', tone: isStored ? 'warning' : 'danger', line, detail, action };
    }
    case 'damaged-files': {
      const line = frame.setAsideTitle(item.names.length);
      return { icon: 'warning', tone: 'warning', line, detail: format.list(item.names), action };
    }
    case 'journal':
      return {
        icon: 'activity',
        tone: 'danger',
        line: item.state === 'unanchored' ? frame.journalUnanchored : t.journalDamaged,
        detail: frame.journalText,
        action,
      };
    case 'certificate': {
      const isOver = item.expiry === 'expired';
      return {
        icon: 'certificate',
        tone: ofTone(expiryTone(item.expiry)),
        line: isOver ? frame.expiredBar(item.name) : frame.expiryBar(item.name, item.daysLeft),
        detail: isOver ? frame.expiredBarText : frame.expiryBarText,
        action,
      };
    }
    case 'job': {
      const job = session.jobs.find(({ id }) => id === item.job);
      const line = job === undefined ? jobs.kind[item.jobKind] : titleOf(job, language.t);
      const detail = job === undefined ? jobs.state.paused : whyOf(job, language.t);
      return { icon: 'hourglass', tone: 'warning', line, detail, action };
    }
    case 'rows': {
      const job = session.jobs.find(({ id }) => id === item.job);
      const line = job === undefined ? jobs.kind[item.jobKind] : titleOf(job, language.t);
      const detail = t.rows(item.refused, item.unknown);
      return { icon: 'warning', tone: 'warning', line, detail, action };
    }
    case 'to-sign':
    case 'unread': {
      const line = t[item.kind === 'unread' ? 'unread' : 'toSign'](item.count);
      const detail = t.loaded(partyOf(item), format.dateTime(item.read));
      const icon = item.kind === 'unread' ? 'inbox' : 'pencil';
      return { icon, tone: 'info', line, detail, action };
    }
    case 'overdue': {
      const rotated = t.rotated(format.date(item.oldest), session.settings.rotationPolicyDays);
      const line = t.overdue(item.count, item.userName);
      return { icon: 'robot', tone: 'warning', line, detail: rotated, action };
    }
    case 'possibly-overdue': {
      const detail = t.createdBefore(format.date(item.oldest), session.settings.rotationPolicyDays);
      const line = t.possiblyOverdue(item.count, item.userName);
      return { icon: 'robot', tone: 'info', line, detail, action };
    }
    case 'draft': {
      const line = t.draft(item.subject.trim() || item.message);
      const detail = t.changed(format.dateTime(item.changed));
      return { icon: 'pencil', tone: 'info', line, detail, action };
    }
    case 'sign-in': {
      const line = t.signIn(item.connectionName);
      return { icon: 'person', tone: 'info', line, detail: t.signInText, action };
    }
    case 'update': {
      const line = t.update[item.state](item.version);
      return { icon: 'download', tone: 'info', line, detail: t.updateText, action };
    }
  }
}

/** Undefined for the connection's own organisation; its id where nobody has loaded its name. */
function partyOf({ connection, who }: { connection: string; who: string }): string | undefined {
  const of = session.connections.find(({ id }) => id === connection);
  if (who === 'my' || who === of?.organisationNumber) return undefined;
  const parties = connection === session.chosen?.id ? acting.parties?.value : undefined;
  return partyBy(parties ?? [], who)?.name ?? who;
}
