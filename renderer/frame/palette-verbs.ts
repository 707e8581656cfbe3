// What can be begun from any screen: each leads to the place where its dialog or form is open.
import type { IconName } from '../components/icons.ts';
import { screensLeft, type Screen } from '../screens.ts';
import { givePlace } from '../state/give-place.ts';
import { COPY_PLACE, HAND_OVER_PLACE, TAKE_OVER_PLACE } from '../state/job-place.ts';
import { limits } from '../state/limits.svelte.ts';
import { managed } from '../state/managed.svelte.ts';
import { router } from '../state/router.svelte.ts';
import { session } from '../state/session.svelte.ts';
import { userPlace } from '../state/user-place.ts';
import { language } from '../texts/language.svelte.ts';

export interface Verb {
  readonly id: string;
  readonly screen: Screen['id'];
  readonly icon: IconName;
  readonly text: string;
  /** Further words it is found by. */
  readonly more?: string;
  /** Where it is done; without one the palette asks for whom first (`asksFor`). */
  readonly place?: string;
  readonly asksFor?: 'user' | 'message';
}

/** Those that can work now: with this connection, and as the organisation has settled. */
export function verbsNow(): readonly Verb[] {
  const offered = screensLeft();
  return verbs().filter(
    ({ screen }) =>
      offered.some((one) => one.id === screen && (one.needs === 'nothing' || session.chosen)) &&
      limits.of(screen) === undefined,
  );
}

export const runVerb = ({ screen, place }: Verb): void => {
  router.go({ screen, id: place ?? null });
};

function verbs(): readonly Verb[] {
  const { t } = language;
  const f = t.frame;
  const users = { screen: 'enterprise-users', icon: 'robot' } as const;
  return [
    {
      ...users,
      id: 'new-user',
      text: t.enterpriseUsers.newUser,
      place: userPlace({ kind: 'create' }),
    },
    { ...users, id: 'rotate', text: f.commandRotate, asksFor: 'user' },
    {
      ...users,
      id: 'rotate-many',
      text: t.enterpriseUsers.rotateSelected,
      place: userPlace({ kind: 'bulk' }),
    },
    {
      ...users,
      id: 'rotate-overdue',
      text: f.commandRotateOverdue,
      place: userPlace({ kind: 'overdue' }),
    },
    {
      id: 'give',
      screen: 'delegations',
      icon: 'access',
      text: f.commandGive,
      place: givePlace(),
    },
    {
      id: 'new-role',
      screen: 'role-definitions',
      icon: 'shield',
      text: f.commandNewRole,
      place: '+new',
    },
    { id: 'message', screen: 'inbox', icon: 'inbox', text: f.commandMessage, asksFor: 'message' },
    { id: 'start', screen: 'work-list', icon: 'tasks', text: t.messages.start, place: '+start' },
    {
      id: 'copy',
      screen: 'services',
      icon: 'layers',
      text: t.reference.title,
      place: COPY_PLACE,
      more: f.commandCopyMore,
    },
    {
      id: 'new-connection',
      screen: 'connections',
      icon: 'connection',
      text: t.connections.newOne,
      place: '+new',
    },
    {
      id: 'import',
      screen: 'connections',
      icon: 'certificate',
      text: t.credentials.importCertificateAsk,
      place: '+import',
    },
    {
      id: 'take-over',
      screen: 'connections',
      icon: 'fileImport',
      text: t.connectionFile.open.take,
      place: TAKE_OVER_PLACE,
    },
    ...(session.chosen === null || managed.isOff('hand-over')
      ? []
      : [
          {
            id: 'hand-over',
            screen: 'connections',
            icon: 'fileExport',
            text: t.handOver.open,
            place: HAND_OVER_PLACE,
            more: t.handOver.of(session.chosen.organisationName),
          } as const,
        ]),
  ];
}
