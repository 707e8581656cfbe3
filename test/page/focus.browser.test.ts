// The focus on its way through the window: at the heading of each new place, and one stop of Tab for each field.
import { flushSync } from 'svelte';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { eventually, main, show } from './support/browser.ts';
import App from '../../renderer/App.svelte';
import { focusArrival } from '../../renderer/components/focus-heading.ts';
import DateField from '../../renderer/components/DateField.svelte';
import SearchField from '../../renderer/components/SearchField.svelte';
import SecretInput from '../../renderer/components/SecretInput.svelte';
import { openXmlText } from '../../renderer/components/xml-editor.ts';
import { XmlDocument } from '../../renderer/components/xml-document.ts';
import FieldsPane from '../../renderer/forms/FieldsPane.svelte';
import { FormFields } from '../../renderer/forms/form-fields.svelte.ts';
import PickField from '../../renderer/screens/service-owner/PickField.svelte';
import { screens } from '../../renderer/screens.ts';
import { startWindow } from '../../renderer/start.ts';
import { router } from '../../renderer/state/router.svelte.ts';
import { session } from '../../renderer/state/session.svelte.ts';
import { userPlace } from '../../renderer/state/user-place.ts';
import { en } from '../../renderer/texts/en.ts';
import { formSchemaOf } from '../../preload/forms/form-schema.ts';
import { choice, group, leaf } from '../support/outlines.ts';
import { allThere, makeConnection, makeSecret, makeStart } from './support/samples.ts';

const names = en.frame.screens;
const heading = () => document.querySelector<HTMLElement>('#content h1');
const hasHeading = (before?: Element | null) =>
  eventually(() => {
    expect(heading()).not.toBeNull();
    expect(heading()).not.toBe(before);
    expect(document.activeElement).toBe(heading());
  });

describe('after a way to another place', () => {
  beforeEach(async () => {
    session.unlock();
    main.always('app.start', () =>
      makeStart({ connections: [makeConnection('c-1')], chosen: 'c-1' }),
    );
    show(App, {});
    await startWindow();
    router.replace({ connection: 'c-1', screen: 'settings', id: null });
    flushSync();
    await eventually(() => {
      expect(heading()).not.toBeNull();
    });
  });

  const elsewhere = screens.map(({ id }) => id).filter((id) => id !== 'settings');

  it.each(elsewhere)('FLD-30 the heading of %s has the focus', async (screen) => {
    const before = heading();
    router.go({ screen });
    await hasHeading(before);
    expect(router.route.screen).toBe(screen);
  });

  const link = (screen: keyof typeof names) =>
    page.getByRole('navigation').getByRole('link', { name: names[screen] });
  const WAYS: Readonly<Record<string, () => Promise<void>>> = {
    'a link of the sidebar': async () => {
      (await link('activity').findElement()).focus();
      await userEvent.keyboard('{Enter}');
    },
    'the palette': async () => {
      await userEvent.keyboard('{Control>}k{/Control}');
      await userEvent.keyboard(`${names.activity}{Enter}`);
    },
    'a key': async () => {
      await userEvent.keyboard('{Control>}j{/Control}');
    },
    'an icon of the title bar in a narrow window': async () => {
      onTestFinished(() => page.viewport(1100, 760));
      await page.viewport(900, 600);
      const icon = page.getByRole('banner').getByRole('link', { name: names.activity });
      (await icon.findElement()).focus();
      await userEvent.keyboard('{Enter}');
    },
  };
  it.each(Object.keys(WAYS))('FLD-30 by %s, and back again', async (way) => {
    const before = heading();
    await WAYS[way]?.();
    await hasHeading(before);
    expect(router.route.screen).toBe('activity');
    const there = heading();
    await userEvent.keyboard('{Alt>}{ArrowLeft}{/Alt}');
    await hasHeading(there);
    expect(router.route.screen).toBe('settings');
  });

  it('FLD-30 a dialog that the way opens keeps the focus, and gives it to the heading', async () => {
    main.always('enterpriseUsers.list', () => ({
      users: [],
      fetched: NOW,
      fromCopy: false,
      completeness: allThere,
    }));
    router.go({ screen: 'enterprise-users', id: userPlace({ kind: 'create' }) });
    const dialog = page.getByRole('dialog');
    await expect.element(dialog).toBeVisible();
    expect(dialog.element().contains(document.activeElement)).toBe(true);
    await userEvent.keyboard('{Escape}');
    await hasHeading();
  });

  it('FLD-30 a selection in a list, and a view within a screen, leave it where it is', async () => {
    router.go({ screen: 'explorer' });
    await hasHeading();
    const view = (name: string) => page.getByRole('radio', { name });
    await expect.element(view(en.explorer.views.browse)).toBeVisible();
    (await view(en.explorer.views.browse).findElement()).focus();
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(view(en.explorer.views.traffic)).toHaveFocus();
    await eventually(() => {
      expect(router.route.id).not.toBeNull();
    });
    expect(document.activeElement).toBe(view(en.explorer.views.traffic).element());
  });
});

it('FLD-30 what a place begins with has the focus, and not its heading, in whatever order they are looked at', () => {
  const place = document.createElement('main');
  document.body.append(place);
  const leave = focusArrival(place, null);
  place.innerHTML = '<h1>Check XML file</h1><button>Back</button><button autofocus>Choose</button>';
  leave();
  focusArrival(place, null)();
  expect(document.activeElement?.textContent).toBe('Choose');
  place.remove();
});

