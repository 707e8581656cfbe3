// Looking up the open metadata: from the copy on this computer where it exists, else from the platform.
import type { Handlers } from '../../preload/contract/contract.ts';
import type { Code, CodeListHead, OpenRole } from '../../preload/contract/metadata.ts';
import type { WholeList } from '../http/complete-list.ts';
import { failureOf } from '../problem.ts';
import {
  type Answer,
  type Answers,
  type ReadOptions,
  type Target,
  createAnswers,
} from '../reference/answers.ts';
import type { Api } from '../platform/api.ts';
import { type CopyEntries, serviceFactsOf } from '../reference/catalogue.ts';
import type { Copies, Copy } from '../reference/copies.ts';
import { estimate } from '../reference/estimate.ts';
import { aboutKey, codeListKey, schemaKey } from '../reference/keys.ts';
import { servicesOfRole } from '../reference/role-services.ts';
import type { Tables } from '../storage/tables.ts';

export interface ReferenceNeeds {
  readonly api: Pick<Api, 'open'>;
  readonly copies: Pick<Copies, 'open'>;
  readonly tables: Tables;
  readonly now: () => Date;
}

export function referenceService({
  api,
  copies,
  tables,
  now,
}: ReferenceNeeds): Handlers<'reference'> {
  const answers = createAnswers({ api, copies, now });
  const openCopy = ({ connection, language }: Target) => copies.open(connection, language);
  return {
    ...aboutTheCopy(answers, openCopy),
    ...aboutServices(answers, now),
    ...aboutCodeLists(answers, tables),

    async roles({ fresh, ...target }, { signal, report }) {
      const { value, origin } = await answers.roles(target, { signal, fresh, report });
      const { items: roles, completeness } = value.shown();
      return { roles, completeness, origin };
    },

    async role({ role, fresh, ...target }, { signal }) {
      const { value, origin } = await answers.role(target, role, { signal, fresh });
      return { role: value, origin };
    },

    async roleServices({ role, ...target }, { signal }) {
      const { store } = await openCopy(target);
      // Without a copy no role requirements are known, so the list of services is not loaded.
      if (store.head === null) return { services: [], known: 0, all: 0 };
      const { value: catalogue } = await answers.catalogue(target, { signal });
      const roles = await rolesOrNone(answers, target, { signal });
      const { services, known } = await servicesOfRole(catalogue, store, role, roles);
      const named = new Map(roles.map(({ id, code, name }) => [id, { id, code, name }]));
      return {
        services: services.map(({ service, actions, through }) => ({
          kind: service.kind,
          type: service.type,
          name: service.name,
          actions,
          code: service.code,
          edition: service.edition,
          ownerName: service.ownerName,
          through: through === null ? null : (named.get(through) ?? idOnly(through)),
        })),
        known,
        all: catalogue.services.length,
      };
    },
  };
}

type Part<O extends keyof Handlers<'reference'>> = Pick<Handlers<'reference'>, O>;
type OpenCopy = (target: Target) => Promise<Copy>;

const idOnly = (id: number) => ({ id, code: '', name: '' });

function aboutTheCopy(
  answers: Answers,
  openCopy: OpenCopy,
): Part<'state' | 'estimate' | 'changes' | 'failures' | 'remove'> {
  return {
    state: async (target) => (await openCopy(target)).state(),

    async estimate({ scope, ...target }, { signal }) {
      const copy = await openCopy(target);
      const { value: catalogue } = await answers.catalogue(target, { signal });
      const listed = {
        services: catalogue.services,
        codeLists: await itemsOrNone(answers.codeLists(target, { signal })),
        roles: (await rolesOrNone(answers, target, { signal })).length,
      };
      const formsOf = serviceFactsOf(copy.store);
      return estimate(scope, listed, (one) => formsOf(one)?.forms, copy.head()?.pace ?? null);
    },

    changes: async (target) => (await openCopy(target)).head()?.changes ?? null,

    async failures(target) {
      const head = (await openCopy(target)).head();
      const documents = (head?.failures ?? []).map(({ key, failure }) => ({
        ...aboutKey(key),
        failure,
      }));
      return { documents, total: head?.last.failed ?? 0 };
    },

    async remove(target) {
      const copy = await openCopy(target);
      await copy.remove();
      return copy.state();
    },
  };
}

