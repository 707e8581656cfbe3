// The template kept for a form of a service on this computer: whether there is one, and keeping another or none.
import { Action, failureOf } from '../../state/action.svelte.ts';
import { client } from '../../state/main-process.ts';
import { Query } from '../../state/query.svelte.ts';
import { toasts } from '../../state/toasts.svelte.ts';
import { language } from '../../texts/language.svelte.ts';

type Kept = Extract<Awaited<ReturnType<typeof client.manyForms.kept>>, { ok: true }>['value'];
type Given = NonNullable<Parameters<typeof client.manyForms.keep>[0]['template']>;
/** Which form of which service. */
export type FormKind = Parameters<typeof client.manyForms.kept>[0];

export class KeptTemplate {
  readonly known: Query<Kept>;
  readonly keeping = new Action();
  readonly #of: () => FormKind;

  constructor(of: () => FormKind) {
    this.#of = of;
    this.known = new Query<Kept>((asking) => client.manyForms.kept(of(), asking), { key: of });
  }

  get exists(): boolean {
    return (this.known.value?.template ?? null) !== null;
  }

  /** In the place of the one before; undefined takes it away. Whether it was done. */
  async keep(template: Given | undefined): Promise<boolean> {
    const done = await this.keeping.run(async () =>
      failureOf(await client.manyForms.keep({ ...this.#of(), template: template ?? null })),
    );
    if (!done) return false;
    const t = language.t.manyForms.template;
    toasts.show(template === undefined ? t.removed : t.kept1, { tone: 'success' });
    await this.known.load();
    return true;
  }

  leave(): void {
    this.known.leave();
  }
}
