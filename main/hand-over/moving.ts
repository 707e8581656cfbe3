// The plan for moving: what has to be set up anew elsewhere, told from what is in the folder of a hand-over.
import { type Holding, holding } from '../../preload/contract/delegations.ts';
import { serviceSummary } from '../../preload/contract/metadata.ts';
import { roleWithRights } from '../../preload/contract/role-definitions.ts';
import { z } from '../../preload/contract/schema.ts';
import { escaped } from '../messages/html-text.ts';
import { BYTE_ORDER_MARK, csvRows } from '../storage/csv.ts';
import { dataOf, type HandOverFolder, listItem } from './folder.ts';
import { languageLinks, link, LOCALES, pageName, pageOf, tableOf } from './pages.ts';
import { handOverWords } from './words.ts';

const itemsShape = z.object({ items: z.array(z.unknown()) });
/** Enterprise users with what each has, by service owner; local roles with who has them; systems that sign in with a password. */
export async function movingPage(
  folder: HandOverFolder,
  systems: readonly { readonly name: string; readonly way: string }[],
): Promise<void> {
  const owners = await ownersOf(folder);
  const held: (readonly string[])[] = [];
  const heldBy = new Map<string, string[]>();
  for await (const value of detailsOf(folder, 'holders')) {
    const of = holding.safeParse(value).data;
    if (of === undefined) continue;
    for (const role of of.roles)
      if (role.kind === 'local')
        heldBy.set(role.name, [...(heldBy.get(role.name) ?? []), of.holder.name]);
    if (of.holder.kind === 'enterprise-user') held.push(...rowsOf(of, owners));
  }
  const roles: (readonly string[])[] = [];
  for await (const value of detailsOf(folder, 'roles')) {
    const role = roleWithRights.safeParse(value).data;
    if (role === undefined) continue;
    const gives = role.rights.map(
      (right) => `${right.serviceCode}/${String(right.serviceEdition ?? '')} ${right.action.word}`,
    );
    const by = (heldBy.get(role.name) ?? []).toSorted();
    roles.push([role.name, gives.join(', '), by.join(', ')]);
  }
  const users = held.toSorted(byCells);
  const { usersColumns } = handOverWords.en.moving;
  const file = { item: 'page moving', changed: null, into: ['moving'], source: '' };
  await folder.put(
    { ...file, part: 'csv', name: 'enterprise-users.csv' },
    Buffer.from(`${BYTE_ORDER_MARK}${csvRows([usersColumns, ...users])}`),
  );
  for (const locale of LOCALES) {
    const { moving: t, back } = handOverWords[locale];
    const passwords = systems.flatMap(({ name, way }) => {
      const words = t.ways[way];
      return words === undefined ? [] : [[name, words]];
    });
    const section = (
      title: string,
      columns: readonly string[],
      rows: readonly (readonly string[])[],
    ) =>
      `<h2>${escaped(title)}</h2>\n${
        rows.length === 0
          ? `<p>${escaped(t.none)}</p>`
          : tableOf(
              columns,
              rows.map((row) => row.map(escaped)),
            )
      }`;
    const html = pageOf({
      locale,
      title: t.title,
      lead: t.lead,
      aside: `${link(`../${pageName(locale)}`, back)} · ${languageLinks(locale)}`,
      body: [
        section(t.users, t.usersColumns, users),
        `<p class="soft">${link('enterprise-users.csv', 'CSV')}</p>`,
        section(t.roles, t.rolesColumns, roles.toSorted(byCells)),
        section(t.passwords, t.passwordColumns, passwords.toSorted(byCells)),
      ].join('\n'),
    });
    await folder.put({ ...file, part: locale, name: pageName(locale) }, Buffer.from(html));
  }
}

const byCells = (a: readonly string[], b: readonly string[]) =>
  a.join('\n') < b.join('\n') ? -1 : 1;

function rowsOf({ holder, roles, rights }: Holding, owners: ReadonlyMap<string, string>) {
  const services = rights.map((right) => {
    const service = `${right.serviceCode}/${String(right.serviceEdition ?? '')}`;
    return [holder.name, service, right.action.word, owners.get(service) ?? ''];
  });
  return [...services, ...roles.map(({ name }) => [holder.name, '', name, ''])];
}

/** Name of the owner, by code and edition of the service. */
async function ownersOf(folder: HandOverFolder): Promise<ReadonlyMap<string, string>> {
  const owners = new Map<string, string>();
  for (const item of itemsShape.safeParse(await dataOf(folder, listItem('services'))).data?.items ??
    []) {
    const service = serviceSummary.safeParse(item).data;
    if (service !== undefined)
      owners.set(`${service.code}/${String(service.edition)}`, service.ownerName);
  }
  return owners;
}

/** One at a time: there may be thousands. */
async function* detailsOf(folder: HandOverFolder, key: string): AsyncGenerator<unknown> {
  for (const item of [...folder.manifest.items()].filter((one) => one.startsWith(`${key} `))) {
    const data = await dataOf(folder, item);
    if (data !== undefined) yield data;
  }
}
