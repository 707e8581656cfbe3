// The rows of the command palette: matches in groups of limited size, and what choosing a row does.
import type { IconName } from '../components/icons.ts';
import { type Screen, screensLeft } from '../screens.ts';
import { acting, actorOf } from '../state/acting.svelte.ts';
import { chooseConnection } from '../state/switch-connection.ts';
import { fixes } from '../state/fixes.ts';
import { showFiltered } from '../state/handed-filter.ts';
import { fold, groupsNow, isFolded } from './sidebar-rows.ts';
import { limits } from '../state/limits.svelte.ts';
import { folded, ranked, readTyped, type Hits, type Searchable } from '../state/palette.ts';
import type { Sources } from '../state/palette-sources.svelte.ts';
import { parseRoute } from '../state/route.ts';
import { readMessages } from '../state/read-messages.ts';
import { router } from '../state/router.svelte.ts';
import { session } from '../state/session.svelte.ts';
import { shortcuts } from '../state/shortcuts.svelte.ts';
import { userPlace } from '../state/user-place.ts';
import { signIns } from '../state/sign-ins.svelte.ts';
import { runVerb, verbsNow } from './palette-verbs.ts';
import { language } from '../texts/language.svelte.ts';

const MOST = 6;
/** Where nothing else is asked for. */
const MANY = 200;

export interface Entry {
  readonly id: string;
  readonly icon: IconName;
  readonly text: string;
  /** At the end of the row, in a quieter colour. */
  readonly detail?: string | undefined;
  readonly keys?: string | undefined;
  /** It leads to why it cannot be used. */
  readonly dimmed?: boolean;
  /** It is no hit itself. */
  readonly leadsToAll?: boolean;
  /** Instead of running: what stands in the field next. */
  readonly asks?: string | undefined;
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
  // Whoever types the whole name means it, and no longer one that begins with it.
  codes: [folded(entry.text)],
});

export interface PaletteNeeds {
  readonly sources: Sources | undefined;
  readonly oncopyplace: () => void;
}

type AsksFor = 'user' | 'message';
/** A command that was chosen and now asks whom or what it is for, with what was typed after it. */
export function askedIn(
  typed: string,
): { readonly asks: AsksFor; readonly text: string } | undefined {
  const words = language.t.frame.commandAsks;
  const asks = (['user', 'message'] as const).find((one) => typed.startsWith(words[one]));
  return asks && { asks, text: typed.slice(words[asks].length).trim() };
}

