// The XSD of a form of the open metadata (platform.md, Open metadata): found by its link, decoded, verified.
import { charsetOf, declaredCharset, decodedAs } from '../../charset.ts';
import type { Answered, ReadClient } from '../../platform/client.ts';
import { encoded } from '../../http/addresses.ts';
import { readForm, serviceReader } from './services.ts';

export interface FormRef {
  readonly code: string;
  readonly edition: number;
  readonly dataFormatId: string;
  readonly dataFormatVersion: string;
}

/**
 * By the form's `schema` relation in the document of its service; by the documented path where that has none (plain JSON and
 * XML). Problem unexpected-answer for what is no schema.
 */
export async function loadSchema(
  client: ReadClient,
  service: unknown,
  form: FormRef,
  signal: AbortSignal,
): Promise<{ readonly text: string; readonly body: Buffer }> {
  const { code, edition, dataFormatId, dataFormatVersion } = form;
  const about = serviceReader(service, form);
  const link = about
    .readers('FormsMetaData')
    .find((one) => {
      const { dataFormatId: id, dataFormatVersion: version } = readForm(one);
      return id === dataFormatId && version === dataFormatVersion;
    })
    ?.link('schema');
  const path =
    encoded`api/metadata/formtask/${code}/${edition}/forms/` +
    encoded`${dataFormatId}/${dataFormatVersion}/xsd`;
  const answer = link
    ? await client.follow(link.href, { raw: true, signal })
    : await client.load({ path, raw: true, signal });
  const text = readSchemaText(answer);
  if (text === undefined) throw about.wrong('schema');
  return { text, body: answer.body };
}

/** Undefined for what is no schema. */
export function readSchemaText(answer: Answered): string | undefined {
  const text = decoded(answer);
  return text !== undefined && isSchema(text) ? text : undefined;
}

/** In the charset of the header, else in the one that the document declares; undefined when it is in neither. */
function decoded({ body, headers }: Answered): string | undefined {
  const said = /charset\s*=\s*"?([\w.-]+)/i.exec(headers['content-type'] ?? '')?.[1];
  const charset = charsetOf(body, said ?? declaredCharset(body));
  try {
    return charset && decodedAs(body, charset);
  } catch {
    return undefined;
  }
}

/** The first element of the document is `schema`, with any prefix; comments and declarations may stand before it. */
function isSchema(text: string): boolean {
  const content = text.replace(/^(?:\s|<\?[^]*?\?>|<!--[^]*?-->)+/, '');
  return /^<(?:[\w.-]+:)?schema[\s>/]/.test(content);
}
