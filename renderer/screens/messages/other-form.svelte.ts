// Another form of the same service: which there are, which is chosen, and that form once it was read.
import type { Result } from '../../../preload/result.ts';
import type { FormSchema } from '../../../preload/forms/form-schema.ts';
import { Form } from '../../../preload/forms/form-fields.ts';
import { XmlTree } from '../../../preload/forms/xml-tree.ts';
import type { MessageSummary } from '../../../preload/contract/messages.ts';
import { Query, readWhileShown } from '../../state/query.svelte.ts';
import { type FormVersions, versionsOf, xmlOfVersion } from './form-versions.ts';

/** Made while a component is: nothing is read unless it is shown. */
export class OtherForms {
  /** By a person; undefined: the newest. */
  chosen = $state<string>();
  readonly versions: Query<readonly MessageSummary[]>;
  /** Null where it has no form of this format. */
  readonly data: Query<string | null>;
  readonly #schema: FormSchema;

  constructor(of: () => FormVersions, schema: FormSchema, isShown: () => boolean = () => true) {
    this.#schema = schema;
    this.versions = new Query((asking) => versionsOf(of(), asking));
    this.data = new Query(
      async (asking): Promise<Result<string | null>> =>
        this.version === undefined
          ? { ok: true, value: null }
          : xmlOfVersion(of(), this.version, asking),
      { key: () => this.version },
    );
    readWhileShown(() => (isShown() ? this.versions : undefined));
    readWhileShown(() => (isShown() ? this.data : undefined));
  }

  version = $derived.by(() => this.chosen ?? this.versions.value?.[0]?.id);
  form = $derived.by(() => {
    const { value } = this.data;
    return typeof value === 'string' ? formIn(this.#schema, value) : undefined;
  });
}

/** Undefined where the text is no XML, or another form. */
export function formIn(schema: FormSchema, xml: string): Form | undefined {
  const read = new Form(schema, new XmlTree(xml));
  return read.root === null ? undefined : read;
}
