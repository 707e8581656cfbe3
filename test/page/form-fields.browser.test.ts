// A form as fields under a person's hands: what is typed is in the XML at once, and nothing else of it changes.
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { eventually, show } from './support/browser.ts';
import type { FormPart } from '../../preload/forms/form-fields.ts';
import { formSchemaOf } from '../../preload/forms/form-schema.ts';
import { labelOf } from '../../preload/forms/labels.ts';
import { openXmlText } from '../../renderer/components/xml-editor.ts';
import { XmlDocument } from '../../renderer/components/xml-document.ts';
import FieldsPane from '../../renderer/forms/FieldsPane.svelte';
import { FormFields } from '../../renderer/forms/form-fields.svelte.ts';
import { choice, fixedAttribute, group, leaf } from '../support/outlines.ts';

const COLOURS = Array.from({ length: 40 }, (_, i) => ({
  value: String(i),
  label: `Colour ${String(i)}`,
}));
const schema = formSchemaOf([
  group(0, 'Skjema'),
  group(1, 'Sender-grp-1'),
  fixedAttribute(2, 'gruppeid', '1'),
  leaf(2, 'SenderName-datadef-5', 'string', {
    facets: [{ name: 'maxLength', value: '20' }],
  }),
  fixedAttribute(3, 'orid', '5'),
  leaf(2, 'Amount-datadef-6', 'decimal', { min: 0, nillable: true }),
  leaf(2, 'Day-datadef-7', 'date', { min: 0 }),
  leaf(2, 'Sent-datadef-8', 'boolean'),
  leaf(2, 'Kind', 'string', {
    values: [
      { value: 'a', label: 'First' },
      { value: 'b', label: 'Second' },
    ],
  }),
  leaf(2, 'Colour', 'string', { min: 0, values: COLOURS }),
  leaf(2, 'Note', 'string', { min: 0, facets: [{ name: 'maxLength', value: '2000' }] }),
  group(1, 'Lines', { min: 0, max: 1000 }),
  leaf(2, 'Item'),
  leaf(2, 'Price', 'decimal', { min: 0 }),
  group(1, 'Extra', { min: 0 }),
  leaf(2, 'Reason'),
  choice(1),
  leaf(2, 'Person'),
  leaf(2, 'Company'),
]);

const XML = `<?xml version="1.0"?>\r
<Skjema>\r
  <Sender-grp-1 gruppeid="1">\r
    <SenderName-datadef-5 orid="5">Fjord &amp; Fjell</SenderName-datadef-5>\r
    <Amount-datadef-6>12.50</Amount-datadef-6>\r
    <Sent-datadef-8>1</Sent-datadef-8>\r
    <Kind>a</Kind>\r
  </Sender-grp-1>\r
  <Lines><Item>one</Item><Price>1</Price></Lines>\r
  <Lines><Item>two</Item></Lines>\r
  <Person>Ås</Person>\r
</Skjema>\r
`;

function open(xml = XML, readOnly = false, ofSchema = schema) {
  const document = new XmlDocument(xml, () => undefined);
  const fields = new FormFields({
    schema: ofSchema,
    document,
    open: openXmlText,
    wordsOf: ({ of }) => `${labelOf(of, 'en')} ${of.name}`,
    checked: () => [],
    onpause: () => undefined,
  });
  const opened: string[] = [];
  const { target } = show(FieldsPane, {
    fields,
    readOnly,
    xsdWords: () => '',
    onxml: ({ id }: FormPart) => opened.push(id),
    onblur: () => undefined,
  });
  Object.assign(target.style, { display: 'flex', height: '700px', width: '900px' });
  const becomes = (from: string, to: string) =>
    eventually(() => {
      expect(document.text).toBe(xml.replace(from, to));
    });
  return { document, fields, becomes, opened, target };
}
const box = (name: string | RegExp) => page.getByRole('textbox', { name });
const inMenu = async (of: string, act: string) => {
  await page.getByRole('button', { name: `More about ${of}`, exact: true }).click();
  await page.getByRole('button', { name: act, exact: true }).click();
};

