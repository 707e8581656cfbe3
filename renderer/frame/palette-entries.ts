// The rows of the command palette: matches in groups of limited size, and what choosing a row does.
import type { IconName } from '../components/icons.ts';
import { screensNow } from '../screens.ts';
import { acting, actorOf } from '../state/acting.svelte.ts';
import { chooseConnection } from '../state/switch-connection.ts';
import { fixes } from '../state/fixes.ts';
import { limits } from '../state/limits.svelte.ts';
import { folded, ranked, readTyped, type Hits, type Searchable } from '../state/palette.ts';
import type { Sources } from '../state/palette-sources.svelte.ts';
import { parseRoute } from '../state/route.ts';
import { router } from '../state/router.svelte.ts';
import { session } from '../state/session.svelte.ts';
import { shortcuts } from '../state/shortcuts.svelte.ts';
import { signIns } from '../state/sign-ins.svelte.ts';
import { language } from '../texts/language.svelte.ts';

const MOST = 6;

export interface Entry {
  readonly id: string;
  readonly icon: IconName;
  readonly text: string;
  /** At the end of the row, in a quieter colour. */
  readonly detail?: string | undefined;
  readonly keys?: string | undefined;
  /** It leads to why it cannot be used. */
  readonly dimmed?: boolean;
  readonly run: () => void;
}
export interface PaletteGroup {
  readonly title: string;
  readonly total: number;
  readonly entries: readonly Entry[];
}
type SearchableEntry = Entry & Searchable;

const withKey = (entry: Entry, more = ''): SearchableEntry => ({
  ...entry,
  searchKey: folded(`${entry.text} ${more}`),
});

export interface PaletteNeeds {
  readonly sources: Sources | undefined;
  readonly oncopyplace: () => void;
}

/** Without a word typed: where one can go, and what can be done. */
export function paletteGroups(typed: string, needs: PaletteNeeds): readonly PaletteGroup[] {
  const { commands, text } = readTyped(typed);
  const t = language.t.frame;
  const own = <T extends SearchableEntry>(title: string, all: readonly T[]) =>
    group(title, ranked(all, text, commands || text === '' ? all.length : MOST), (one) => one);
  const doable = own(t.commandActions, commandsNow(needs.oncopyplace));
  if (commands) return filled([doable]);
  const groups = [
    own(t.commandPlace, placesIn(text)),
    own(t.commandScreens, screenEntries()),
    own(t.commandConnections, connectionsNow()),
    ...(text === '' || needs.sources === undefined ? [] : foundIn(needs.sources, text)),
    doable,
  ];
  const [exact, rest] = [groups.filter((one) => one.exact), groups.filter((one) => !one.exact)];
  return filled([...exact, ...rest]);
}

const filled = (groups: readonly PaletteGroup[]) =>
  groups.filter(({ entries }) => entries.length > 0);

function group<T>(title: string, { hits, total, exact }: Hits<T>, entryOf: (one: T) => Entry) {
  return { title, total, exact, entries: hits.map(entryOf) };
}

const foundIn = (sources: Sources, text: string) => [
  ...ofOrganisation(sources, text),
  ...ofPlatform(sources, text),
];

function ofOrganisation(sources: Sources, text: string) {
  const t = language.t.frame;
  return [
    group(t.commandParties, ranked(sources.parties, text, MOST), ({ one }) => ({
      id: `party ${one.id}`,
      icon: one.kind === 'person' ? 'person' : 'building',
      text: one.name,
      detail:
        one.organisationNumber === null
          ? undefined
          : language.format.organisationNumber(one.organisationNumber),
      run: () => acting.choose(actorOf(one).who),
    })),
    group(t.commandUsers, ranked(sources.users.value ?? [], text, MOST), ({ one }) => ({
      id: `user ${one.userName}`,
      icon: 'robot',
      text: one.userName,
      detail: one.local.note,
      run: () => router.go({ screen: 'enterprise-users', id: one.userName }),
    })),
    group(t.commandLocalRoles, ranked(sources.localRoles.value ?? [], text, MOST), ({ one }) => ({
      id: `local role ${one.id}`,
      icon: 'shield',
      text: one.name,
      run: () => router.go({ screen: 'role-definitions', id: String(one.id) }),
    })),
  ] as const;
}

function ofPlatform(sources: Sources, text: string) {
  const t = language.t.frame;
  return [
    group(t.commandServices, sources.services.hits(text, MOST), (one) => ({
      id: `service ${one.reference}`,
      icon: 'layers',
      text: one.name,
      detail: `${one.reference} · ${one.ownerName}`,
      run: () => router.go({ screen: 'services', id: `${one.kind ?? 'other'}/${one.reference}` }),
    })),
    group(t.commandRoles, ranked(sources.roles, text, MOST), ({ one }) => ({
      id: `role ${one.id}`,
      icon: 'branching',
      text: one.name,
      detail: one.code,
      run: () => router.go({ screen: 'roles', id: String(one.id) }),
    })),
  ] as const;
}

const screenEntries = () =>
  screensNow().map((screen) => {
    const reason = limits.reason(screen.id);
    return withKey(
      {
        id: `screen ${screen.id}`,
        icon: screen.icon,
        text: language.t.frame.screens[screen.id],
        detail: reason,
        dimmed: reason !== undefined,
        run: () => router.go({ screen: screen.id }),
      },
      language.t.frame.groups[screen.group],
    );
  });

const connectionsNow = () =>
  session.connections
    .filter((one) => one.id !== session.chosen?.id)
    .map((one) =>
      withKey(
        {
          id: `connection ${one.id}`,
          icon: 'connection',
          text: language.t.frame.switchTo(one.name),
          detail: language.t.words[one.environment],
          run: () => chooseConnection(one.id),
        },
        `${language.t.words[one.environment]} ${one.organisationName} ${one.organisationNumber}`,
      ),
    );

/** A copied link of this program, pasted. */
function placesIn(text: string): readonly SearchableEntry[] {
  const route = text.startsWith('#/') ? parseRoute(text) : undefined;
  if (route === undefined) return [];
  const entry = withKey({ id: 'place', icon: 'connection', text, run: () => router.go(route) });
  return [{ ...entry, codes: [folded(text)] }];
}

function commandsNow(oncopyplace: () => void): readonly SearchableEntry[] {
  const t = language.t.frame;
  const provided = shortcuts.all.filter(
    (one) => one.run !== undefined && one.inPalette !== false && (one.enabled?.() ?? true),
  );
  return [
    ...provided.map((one) => ({
      id: `command ${one.keys}`,
      icon: 'terminal' as const,
      text: one.label,
      keys: one.keys,
      run: () => one.run?.(),
    })),
    ...signInNow(),
    { id: 'copy-place', icon: 'copy' as const, text: t.copyPlace, run: oncopyplace },
  ].map((entry) => withKey(entry));
}

/** Only where a sign-in can begin and end. */
function signInNow(): readonly Entry[] {
  const { chosen } = session;
  if (chosen === null || chosen.signIn.way === 'certificate' || chosen.signIn.way === 'none')
    return [];
  const t = language.t.signIn;
  return signIns.of(chosen.id)?.state === 'signed-in'
    ? [{ id: 'sign-out', icon: 'person', text: t.signOut, run: () => void signIns.signOut(chosen) }]
    : [{ id: 'sign-in', icon: 'person', text: t.begin, run: () => fixes()['sign-in']?.() }];
}
