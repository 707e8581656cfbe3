// Drafts of forms on this computer: started from what the platform has, edited, filled from files, saved, discarded.
import type { SaveTarget } from '../../preload/contract/schema.ts';
import type { Handlers } from '../../preload/contract/contract.ts';
import type { RowOfTable } from '../../preload/contract/messages.ts';
import type { Api } from '../platform/api.ts';
import type { DraftTarget, FormDrafts } from '../messages/drafts.ts';
import { formFile } from '../messages/content.ts';
import type { KeptForms } from '../messages/kept-forms.ts';
import type { RowNames } from '../messages/row-names.ts';
import { readForm, readFormData } from '../messages/forms.ts';
import { readMessage } from '../messages/records.ts';
import { ignoreProblem } from '../problem.ts';
import { refusedField } from '../problems.ts';
import { PLAIN, saidInUtf8, type WrittenXml } from '../messages/xml-bytes.ts';
import type { ConnectionStore } from '../storage/connection-store.ts';
import type { FileHandles } from '../storage/files.ts';

export interface FormDraftsNeeds {
  readonly api: Api;
  readonly drafts: FormDrafts;
  readonly kept: Pick<KeptForms, 'of'>;
  readonly rowNames: Pick<RowNames, 'of'>;
  readonly connections: Pick<ConnectionStore, 'find'>;
  readonly handles: FileHandles;
}

type Service = Handlers<'formDrafts'>;
type Given<O extends keyof Service> = Parameters<Service[O]>[0];

export function formDraftsService(needs: FormDraftsNeeds): Service {
  const { drafts, kept, rowNames, connections, handles } = needs;
  return {
    async list({ connection }) {
      const { environment } = connections.find(connection);
      const found = await drafts.list(connection);
      const names = new Map<string, ReadonlyMap<string, RowOfTable> | undefined>();
      for (const { who } of found)
        if (!names.has(who))
          names.set(who, await rowNames.of({ connection, who }).catch(ignoreProblem));
      const summaries = found.map((draft) => {
        const row = names.get(draft.who)?.get(draft.message);
        return { ...draft, environment, ...(row !== undefined && { row }) };
      });
      return {
        drafts: summaries.toSorted((a, b) => b.changed.localeCompare(a.changed)),
        unreadable: [...(await drafts.unreadable(connection))],
      };
    },
    open: async (target) => ({ draft: (await drafts.open(target)) ?? null }),
    begin: (input, { signal }) => begin(needs, input, signal),
    add: (input, { signal }) => add(needs, input, signal),
    async edit({ key, revision, changes, ...target }) {
      const form = await drafts.edit(target, key, { revision, changes });
      return { revision: form.revision, changed: form.changed };
    },
    async fill({ key, file, ...target }) {
      return { form: await drafts.fill(target, key, await formFile(handles, { file }, '')) };
    },
    async unfill({ key, revision, ...target }) {
      return { form: await drafts.unfill(target, key, revision) };
    },
    async content({ connection, file, kept: of }) {
      if (of !== undefined) return { xml: (await kept.of({ connection, ...of })).template };
      if (file === undefined) throw refusedField('file', 'required');
      const { xml } = await formFile(handles, { file }, '');
      // What is put into another text is written as that is.
      return { xml: saidInUtf8(xml) };
    },
    save: ({ key, target: place, ...target }) => save(needs, target, key, place),
    setRemoved: async ({ key, removed, ...target }) => ({
      form: await drafts.setRemoved(target, key, removed),
    }),
    async revert({ key, ...target }) {
      await drafts.revert(target, key);
      return {};
    },
    async drop(target) {
      await drafts.drop(target);
      return {};
    },
  };
}

const EMPTY: WrittenXml = { xml: '', written: PLAIN };

async function begin(
  { api, drafts }: FormDraftsNeeds,
  { form, ...target }: Given<'begin'>,
  signal: AbortSignal,
) {
  const existing = (await drafts.open(target))?.forms.find(({ key }) => key === form);
  if (existing !== undefined) return { form: existing };
  const client = await api.client(target.connection);
  const head = await headOf(client, target, signal);
  const read = await readForm(client, target, form, signal);
  const { type, name, dataFormatId, dataFormatVersion } = read.shown;
  const content = read.data === null ? EMPTY : await readFormData(client, read, signal);
  const begun = { form, type, name, dataFormatId, dataFormatVersion, ...content };
  return { form: await drafts.put(target, head, begun) };
}

async function add(
  { api, drafts, handles }: FormDraftsNeeds,
  { connection, who, message, file, ...about }: Given<'add'>,
  signal: AbortSignal,
) {
  const target = { connection, who, message };
  const content = file === undefined ? EMPTY : await formFile(handles, { file }, '');
  const head = await headOf(await api.client(connection), target, signal);
  const made = { ...about, form: null, type: 'sub-form' as const, ...content };
  return { form: await drafts.put(target, head, made) };
}

async function headOf(
  client: Awaited<ReturnType<Api['client']>>,
  target: DraftTarget,
  signal: AbortSignal,
) {
  const { shown } = await readMessage(client, target, { signal });
  return { subject: shown.subject, expected: shown.lastChanged };
}

async function save(
  { drafts, handles }: FormDraftsNeeds,
  target: DraftTarget,
  key: string,
  place: SaveTarget,
) {
  const content = await drafts.bytes(target, key);
  await handles.write(place, content, 'target');
  return { name: handles.targetName(place, 'target'), bytes: content.length };
}