describe('a form alone in a window of 1280 px', () => {
  it('has fields of 530 px and more beside its contents', async () => {
    const { target } = open();
    Object.assign(target.style, { width: '1048px' });
    await expect.element(page.getByRole('navigation', { name: 'Contents' })).toBeVisible();
    const field = box(/Sender name/);
    await expect.element(field).toBeVisible();
    await eventually(() => {
      expect(field.element().getBoundingClientRect().width).toBeGreaterThanOrEqual(530);
    });
  });
});

describe('a value that is chosen', () => {
  const said = (nb: string, english: string) => [
    { kind: 'LEDE', language: 'NOB', text: nb },
    { kind: 'LEDE', language: 'ENG', text: english },
  ];
  const coded = formSchemaOf([
    group(0, 'Skjema'),
    leaf(1, 'Kind', 'string', {
      values: [
        { value: '01', label: '', texts: said('Laks', 'Salmon') },
        { value: '02', label: '', texts: said('Sei', 'Other') },
        { value: '99', label: '', texts: said('Annet', 'Other') },
      ],
    }),
    leaf(1, 'Town', 'string', {
      values: COLOURS.map(({ value }) => ({ value, label: '', texts: said('By', `T${value}`) })),
    }),
  ]);

  it('FLD-33 is chosen by its words, and its code stands small beside them', async () => {
    const xml = '<Skjema><Kind>01</Kind><Town>3</Town></Skjema>';
    const { becomes, target } = open(xml, false, coded);
    const kind = page.getByRole('combobox', { name: 'Kind' });
    await expect.element(kind).toHaveDisplayValue('Salmon');
    const names = [...target.querySelectorAll('option')].map(({ textContent }) => textContent);
    // Words that are alike say which they are.
    expect(names).toEqual(['Nothing chosen', 'Salmon', 'Other (02)', 'Other (99)']);
    await expect.element(page.getByText('01', { exact: true })).toBeVisible();
    await expect.element(page.getByRole('combobox', { name: 'Town' })).toHaveDisplayValue('T3');
    await kind.selectOptions('Other (99)');
    await becomes('01', '99');
    await expect.element(page.getByText('99', { exact: true })).toBeVisible();
  });
});

describe('several values', () => {
  it('FLD-35 are ticked, up to the limit, and what is in no list is kept until it is taken out', async () => {
    const fish = ['01', '02', '03', '04'].map((value) => ({ value, label: `Fish ${value}` }));
    const facets = [
      { name: 'list', value: 'Fish' },
      { name: 'minLength', value: '1' },
      { name: 'maxLength', value: '3' },
    ];
    const of = formSchemaOf([
      group(0, 'Skjema'),
      leaf(1, 'Fish', 'string', { values: fish, facets }),
    ]);
    const { becomes } = open('<Skjema><Fish>03 77</Fish></Skjema>', false, of);
    const box = (name: string) => page.getByRole('checkbox', { name });
    await expect.element(page.getByRole('group', { name: 'Fish' })).toBeVisible();
    await expect.element(page.getByText('Choose 1 to 3')).toBeVisible();
    await expect.element(box('Fish 03')).toBeChecked();
    await box('Fish 01').click();
    await becomes('03 77', '01 03 77');
    await expect.element(box('Fish 02')).toBeDisabled();
    await box('77 (not in the list)').click();
    await becomes('03 77', '01 03');
    await expect.element(box('Fish 02')).toBeEnabled();
  });
});

