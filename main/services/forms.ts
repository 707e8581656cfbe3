// Forms of a message (platform.md, Forms and attachments): their XML, and sub-forms added, replaced and removed.
import type { SaveTarget } from '../../preload/contract/schema.ts';
import type { Handlers } from '../../preload/contract/contract.ts';
import type { Api } from '../platform/api.ts';
import type { PlatformClient } from '../platform/client.ts';
import type { DraftTarget, FormDrafts } from '../messages/drafts.ts';
import { type Contents, formBody, type GivenContent } from '../messages/content.ts';
import { readForm, readFormData } from '../messages/forms.ts';
import { locatedId, messagePath, type MessageTarget, notThere } from '../messages/records.ts';
import { reconciled } from '../platform/reconcile.ts';
import { failureOf } from '../problem.ts';
import type { FileHandles } from '../storage/files.ts';

export interface FormsNeeds {
  readonly api: Api;
  readonly handles: FileHandles;
  readonly drafts: Pick<FormDrafts, 'form'>;
}

type Service = Handlers<'forms'>;

export function formsService({ api, handles, drafts }: FormsNeeds): Service {
  const conversationOf = ({ connection }: { readonly connection: string }) =>
    api.client(connection);
  const contentsOf = ({ connection, who, message }: DraftTarget): Contents => ({
    handles,
    draft: async (key) => (await drafts.form({ connection, who, message }, key)).xml,
  });
  return {
    async get(input, { signal }) {
      return (await readForm(await conversationOf(input), input, input.form, signal)).shown;
    },
    async data(input, { signal }) {
      const client = await conversationOf(input);
      const form = await readForm(client, input, input.form, signal);
      return { xml: (await readFormData(client, form, signal)).xml };
    },
    saveData: async (input, { signal }) =>
      saveData(await conversationOf(input), handles, input, signal),
    async add(input, { signal }) {
      const body = await formBody(contentsOf(input), 'SubForm', input, '');
      const client = await conversationOf(input);
      const call = { path: messagePath.forms(input), body, signal };
      return { id: locatedId(await client.send('POST', call)) };
    },
    async replace(input, { signal }) {
      const client = await conversationOf(input);
      return replace(client, contentsOf(input), input, signal);
    },
    remove: async (input, { signal }) => remove(await conversationOf(input), input, signal),
  };
}

async function saveData(
  client: PlatformClient,
  handles: FileHandles,
  input: FormTarget & { readonly target: SaveTarget },
  signal: AbortSignal,
) {
  handles.targetName(input.target, 'target');
  const { shown, data } = await readForm(client, input, input.form, signal);
  if (data === null) throw notThere('form data');
  const suggestedName = `${shown.name || `form ${input.form}`}.xml`;
  const sink = await handles.download(input.target, 'target', { suggestedName });
  await client.download({ href: data }, sink, { signal });
  return sink.result();
}

interface FormTarget extends MessageTarget {
  readonly form: string;
}
interface Replacement extends FormTarget, GivenContent {
  readonly dataFormatId: string;
  readonly dataFormatVersion: string;
}

/** The documented body says SubForm; a main form keeps its type, and the platform decides. */
async function replace(
  client: PlatformClient,
  contents: Contents,
  input: Replacement,
  signal: AbortSignal,
) {
  const { shown } = await readForm(client, input, input.form, signal);
  const type = shown.type === 'main-form' ? 'MainForm' : 'SubForm';
  const body = await formBody(contents, type, input, '');
  const path = messagePath.form(input, input.form);
  return {
    id: locatedId(await client.send('PUT', { path, body, signal })),
  };
}

/** After a lost answer, what is not there any more is removed (RTY-06). */
async function remove(client: PlatformClient, target: FormTarget, signal: AbortSignal) {
  const done = {};
  return reconciled(
    async () => {
      await client.send('DELETE', { path: messagePath.form(target, target.form), signal });
      return done;
    },
    async () => ((await isGone(client, target)) ? done : undefined),
  );
}

const isGone = (client: PlatformClient, target: FormTarget) =>
  readForm(client, target, target.form).then(
    () => false,
    (error: unknown) => failureOf(error)?.kind === 'not-found',
  );