const NOW = '2026-05-04T10:00:00.000Z';

it('FLD-30 the form for an encrypted file has the focus, and gives it back to what opened it', async () => {
  main.always('app.start', () =>
    makeStart({ connections: [makeConnection('c-1')], chosen: 'c-1' }),
  );
  const { default: OneTimeSecret } =
    await import('../../renderer/screens/enterprise-users/OneTimeSecret.svelte');
  await startWindow();
  show(OneTimeSecret, { secret: makeSecret('s-1') });
  const t = en.oneTimeSecrets;
  const opens = page.getByRole('button', { name: t.save });
  (await opens.findElement()).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByLabelText(t.file.passphrase, { exact: true })).toHaveFocus();
  (await page.getByRole('button', { name: t.file.cancel }).findElement()).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(opens).toHaveFocus();
});

const schema = formSchemaOf([
  group(0, 'Skjema'),
  leaf(1, 'Text'),
  leaf(1, 'Long', 'string', { min: 0, facets: [{ name: 'maxLength', value: '2000' }] }),
  leaf(1, 'Amount', 'decimal', { min: 0, nillable: true }),
  leaf(1, 'Day', 'date', { min: 0 }),
  leaf(1, 'Sent', 'boolean'),
  leaf(1, 'Kind', 'string', { values: [{ value: 'a', label: 'First' }] }),
  leaf(1, 'Colour', 'string', {
    values: Array.from({ length: 40 }, (_, at) => ({ value: String(at), label: `C${String(at)}` })),
  }),
  group(1, 'Lines', { min: 0, max: 1000 }),
  leaf(2, 'Item'),
  leaf(2, 'Sold', 'date', { min: 0 }),
  choice(1),
  leaf(2, 'Person'),
  leaf(2, 'Company'),
  group(1, 'Loose', { content: 'mixed' }),
]);
const XML = `<Skjema><Text>a</Text><Long>b</Long><Amount>1</Amount><Day>2026-01-02</Day><Sent>1</Sent><Kind>a</Kind>
<Colour>1</Colour><Lines><Item>one</Item><Sold>2026-01-02</Sold></Lines><Person>Ås</Person><Loose>x<b/></Loose></Skjema>`;
function showForm() {
  const document = new XmlDocument(XML, () => undefined);
  const fields = new FormFields({
    schema,
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
  Object.assign(target.style, { display: 'flex', height: '1400px', width: '900px' });
  return target;
}

/** Everything that has a field with a helper beside it. */
const HELPED: Readonly<Record<string, () => HTMLElement>> = {
  'a secret': () => show(SecretInput, { value: 'x', field: { 'aria-label': 'S' } }).target,
  'a day': () => show(DateField, { value: '2026-01-02', label: 'Day' }).target,
  'a filter': () => show(SearchField, { value: 'typed', label: 'Filter' }).target,
  'a service': () =>
    show(PickField, {
      label: 'Service',
      hint: '',
      chosen: { code: 'K107', name: 'Tax' },
      find: () => [],
      read: () => undefined,
      state: 'read',
      onneed: () => undefined,
      onpick: () => undefined,
    }).target,
  'a form': showForm,
};
const FIELDS = 'input:not([tabindex="-1"]), select, textarea';
const HELPERS = '[data-helper]';
const isSeen = (one: HTMLElement) => one.checkVisibility();

describe('a field', () => {
  it.each(Object.keys(HELPED))('FLD-30 of %s is one stop of Tab', async (name) => {
    const target = HELPED[name]?.();
    if (target === undefined) throw new Error('Nothing is shown.');
    await eventually(() => {
      expect(target.querySelector(HELPERS)).not.toBeNull();
    });
    const helpers = [...target.querySelectorAll<HTMLElement>(HELPERS)].filter(isSeen);
    expect(helpers.map(({ tabIndex }) => tabIndex)).toEqual(helpers.map(() => -1));
    const reached = new Set<Element>();
    for (const field of [...target.querySelectorAll<HTMLElement>(FIELDS)].filter(isSeen)) {
      field.focus();
      await userEvent.keyboard('{Alt>}{Enter}{/Alt}');
      if (document.activeElement === field) continue;
      expect(field.getAttribute('aria-keyshortcuts')).toBe('Alt+Enter');
      // Each once around, until it is the first again.
      const first = document.activeElement;
      do {
        if (document.activeElement !== null) reached.add(document.activeElement);
        await userEvent.keyboard('{ArrowRight}');
      } while (document.activeElement !== first);
      await userEvent.keyboard('{Escape}');
      expect(document.activeElement).toBe(field);
    }
    expect(helpers.filter((one) => !reached.has(one)).map((one) => one.ariaLabel)).toEqual([]);
  });

  it('FLD-30 in a form Tab goes from field to field', async () => {
    const target = showForm();
    await eventually(() => {
      expect(target.querySelectorAll('[data-shape="field"]').length).toBeGreaterThan(6);
    });
    const rows = [...target.querySelectorAll<HTMLElement>('[data-shape="field"]')];
    rows[0]?.querySelector<HTMLElement>(FIELDS)?.focus();
    for (const row of rows.slice(0, 7)) {
      expect(row.contains(document.activeElement)).toBe(true);
      expect(document.activeElement?.matches(FIELDS)).toBe(true);
      await userEvent.tab();
    }
  });
});
