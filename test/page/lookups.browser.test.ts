// Look-up services on the page: what is sent of fields and text, what is kept, and what is not shown any more.
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { eventually, main, show } from './support/browser.ts';
import { MOST_QUERY } from '../../preload/contract/rules.ts';
import type { LookupAnswer } from '../../preload/contract/lookups.ts';
import type { OutlineNode } from '../../preload/contract/xsd.ts';
import Lookups from '../../renderer/screens/lookups/Lookups.svelte';
import { acting } from '../../renderer/state/acting.svelte.ts';
import { router } from '../../renderer/state/router.svelte.ts';
import { session } from '../../renderer/state/session.svelte.ts';
import { startWindow } from '../../renderer/start.ts';
import { en } from '../../renderer/texts/en.ts';
import { cancelled, makeConnection, makeStart } from './support/samples.ts';

const t = en.lookups;
const node = (depth: number, name: string, content: 'text' | 'elements'): OutlineNode => ({
  depth,
  kind: 'element',
  name,
  type: content === 'text' ? 'string' : '',
  base: content === 'text' ? 'string' : '',
  min: 1,
  max: 1,
  line: 1,
  documentation: '',
  facets: [],
  values: [],
  valueCount: 0,
  fixed: null,
  default: null,
  recursive: false,
  content,
});
const request = {
  outline: [node(0, 'sporring', 'elements'), node(1, 'signal', 'text')],
  cut: false,
  problem: null,
};
const described = { name: 'Boats', ownerName: 'Lights', enterpriseUserEnabled: true };
const answer = (text: string): LookupAnswer => ({
  handle: `answer-${'a'.repeat(24)}`,
  kind: 'text',
  type: 'text/plain',
  packed: false,
  bytes: text.length,
  text,
  cut: false,
  ms: 3,
});
let number = 0;
async function goTo(id: string | null) {
  router.go({ screen: 'lookups', id });
  await eventually(() => {
    expect(router.route.id).toBe(id);
  });
}

/** Each test has a connection of its own: what is kept is kept for it. */
async function open(withFields: boolean) {
  number += 1;
  const here = makeConnection(`c-${String(number)}`);
  main.always('app.start', () => makeStart({ connections: [here], chosen: here.id }));
  main.always('lookups.describe', () => ({
    ...described,
    request: withFields ? request : null,
    response: null,
  }));
  await startWindow();
  await eventually(() => {
    expect(session.chosen?.id).toBe(here.id);
  });
  await goTo(`L${String(number)}/1`);
  await eventually(() => {
    expect(acting.now?.who).toBe(acting.own?.who);
  });
  const actor = acting.own;
  if (actor === null) throw new Error('A connection is chosen.');
  const shown = () => {
    const { target, remove } = show(Lookups, { connection: here, actor });
    const style = { display: 'flex', flexDirection: 'column', height: '700px', width: '900px' };
    Object.assign(target.style, style);
    return { remove };
  };
  return { first: shown(), again: shown };
}
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
const way = (name: string) => page.getByRole('radiogroup').getByText(name, { exact: true }).click();
const query = () => page.getByRole('textbox', { name: t.query });
const asked = () =>
  main.calls('lookups.ask').map(({ input }) => (input as { query: string }).query);

it('what is typed into fields is sent as XML or as pairs, and as text what was made of it by hand', async () => {
  main.always('lookups.ask', () => answer('found'));
  const before = asked().length;
  await open(true);
  await page.getByRole('textbox', { name: 'Signal' }).fill('LM & 1');
  await press(t.ask);
  await expect.element(page.getByText('found', { exact: true })).toBeVisible();
  await way(t.notations.pairs);
  await press(t.ask);
  await way(t.ways.text);
  await expect.element(query()).toHaveValue('signal=LM & 1');
  await query().fill('signal=LM & 1;format=json');
  await press(t.ask);
  await eventually(() => {
    expect(asked().slice(before)).toEqual([
      '<sporring><signal>LM &amp; 1</signal></sporring>',
      'signal=LM & 1',
      'signal=LM & 1;format=json',
    ]);
  });
  // What was changed by hand is not written over by the fields.
  await way(t.ways.fields);
  await way(t.ways.text);
  await expect.element(query()).toHaveValue('signal=LM & 1;format=json');
});

it('the question and its answer are there again after another screen, and gone with another service', async () => {
  main.always('lookups.ask', () => answer('found'));
  const { first, again } = await open(false);
  await query().fill('kept');
  await page.getByRole('textbox', { name: t.consent }).fill('code-1');
  await press(t.ask);
  await expect.element(page.getByText('found', { exact: true })).toBeVisible();
  first.remove();
  await goTo(null);
  const second = again();
  await expect.element(query()).toHaveValue('kept');
  await expect.element(page.getByText('found', { exact: true })).toBeVisible();
  second.remove();
  await goTo('L99/1');
  again();
  await expect.element(query()).toHaveValue('');
  await expect.element(page.getByRole('textbox', { name: t.consent })).toHaveValue('');
  await expect.element(page.getByText(t.nothing)).toBeVisible();
});

it('a query that is too long is not sent, and says so', async () => {
  await open(false);
  await query().fill('x'.repeat(MOST_QUERY + 1));
  await expect.element(page.getByText(en.fields['too-long'], { exact: true })).toBeVisible();
  const button = page.getByRole('button', { name: t.ask, exact: true });
  await expect.element(button).toHaveAttribute('aria-disabled', 'true');
  await query().fill('x'.repeat(MOST_QUERY));
  await expect.element(button).not.toHaveAttribute('aria-disabled', 'true');
});

it('what main refuses of the code of a consent stands at its field', async () => {
  main.alwaysFails('lookups.ask', {
    kind: 'invalid-input',
    message: 'Refused.',
    fields: { authorizationCode: 'wrong-type' },
  });
  await open(false);
  await page.getByRole('textbox', { name: t.consent }).fill('code-9');
  await press(t.ask);
  await expect.element(page.getByText(en.fields['wrong-type'], { exact: true })).toBeVisible();
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});

it('a question can be taken back while it waits, and is then no failure', async () => {
  main.waits('lookups.ask');
  await open(false);
  await press(t.ask);
  await press(en.words.cancel);
  const call = main.calls('lookups.ask').at(-1);
  await eventually(() => {
    expect(call?.stopped).toBe(true);
  });
  call?.fail(cancelled);
  await expect.element(page.getByText(t.nothing)).toBeVisible();
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});

it('only the part that is shown is said to be one, and an answer that is no text is for a file alone', async () => {
  main.always('lookups.ask', () => ({ ...answer('part'), cut: true }));
  await open(false);
  await press(t.ask);
  await expect.element(page.getByText(t.cut)).toBeVisible();
  main.always('lookups.ask', () => ({ ...answer(''), kind: 'binary' as const, bytes: 9 }));
  await press(t.ask);
  await expect.element(page.getByText(t.binary)).toBeVisible();
  await expect
    .element(page.getByRole('button', { name: t.copy, exact: true }))
    .not.toBeInTheDocument();
});
