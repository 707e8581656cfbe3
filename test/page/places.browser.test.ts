// Places from a file in the window: shown whole, dropped, refused beside a form, and offered by name.
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { eventually, main, show } from './support/browser.ts';
import type { Start } from '../../preload/contract/app.ts';
import type { ManagedSettings } from '../../preload/contract/managed.ts';
import type { KnownPlaces } from '../../preload/contract/places.ts';
import ConnectionEditor from '../../renderer/screens/connections/ConnectionEditor.svelte';
import Connections from '../../renderer/screens/connections/Connections.svelte';
import { TAKE_OVER_PLACE } from '../../renderer/state/job-place.ts';
import { router } from '../../renderer/state/router.svelte.ts';
import { session } from '../../renderer/state/session.svelte.ts';
import { startWindow } from '../../renderer/start.ts';
import { en } from '../../renderer/texts/en.ts';
import { AT, makeConnection, makeStart } from './support/samples.ts';

const t = en.places;
const HANDLE = 'file-aaaaaaaaaaaaaaaaaaaa';
const CHOSEN = { handle: HANDLE, name: 'places.json' };

const test = {
  name: 'Test',
  environment: 'test',
  baseAddress: 'https://test.one.example/base',
  formerHosts: ['old.one.example'],
  highestTls: 'TLSv1.2',
} as const;
const production = {
  name: 'Production',
  environment: 'production',
  baseAddress: 'https://one.example',
  formerHosts: [],
  highestTls: 'TLSv1.3',
} as const;
const people = { kind: 'person', name: 'People', issuer: 'https://login.example' } as const;
const machines = {
  kind: 'machine-token',
  name: 'Machines',
  tokenEndpoint: 'https://machine.example/token',
  exchangeEndpoint: 'https://xn--exchnge-cza.example/exchange',
} as const;
const file = {
  ...{ version: 1 as const, name: 'Fjord Systems AS' },
  places: [
    { ...test, formerHosts: [...test.formerHosts] },
    { ...production, formerHosts: [] },
  ],
  providers: [people, machines],
};
const known: KnownPlaces = { file, taken: AT };
const old = { ...file.places[0], baseAddress: 'https://test.zero.example' };
const plan = {
  file,
  places: [
    { state: 'changed', before: old, after: file.places[0] },
    { state: 'new', before: null, after: file.places[1] },
    {
      state: 'gone',
      before: { ...file.places[1], name: 'Preview', baseAddress: 'https://preview.example' },
      after: null,
    },
  ],
  providers: [people, machines].map((after) => ({ state: 'same', before: after, after })),
  moved: [
    {
      ...{ connection: 'c-1', name: 'Connection c-1', place: 'Test' },
      ...{ from: 'https://test.zero.example', to: test.baseAddress },
    },
  ],
} as never;

async function begin(more: Partial<Start> = {}) {
  const connections = [
    makeConnection('c-1', { place: 'Test', baseAddress: 'https://test.zero.example' }),
  ];
  main.always('app.start', () => makeStart({ connections, chosen: 'c-1', ...more }));
  await startWindow();
  main.tell('placesChanged', { known: more.places ?? null });
  await eventually(() => {
    expect(session.start?.managed ?? null).toEqual(more.managed ?? null);
  });
}
const dialog = () => page.getByRole('dialog', { name: t.title });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const chosen = (answer: typeof CHOSEN | null = CHOSEN) => main.always('files.choose', () => answer);

function drop(element: Element, files: readonly (typeof CHOSEN)[]) {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File(['{}'], 'places.json'));
  element.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  main.tell('filesDropped', { files: [...files] });
}

beforeEach(() => {
  main.always('places.read', () => plan);
  main.always('connectionFile.read', () => ({ state: 'foreign' as const }));
});

