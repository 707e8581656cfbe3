// The state of the service rights register: the service, its rules, granting and revoking.
import type { Connection } from '../../../preload/contract/connections.ts';
import type { ServiceRight } from '../../../preload/contract/service-rights.ts';
import { isServiceCode } from '../../../preload/contract/rules.ts';
import type { Failure } from '../../../preload/result.ts';
import { failureOf, type Outcome } from '../../state/action.svelte.ts';
import { chooseTarget, saveAs } from '../../state/files.ts';
import { keyOf, type Reference } from '../../state/known-services.ts';
import { ListExport } from '../../state/list-export.svelte.ts';
import { client } from '../../state/main-process.ts';
import { createNavigator } from '../../state/navigator.ts';
import { Query } from '../../state/query.svelte.ts';
import { router } from '../../state/router.svelte.ts';
import { ServiceNames } from '../../state/service-names.svelte.ts';
import { toasts } from '../../state/toasts.svelte.ts';
import { language } from '../../texts/language.svelte.ts';

type ValueOf<T> = Extract<T, { ok: true }> extends { value: infer V } ? V : never;
type Listed = ValueOf<Awaited<ReturnType<typeof client.serviceRights.list>>>;
type Asked = Parameters<typeof client.serviceRights.grant>[0];
export type Grant = Omit<Asked, 'connection' | 'service'>;

interface Place {
  readonly service: Reference;
  readonly rule: string | undefined;
}

/** `code/edition`, perhaps with a rule behind it; anything else opens nothing. */
export function ruleAt(id: string | null): Place | undefined {
  const [code = '', edition = '', rule, more] = (id ?? '').split('/');
  if (!isServiceCode(code) || !/^\d{1,9}$/.test(edition) || more !== undefined) return undefined;
  return { service: { code, edition: Number(edition) }, rule };
}

export const spelt = ({ conditions }: ServiceRight): string =>
  conditions.map(({ name, values }) => `${name} ${values.join(' ')}`).join(' ');

/** Lives as long as the screen shows this connection. */
export class ServiceRights {
  readonly connection: Connection;
  readonly names: ServiceNames;
  readonly #navigator = createNavigator();
  filter = $state('');

  place = $derived(ruleAt(router.route.id));
  /** The same one while another rule is opened. */
  #key = $derived.by(() => (this.place === undefined ? undefined : keyOf(this.place.service)));
  list = $derived.by(() => {
    const service = ruleAt(this.#key ?? null)?.service;
    if (service === undefined) return undefined;
    return new Query<Listed>((asking) =>
      client.serviceRights.list({ connection: this.connection.id, service }, asking),
    );
  });
  rules = $derived.by(() => this.list?.value?.rights ?? []);
  shown = $derived.by(() => {
    const words = this.filter.toLowerCase().split(/\s+/).filter(Boolean);
    return this.rules.filter((one) => {
      const text = `${one.reportee.number} ${one.right.word} ${spelt(one)}`.toLowerCase();
      return words.every((word) => text.includes(word));
    });
  });
  current = $derived.by(() => this.rules.find(({ id }) => id === this.place?.rule));
  readonly exporting = new ListExport(
    () => ({ shown: this.shown.map(({ id }) => id), total: this.rules.length }),
    async (wish, asking) => {
      const service = this.place?.service;
      if (service === undefined) return undefined;
      const of = { connection: this.connection.id, service };
      return saveAs(
        chooseTarget(this.connection, 'service-rights', `.${wish.format}`),
        (target) => client.serviceRights.exportList({ ...of, ...wish, target }, asking),
        ({ name, rows }) => language.t.serviceRights.exported(name, rows),
      );
    },
    ['xlsx', 'csv'],
  );

  constructor(connection: Connection) {
    this.connection = connection;
    this.names = new ServiceNames(connection.id);
  }

  get blocked(): string | undefined {
    return this.list?.blocked;
  }
  /** Empty where nobody has said it. */
  nameOf(service: Reference): string {
    return this.names.names.get(keyOf(service)) ?? '';
  }
  open(service: Reference | undefined, rule?: string): void {
    const key = service === undefined ? null : keyOf(service);
    router.replace({ id: rule === undefined ? key : `${key ?? ''}/${rule}` });
  }

  async grant(given: Grant, ongranted: () => void): Promise<Outcome> {
    const { place, list } = this;
    if (place === undefined) return undefined;
    const { service } = place;
    const answer = await client.serviceRights.grant({
      connection: this.connection.id,
      service,
      ...given,
    });
    // Also after a failure: a part of it may have been done.
    await list?.load();
    if (!answer.ok) return answer.failure;
    ongranted();
    const t = language.t.serviceRights.grant;
    const { rights, refused, notKept } = answer.value;
    const said = [
      ...(refused.length > 0 ? [t.partly(refused.map(({ because }) => because).join(', '))] : []),
      ...(notKept === null ? [t.notSeen] : []),
      ...(notKept !== null && notKept.length > 0 ? [t.notKept(language.format.list(notKept))] : []),
    ];
    if (said.length > 0) toasts.show(said.join(' '), { tone: 'warning' });
    else toasts.show(t.done(rights.length), { tone: 'success' });
    const [first] = rights;
    if (first !== undefined) this.#navigator.replace({ id: `${keyOf(service)}/${first.id}` });
    return undefined;
  }

  async revoke({ id: rule }: ServiceRight): Promise<Failure | undefined> {
    const { place, list } = this;
    if (place === undefined) return undefined;
    const { service } = place;
    const answer = await client.serviceRights.revoke({
      connection: this.connection.id,
      service,
      rule,
    });
    await list?.load();
    if (!answer.ok) return failureOf(answer);
    toasts.show(language.t.serviceRights.revoke.done, { tone: 'success' });
    this.#navigator.replace({ id: keyOf(service) });
    return undefined;
  }
}
