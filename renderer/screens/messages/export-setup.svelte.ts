// The state of an export before it starts: the choices, how many messages they cover now, and starting it.
import type { Connection } from '../../../preload/contract/connections.ts';
import type { ExportFolder } from '../../../preload/contract/jobs.ts';
import type { MessageSummary } from '../../../preload/contract/messages.ts';
import { Action, failureOf } from '../../state/action.svelte.ts';
import type { Actor } from '../../state/acting.svelte.ts';
import { clock } from '../../state/clock.svelte.ts';
import { fileName } from '../../state/file-name.ts';
import { Query } from '../../state/query.svelte.ts';
import { client } from '../../state/main-process.ts';
import { namedForJob } from './message-selection.svelte.ts';
import { boxOf } from './message-box.svelte.ts';
import { expressionOf } from './message-filter.ts';
import { boundsOf, isPossible, type Range } from './message-range.ts';
import { folderOf } from './message-rows.ts';
import type { Folder } from './places.ts';

export const EXPORT_FOLDERS: readonly ExportFolder[] = ['inbox', 'work-list', 'archive'];
export type Part = 'forms' | 'attachments' | 'print';
export const EXPORT_PARTS: readonly Part[] = ['forms', 'attachments', 'print'];

/** Lives as long as the screen shows the choices. */
export class ExportSetup {
  readonly connection: Connection;
  readonly actor: Actor;
  /** Each was selected in the list: folders, dates and filter choose nothing. */
  selected = $state.raw<readonly MessageSummary[]>();
  /** The platform's filter that the lists have now, as an expression. */
  readonly expression: string | undefined;
  range = $state.raw<Range>({ preset: '12-months', from: '', to: '' });
  folders = $state.raw<readonly ExportFolder[]>([]);
  parts = $state.raw<Readonly<Record<Part, boolean>>>({
    forms: true,
    attachments: true,
    print: false,
  });
  filtered = $state(false);
  /** Reads the list, and makes the folder. */
  readonly starting = new Action();
  readonly list;

  constructor(connection: Connection, actor: Actor, folder: Folder) {
    this.connection = connection;
    this.actor = actor;
    this.folders = EXPORT_FOLDERS.filter((one) => one === folder);
    const { question, exporting } = boxOf(connection.id, actor.who);
    this.selected = exporting;
    this.range = question.range;
    this.expression = expressionOf(question.filter);
    this.filtered = this.expression !== undefined;
    // Dates and filter decide what the platform is asked; folders and parts do not.
    this.list = new Query((asking) => client.messages.list({ ...this.#asked, all: true }, asking), {
      key: () => [this.range, this.filtered],
    });
  }

  possible = $derived.by(() => isPossible(this.range));
  /** By folder, of the last count. */
  counts = $derived.by(() => {
    const all = this.list.value?.messages ?? [];
    return EXPORT_FOLDERS.map((folder) => ({
      folder,
      count: all.filter((one) => folderOf(one) === folder).length,
    }));
  });
  count = $derived.by(
    () =>
      this.selected?.length ??
      this.counts
        .filter(({ folder }) => this.folders.includes(folder))
        .reduce((sum, { count }) => sum + count, 0),
  );

  get #asked() {
    const { expression, filtered } = this;
    return {
      connection: this.connection.id,
      who: this.actor.who,
      ...boundsOf(this.range, clock.now),
      ...(filtered && expression !== undefined && { filter: expression }),
    };
  }

  choose(folder: ExportFolder, on: boolean): void {
    this.folders = EXPORT_FOLDERS.filter((one) =>
      one === folder ? on : this.folders.includes(one),
    );
  }

  /** The job's id; undefined when it was not begun. */
  async start(): Promise<string | undefined> {
    const { connection, actor, folders, parts, selected } = this;
    let id: string | undefined;
    await this.starting.run(async (asking) => {
      const suggestedName = fileName(actor.name, connection.environment, 'messages', clock.now, '');
      const chosen = await client.files.chooseFolder({ suggestedName });
      if (!chosen.ok) return chosen.failure;
      if (chosen.value === null) return 'cancelled';
      const { from = null, to = null, ...asked } = this.#asked;
      const answer = await client.jobs.startMessageExport(
        {
          ...asked,
          from,
          to,
          ...parts,
          folders: [...folders],
          partyName: actor.name,
          folder: chosen.value.handle,
          ...(selected !== undefined && { messages: selected.map(namedForJob) }),
        },
        asking,
      );
      if (answer.ok) ({ id } = answer.value);
      return failureOf(answer);
    });
    return id;
  }
}