describe('on the screen of connections', () => {
  const open = () => {
    router.replace({ connection: 'c-1', screen: 'connections', id: null });
    return show(Connections, {});
  };

  it('shows all of a file before anything is taken, with each host in plain sight', async () => {
    await begin();
    open();
    chosen();
    const before = main.calls('places.take').length;
    await button(t.open).click();
    await dialog().getByRole('button', { name: en.words.chooseFile }).click();
    await expect.element(dialog().getByText(file.name)).toBeVisible();
    expect(main.last('files.choose').input).toEqual({ purpose: 'places' });
    expect(main.last('places.read').input).toEqual({ file: HANDLE });
    const rows = dialog().getByRole('listitem');
    for (const [said, ...all] of [
      [
        'Test',
        'test.one.example',
        '/base',
        en.managed.tls12,
        'old.one.example',
        t.states.changed,
        'https://test.zero.example',
      ],
      ['Production', 'one.example', en.words.production, t.states.new],
      ['Preview', 'preview.example', t.states.gone],
      ['People', 'login.example', t.states.same],
      ['Machines', 'machine.example', 'xn--exchnge-cza.example', t.lookalike],
    ] as const)
      for (const text of all)
        await expect.element(rows.filter({ hasText: said }).first()).toHaveTextContent(text);
    await expect.element(dialog().getByText(t.movedTitle(1))).toBeVisible();
    expect(main.calls('places.take')).toHaveLength(before);
  });

  it('takes exactly what was shown, and then leads to the connections with the old address', async () => {
    await begin();
    open();
    chosen();
    main.always('places.take', () => ({ known, moved: (plan as { moved: never }).moved }));
    await button(t.open).click();
    await dialog().getByRole('button', { name: en.words.chooseFile }).click();
    await dialog().getByRole('button', { name: t.use }).click();
    expect(main.last('places.take').input).toEqual(file);
    const change = dialog().getByRole('button', {
      name: en.connections.changeTitle('Connection c-1'),
    });
    await expect.element(change).toBeVisible();
    await change.click();
    await eventually(() => {
      expect(router.route.id).toBe('c-1+change-baseAddress');
    });
    main.tell('placesChanged', { known });
    await expect.element(page.getByText(t.movedPlace('Test'))).toBeVisible();
    await button(t.useNew).click();
    await expect.element(page.getByRole('combobox', { name: t.place })).toHaveDisplayValue('Test');
    await expect.element(page.getByText(test.baseAddress, { exact: true })).toBeVisible();
  });

  it('goes to taking connections over where it is a file of connections that is dropped on the list', async () => {
    await begin();
    open();
    main.always('connectionFile.read', () => ({ state: 'passphrase-needed' as const }));
    const list = page.getByRole('heading', { name: en.connections.heading, level: 2 }).element();
    drop(list, [CHOSEN]);
    await expect.element(page.getByLabelText(en.connectionFile.take.passphrase)).toBeVisible();
    expect(dialog().elements()).toEqual([]);
    expect(main.last('connectionFile.read').input).toEqual({ file: CHOSEN.handle });
    // It was dropped once: who comes back in another way chooses one.
    router.replace({ id: null });
    await expect
      .element(page.getByLabelText(en.connectionFile.take.passphrase))
      .not.toBeInTheDocument();
    const asked = main.calls('connectionFile.read').length;
    router.replace({ id: TAKE_OVER_PLACE });
    const title = { name: en.connectionFile.take.title, level: 1 };
    await expect.element(page.getByRole('heading', title)).toBeVisible();
    expect(page.getByLabelText(en.connectionFile.take.passphrase).elements()).toEqual([]);
    expect(main.calls('connectionFile.read')).toHaveLength(asked);
  });

  it('takes a file that is dropped on the list, and needs no mouse for the rest', async () => {
    await begin();
    open();
    main.always('places.take', () => ({ known, moved: [] }));
    const list = page.getByRole('heading', { name: en.connections.heading, level: 2 }).element();
    drop(list, [CHOSEN]);
    await expect.element(dialog().getByText(file.name)).toBeVisible();
    await expect.element(dialog().getByRole('button', { name: en.words.cancel })).toBeVisible();
    dialog().getByRole('button', { name: t.use }).element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(dialog()).not.toBeInTheDocument();
    expect(main.last('places.take').input).toEqual(file);
  });

  it('names the places that are known, and forgets them', async () => {
    await begin({ places: known });
    open();
    main.always('places.forget', () => ({}));
    await button(t.open).click();
    await expect.element(dialog().getByText('test.one.example')).toBeVisible();
    await dialog().getByRole('button', { name: t.forget }).click();
    await expect.element(dialog()).not.toBeInTheDocument();
    expect(main.last('places.forget').input).toEqual({});
  });

  it('says that the organisation settles the places, and offers no taking', async () => {
    const managed = {
      ...{ version: 1, managedBy: 'IT of Fjord' },
      places: [production],
    } as unknown as ManagedSettings;
    await begin({ managed });
    onTestFinished(() => begin());
    open();
    chosen();
    await button(t.open).click();
    await expect.element(dialog().getByText(t.managed('IT of Fjord'))).toBeVisible();
    await dialog().getByRole('button', { name: en.words.chooseFile }).click();
    await expect.element(dialog().getByText(file.name)).toBeVisible();
    await expect.element(dialog().getByText(t.managed('IT of Fjord'))).toBeVisible();
    await expect.element(dialog().getByRole('button', { name: t.use })).not.toBeInTheDocument();
  });
});

