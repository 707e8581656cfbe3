// The XML editor under a person’s hands: a tag is closed once, and nothing typed is lost.
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import XmlEditor from '../../renderer/components/XmlEditor.svelte';
import { XmlDocument } from '../../renderer/components/xml-document.ts';
import { eventually, show } from './support/browser.ts';
import FormProbe from './support/FormProbe.svelte';

/** `|` is where the person is. */
async function open(text: string): Promise<XmlDocument> {
  const at = text.indexOf('|');
  const document = new XmlDocument(text.replace('|', ''), () => undefined);
  const { target } = show(XmlEditor, { document, label: 'XML' });
  Object.assign(target.style, { display: 'flex', height: '300px' });
  await expect.element(page.getByRole('textbox', { name: 'XML' })).toBeVisible();
  await page.getByRole('textbox', { name: 'XML' }).click();
  const before = text.slice(0, at).split('\n');
  const steps = '{ArrowRight}'.repeat(before.at(-1)?.length ?? 0);
  const lines = '{ArrowDown}'.repeat(before.length - 1);
  await userEvent.keyboard(`{Control>}{Home}{/Control}${lines}${steps}`);
  return document;
}
/** Keys as they are pressed; `{` begins a key's name for the driver. */
const type = (keys: string) => userEvent.keyboard(keys);
const becomes = (document: XmlDocument, text: string) =>
  eventually(() => {
    expect(document.text).toBe(text);
  });

describe('a tag that is typed', () => {
  it.each([
    ['an element', '|', '<a>', '<a></a>'],
    ['an element, its text and its closing tag', '|', '<a>1</a>', '<a>1</a>'],
    ['an empty one with its closing tag', '|', '<a></a>', '<a></a>'],
    ['one in another, closed by hand both', '|', '<a><b>1</b></a>', '<a><b>1</b></a>'],
    ['one beside another', '<r>|</r>', '<a>1</a><a>2</a>', '<r><a>1</a><a>2</a></r>'],
    ['one in another of its name', '<a>|</a>', '<a>1', '<a><a>1</a></a>'],
    ['the end of an opening tag that has a closing one', '<a|1</a>', '>', '<a>1</a>'],
    ['a closing tag where one is missing', '<r><a>1|</r>', '</a>', '<r><a>1</a></r>'],
    ['the beginning of a closing tag that is missing', '<r><a>1|</r>', '</', '<r><a>1</a></r>'],
    ['another name than the one that is missing', '<r><a>1|</r>', '</x>', '<r><a>1</x></r>'],
    ['another name than the one that stands there', '<a>1|</a>', '</x>', '<a>1</x></a>'],
    ['a name that begins like the one there', '<a>1|</a>', '</ab>', '<a>1</ab></a>'],
    ['an empty element', '<r>|</r>', '<a/>', '<r><a/></r>'],
    ['attributes with signs of markup', '<r>|</r>', '<a x="/>">1', '<r><a x="/>">1</a></r>'],
    ['what stands in a comment', '<r><!-- | --></r>', '<a>', '<r><!-- <a> --></r>'],
    ['what goes on after the closing tag', '<r>|</r>', '<a>1</ <b>', '<r><a>1</a> <b></b></r>'],
    ['a new line after the beginning of one', '<r><a>1|</r>', '</{Enter}', '<r><a>1</a>\n</r>'],
  ])('%s', async (_, before, keys, after) => {
    const document = await open(before);
    await type(keys);
    await becomes(document, after);
  });

  it('is not closed again where its closing tag is far below', async () => {
    const lines = '<line><value>1</value></line>\n'.repeat(30_000);
    const document = await open(`<all|\n${lines}</all>`);
    await type('>');
    await becomes(document, `<all>\n${lines}</all>`);
  });

  it('is taken back by one undo', async () => {
    // One key: how many undos several take depends on how fast they are typed.
    const document = await open('<r><a|</r>');
    await type('>');
    await becomes(document, '<r><a></a></r>');
    await type('{Control>}z{/Control}');
    await becomes(document, '<r><a</r>');
  });
});

it('has the focus again, where the person was, when a dialog over it has gone', async () => {
  const document = await open('<a>1|</a>');
  const { remove } = show(FormProbe, { onsubmit: () => undefined, onclose: () => undefined });
  await expect.element(page.getByRole('dialog', { name: 'New' })).toBeVisible();
  await userEvent.click(page.getByLabelText('Name'));
  remove();
  await type('2');
  await becomes(document, '<a>12</a>');
});
