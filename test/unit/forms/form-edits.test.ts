// Edits of a form's parts: what a person does changes exactly what is meant, in the way its neighbours are written.
import { describe, expect, it } from 'vitest';
import {
  add,
  addRow,
  choose,
  duplicateRow,
  type Edit,
  moveRow,
  remove,
  removeRow,
  setNil,
  setRaw,
  setValue,
  unsetNil,
} from '../../../preload/forms/form-edits.ts';
import { Form, type FormPart, pathOf, stateOf } from '../../../preload/forms/form-fields.ts';
import { type FormSchema, formSchemaOf } from '../../../preload/forms/form-schema.ts';
import { inverse, XmlTree } from '../../../preload/forms/xml-tree.ts';
import { outlineOfText } from '../../support/form-outline.ts';

const schema = (content: string, more = ''): Promise<FormSchema> =>
  outlineOfText(
    `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"${more}>${content}</xs:schema>`,
  ).then((nodes) => formSchemaOf(nodes));

const LINES = schema(`<xs:element name="Skjema"><xs:complexType><xs:sequence>
  <xs:element name="Navn" type="xs:string"/>
  <xs:element name="Adresse" minOccurs="0"><xs:complexType><xs:sequence>
    <xs:element name="Gate" type="xs:string" minOccurs="0"/>
    <xs:element name="Sted" nillable="true"><xs:complexType><xs:simpleContent><xs:extension base="xs:string">
      <xs:attribute name="orid" type="xs:int" use="required" fixed="26"/></xs:extension></xs:simpleContent></xs:complexType></xs:element>
  </xs:sequence><xs:attribute name="gruppeid" type="xs:int" use="required" fixed="8"/></xs:complexType></xs:element>
  <xs:element name="Linje" minOccurs="0" maxOccurs="4"><xs:complexType><xs:sequence>
    <xs:element name="Belop" type="xs:decimal"/>
  </xs:sequence></xs:complexType></xs:element>
  <xs:choice minOccurs="0"><xs:element name="Ja" type="xs:string"/>
    <xs:sequence><xs:element name="Nei" type="xs:string"/><xs:element name="Hvorfor" type="xs:string"/></xs:sequence></xs:choice>
  <xs:any namespace="##other" minOccurs="0"/>
</xs:sequence><xs:attribute name="merke" type="xs:string"/></xs:complexType></xs:element>`);

function partAt(form: Form, path: string, kind?: FormPart['kind']): FormPart {
  const visit = (part: FormPart): FormPart | undefined => {
    if (kind === undefined ? 'element' in part || part.kind === 'attribute' : part.kind === kind)
      if (pathOf(part) === path) return part;
    return form
      .parts(part)
      .map(visit)
      .find((one) => one !== undefined);
  };
  const found = form.root === null ? undefined : visit(form.root);
  if (found === undefined) throw new Error(`No part at ${path}`);
  return found;
}

const changesOf = (edit: Edit) => {
  if (!edit.ok) throw new Error(JSON.stringify(edit.refusal));
  return edit.changes;
};

async function edited(
  xml: string,
  act: (form: Form, at: (path: string, kind?: FormPart['kind']) => never) => Edit,
): Promise<string> {
  const form = new Form(await LINES, new XmlTree(xml));
  const at = (path: string, kind?: FormPart['kind']): never => partAt(form, path, kind) as never;
  form.apply(changesOf(act(form, at)));
  expect(form.problem).toBeNull();
  expect(new XmlTree(form.tree.text).problem).toBeNull();
  return form.tree.text;
}

const SMALL = `<Skjema>
  <Navn>Ola</Navn>
  <Linje>
    <Belop>1</Belop>
  </Linje>
  <Linje><Belop>2</Belop></Linje>
</Skjema>`;

describe('setting a value', () => {
  it('FLD-01 changes its own bytes alone, whatever it is written with', async () => {
    const set = (xml: string, value: string) =>
      edited(xml, (form, at) => setValue(form, at('/Skjema/Navn'), value));
    expect(await set(SMALL, 'Kari & <co>')).toBe(SMALL.replace('Ola', 'Kari &amp; &lt;co&gt;'));
    const xml = (name: string) => `<Skjema><Navn>${name}</Navn></Skjema>`;
    expect(await set(xml('<![CDATA[a]]>'), 'x]]>y')).toBe(xml('<![CDATA[x]]]]><![CDATA[>y]]>'));
    expect(await set(xml('a<!-- b -->c'), 'd')).toBe(xml('d<!-- b -->'));
    expect(await set('<Skjema><Navn/></Skjema>', 'd')).toBe(xml('d'));
    expect(await set(`<Skjema>\r\n<Navn>a</Navn></Skjema>`, 'b\nc')).toBe(
      `<Skjema>\r\n<Navn>b\r\nc</Navn></Skjema>`,
    );
    expect(await set(xml('a&amp;b'), 'a&b')).toBe(xml('a&amp;b'));
  });

  it('puts in what is absent, with all that has to be around it', async () => {
    expect(
      await edited(SMALL, (form, at) => setValue(form, at('/Skjema/Adresse/Gate'), 'Vei 1')),
    ).toBe(
      SMALL.replace(
        '<Skjema>',
        '<Skjema xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">',
      ).replace(
        '</Navn>',
        `</Navn>
  <Adresse gruppeid="8">
    <Gate>Vei 1</Gate>
    <Sted orid="26" xsi:nil="true"/>
  </Adresse>`,
      ),
    );
    expect(await edited(SMALL, (form, at) => setValue(form, at('/Skjema/@merke'), 'a"b'))).toBe(
      SMALL.replace('<Skjema>', '<Skjema merke="a&quot;b">'),
    );
  });

  it('refuses what XML cannot hold, and says what', async () => {
    const form = new Form(await LINES, new XmlTree(SMALL));
    const part = partAt(form, '/Skjema/Navn') as never;
    expect(setValue(form, part, 'a\u0001')).toEqual({
      ok: false,
      refusal: { kind: 'character', code: 1, at: 1 },
    });
  });
});