describe('a value that is typed', () => {
  it('FLD-01 changes its own characters in the XML, written as XML writes them', async () => {
    const { becomes } = open();
    await box(/Sender name/).fill('A < B');
    await becomes('Fjord &amp; Fjell', 'A &lt; B');
  });

  it('FLD-05 of a number is read in the form of the language', async () => {
    const { becomes } = open();
    await box(/Amount/).fill('1,234.5');
    await becomes('12.50', '1234.5');
  });

  it('FLD-05 that is no number is kept as it was typed, and said to be none', async () => {
    const { becomes } = open();
    await box(/Amount/).fill('many');
    await becomes('12.50', 'many');
    await expect.element(page.getByText('Enter a number')).toBeVisible();
  });

  const patterned = (base: string, value: string) =>
    formSchemaOf([
      group(0, 'Skjema'),
      leaf(1, 'Code', base, { facets: [{ name: 'pattern', value }] }),
    ]);

  it('FLD-34 gets the decimals that the pattern asks for, and is shown with them once it is left', async () => {
    const of = patterned('decimal', String.raw`-{0,1}[0-9]{1,}\.[0-9]{2}`);
    const { becomes } = open('<Skjema><Code>1.00</Code></Skjema>', false, of);
    await box('Code').fill('1000');
    await becomes('1.00', '1000.00');
    await expect.element(box('Code')).toHaveValue('1000');
    await userEvent.keyboard('{Tab}');
    await expect.element(box('Code')).toHaveValue('1000.00');
  });

  it('FLD-27 that the pattern refuses is told what to enter; the pattern stands in the menu', async () => {
    open('<Skjema><Code>0150</Code></Skjema>', false, patterned('string', '[0-9]{4}'));
    await box('Code').fill('15');
    await expect.element(page.getByText('Enter four digits, for example 0150')).toBeVisible();
    await page.getByRole('button', { name: 'More about Code' }).click();
    await expect.element(page.getByText('pattern [0-9]{4}')).toBeVisible();
  });

  it('of a field that is not there comes where the schema wants it', async () => {
    const { becomes } = open();
    await box(/Day/).fill('24/12/2026');
    await becomes(
      '</Amount-datadef-6>\r\n',
      '</Amount-datadef-6>\r\n    <Day-datadef-7>2026-12-24</Day-datadef-7>\r\n',
    );
  });

  it('FLD-02 is undone by one press, to the same bytes', async () => {
    const { document, becomes } = open();
    await box(/Day/).fill('24/12/2026');
    await eventually(() => expect(document.text).not.toBe(XML));
    await userEvent.keyboard('{Control>}z{/Control}');
    await becomes('', '');
    await userEvent.keyboard('{Control>}y{/Control}');
    await becomes(
      '</Amount-datadef-6>\r\n',
      '</Amount-datadef-6>\r\n    <Day-datadef-7>2026-12-24</Day-datadef-7>\r\n',
    );
  });

  it('that is too long is said at once, with the limit', async () => {
    open();
    await box(/Sender name/).fill('x'.repeat(23));
    await expect.element(page.getByText('At most 20 characters, and this has 23')).toBeVisible();
  });
});

describe('a value that is taken away', () => {
  it('is “no value” where the field can say so, and a value again when something is typed', async () => {
    const { document, becomes } = open();
    await box(/Amount/).fill('');
    await eventually(() => {
      expect(document.text).toContain('<Amount-datadef-6 xsi:nil="true"></Amount-datadef-6>');
    });
    await expect.element(box(/Amount/)).toHaveAttribute('placeholder', 'No value (nil)');
    await box(/Amount/).fill('7');
    await eventually(() =>
      expect(document.text).toContain('<Amount-datadef-6>7</Amount-datadef-6>'),
    );
    await userEvent.keyboard('{Control>}z{/Control}');
    await userEvent.keyboard('{Control>}z{/Control}');
    await becomes('', '');
  });

  it('leaves an empty text where the form takes one', async () => {
    const { becomes } = open();
    await box(/Sender name/).fill('');
    await becomes('Fjord &amp; Fjell', '');
  });
});

describe('a choice', () => {
  it('of yes or no leaves what means the same as it is written', async () => {
    const { document, becomes } = open();
    const select = page.getByRole('combobox', { name: /Sent/ });
    await expect.element(select).toHaveValue('true');
    await select.selectOptions('No');
    await becomes('<Sent-datadef-8>1<', '<Sent-datadef-8>false<');
    expect(document.text).toContain('false');
  });

  it('from many values is found by its text', async () => {
    const { becomes } = open();
    const colour = page.getByRole('combobox', { name: /Colour/ });
    await colour.click();
    await colour.fill('colour 31');
    await userEvent.keyboard('{Enter}');
    await becomes('</Kind>\r\n', '</Kind>\r\n    <Colour>31</Colour>\r\n');
  });

  it('between elements takes the other one in the place of the first', async () => {
    const { becomes } = open();
    await page.getByRole('combobox', { name: 'One of these' }).selectOptions('Company');
    await becomes('<Person>Ås</Person>', '<Company></Company>');
  });
});

