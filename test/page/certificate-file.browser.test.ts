// A certificate file on the screen: which of several is used, and what is said of one that is not in force.
import { beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { eventually, main, show } from './support/browser.ts';
import type { InspectedCertificate } from '../../preload/contract/credentials.ts';
import FirstRun from '../../renderer/screens/connections/FirstRun.svelte';
import ImportCertificate from '../../renderer/screens/connections/ImportCertificate.svelte';
import ImportPrivateKey from '../../renderer/screens/connections/ImportPrivateKey.svelte';
import { startWindow } from '../../renderer/start.ts';
import { en } from '../../renderer/texts/en.ts';
import { makeStart } from './support/samples.ts';

const t = en.credentials.form;
const onclose = () => undefined;
const facts = (more: Partial<InspectedCertificate> = {}): InspectedCertificate => ({
  subject: 'CN=Client',
  commonName: 'Client',
  organisationNumber: '910514318',
  issuer: 'CN=Fjord issuing',
  serialNumber: '01',
  fingerprintSha256: 'AA',
  validFrom: '2026-03-12T12:00:00.000Z',
  validTo: '2028-03-12T12:00:00.000Z',
  daysLeft: 400,
  keyType: 'EC P-256',
  chain: [],
  expiry: 'ok',
  leftOut: [],
  ...more,
});
const choice = (number: number, name: string) => ({
  number,
  name,
  keyType: 'EC P-256',
  issuer: 'CN=Fjord issuing',
  validTo: '2028-03-12T12:00:00.000Z',
});
const words = (name: string) => t.keyChoice(name, 'EC P-256', '12 Mar 2028', 'CN=Fjord issuing');

beforeEach(async () => {
  main.always('app.start', () => makeStart());
  await startWindow();
});

async function pick(what: string = t.file): Promise<void> {
  const file = { handle: `file-${'a'.repeat(24)}`, name: 'own.p12', size: 3000 };
  main.always('files.choose', () => file);
  await page.getByRole('button', { name: `${en.words.chooseFile} ${what}` }).click();
}

it('(FLD-06) of several that are fit a person chooses one, and that one is kept', async () => {
  main.alwaysFails('credentials.inspectCertificate', {
    kind: 'certificate',
    problem: 'several-keys',
    message: '',
    detail: '',
    choices: [choice(2, 'First'), choice(3, 'Second')],
  });
  show(ImportCertificate, { onclose: () => undefined });
  await pick();
  await expect.element(page.getByRole('radio', { name: words('First') })).toBeVisible();
  expect(page.getByText(en.failures.certificate['several-keys'].what).query()).toBeNull();
  const second = page.getByRole('radio', { name: words('Second') });
  main.always('credentials.inspectCertificate', () =>
    facts({
      commonName: 'Second',
      leftOut: [
        { name: 'First', why: 'not-chosen' },
        { name: 'Old', why: 'expired' },
      ],
    }),
  );
  await second.click();
  // What was not chosen is told by the choice itself.
  await expect.element(page.getByText(t.leftOut.expired('Old'))).toBeVisible();
  expect(page.getByRole('listitem').elements()).toHaveLength(1);
  await expect.element(second).toBeChecked();
  await page.getByRole('button', { name: t.import }).click();
  await eventually(() => {
    expect(main.calls('credentials.importCertificate').at(-1)?.input.keyNumber).toBe(3);
  });
});

it('(FLD-06) of several registered keys a person chooses one', async () => {
  main.alwaysFails('credentials.importPrivateKey', {
    kind: 'certificate',
    problem: 'several-keys',
    message: '',
    detail: '',
    choices: [1, 2].map((number) => ({
      number,
      name: `SHA-256 a${String(number)}`,
      keyType: 'RSA 2048',
    })),
  });
  show(ImportPrivateKey, { name: 'Key', onclose: () => undefined });
  await pick(t.keyFile);
  const keep = page.getByRole('button', { name: t.import });
  await keep.click();
  await page.getByRole('radio', { name: t.keyChoice('SHA-256 a2', 'RSA 2048', '', '') }).click();
  expect(page.getByText(en.failures.certificate['several-keys'].what).query()).toBeNull();
  await keep.click();
  await eventually(() => {
    expect(main.calls('credentials.importPrivateKey').at(-1)?.input.keyNumber).toBe(2);
  });
});

const closed = [
  ['wrong-passphrase', '', t.passphraseProblems['wrong-passphrase']()],
  ['key-locked', 'Client', t.passphraseProblems['key-locked']('Client')],
  ['two-passphrases', '', t.passphraseProblems['two-passphrases']()],
] as const;
it.each(closed)(
  '(FLD-04) (FLD-06) what a passphrase does not open is said at its field, in each form: %s',
  async (problem, detail, said) => {
    const failure = { kind: 'certificate' as const, problem, message: '', detail };
    const isSaid = async (hint: string) => {
      const field = page.getByLabelText(new RegExp(`^${t.passphrase}`));
      await expect.element(field).toHaveAttribute('aria-invalid', 'true');
      await expect.element(field).toHaveAccessibleDescription(`${hint} ${said}`);
      const { what } = en.failures.certificate[problem];
      expect(page.getByText(what, { exact: true }).query()).toBeNull();
    };
    for (const form of [() => show(FirstRun, {}), () => show(ImportCertificate, { onclose })]) {
      main.alwaysFails('credentials.inspectCertificate', {
        ...failure,
        problem: 'wrong-passphrase',
      });
      const { remove } = form();
      await pick();
      main.alwaysFails('credentials.inspectCertificate', failure);
      const field = page.getByLabelText(t.passphrase, { exact: true });
      await field.fill('of another');
      await userEvent.keyboard('{Tab}');
      await isSaid(t.passphraseHint);
      remove();
    }
    main.alwaysFails('credentials.importPrivateKey', failure);
    show(ImportPrivateKey, { name: 'Key', onclose });
    await pick(t.keyFile);
    await page.getByRole('button', { name: t.import }).click();
    await isSaid(t.keyPassphraseHint);
  },
);

it('(FLD-06) which one is taken is said, and why others are not', async () => {
  main.always('credentials.inspectCertificate', () =>
    facts({
      leftOut: [
        { name: 'Old', why: 'expired' },
        { name: 'Signing', why: 'other-use' },
      ],
    }),
  );
  show(ImportCertificate, { onclose: () => undefined });
  await pick();
  for (const said of [
    t.taken('Client', '12 Mar 2028'),
    t.leftOut.expired('Old'),
    t.leftOut['other-use']('Signing'),
  ])
    await expect.element(page.getByText(said)).toBeVisible();
});

const outside = [
  ['expired', { validTo: '2026-04-01T12:00:00.000Z' }, t.outside.expired('1 Apr 2026')],
  [
    'not-yet-valid',
    { validFrom: '2027-04-01T12:00:00.000Z' },
    t.outside['not-yet-valid']('1 Apr 2027'),
  ],
] as const;
it.each(outside)(
  '(FLD-08) %s is told at opening on its field, and nothing is sent',
  async (expiry, dates, said) => {
    main.always('credentials.inspectCertificate', () => facts({ expiry, ...dates }));
    const before = main.calls('connections.setUp').length;
    const { remove } = show(FirstRun, {});
    await pick();
    await expect.element(page.getByText(said)).toBeVisible();
    await page.getByRole('button', { name: en.firstRun.connect }).click();
    const file = page.getByRole('button', { name: `${en.words.chooseFile} ${t.file}` });
    await expect.element(file).toHaveAttribute('aria-invalid', 'true');
    await expect.element(page.getByText(said)).toBeVisible();
    expect(main.calls('connections.setUp')).toHaveLength(before);
    expect(page.getByText(en.failures.fixes['open-connection']).query()).toBeNull();
    remove();
    show(ImportCertificate, { onclose: () => undefined });
    await pick();
    await expect.element(page.getByText(said)).toBeVisible();
    expect(page.getByRole('button', { name: t.import }).query()).toBeNull();
  },
);

it.each(['expired', 'not-yet-valid'] as const)(
  '(FLD-08) a kept certificate that is %s is refused on its field at the first connection',
  async (expiry) => {
    const { leftOut: _left, expiry: _expiry, ...kept } = facts();
    const certificate = {
      ...{ kind: 'certificate' as const, id: 'kept-1', name: 'Kept', expiry, facts: kept },
      ...{ added: '2026-03-12T12:00:00.000Z', memoryOnly: false, usedBy: [] },
    };
    main.always('app.start', () => makeStart({ credentials: [certificate] }));
    await startWindow();
    main.alwaysFails('connections.setUp', {
      kind: 'invalid-input',
      message: '',
      fields: { 'signIn.certificate': expiry },
    });
    show(FirstRun, {});
    const field = page.getByLabelText(en.firstRun.savedCertificate);
    await field.selectOptions('Kept');
    await page.getByLabelText(en.connections.form.organisationName).fill('Fjordtrafikk AS');
    await page.getByLabelText(en.connections.form.organisationNumber).fill('910514318');
    await page.getByRole('radio', { name: en.words.test, exact: true }).click();
    await page.getByLabelText(en.connections.form.baseAddress).fill('https://a.example');
    await page.getByLabelText(en.connections.form.apiKey, { exact: true }).fill('a-key');
    await page.getByRole('button', { name: en.firstRun.connect }).click();
    await expect.element(field).toHaveAttribute('aria-invalid', 'true');
    await expect.element(field).toHaveAccessibleDescription(en.fields[expiry]);
  },
);