/** Without a word typed: where one can go, and what can be done. */
export function paletteGroups(typed: string, needs: PaletteNeeds): readonly PaletteGroup[] {
  const asked = askedIn(typed);
  if (asked !== undefined) return filled(answersTo(asked, needs.sources));
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

/** Where there are more than are shown, the last row leads to the list of the screen with the same filter. */
function group<T>(
  title: string,
  { hits, total, exact }: Hits<T>,
  entryOf: (one: T) => Entry,
  list?: { readonly screen: Screen['id']; readonly text: string },
) {
  const entries = hits.map(entryOf);
  if (list === undefined || total <= hits.length) return { title, total, exact, entries };
  const all: Entry = {
    id: `all ${title}`,
    icon: 'arrowRight',
    text: language.t.frame.commandShowAll(total),
    leadsToAll: true,
    run: () => showFiltered(list.screen, list.text),
  };
  return { title, total, exact, entries: [...entries, all] };
}

const foundIn = (sources: Sources, text: string) => [
  ...ofOrganisation(sources, text),
  ...messagesIn(sources, text, MOST),
  ...ofPlatform(sources, text),
];

function answersTo(
  { asks, text }: NonNullable<ReturnType<typeof askedIn>>,
  sources: Sources | undefined,
) {
  if (sources === undefined) return [];
  if (asks === 'message') return messagesIn(sources, text, MANY);
  return [
    group(
      language.t.frame.commandRotate,
      ranked(sources.users.value ?? [], text, MANY),
      ({ one: { userName, local } }) => ({
        id: `rotate ${userName}`,
        icon: 'robot',
        text: userName,
        detail: local.note,
        run: () =>
          router.go({ screen: 'enterprise-users', id: userPlace({ kind: 'rotate', userName }) }),
      }),
    ),
  ];
}

/** By folder, so that all of a group are in one list. */
function messagesIn({ connection, who }: Sources, text: string, most: number) {
  const t = language.t.frame;
  const read = readMessages(connection, who);
  return screensLeft().flatMap(({ id: screen, icon }) => {
    const here = read.filter((one) => one.screen === screen);
    if (here.length === 0 || limits.of(screen) !== undefined) return [];
    return [
      group(
        t.commandMessages(t.screens[screen]),
        ranked(here, text, most),
        ({ id, subject, from }) => ({
          id: `message ${screen} ${id}`,
          icon,
          text: subject,
          detail: from,
          run: () => router.go({ screen, id }),
        }),
        { screen, text },
      ),
    ];
  });
}

function ofOrganisation(sources: Sources, text: string) {
  const t = language.t.frame;
  return [
    group(
      t.commandParties,
      ranked(sources.parties, text, MOST),
      ({ one }) => ({
        id: `party ${one.id}`,
        icon: one.kind === 'person' ? 'person' : 'building',
        text: one.name,
        detail:
          one.organisationNumber === null
            ? undefined
            : language.format.organisationNumber(one.organisationNumber),
        run: () => acting.choose(actorOf(one).who),
      }),
      { screen: 'reportees', text },
    ),
    group(
      t.commandUsers,
      ranked(sources.users.value ?? [], text, MOST),
      ({ one }) => ({
        id: `user ${one.userName}`,
        icon: 'robot',
        text: one.userName,
        detail: one.local.note,
        run: () => router.go({ screen: 'enterprise-users', id: one.userName }),
      }),
      { screen: 'enterprise-users', text },
    ),
    group(
      t.commandLocalRoles,
      ranked(sources.localRoles.value ?? [], text, MOST),
      ({ one }) => ({
        id: `local role ${one.id}`,
        icon: 'shield',
        text: one.name,
        run: () => router.go({ screen: 'role-definitions', id: String(one.id) }),
      }),
      { screen: 'role-definitions', text },
    ),
  ] as const;
}

function ofPlatform(sources: Sources, text: string) {
  const t = language.t.frame;
  return [
    group(
      t.commandServices,
      sources.services.hits(text, MOST),
      (one) => ({
        id: `service ${one.reference}`,
        icon: 'layers',
        text: one.name,
        detail: `${one.reference} · ${one.ownerName}`,
        run: () => router.go({ screen: 'services', id: `${one.kind ?? 'other'}/${one.reference}` }),
      }),
      { screen: 'services', text },
    ),
    group(
      t.commandRoles,
      ranked(sources.roles, text, MOST),
      ({ one }) => ({
        id: `role ${one.id}`,
        icon: 'branching',
        text: one.name,
        detail: one.code,
        run: () => router.go({ screen: 'roles', id: String(one.id) }),
      }),
      { screen: 'roles', text },
    ),
  ] as const;
}

const screenEntries = () =>
  screensLeft().map((screen) => {
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
      screen.group === undefined ? '' : language.t.frame.groups[screen.group],
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
  const labels = new Set(provided.map(({ label }) => label));
  return [
    ...provided.map((one) => ({
      id: `command ${one.keys}`,
      icon: 'terminal' as const,
      text: one.label,
      keys: one.keys,
      run: () => one.run?.(),
    })),
    ...signInNow(),
    // A screen that offers it itself says so with its keys.
    ...verbsNow()
      .filter(({ text }) => !labels.has(text))
      .map((verb) => ({
        id: `verb ${verb.id}`,
        icon: verb.icon,
        text: verb.text,
        more: verb.more,
        asks: verb.asksFor && `${t.commandAsks[verb.asksFor]} `,
        run: () => runVerb(verb),
      })),
    ...groupsNow()
      .filter(({ closed }) => closed === undefined)
      .map(({ id, name }) => ({
        id: `fold ${id}`,
        icon: 'sidebar' as const,
        text: isFolded(id) ? t.unfoldGroup(name) : t.foldGroup(name),
        run: () => fold(id),
      })),
    { id: 'copy-place', icon: 'copy' as const, text: t.copyPlace, run: oncopyplace },
  ].map((entry: Entry & { readonly more?: string | undefined }) => withKey(entry, entry.more));
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