describe('in a connection form', () => {
  const open = () =>
    show(ConnectionEditor, {
      connection: undefined,
      onsaved: () => undefined,
      onleave: () => undefined,
    });
  const name = () => page.getByRole('textbox', { name: en.connections.form.name, exact: true });
  const place = () => page.getByRole('combobox', { name: t.place, exact: true });
  const address = () => page.getByRole('textbox', { name: en.connections.form.baseAddress });

  it('a file with faults is refused with each of them, and what was typed stays', async () => {
    await begin();
    open();
    chosen();
    main.alwaysFails('places.read', {
      ...{ kind: 'invalid-input', message: 'This file of places …' },
      fields: { 'places.1.baseAddress': 'base-address', 'places.0.apiKey': 'unknown-field' },
    });
    await name().fill('Ours');
    await address().fill('https://typed.example');
    await button(t.get).click();
    await dialog().getByRole('button', { name: en.words.chooseFile }).click();
    const alert = dialog().getByRole('alert');
    await expect.element(alert).toHaveTextContent(t.refused('places.json'));
    await expect
      .element(alert)
      .toHaveTextContent(`places[1].baseAddress: ${en.fields['base-address']}`);
    await expect
      .element(alert)
      .toHaveTextContent(`places[0].apiKey: ${en.fields['unknown-field']}`);
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog()).not.toBeInTheDocument();
    await expect.element(name()).toHaveValue('Ours');
    await expect.element(address()).toHaveValue('https://typed.example');
  });

  it('places are offered by name with all that comes with them, and another address can be typed', async () => {
    await begin({ places: known });
    open();
    await expect.element(address()).not.toBeInTheDocument();
    await place().selectOptions('Test');
    await expect.element(page.getByText(test.baseAddress, { exact: true })).toBeVisible();
    await expect
      .element(page.getByRole('textbox', { name: en.connections.form.formerHosts }))
      .toHaveValue('old.one.example');
    await expect
      .element(page.getByRole('combobox', { name: en.connections.form.highestTls }))
      .toHaveDisplayValue(en.connections.tls['TLSv1.2']);
    await place().selectOptions(t.other);
    await expect.element(address()).toHaveValue('https://');
    await expect
      .element(page.getByRole('textbox', { name: en.connections.form.formerHosts }))
      .toHaveValue('');
    await address().fill('https://mine.example');
    await place().selectOptions('Production');
    await expect.element(address()).not.toBeInTheDocument();
  });

  it('what is saved names the place', async () => {
    await begin({ places: known });
    open();
    await place().selectOptions('Test');
    await page
      .getByRole('textbox', { name: en.connections.form.organisationName, exact: true })
      .fill('Fjord');
    await page
      .getByRole('textbox', { name: en.connections.form.organisationNumber })
      .fill('910514318');
    await page.getByRole('radio', { name: new RegExp(`^${en.signIn.ways.none}`) }).click();
    await button(en.words.save).click();
    expect(main.last('connections.create').input).toMatchObject({
      ...{ place: 'Test', environment: 'test', baseAddress: test.baseAddress },
      ...{ highestTls: 'TLSv1.2', formerHosts: ['old.one.example'] },
    });
  });

  it('providers are offered by name, and another one can be typed', async () => {
    await begin({ places: known });
    open();
    await place().selectOptions('Test');
    await page.getByRole('radio', { name: new RegExp(`^${en.signIn.ways.person}`) }).click();
    const issuer = page.getByRole('combobox', { name: en.signIn.fields.issuer });
    await expect.element(issuer).toHaveDisplayValue(`People · ${people.issuer}`);
    await issuer.selectOptions(t.other);
    const typed = page.getByRole('textbox', { name: t.otherOf(en.signIn.fields.issuer) });
    await typed.fill('https://mine.example');
    await issuer.selectOptions(`People · ${people.issuer}`);
    await expect.element(typed).not.toBeInTheDocument();
  });
});