describe('FLD-36 a choice of types', () => {
  const types = (depth: number, name: string) => [
    group(depth, name, { typed: 'said', type: 'PrivatPerson', documentation: 'A person' }),
    leaf(depth + 1, 'Born'),
    group(depth, name, { typed: 'said', type: 'LimitedCompany' }),
    leaf(depth + 1, 'Number'),
  ];
  const schemaOfTypes = formSchemaOf([
    group(0, 'Skjema'),
    choice(1, { name: 'Owner' }),
    ...types(2, 'Owner'),
    choice(1, { name: 'Partner', min: 0, max: 5 }),
    ...types(2, 'Partner'),
    choice(1, { name: 'Place', min: 0 }),
    group(2, 'Place', { typed: 'own', type: 'Place' }),
    leaf(3, 'Street'),
    group(2, 'Place', { typed: 'said', type: 'Abroad' }),
    leaf(3, 'Street'),
    leaf(3, 'Country', 'string', { min: 0 }),
  ]);
  const BEGUN = '<Skjema>\n</Skjema>\n';
  const openTypes = (xml = BEGUN, readOnly = false) => open(xml, readOnly, schemaOfTypes);
  const owner = page.getByRole('combobox', { name: 'Owner', exact: true });

  it('is made by its words, with the keyboard alone, shows the fields of the type, and is undone', async () => {
    const { document, fields } = openTypes();
    await expect.element(owner).toHaveTextContent(/Choose one\s*A person\s*Limited company/);
    await expect.element(page.getByText('Choose one of the options')).toBeVisible();
    const entries = page.getByRole('navigation').getByRole('button');
    expect(entries.elements().map((one) => one.querySelector('.grow')?.textContent)).toEqual([
      'Owner',
      'Partner',
      'Place',
    ]);
    await eventually(() => {
      (owner.element() as HTMLElement).focus();
      expect(globalThis.document.activeElement).toBe(owner.element());
    });
    await userEvent.keyboard('l');
    await eventually(() => expect(document.text).toContain('xsi:type="LimitedCompany"'));
    expect(globalThis.document.activeElement).toBe(owner.element());
    await expect.element(page.getByRole('textbox', { name: /Number/ })).toBeVisible();
    await page.getByRole('textbox', { name: /Number/ }).fill('974760673');
    await owner.selectOptions('A person');
    await eventually(() => expect(document.text).not.toContain('974760673'));
    await expect.element(page.getByRole('textbox', { name: /Born/ })).toBeVisible();
    fields.undo();
    await eventually(() => expect(document.text).toContain('<Number>974760673</Number>'));
    await expect.element(owner).toHaveValue('1');
    while (fields.canUndo) fields.undo();
    expect(document.text).toBe(BEGUN);
    await expect.element(owner).toHaveValue('');
  });

  it('is made for a new row, and again in it, where the focus stays', async () => {
    const { document } = openTypes();
    const add = page.getByRole('button', { name: 'Add row' });
    await expect.element(add).toHaveAttribute('title', 'Choose one');
    await page.getByRole('combobox', { name: 'New row in Partner' }).selectOptions('A person');
    await add.click();
    await eventually(() => {
      expect(document.text).toMatch(/<Partner xsi:type="PrivatPerson">\s*<Born><\/Born>/);
    });
    const row = page.getByRole('combobox', { name: 'Partner 1' });
    await expect.element(row).toHaveValue('0');
    await row.selectOptions('Limited company');
    await eventually(() => {
      expect(document.text).toMatch(/<Partner xsi:type="LimitedCompany">\s*<Number><\/Number>/);
      expect(globalThis.document.activeElement).toBe(row.element());
    });
    await expect.element(row).toHaveValue('1');
  });

  it('is as the document says; one that is not said is XML until it is chosen, and keeps what stands in it', async () => {
    const XSI = 'http://www.w3.org/2001/XMLSchema-instance';
    const written = `<Skjema xmlns:i="${XSI}">\n  <Owner><Born>2000</Born></Owner>\n  <Partner i:type="LimitedCompany"><Number>1</Number></Partner>\n</Skjema>\n`;
    const { document } = openTypes(written);
    await expect.element(page.getByRole('combobox', { name: 'Partner 1' })).toHaveValue('1');
    await expect.element(owner).toHaveValue('');
    await expect.element(page.getByText(/The type of this part is not given/)).toBeVisible();
    expect(document.text).toBe(written);
    await owner.selectOptions('A person');
    await eventually(() =>
      expect(document.text).toContain('<Owner i:type="PrivatPerson"><Born>2000</Born></Owner>'),
    );
    await expect.element(page.getByRole('textbox', { name: /Born/ })).toHaveValue('2000');
    // What has to be there is not taken out, and the choice says so.
    await owner.selectOptions('Choose one');
    await expect.element(owner).toHaveValue('0');
  });

  it('that need not be made shows the usual fields, which take what is typed', async () => {
    const { document } = openTypes();
    await page.getByRole('button', { name: 'Expand Place', exact: true }).click();
    const place = page.getByRole('combobox', { name: 'Place', exact: true });
    await expect.element(place).toHaveValue('');
    await page.getByRole('button', { name: 'Add Place' }).click();
    await page.getByRole('textbox', { name: /Street/ }).fill('Storgata');
    await eventually(() =>
      expect(document.text.replaceAll(/\s/g, '')).toContain(
        '<Place><Street>Storgata</Street></Place>',
      ),
    );
    await expect.element(place).toHaveValue('0');
    await place.selectOptions('Abroad');
    await eventually(() =>
      expect(document.text).toMatch(/<Place xsi:type="Abroad">\s*<Street>Storgata/),
    );
  });
});

