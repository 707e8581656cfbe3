// The XSD of a form: read from the copy, shown as an outline, saved, and used to validate files and drafts.
import type { ReadHandle } from '../../preload/contract/schema.ts';
import type { Handlers } from '../../preload/contract/contract.ts';
import type { DraftTarget, FormDrafts } from '../messages/drafts.ts';
import type { ReadEarlierForm } from '../messages/earlier-form.ts';
import type { FormKind, KeptForms } from '../messages/kept-forms.ts';
import { pickedXml } from '../messages/content.ts';
import { saidInUtf8 } from '../messages/xml-bytes.ts';
import { invalidField } from '../messages/records.ts';
import { failureOf } from '../problem.ts';
import { createSchemas, type SchemasNeeds } from '../reference/form-schemas.ts';
import { writeWhole } from '../storage/file-streams.ts';
import type { FileHandles } from '../storage/files.ts';
import { LARGEST_FILE, type Xsd } from '../xsd/xsd.ts';

export interface XsdNeeds extends SchemasNeeds {
  readonly handles: Pick<
    FileHandles,
    'name' | 'targetName' | 'read' | 'charset' | 'source' | 'download'
  >;
  readonly xsd: Pick<Xsd, 'outline' | 'validate'>;
  readonly drafts: Pick<FormDrafts, 'form'>;
  readonly kept: Pick<KeptForms, 'of'>;
  readonly earlier: ReadEarlierForm;
}

export function xsdService(needs: XsdNeeds): Handlers<'xsd'> {
  const { handles, xsd } = needs;
  const find = createSchemas(needs);
  return {
    async view(asked, { signal }) {
      const { text, body, origin } = await find(asked, signal);
      const { nodes, cut, problem } = await xsd.outline(text, signal);
      const bytes = body?.length ?? Buffer.byteLength(text);
      return { text, bytes, origin, outline: nodes && [...nodes], cut, problem };
    },

    async save({ target, exact = false, fresh, ...asked }, { signal }) {
      handles.targetName(target, 'target');
      const { text, body, origin } = await find({ ...asked, fresh: exact || fresh }, signal);
      const content = (exact ? body : undefined) ?? Buffer.from(saidInUtf8(text));
      const sink = await handles.download(target, 'target', { suggestedName: 'form.xsd' });
      await writeWhole(sink, content);
      return { ...sink.result(), origin };
    },

    async validate({ file, draft, template, earlier, ...asked }, { signal, report }) {
      report({ step: 'reading' });
      // Read first, so that an unknown handle causes no call.
      const read = await readGiven(needs, asked, { file, draft, template, earlier }, signal);
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

type InDraft = Omit<DraftTarget, 'connection'> & { readonly key: string };

interface Given {
  readonly file: ReadHandle | undefined;
  readonly draft: InDraft | undefined;
  readonly template: 'kept' | undefined;
  readonly earlier: { readonly who: string; readonly message: string } | undefined;
}

async function readGiven(
  { handles, drafts, kept, earlier: readEarlier }: XsdNeeds,
  of: FormKind,
  { file, draft, template, earlier }: Given,
  signal: AbortSignal,
) {
  if (draft !== undefined) {
    const { key, ...at } = draft;
    const { name, xml } = await drafts.form({ connection: of.connection, ...at }, key);
    return textGiven(name, xml);
  }
  if (template !== undefined) {
    const { template: xml } = await kept.of(of);
    if (xml === null) throw invalidField('template', 'not-a-choice');
    return textGiven('', xml);
  }
  if (earlier !== undefined)
    return textGiven('', await readEarlier({ ...of, ...earlier }, 'earlier', signal));
  if (file === undefined) throw invalidField('file', 'required');
  return { name: handles.name(file), ...(await readFile(handles, file)) };
}

function textGiven(name: string, xml: string) {
  const content = Buffer.from(saidInUtf8(xml));
  return { name, content, bytes: content.length };
}

/** Without content when the file is too large. */
async function readFile(
  handles: Pick<FileHandles, 'read' | 'charset' | 'source'>,
  file: ReadHandle,
) {
  try {
    const given = await handles.read(file, LARGEST_FILE);
    const found = pickedXml(given, handles.charset(file), 'file');
    // What is no XML at all, the checker says better.
    const content = found === undefined ? given : Buffer.from(saidInUtf8(found.xml));
    return { content, bytes: given.length };
  } catch (error) {
    const failure = failureOf(error);
    if (failure?.kind !== 'file' || failure.problem !== 'too-large') throw error;
    const source = await handles.source(file);
    await source.close();
    return { content: undefined, bytes: source.bytes };
  }
}
