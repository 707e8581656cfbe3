// The messages of one party as a folder shows them: the list, what is shown of it, and what a message that changed does to it.
import type { Connection } from '../../../preload/contract/connections.ts';
import type { MessageStatus, MessageSummary } from '../../../preload/contract/messages.ts';
import type { Actor } from '../../state/acting.svelte.ts';
import { Reading } from '../../state/reading.svelte.ts';
import { client } from '../../state/steward.ts';
import type { Folder } from './places.ts';

const STATES: Readonly<Record<Folder, readonly MessageStatus['state'][]>> = {
  inbox: ['unread', 'read', 'unknown'],
  'work-list': ['filling-in', 'signing'],
  archive: ['archived-form', 'archived'],
  trash: ['deleted'],
};

export const folderOf = ({ status }: Pick<MessageSummary, 'status'>): Folder =>
  (Object.keys(STATES) as Folder[]).find((folder) => STATES[folder].includes(status.state)) ??
  'inbox';

/** Lives as long as the screen shows this folder of this party. */
export class MessageBoard {
  readonly connection: Connection;
  readonly actor: Actor;
  readonly folder: Folder;
  readonly list;

  shown = $derived.by(() =>
    (this.list.value?.messages ?? []).filter((one) => folderOf(one) === this.folder),
  );

  constructor(connection: Connection, actor: Actor, folder: Folder) {
    this.connection = connection;
    this.actor = actor;
    this.folder = folder;
    const of = { connection: connection.id, who: actor.who };
    this.list = new Reading((asking) =>
      folder === 'trash'
        ? client.messages.trashBin(of, asking)
        : client.messages.list({ ...of, all: true }, asking),
    );
  }

  /** For operations on one message. */
  target(message: string) {
    return { connection: this.connection.id, who: this.actor.who, message };
  }

  /** Something was done to a message: the list is read again, and what was shown stays meanwhile. */
  changed(): void {
    void this.list.load();
  }
}