describe('rows', () => {
  it('are added, typed into, moved and removed', async () => {
    const { document, becomes } = open();
    await page.getByRole('button', { name: 'Add row' }).click();
    await eventually(() => expect(document.text.split('<Lines>')).toHaveLength(4));
    await eventually(() => {
      expect((document.text.match(/<Lines>/g) ?? []).length).toBe(3);
      expect(globalThis.document.activeElement?.getAttribute('aria-label')).toBe('Item, row 3');
    });
    await userEvent.keyboard('three');
    await eventually(() => expect(document.text).toContain('<Item>three</Item>'));
    await page.getByRole('button', { name: 'Actions of Lines 3' }).click();
    await page.getByRole('button', { name: 'Move up' }).click();
    await eventually(() => {
      expect(document.text).toMatch(/three[\s\S]*two/);
    });
    await page.getByRole('button', { name: 'Actions of Lines 2' }).click();
    await page.getByRole('button', { name: 'Remove row' }).click();
    await becomes('', '');
  });
});

describe('a part that may be left out', () => {
  it('is added with what has to be in it, and taken out again', async () => {
    const { document, becomes } = open();
    await page.getByRole('button', { name: 'Add Extra' }).click();
    await eventually(() =>
      expect(document.text).toMatch(/<Extra>\s*<Reason><\/Reason>\s*<\/Extra>/),
    );
    await inMenu('Extra', 'Remove from the form');
    await becomes('', '');
  });
});