function aboutServices(
  answers: Answers,
  now: () => Date,
): Part<'search' | 'services' | 'owners' | 'named' | 'service' | 'requirements'> {
  return {
    async search({ connection, language, fresh, ...asked }, { signal }) {
      const target = { connection, language };
      const { value, origin } = await answers.catalogue(target, { signal, fresh });
      return { ...value.find(asked, now()), all: value.services.length, origin };
    },

    async services({ fresh, ...target }, { signal, report }) {
      const { value, origin } = await answers.catalogue(target, { signal, fresh, report });
      return { services: [...value.listed], completeness: value.completeness, origin };
    },

    async owners(target, { signal }) {
      const { value, origin } = await answers.catalogue(target, { signal });
      return { owners: value.owners(), origin };
    },

    async named({ services, ...target }, { signal }) {
      const { value, origin } = await answers.catalogue(target, { signal });
      const lines = services.map(({ code, edition }) => value.named(code, edition) ?? null);
      return { services: lines, origin };
    },

    async service({ connection, language, was, fresh, ...asked }, { signal }) {
      const target = { connection, language };
      const { value, known, ...from } = await answers.service(target, asked, {
        signal,
        was,
        fresh,
      });
      const { code, edition, forms } = value.service;
      const keptSchemas = forms.map(({ dataFormatId, dataFormatVersion }) => {
        const key = schemaKey(code, edition, dataFormatId, dataFormatVersion);
        return known.has(key);
      });
      const raw = JSON.stringify(value.document, null, 2);
      return { service: value.service, raw, keptSchemas, ...from };
    },

    async requirements({ connection, language, fresh, ...asked }, { signal }) {
      const target = { connection, language };
      const of = 'code' in asked ? { service: asked } : asked;
      const { value, origin } = await answers.requirements(target, of, { signal, fresh });
      return { ...value, origin };
    },
  };
}

function aboutCodeLists(
  answers: Answers,
  tables: Tables,
): Part<'codeLists' | 'codeList' | 'saveCodeList'> {
  return {
    async codeLists({ fresh, ...target }, { signal, report }) {
      const { value, known, origin } = await answers.codeLists(target, { signal, fresh, report });
      const { items, completeness } = value.shown();
      return { lists: byName(items, known), completeness, origin };
    },

    async codeList({ connection, language, was, fresh, ...asked }, { signal }) {
      const target = { connection, language };
      const { value, origin, before } = await answers.codeList(target, asked, {
        signal,
        was,
        fresh,
      });
      return { list: value, origin, before };
    },

    async saveCodeList({ connection, language, headings, format, target, ...asked }, { signal }) {
      const { value } = await answers.codeList({ connection, language }, asked, { signal });
      return tables.save(
        { handle: target, field: 'target', format },
        {
          columns: headings.map((heading) => ({ heading, width: 30 })),
          rows: rowsOf(value.codes),
          completeness: { complete: true },
        },
        signal,
      );
    },
  };
}

/** An optional list: none when it cannot be loaded, because its area may be switched off. */
async function itemsOrNone<T>(answer: Promise<Answer<WholeList<T>>>): Promise<readonly T[]> {
  try {
    return (await answer).value.shown().items;
  } catch (error) {
    if (failureOf(error) === undefined) throw error;
    return [];
  }
}

const rolesOrNone = (
  answers: Answers,
  target: Target,
  options: ReadOptions,
): Promise<readonly OpenRole[]> => itemsOrNone(answers.roles(target, options));

async function* rowsOf(codes: readonly Code[]): AsyncIterable<readonly string[]> {
  for (const one of codes) yield [one.code, one.value1, one.value2, one.value3];
}

function byName(heads: readonly CodeListHead[], known: CopyEntries) {
  const { compare } = new Intl.Collator('nb', { numeric: true });
  const names = new Map<string, Map<number, (number | null)[]>>();
  for (const { name, version, language } of heads) {
    const versions = names.get(name) ?? new Map<number, (number | null)[]>();
    names.set(name, versions.set(version, [...(versions.get(version) ?? []), language]));
  }
  return [...names]
    .sort(([a], [b]) => compare(a, b))
    .map(([name, versions]) => ({
      name,
      versions: [...versions]
        .sort(([a], [b]) => b - a)
        .map(([version, languages]) => ({
          version,
          languages,
          kept: known.has(codeListKey(name, version)),
        })),
    }));
}