it('“no value” declares what it needs at the root, and goes without a trace', async () => {
  const xml =
    '<Skjema><Navn>a</Navn><Adresse gruppeid="8"><Sted orid="26">Oslo</Sted></Adresse></Skjema>';
  const nil = await edited(xml, (form, at) => setNil(form, at('/Skjema/Adresse/Sted')));
  const said = xml
    .replace('<Skjema>', '<Skjema xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">')
    .replace('<Sted orid="26">Oslo', '<Sted orid="26" xsi:nil="true">');
  expect(nil).toBe(said);
  expect(await edited(nil, (form, at) => unsetNil(form, at('/Skjema/Adresse/Sted')))).toBe(
    said.replace(' xsi:nil="true"', ''),
  );
  expect(
    await edited(nil, (form, at) => setValue(form, at('/Skjema/Adresse/Sted'), 'Bergen')),
  ).toBe(said.replace(' xsi:nil="true">', '>Bergen'));
});

describe('rows', () => {
  it('are added in their place, as their neighbours are written', async () => {
    expect(await edited(SMALL, (form, at) => addRow(form, at('/Skjema', 'repeat')))).toBe(
      SMALL.replace(
        '2</Belop></Linje>',
        '2</Belop></Linje>\n  <Linje>\n    <Belop></Belop>\n  </Linje>',
      ),
    );
    expect(await edited(SMALL, (form, at) => addRow(form, at('/Skjema', 'repeat'), 0))).toBe(
      SMALL.replace('  <Linje>', '  <Linje>\n    <Belop></Belop>\n  </Linje>\n  <Linje>'),
    );
    expect(
      await edited('<Skjema><Navn/></Skjema>', (form, at) => addRow(form, at('/Skjema', 'repeat'))),
    ).toBe('<Skjema><Navn/><Linje><Belop></Belop></Linje></Skjema>');
  });

  it('are copied, taken out and moved as they are', async () => {
    const rows = (...values: readonly string[]) =>
      `<Skjema>\n  <Navn/>${values.map((one) => `\n  <Linje><Belop>${one}</Belop></Linje>`).join('')}\n</Skjema>`;
    const three = rows('1', '2', '3');
    const at2 = '/Skjema/Linje[2]';
    expect(await edited(three, (form, at) => duplicateRow(form, at(at2)))).toBe(
      rows('1', '2', '2', '3'),
    );
    expect(await edited(three, (form, at) => removeRow(form, at(at2)))).toBe(rows('1', '3'));
    expect(await edited(three, (form, at) => moveRow(form, at(at2), 0))).toBe(rows('2', '1', '3'));
    expect(await edited(three, (form, at) => moveRow(form, at(at2), 2))).toBe(rows('1', '3', '2'));
    expect(await edited(three, (form, at) => moveRow(form, at('/Skjema/Linje[1]'), 2))).toBe(
      rows('2', '3', '1'),
    );
  });

  it.each([
    [1, 0],
    [0, 1],
    [3, 0],
    [0, 3],
    [1, 2],
  ])('FLD-37 keep their ids when the one at %i goes to %i, and back by undo', async (from, to) => {
    for (const [of, kind] of await ROWS) {
      // Two are alike, and others have more in them.
      const xml = `<Skjema>\n  ${[kind('1'), kind('2'), kind('2'), kind('4')].join('\n  ')}\n</Skjema>`;
      const form = new Form(of, new XmlTree(xml));
      const repeat = () => form.parts(form.root ?? never()).find(isRepeat) ?? never();
      const ids = () =>
        form.parts(repeat()).map((row) => [row.id, ...form.parts(row).map(({ id }) => id)]);
      const before = ids();
      const wanted = before.toSpliced(from, 1).toSpliced(to, 0, before[from] ?? []);
      const changes = changesOf(moveRow(form, form.parts(repeat())[from] ?? never(), to));
      const back = inverse(xml, changes);
      form.apply(changes);
      expect(ids()).toEqual(wanted);
      form.apply(back);
      expect([form.tree.text, ids()]).toEqual([xml, before]);
      // A copy is another one.
      form.apply(changesOf(duplicateRow(form, form.parts(repeat())[0] ?? never())));
      expect(new Set(ids().map(([id]) => id)).size).toBe(5);
    }
  });
});

