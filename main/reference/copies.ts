// The copies on this computer: one per platform and language, shared by the connections to it, opened once and kept.
import { createHash } from 'node:crypto';
import path from 'node:path';
import type { Notify } from '../../preload/contract/contract.ts';
import type { Area, CopyState } from '../../preload/contract/reference.ts';
import type { Environment, Language } from '../../preload/contract/schema.ts';
import { Problem } from '../problem.ts';
import type { ConnectionBook } from '../storage/connection-book.ts';
import type { OfflineCopy } from '../storage/offline-copy.ts';
import { copyHead, type CopyHead, listFacts, LISTS } from './keys.ts';

/** Whose a copy is. */
export interface CopyOf {
  readonly environment: Environment;
  readonly baseAddress: string;
  readonly language: Language;
}

export interface Copy {
  readonly of: CopyOf;
  readonly store: OfflineCopy;
  /** What was put down with the copy that is in place; undefined where there is none. */
  head(): CopyHead | undefined;
  state(): Promise<CopyState>;
  /** To be called when a synchronisation has put a new copy in place: every window hears of it. */
  renewed(): Promise<void>;
  /** A synchronisation runs: until the returned function is called, the copy cannot be removed. */
  hold(): () => void;
  /** Also drops a run that rests: its job has to begin anew. Problem conflict while it is held. */
  remove(): Promise<void>;
}

export interface Copies {
  /** In the connection's language where none is named. Problem not-found, file{...}. */
  open(connection: string, language?: Language): Promise<Copy>;
  close(): Promise<void>;
}

export interface CopiesNeeds {
  /** Each copy has a folder of its own in it. */
  readonly folder: string;
  readonly openStore: (where: {
    readonly folder: string;
    readonly now: () => Date;
  }) => Promise<OfflineCopy>;
  readonly connections: Pick<ConnectionBook, 'find' | 'all'>;
  readonly notify: Notify;
  readonly now: () => Date;
}

export function createCopies({ folder, openStore, connections, notify, now }: CopiesNeeds): Copies {
  const opened = new Map<string, Promise<Copy>>();
  const tell = (of: CopyOf, state: CopyState): void => {
    for (const { id, ...one } of connections.all())
      if (nameOf(one) === nameOf(of)) notify('referenceChanged', { connection: id, state });
  };
  return {
    async open(connection, language) {
      const { environment, baseAddress, ...saved } = connections.find(connection);
      const of = { environment, baseAddress, language: language ?? saved.language };
      const name = nameOf(of);
      const known = opened.get(name);
      if (known !== undefined) return known;
      const copy = openStore({ folder: path.join(folder, name), now }).then((store) =>
        createCopy(of, store, (state) => {
          tell(of, state);
        }),
      );
      opened.set(name, copy);
      // A full disk may have room the next time.
      copy.catch(() => opened.delete(name));
      return copy;
    },
    async close() {
      const all = await Promise.allSettled(opened.values());
      opened.clear();
      for (const one of all) if (one.status === 'fulfilled') await one.value.store.close();
    },
  };
}

/** Of the folder: an address is no name of a file. */
function nameOf({ environment, baseAddress, language }: CopyOf): string {
  const whose = JSON.stringify([environment, baseAddress, language]);
  return createHash('sha256').update(whose).digest('hex').slice(0, 32);
}

function createCopy(of: CopyOf, store: OfflineCopy, tell: (state: CopyState) => void): Copy {
  let holds = 0;
  const head = () => copyHead.safeParse(store.head).data;
  const state = async (): Promise<CopyState> => ({
    language: of.language,
    fetched: head()?.fetched ?? null,
    counts: countsOf(store),
    bytes: await store.bytes(),
    last: lastOf(head()),
    damaged: store.damaged.length,
    setAside: [...store.setAside],
  });
  return {
    ...{ of, store, head, state },
    async renewed() {
      tell(await state());
    },
    hold() {
      holds += 1;
      let isHeld = true;
      return () => {
        if (isHeld) holds -= 1;
        isHeld = false;
      };
    },
    async remove() {
      if (holds > 0) {
        const message = 'The copy is being synchronised.';
        throw new Problem({ kind: 'conflict', message, reason: '' });
      }
      await store.remove();
      tell(await state());
    },
  };
}

function lastOf(head: CopyHead | undefined): CopyState['last'] {
  return head === undefined ? null : { ...head.last, skippedAreas: [...head.last.skippedAreas] };
}

const KEPT: Readonly<Record<Exclude<Area, 'roles'>, string>> = {
  services: 'service/',
  schemas: 'schema/',
  'role-requirements': 'requirements/',
  'code-lists': 'code-list/',
};

function countsOf(store: OfflineCopy): CopyState['counts'] {
  const kept = { services: 0, schemas: 0, 'role-requirements': 0, 'code-lists': 0 };
  for (const key of store.keys()) {
    if (key.startsWith(KEPT.services)) kept.services += 1;
    else if (key.startsWith(KEPT.schemas)) kept.schemas += 1;
    else if (key.startsWith(KEPT['role-requirements'])) kept['role-requirements'] += 1;
    else if (key.startsWith(KEPT['code-lists'])) kept['code-lists'] += 1;
  }
  const listed = (key: string) => listFacts.safeParse(store.entry(key)?.facts).data?.count ?? 0;
  return {
    services: listed(LISTS.services),
    keptServices: kept.services,
    schemas: kept.schemas,
    requirements: kept['role-requirements'],
    codeLists: listed(LISTS.codeLists),
    keptCodeLists: kept['code-lists'],
    roles: listed(LISTS.roles),
  };
}
