// Many forms from a table: what each line would become, and what is kept for the next table of the same form.
import type { Handlers } from '../../preload/contract/contract.ts';
import { formFile } from '../messages/content.ts';
import { saidInUtf8 } from '../messages/xml-bytes.ts';
import type { FormDrafts } from '../messages/drafts.ts';
import { type FormTableNeeds, tryTable } from '../messages/form-table.ts';
import type { KeptForms } from '../messages/kept-forms.ts';

export interface ManyFormsNeeds {
  readonly tables: FormTableNeeds;
  readonly kept: KeptForms;
  readonly drafts: Pick<FormDrafts, 'form'>;
}

type Service = Handlers<'manyForms'>;
type Given = NonNullable<Parameters<Service['keep']>[0]['template']>;

export function manyFormsService({ tables, kept, drafts }: ManyFormsNeeds): Service {
  const textOf = async (connection: string, given: Given): Promise<string> => {
    if ('file' in given) return saidInUtf8((await formFile(tables.handles, given, 'template')).xml);
    const { key, ...of } = given.draft;
    return (await drafts.form({ connection, ...of }, key)).xml;
  };
  return {
    async plan(request, { signal, report }) {
      const { forms, ...tried } = await tryTable(tables, request, signal, report);
      return {
        ...tried,
        columns: [...tried.columns],
        fields: [...tried.fields],
        mapping: [...tried.mapping],
        rows: [...tried.rows],
        valid: forms.length,
      };
    },
    async kept(of) {
      const { template, mapping } = await kept.of(of);
      return {
        template: template === null ? null : { bytes: Buffer.byteLength(template) },
        headings: mapping.map(({ heading }) => heading),
      };
    },
    async keep({ mapping, template, ...of }) {
      await kept.keep(of, {
        ...(mapping !== undefined && { mapping: mapping ?? [] }),
        ...(template !== undefined && {
          template: template && (await textOf(of.connection, template)),
        }),
      });
      return {};
    },
  };
}