const isRepeat = (part: FormPart) => part.kind === 'repeat';
const never = (): never => {
  throw new Error('Not there');
};
/** Rows that are elements, and rows that are groups of them. */
const ROWS = Promise.all([
  schema(`<xs:element name="Skjema"><xs:complexType><xs:sequence>
    <xs:element name="Linje" maxOccurs="9"><xs:complexType><xs:sequence><xs:element name="A" type="xs:string"/></xs:sequence></xs:complexType></xs:element>
  </xs:sequence></xs:complexType></xs:element>`).then(
    (of) => [of, (text: string) => `<Linje><A>${text}</A></Linje>`] as const,
  ),
  schema(`<xs:element name="Skjema"><xs:complexType><xs:sequence>
    <xs:sequence maxOccurs="9"><xs:element name="A" type="xs:string"/><xs:element name="B" type="xs:string" minOccurs="0"/></xs:sequence>
  </xs:sequence></xs:complexType></xs:element>`).then(
    (of) => [of, (text: string) => `<A>${text}</A>${text === '4' ? '<B>x</B>' : ''}`] as const,
  ),
  schema(`<xs:element name="Skjema"><xs:complexType><xs:sequence>
    <xs:choice maxOccurs="9"><xs:element name="A" type="xs:string"/><xs:element name="B" type="xs:string"/></xs:choice>
  </xs:sequence></xs:complexType></xs:element>`).then(
    (of) => [of, (text: string) => (text === '2' ? '<A>2</A>' : `<B>${text}</B>`)] as const,
  ),
]);

it('a choice gets another way in the place of the one before', async () => {
  const xml = '<Skjema>\n  <Navn/>\n  <Ja>x</Ja>\n</Skjema>';
  expect(await edited(xml, (form, at) => choose(form, at('/Skjema', 'choice'), 1))).toBe(
    '<Skjema>\n  <Navn/>\n  <Nei></Nei>\n  <Hvorfor></Hvorfor>\n</Skjema>',
  );
  expect(await edited(SMALL, (form, at) => choose(form, at('/Skjema', 'choice'), 0))).toBe(
    SMALL.replace('\n</Skjema>', '\n  <Ja></Ja>\n</Skjema>'),
  );
});

it('FLD-01 what is optional goes with its line, and comes back in its place', async () => {
  const xml =
    '<Skjema>\n  <Navn/>\n  <Adresse gruppeid="8">\n    <Sted orid="26">a</Sted>\n  </Adresse>\n</Skjema>';
  const without = await edited(xml, (form, at) => remove(form, at('/Skjema/Adresse')));
  expect(without).toBe('<Skjema>\n  <Navn/>\n</Skjema>');
  expect(await edited(xml, (form, at) => add(form, at('/Skjema/Adresse/Gate')))).toBe(
    xml.replace('    <Sted', '    <Gate></Gate>\n    <Sted'),
  );
});

it('where anything may stand, XML is taken as it is if it is well-formed', async () => {
  const form = new Form(await LINES, new XmlTree(SMALL));
  const any = form.parts(form.root as FormPart).find(({ kind }) => kind === 'raw') as never;
  expect(setRaw(form, any, '<a>')).toMatchObject({ ok: false, refusal: { kind: 'not-xml' } });
  form.apply(changesOf(setRaw(form, any, '<b:x xmlns:b="urn:b">1</b:x>')));
  expect(form.tree.text).toBe(
    SMALL.replace('\n</Skjema>', '\n  <b:x xmlns:b="urn:b">1</b:x>\n</Skjema>'),
  );
  expect(form.problems()).toEqual([]);
});

it('an id holds when the part comes into the XML', async () => {
  const form = new Form(await LINES, new XmlTree(SMALL));
  const gate = partAt(form, '/Skjema/Adresse/Gate') as never as Parameters<typeof stateOf>[0];
  form.apply(changesOf(setValue(form, gate, 'Vei')));
  const now = form.find(gate.id);
  expect(now === undefined ? null : pathOf(now)).toBe('/Skjema/Adresse/Gate');
  expect(stateOf(now as never)).toEqual({ kind: 'value', value: 'Vei' });
});

it('a part that is older than the text is found again by its id, or is gone', async () => {
  const form = new Form(await LINES, new XmlTree(SMALL));
  const second = partAt(form, '/Skjema/Linje[2]/Belop') as never as Parameters<typeof stateOf>[0];
  const at = SMALL.indexOf('<Navn');
  form.apply([{ from: at, to: at, insert: '<!-- foran -->' }]);
  form.apply(changesOf(setValue(form, second, '9')));
  expect(form.tree.text).toBe(SMALL.replace('<Navn', '<!-- foran --><Navn').replace('>2<', '>9<'));
  const now = form.tree.text;
  const row = now.indexOf('<Linje><Belop>9');
  form.apply([{ from: row, to: row + '<Linje><Belop>9</Belop></Linje>'.length, insert: '' }]);
  expect(setValue(form, second, '1')).toEqual({ ok: false, refusal: { kind: 'not-there' } });
});
