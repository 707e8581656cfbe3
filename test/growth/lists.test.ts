// What long lists cost to make, search and sort grows with their length alone.
import { describe, expect, it } from 'vitest';
import { Form } from '../../preload/forms/form-fields.ts';
import { formSchemaOf } from '../../preload/forms/form-schema.ts';
import { XmlTree } from '../../preload/forms/xml-tree.ts';
import { MessageOrders } from '../../renderer/screens/messages/message-orders.ts';
import { findable, foundBy } from '../../renderer/screens/messages/message-rows.ts';
import { folded, ranked } from '../../renderer/state/palette.ts';
import { placedIn, treeOf } from '../../renderer/state/parties.ts';
import { createFormats } from '../../renderer/texts/formats.ts';
import { outlineOfText } from '../support/form-outline.ts';
import { partsIn } from '../support/form-parts.ts';
import { summary } from '../unit/renderer/screens/messages/summaries.ts';
import { growth, MOST_GROWTH } from './visits.ts';

const { compare } = createFormats('nb');

it('services: a key press in the search', async () => {
  const services = Array.from({ length: 3200 }, (_, at) => {
    const code = String(1000 + (at >> 2));
    const name = `Søknad om tilskudd nummer ${String(at)} til Østfold og Ås`;
    const searchKey = folded(`${code}/${String(at % 4)} ${name}`);
    return { name, searchKey, codes: [folded(code), folded(`${code}/${String(at % 4)}`)] };
  });
  for (const typed of ['s', 'sok', 'soknad om t', '4', '1462', '1462/3', 'ås østf', 'zz']) {
    const press = (size: number) => ranked(services.slice(0, size), typed, 6);
    expect(await growth(press, services.length), typed).toBeLessThan(MOST_GROWTH);
  }
});

describe('parties', () => {
  const parties = Array.from({ length: 3200 }, (_, at) => ({
    id: `r${String(at)}`,
    name:
      at % 4 === 3 ? `Avdeling ${String(at)}` : `Nord${String(at % 97)}dalen Bygg ${String(at)} AS`,
    kind: 'organisation' as const,
    type: 'Foretak',
    organisationNumber: String(910_000_000 + at),
    parentOrganisationNumber: at % 4 === 3 ? String(910_000_000 + at - 3) : null,
    form: null,
    status: { known: 'active' as const, word: 'Active' },
    identityNumber: null,
  }));
  const tree = (size: number) => treeOf(parties.slice(0, size), compare);

  it('their tree', async () => {
    expect(await growth(tree, parties.length)).toBeLessThan(MOST_GROWTH);
  });

  it('a key press in their search', async () => {
    const trees = new Map<number, ReturnType<typeof tree>>();
    for (const size of [parties.length / 16, parties.length]) trees.set(size, tree(size));
    for (const typed of ['', 'n', 'nord', 'nord5 bygg', '910 00', 'nothing']) {
      const press = (size: number) =>
        placedIn(trees.get(size) ?? tree(0), { typed, kind: 'all', deleted: false });
      expect(await growth(press, parties.length), typed).toBeLessThan(MOST_GROWTH);
    }
  });
});

describe('messages', () => {
  const messages = Array.from({ length: 3200 }, (_, at) =>
    summary({
      id: `a${String(at)}`,
      subject: `Vedtak ${String((at * 7919) % 20_000)} om kystvei og ferge`,
      lastChanged: new Date(Date.UTC(2026, 0, 1) - at * 60_000).toISOString(),
    }),
  );

  it('finding some', async () => {
    const many = messages.map(findable);
    const find = (size: number) => foundBy(many.slice(0, size), 'vedtak 1999 ferge');
    expect(await growth(find, messages.length)).toBeLessThan(MOST_GROWTH);
  });

  it('putting them in order', async () => {
    const sort = (size: number) => new MessageOrders().of(messages.slice(0, size), compare);
    expect(await growth(sort, messages.length)).toBeLessThan(MOST_GROWTH);
  });
});

it('FLD-07 rows of a form of 20 fields each, all of them open', async () => {
  const names = Array.from({ length: 20 }, (_, at) => `Belop${String(at)}`);
  const fields = names.map((name) => `<xs:element name="${name}" type="xs:string"/>`).join('');
  const schema = formSchemaOf(
    await outlineOfText(
      `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="Skjema"><xs:complexType><xs:sequence><xs:element name="Linje" maxOccurs="1000"><xs:complexType><xs:sequence>${fields}</xs:sequence></xs:complexType></xs:element></xs:sequence></xs:complexType></xs:element></xs:schema>`,
    ),
  );
  const row = `<Linje>${names.map((name) => `<${name}>verdi</${name}>`).join('')}</Linje>\n`;
  const open = (rows: number) =>
    partsIn(new Form(schema, new XmlTree(`<Skjema>\n${row.repeat(rows)}</Skjema>`)), () => true);
  expect(await growth(open, 320)).toBeLessThan(MOST_GROWTH);
});
