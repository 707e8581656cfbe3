// The XSD of a form: read from the copy, shown as an outline, saved, and used to validate files and drafts.
import type { Handlers } from '../../preload/contract/contract.ts';
import type { Origin } from '../../preload/contract/reference.ts';
import type { Language } from '../../preload/contract/schema.ts';
import type { Api } from '../platform/api.ts';
import type { DraftTarget, FormDrafts } from '../messages/drafts.ts';
import { type FormRef, loadSchema } from '../reference/metadata/schemas.ts';
import { loadService } from '../reference/metadata/services.ts';
import { saidInUtf8 } from '../messages/xml-bytes.ts';
import { failureOf } from '../problem.ts';
import type { Copies } from '../reference/copies.ts';
import { schemaKey } from '../reference/keys.ts';
import { writeWhole } from '../storage/file-streams.ts';
import type { FileHandles } from '../storage/files.ts';
import { LARGEST_FILE, type Xsd } from '../xsd/xsd.ts';

export interface XsdNeeds {
  readonly api: Pick<Api, 'open'>;
  readonly copies: Pick<Copies, 'open'>;
  readonly handles: Pick<FileHandles, 'name' | 'read' | 'source' | 'download'>;
  readonly xsd: Pick<Xsd, 'outline' | 'validate'>;
  readonly drafts: Pick<FormDrafts, 'form'>;
  readonly now: () => Date;
}

type Asked = FormRef & {
  readonly connection: string;
  readonly language?: Language | undefined;
  readonly fresh?: boolean | undefined;
};
interface Found {
  readonly text: string;
  /** The platform's bytes; undefined for a schema of the copy, which has only the text. */
  readonly body?: Buffer;
  readonly origin: Origin;
}

type Find = (asked: Asked, signal: AbortSignal) => Promise<Found>;

export function xsdService(needs: XsdNeeds): Handlers<'xsd'> {
  const { handles, xsd } = needs;
  const find = schemas(needs);
  return {
    async view(asked, { signal }) {
      const { text, body, origin } = await find(asked, signal);
      const { nodes, cut, problem } = await xsd.outline(text, signal);
      const bytes = body?.length ?? Buffer.byteLength(text);
      return { text, bytes, origin, outline: nodes && [...nodes], cut, problem };
    },

    async save({ target, exact = false, fresh, ...asked }, { signal }) {
      handles.name(target, 'target');
      const { text, body, origin } = await find({ ...asked, fresh: exact || fresh }, signal);
      const content = (exact ? body : undefined) ?? Buffer.from(saidInUtf8(text));
      const sink = await handles.download(target, 'target', { suggestedName: 'form.xsd' });
      await writeWhole(sink, content);
      return { ...sink.result(), origin };
    },

    async validate({ file, draft, ...asked }, { signal, report }) {
      report({ step: 'reading' });
      // Read first, so that an unknown handle causes no call.
      const read = await readGiven(needs, asked.connection, file, draft);
      const { text, origin } = await find(asked, signal);
      const about = { name: read.name, bytes: read.bytes, origin };
      if (read.content === undefined) {
        const message = 'The file is larger than can be checked.';
        const problem = { kind: 'file-too-large', message } as const;
        return { ...about, valid: null, issues: [], total: 0, problem };
      }
      const given = { schema: text, xml: read.content };
      const verdict = await xsd.validate(given, signal, (step) => {
        report({ step });
      });
      return { ...about, ...verdict, issues: [...verdict.issues] };
    },
  };
}

function schemas({ api, copies, now }: XsdNeeds): Find {
  const kept = async ({ connection, language, ...form }: Asked): Promise<Found | undefined> => {
    const { code, edition, dataFormatId, dataFormatVersion } = form;
    const copy = await copies.open(connection, language);
    const found = await copy.store.read(schemaKey(code, edition, dataFormatId, dataFormatVersion));
    if (typeof found?.value !== 'string') return undefined;
    return { text: found.value, origin: { from: 'copy', fetched: found.storedAt } };
  };
  return async (asked, signal) => {
    // When the copy cannot be read, the platform is asked.
    const found = asked.fresh === true ? undefined : await kept(asked).catch(() => undefined);
    if (found !== undefined) return found;
    const client = await api.open(asked.connection);
    const of = { kind: 'formtask', code: asked.code, edition: asked.edition } as const;
    const service = await loadService(client, of, { signal, links: true });
    const schema = await loadSchema(client, service, asked, signal);
    return { ...schema, origin: { from: 'platform', fetched: now().toISOString() } };
  };
}

type InDraft = Omit<DraftTarget, 'connection'> & { readonly key: string };

async function readGiven(
  { handles, drafts }: XsdNeeds,
  connection: string,
  file: string | undefined,
  draft: InDraft | undefined,
) {
  if (draft !== undefined) {
    const { key, ...of } = draft;
    const { name, xml } = await drafts.form({ connection, ...of }, key);
    const content = Buffer.from(saidInUtf8(xml));
    return { name, content, bytes: content.length };
  }
  const given = file ?? '';
  return { name: handles.name(given), ...(await readFile(handles, given)) };
}

/** Without content when the file is too large. */
async function readFile(handles: Pick<FileHandles, 'read' | 'source'>, file: string) {
  try {
    const content = await handles.read(file, LARGEST_FILE);
    return { content, bytes: content.length };
  } catch (error) {
    const failure = failureOf(error);
    if (failure?.kind !== 'file' || failure.problem !== 'too-large') throw error;
    const source = await handles.source(file);
    await source.close();
    return { content: undefined, bytes: source.bytes };
  }
}
