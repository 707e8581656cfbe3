// The roles that a new user gets with its creation: what can be given, what was chosen, and whether it was given.
import type { Connection } from '../../../preload/contract/connections.ts';
import { Action, failureOf } from '../../state/action.svelte.ts';
import { client } from '../../state/main-process.ts';
import { Query } from '../../state/query.svelte.ts';
import { toasts } from '../../state/toasts.svelte.ts';
import { language } from '../../texts/language.svelte.ts';

type Definitions = Extract<
  Awaited<ReturnType<typeof client.roleDefinitions.list>>,
  { ok: true }
>['value'];

/** Of one new user; it goes on after the dialog that it was chosen in. */
export class RoleGift {
  readonly definitions: Query<Definitions>;
  /** By id. */
  chosen = $state.raw<readonly number[]>([]);
  readonly giving = new Action();
  given = $state(false);
  readonly #of: { readonly connection: string; readonly who: string };

  constructor({ id, organisationNumber }: Connection) {
    // The user is the organisation's, whoever is acted for.
    this.#of = { connection: id, who: organisationNumber };
    this.definitions = new Query((asking) => client.roleDefinitions.list(this.#of, asking));
  }

  get names(): readonly string[] {
    return (this.definitions.value?.roles ?? []).flatMap(({ id, name }) =>
      this.chosen.includes(id) ? [name] : [],
    );
  }

  toggle(id: number): void {
    const { chosen } = this;
    this.chosen = chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id];
  }

  /** Main asks the person. What was accepted and cannot be seen yet is said. */
  async give(userName: string): Promise<void> {
    this.given = await this.giving.run(async () => {
      const to = { kind: 'enterprise-user' as const, userName };
      const roles = [...this.chosen];
      const answer = await client.delegations.give({ ...this.#of, to, roles, rights: [] });
      if (!answer.ok) return failureOf(answer);
      const { holder, missing } = answer.value;
      const t = language.t.delegations.give;
      if (holder === null) toasts.show(t.unseen, { tone: 'warning' });
      else if (missing.roles.length > 0)
        toasts.show(t.partly(userName, missing.roles.length), { tone: 'warning' });
      return undefined;
    });
  }
}