describe('what is shown', () => {
  it('is what a search finds, with what it stands in', async () => {
    open();
    await box('Find a field').fill('reason');
    await expect.element(box(/Reason/)).toBeVisible();
    expect(box(/Sender name/).elements()).toHaveLength(0);
  });

  it('is what is filled in, or what has to be there', async () => {
    open();
    await page.getByText('Filled in', { exact: true }).click();
    await expect.element(box(/Amount/)).toBeVisible();
    expect(box(/Day/).elements()).toHaveLength(0);
    await page.getByText('Required', { exact: true }).click();
    await expect.element(box(/Sender name/)).toBeVisible();
    expect(box(/Amount/).elements()).toHaveLength(0);
  });

  it('FLD-06 of what is wrong is gone to by one key, from one to the next', async () => {
    const { fields } = open(XML.replace('12.50', 'x').replace('<Item>two</Item>', '<Wrong/>'));
    await eventually(() => expect(fields.problems).toHaveLength(3));
    await page.getByRole('button', { name: 'Next problem' }).click();
    await expect.element(box(/Amount/)).toHaveFocus();
  });

  it('FLD-03 has what does not fit as XML, with the way there, and drops nothing', async () => {
    const { document, opened } = open(
      XML.replace('<Person>', '<Strange a="1">x</Strange><Person>'),
    );
    await expect.element(page.getByText('<Strange a="1">x</Strange>')).toBeVisible();
    await page.getByRole('button', { name: 'Edit as XML' }).click();
    expect(opened).toHaveLength(1);
    expect(document.text).toContain('<Strange a="1">x</Strange>');
  });

  it('FLD-03 has attributes that the schema does not know, and takes one out as one step', async () => {
    const strange = XML.replace('<Person>', '<Person strange="1">').replace(
      '<Item>two',
      '<Item odd="a &amp; b">two',
    );
    const { document, fields } = open(strange);
    await expect.element(page.getByText('strange="1"')).toBeVisible();
    await eventually(() =>
      expect(
        fields.problems.map(({ said }) => said.by === 'structure' && said.problem.name),
      ).toEqual(['odd', 'strange']),
    );
    await inMenu('odd', 'Remove from the form');
    await eventually(() => {
      expect(document.text).toBe(strange.replace(' odd="a &amp; b"', ''));
    });
    await page.getByRole('button', { name: 'Undo', exact: true }).first().click();
    await eventually(() => expect(document.text).toBe(strange));
  });

  it('in a form that is only read is text, and has no control that changes it', async () => {
    open(XML, true);
    await expect.element(page.getByText('Fjord & Fjell')).toBeVisible();
    expect(box(/Sender|Item|Amount/).elements()).toHaveLength(0);
    expect(page.getByRole('button', { name: 'Add row' }).elements()).toHaveLength(0);
  });
});

describe('rows that scroll with what they stand in', () => {
  it('are drawn where it is scrolled to, down to the last one', async () => {
    const many = XML.replace(
      '<Person>',
      `${'<Lines><Item>more</Item></Lines>\r\n'.repeat(200)}<Person>`,
    );
    const { target } = open(many);
    Object.assign(target.style, { display: 'block', height: '300px', overflow: 'auto' });
    const rows = target.querySelector<HTMLElement>('.rows');
    if (rows === null) throw new Error('no rows');
    Object.assign(rows.style, { height: 'auto', overflow: 'visible' });
    // Who shows it does this by the size of the window.
    window.dispatchEvent(new Event('resize'));
    const drawn = () => [...target.querySelectorAll('[data-row]')];
    const end = () => Math.max(...drawn().map((row) => row.getBoundingClientRect().bottom));
    await eventually(() => expect(target.scrollHeight).toBeGreaterThan(3000));
    expect(drawn().length).toBeLessThan(80);
    target.scrollTo(0, target.scrollHeight);
    await eventually(() => {
      expect(Math.abs(end() - rows.getBoundingClientRect().bottom)).toBeLessThan(2);
    });
    expect(rows.scrollTop).toBe(0);
  });
});

describe('a form that begins', () => {
  it('empty has what its schema asks for, in one step that can be undone', async () => {
    const document = new XmlDocument('', () => undefined);
    const fields = new FormFields({
      schema,
      document,
      open: openXmlText,
      wordsOf: ({ of }) => of.name,
      checked: () => [],
      onpause: () => undefined,
    });
    expect(fields.broken?.kind).toBe('empty');
    fields.begin();
    expect(fields.broken).toBeUndefined();
    expect(document.text).toContain('<SenderName-datadef-5 orid="5">');
    expect(document.text).not.toContain('<Lines>');
    fields.undo();
    expect(document.text).toBe('');
    fields.leave();
  });
});

describe('no value', () => {
  it('becomes an empty one where that is meant, which is something else', async () => {
    const { document } = open();
    await inMenu('Amount', 'Set to “no value”');
    await eventually(() => expect(document.text).toContain('xsi:nil="true"'));
    await inMenu('Amount', 'Leave empty');
    await eventually(() => {
      expect(document.text).toMatch(/<Amount-datadef-6><\/Amount-datadef-6>/);
    });
  });
});

describe('what is searched for', () => {
  it('has an undo of its own', async () => {
    const { document } = open();
    await box(/Sender name/).fill('A');
    await eventually(() => expect(document.text).toContain('>A</SenderName'));
    await box('Find a field').fill('x');
    await userEvent.keyboard('{Control>}z{/Control}');
    expect(document.text).toContain('>A</SenderName');
  });
});

describe('a piece of XML', () => {
  const LOOSE = formSchemaOf([group(0, 'Skjema'), group(1, 'Text', { content: 'mixed' })]);
  it('is edited where it stands, and broken XML is refused with its line', async () => {
    const document = new XmlDocument('<Skjema><Text>a<b/></Text></Skjema>', () => undefined);
    const fields = new FormFields({
      schema: LOOSE,
      document,
      open: openXmlText,
      wordsOf: ({ of }) => of.name,
      checked: () => [],
      onpause: () => undefined,
    });
    const { target } = show(FieldsPane, {
      fields,
      readOnly: false,
      xsdWords: () => '',
      onxml: () => undefined,
    });
    Object.assign(target.style, { display: 'flex', height: '500px', width: '800px' });
    await box('Text').fill('<Text>b</Txt>');
    await userEvent.tab();
    await expect.element(page.getByText('Not well-formed XML in line 1')).toBeVisible();
    expect(document.text).toBe('<Skjema><Text>a<b/></Text></Skjema>');
    await box('Text').fill('<Text>b<c/></Text>');
    await userEvent.tab();
    await eventually(() => {
      expect(document.text).toBe('<Skjema><Text>b<c/></Text></Skjema>');
    });
  });
});

describe('a cell of a table', () => {
  const tagOf = (name: string) => box(name).element().tagName;

  it('is one line, unless what is in it has more', async () => {
    const { becomes } = open(XML.replace('<Item>two', '<Item>two\r\nthree'));
    await expect.element(box('Item, row 1')).toBeVisible();
    expect(tagOf('Item, row 1')).toBe('INPUT');
    expect(tagOf('Item, row 2')).toBe('TEXTAREA');
    await box('Item, row 1').fill('first');
    await becomes('<Item>one', '<Item>first');
  });

  it('has several lines where the schema says that it is long', async () => {
    const long = formSchemaOf([
      group(0, 'Skjema'),
      group(1, 'Lines', { min: 0, max: 1000 }),
      leaf(2, 'Item', 'string', { facets: [{ name: 'maxLength', value: '2000' }] }),
      leaf(2, 'Short', 'string', { facets: [{ name: 'maxLength', value: '255' }] }),
    ]);
    open('<Skjema><Lines><Item>a</Item><Short>b</Short></Lines></Skjema>', false, long);
    await expect.element(box('Item, row 1')).toBeVisible();
    expect(tagOf('Item, row 1')).toBe('TEXTAREA');
    expect(tagOf('Short, row 1')).toBe('INPUT');
  });
});

describe('rows of a spreadsheet', () => {
  const paste = (text: string) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    const cell = box('Item, row 1').element();
    cell.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  };

  it('come behind those that are there, by the names in their first line, as one step', async () => {
    const { document, becomes } = open();
    paste('Price\tItem\tOther\r\n1 234,5\tÆrlig & rett\tx\r\nmany\tthree\r\n');
    await expect.element(page.getByText('1 value doesn’t fit')).toBeVisible();
    await page.getByRole('button', { name: 'Add 2 rows' }).click();
    await eventually(() => {
      expect(document.text).toMatch(
        /two<\/Item><\/Lines>\s*<Lines>\s*<Item>Ærlig &amp; rett<\/Item>\s*<Price>1234.5<\/Price>\s*<\/Lines>/,
      );
      expect(document.text).toMatch(/<Item>three<\/Item>\s*<Price>many<\/Price>/);
    });
    await page.getByRole('button', { name: 'Undo', exact: true }).first().click();
    await becomes('', '');
  });

  it('go into the fields that a person chooses for their columns', async () => {
    const { document } = open();
    paste('7\tseven\n8\teight');
    await page.getByRole('combobox', { name: 'Field for column 1' }).selectOptions('Price');
    await page.getByRole('combobox', { name: 'Field for column 2' }).selectOptions('Item');
    await page.getByRole('button', { name: 'Add 2 rows' }).click();
    await eventually(() => {
      expect(document.text).toMatch(/<Item>seven<\/Item>\s*<Price>7<\/Price>/);
      expect(document.text).toMatch(/<Item>eight<\/Item>\s*<Price>8<\/Price>/);
    });
  });
});
