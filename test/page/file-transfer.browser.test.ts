// File transfer on the page: what is missing before sending, what was kept, and what a job says of bytes and retries.
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { eventually, main, show } from './support/browser.ts';
import type { JobOf } from '../../preload/contract/jobs.ts';
import type { FoundService } from '../../preload/contract/reference.ts';
import type { Failure } from '../../preload/result.ts';
import { amountOf, retriedOf, whyOf } from '../../renderer/components/job-words.ts';
import FileTransfer from '../../renderer/screens/file-transfer/FileTransfer.svelte';
import { acting } from '../../renderer/state/acting.svelte.ts';
import { perSecond } from '../../renderer/state/job-pace.ts';
import { router } from '../../renderer/state/router.svelte.ts';
import { session } from '../../renderer/state/session.svelte.ts';
import { startWindow } from '../../renderer/start.ts';
import { en } from '../../renderer/texts/en.ts';
import { AT, makeConnection, makeParty, makeStart } from './support/samples.ts';

const t = en.fileTransfer;
const HERE = makeConnection('c-1');
const complete = { complete: true, because: null, calls: 2 } as const;
const file = (name: string, status: 'uploaded' | 'downloaded' = 'uploaded') => ({
  reference: `8d4a9a90-6a0c-4d62-9c1f-${name.padStart(12, '0')}`,
  name: `${name}.zip`,
  bytes: 2_000_000,
  status,
  serviceCode: 'B102',
  serviceEdition: 1,
  sender: '910514318',
  sendersReference: 'R-7',
  sent: AT,
  receipt: '401',
});
const sent = {
  reference: '8d4a9a90-6a0c-4d62-9c1f-000000000099',
  who: '910514318',
  name: 'ut.zip',
  bytes: 10,
  sent: AT,
  code: 'B102',
  edition: 1,
  sendersReference: 'R-6',
  recipients: ['910514318'],
};

const service = (code: string, name: string): FoundService => ({
  ownerCode: 'FYR',
  ownerName: 'Fyrtilsynet',
  name,
  code,
  edition: 1,
  validFrom: null,
  validTo: null,
  kind: null,
  type: 'Broker',
  restEnabled: null,
  kept: false,
  form: null,
  enterpriseUserEnabled: null,
});
const FOUND = '910514318';
const REFUSED: Failure = {
  kind: 'refused',
  message: 'The platform refused it.',
  status: 403,
  reason: 'No service owner.',
  cause: 'other',
  reference: 'ABCD-1234',
};
const MISSING = '910000020';
const DELETED = '910000039';

async function open(id: string | null = null, connection = HERE) {
  main.always('app.start', () => makeStart({ connections: [connection], chosen: 'c-1' }));
  main.always('reference.search', () => ({
    services: [service('B102', 'Formidling av målinger')],
    total: 1,
    all: 1,
    exact: false,
    completeness: { complete: true, because: null, calls: 0 },
    origin: { from: 'platform', fetched: AT },
  }));
  main.always('reference.named', ({ services }) => ({
    services: services.map(({ code }) =>
      code === 'B102' ? service(code, 'Formidling av målinger') : null,
    ),
    origin: { from: 'platform', fetched: AT },
  }));
  main.always('serviceOwner.names', ({ organisationNumbers }) => ({
    organisations: organisationNumbers.map((organisationNumber) => ({
      organisationNumber,
      name: organisationNumber === MISSING ? null : `Name of ${organisationNumber}`,
    })),
  }));
  main.always('fileTransfer.list', () => ({
    files: [file('1'), file('2')],
    completeness: complete,
    notListed: [],
  }));
  main.always('fileTransfer.sent', () => ({ files: [sent] }));
  main.always('fileTransfer.kept', () => ({
    description: {
      sendersReference: 'kept reference',
      recipients: ['910514318'],
      properties: [{ name: 'Uke', value: '12' }],
      fileList: true,
    },
  }));
  await startWindow();
  await eventually(() => {
    expect(session.chosen?.id).toBe('c-1');
  });
  router.go({ screen: 'file-transfer', id });
  before.sent = main.calls('jobs.startFileSending').length;
  before.asked = main.calls('serviceOwner.names').length;
  const actor = acting.own;
  if (actor === null) throw new Error('A connection is chosen.');
  show(FileTransfer, { connection, actor });
}

async function choose(dialog: Locator, typed: string, option = 'B102/1') {
  const other = dialog.getByRole('button', { name: t.send.otherService });
  const field = dialog.getByRole('combobox', { name: t.send.service });
  if (other.elements().length > 0) {
    await other.click();
    await expect.element(field).toHaveFocus();
  }
  await field.fill(typed);
  await dialog.getByRole('option', { name: option }).click();
}

/** All but the recipients. */
async function fillIn() {
  const dialog = page.getByRole('dialog', { name: t.send.title });
  const field = (name: string) => dialog.getByRole('textbox', { name });
  main.always('fileTransfer.kept', () => ({ description: null }));
  main.always('files.chooseSeveral', () => ({
    files: [{ handle: `file-${'a'.repeat(20)}`, name: 'rute.csv', bytes: 5 }],
  }));
  await choose(dialog, 'B102/1');
  await field(t.send.reference).fill('mine');
  await dialog.getByRole('button', { name: t.send.chooseFiles }).click();
  await expect.element(dialog.getByText('rute.csv', { exact: true })).toBeVisible();
  return {
    dialog,
    recipients: field(t.send.recipients),
    checked: dialog.getByRole('list', { name: t.send.recipientsChecked }),
    press: (name: string) => dialog.getByRole('button', { name, exact: true }).click(),
  };
}
/** Since the dialog was opened. */
const sentTo = () =>
  main
    .calls('jobs.startFileSending')
    .slice(before.sent)
    .map(({ input }) => input.recipients);
const lookUps = () =>
  main
    .calls('serviceOwner.names')
    .slice(before.asked)
    .map(({ input }) => input.organisationNumbers);
const before = { sent: 0, asked: 0 };

describe('the screen', () => {
  beforeEach(() => open());

  it('offers all that waits, and nothing where nothing does', async () => {
    await expect.element(page.getByRole('button', { name: t.downloadAll(2) })).toBeVisible();
    main.always('fileTransfer.list', () => ({
      files: [file('3', 'downloaded')],
      completeness: complete,
      notListed: [],
    }));
    await page.getByText(t.show.downloaded, { exact: true }).click();
    await expect.element(page.getByText('3.zip')).toBeVisible();
    expect(main.calls('fileTransfer.list').at(-1)?.input).toMatchObject({
      statuses: ['downloaded'],
    });
    const button = page.getByRole('button', { name: t.downloadAll(0), exact: true });
    await expect.element(button.first()).toHaveAttribute('aria-disabled', 'true');
  });
});

describe('a file that was sent elsewhere', () => {
  it('is opened by its ID in the outbox, with its receipts; what is no ID is refused', async () => {
    await open('+out');
    const elsewhere = { ...file('77', 'downloaded'), name: 'annet program.zip' };
    main.always('fileTransfer.get', () => elsewhere);
    main.always('fileTransfer.receipt', () => ({
      id: '7',
      changed: AT,
      status: 'ok',
      statusWord: 'OK',
      text: 'Uploaded',
      sendersReference: null,
      party: null,
      ownersReference: null,
      parent: null,
      history: [],
      receivers: [],
    }));
    await page.getByRole('button', { name: t.open.ask }).click();
    const dialog = page.getByRole('dialog', { name: t.open.title });
    const field = dialog.getByRole('textbox', { name: t.facts.reference });
    const press = dialog.getByRole('button', { name: t.open.go, exact: true });
    await field.fill('8d4a9a90');
    await press.click();
    await expect.element(dialog.getByText(t.open.problem)).toBeVisible();
    await field.fill(` ${elsewhere.reference.toUpperCase()} `);
    await press.click();
    await expect.element(page.getByRole('heading', { name: elsewhere.name })).toBeVisible();
    await expect.element(page.getByText('Uploaded')).toBeVisible();
    const asked = { connection: 'c-1', who: HERE.organisationNumber, box: 'out' };
    expect(main.calls('fileTransfer.get').at(-1)?.input).toEqual({
      ...asked,
      reference: elsewhere.reference,
    });
    expect(main.calls('fileTransfer.receipt').at(-1)?.input).toEqual({
      ...asked,
      reference: elsewhere.reference,
    });
  });
});

describe('the files to send', () => {
  it('say what is missing, take what was kept, and are sent with it', async () => {
    await open('+send');
    const dialog = page.getByRole('dialog', { name: t.send.title });
    const recipients = dialog.getByRole('textbox', { name: t.send.recipients });
    await eventually(() => {
      expect(main.calls('fileTransfer.sent')).not.toEqual([]);
    });
    await dialog.getByRole('button', { name: t.send.go, exact: true }).click();
    await expect.element(dialog.getByText(t.send.serviceProblem)).toBeVisible();
    await expect.element(dialog.getByText(t.send.noFiles)).toBeVisible();
    expect(sentTo()).toEqual([]);

    // Typed before what was kept comes: it stays.
    const reference = dialog.getByRole('textbox', { name: t.send.reference });
    await reference.fill('mine');
    await choose(dialog, 'måling');
    await expect.element(dialog.getByText('Formidling av målinger')).toBeVisible();
    // What is shown is chosen, and the keys go on from there.
    await expect.element(dialog.getByRole('button', { name: t.send.otherService })).toHaveFocus();
    expect(main.calls('reference.search').at(-1)?.input.filters).toEqual({ type: 'broker' });
    await expect.element(recipients).toHaveValue('910514318');
    await expect.element(reference).toHaveValue('mine');
    await recipients.fill('910514318, 123');
    await expect.element(dialog.getByText(t.send.recipientsProblem('123'))).toBeVisible();
    await recipients.fill('910 514 318; 910514318');

    main.always('files.chooseSeveral', () => ({
      files: [{ handle: `file-${'a'.repeat(20)}`, name: 'rute.csv', bytes: 5 }],
    }));
    await dialog.getByRole('button', { name: t.send.chooseFiles }).click();
    await expect.element(dialog.getByText('rute.csv', { exact: true })).toBeVisible();
    await dialog.getByRole('button', { name: t.send.go, exact: true }).click();
    await eventually(() => {
      expect(main.calls('jobs.startFileSending').at(-1)?.input).toMatchObject({
        code: 'B102',
        edition: 1,
        sendersReference: 'mine',
        recipients: ['910514318'],
        properties: [{ name: 'Uke', value: '12' }],
        fileList: true,
        sources: [`file-${'a'.repeat(20)}`],
      });
    });
  });

  it('are for a service whose field leaves with the choice, and nothing reads what was derived for that', async () => {
    const warn = vi.spyOn(console, 'warn');
    onTestFinished(() => warn.mockRestore());
    await open('+send');
    const dialog = page.getByRole('dialog', { name: t.send.title });
    await choose(dialog, 'måling');
    await expect.element(dialog.getByRole('button', { name: t.send.otherService })).toHaveFocus();
    expect(warn.mock.calls).toEqual([]);
  });

  it('go to a service that no list has, when its code is typed whole; what was kept of another stays with that', async () => {
    await open('+send');
    const { dialog, recipients, press } = await fillIn();
    main.always('fileTransfer.kept', ({ code }) => ({
      description:
        code === 'B103'
          ? null
          : {
              sendersReference: 'kept',
              recipients: [FOUND],
              properties: [{ name: 'Uke', value: '12' }],
              fileList: false,
            },
    }));
    await choose(dialog, 'B104/1', t.send.unlistedService('B104/1'));
    await eventually(() => {
      expect(main.calls('fileTransfer.kept').at(-1)?.input.code).toBe('B104');
    });
    await choose(dialog, 'B103/1', t.send.unlistedService('B103/1'));
    await recipients.fill(FOUND);
    await press(t.send.go);
    await eventually(() => {
      expect(main.calls('jobs.startFileSending').at(-1)?.input).toMatchObject({
        code: 'B103',
        edition: 1,
        properties: [],
      });
    });
  });
});

describe('the recipients of files', () => {
  it('have their names beside their numbers; one that the register does not have is warned of once, and sent to when it is pressed again', async () => {
    await open('+send');
    const { dialog, recipients, checked, press } = await fillIn();
    await recipients.fill(`${FOUND}, ${MISSING}`);
    await expect.element(checked.getByText(`Name of ${FOUND}`)).toBeVisible();
    await expect.element(checked.getByText(t.send.recipientState.missing)).toBeVisible();
    await press(t.send.go);
    await expect.element(dialog.getByText(t.send.doubtfulText)).toBeVisible();
    expect(sentTo()).toEqual([]);
    // Other doubts are another question.
    await recipients.fill(`${FOUND}, 910000047`);
    await expect
      .element(dialog.getByRole('button', { name: t.send.go, exact: true }))
      .toBeVisible();
    await recipients.fill(`${FOUND}, ${MISSING}`);
    await press(t.send.goAnyway);
    await eventually(() => {
      expect(sentTo()).toEqual([[FOUND, MISSING]]);
    });
    // Each is looked up once.
    const all = lookUps().flat();
    expect(all).toEqual([...new Set(all)]);
  });

  it('are looked up before they are sent to, however fast one presses', async () => {
    await open('+send');
    const { dialog, recipients, press } = await fillIn();
    await recipients.fill(MISSING);
    await press(t.send.go);
    await expect.element(dialog.getByText(t.send.doubtful(['910 000 020']))).toBeVisible();
    expect(sentTo()).toEqual([]);
  });

  it('that are parties are known without the register, and said to be deleted', async () => {
    main.always('reportees.list', () => ({
      reportees: [
        makeParty('r1', {
          name: 'Gamle Kai AS',
          organisationNumber: DELETED,
          status: { known: 'deleted', word: 'Deleted' },
        }),
      ],
      completeness: complete,
    }));
    await open('+send');
    await acting.parties?.load();
    const { recipients, checked, press } = await fillIn();
    await recipients.fill(DELETED);
    await expect.element(checked.getByText('Gamle Kai AS')).toBeVisible();
    await expect.element(checked.getByText(t.send.recipientState.deleted)).toBeVisible();
    await press(t.send.go);
    expect(sentTo()).toEqual([]);
    await press(t.send.goAnyway);
    await eventually(() => {
      expect(sentTo()).toEqual([[DELETED]]);
    });
    expect(lookUps()).toEqual([]);
  });

  it('are not looked up by who cannot read the register: that is said, and they are sent to', async () => {
    const person = makeConnection('c-1', {
      signIn: { way: 'pasted-token' },
    });
    await open('+send', person);
    const { dialog, recipients, press } = await fillIn();
    await expect.element(dialog.getByText(t.send.recipientsUnread)).toBeVisible();
    await recipients.fill(MISSING);
    await press(t.send.go);
    await eventually(() => {
      expect(sentTo()).toEqual([[MISSING]]);
    });
    expect(lookUps()).toEqual([]);
  });

  it('are sent to where the platform refuses the register, after it has been asked once', async () => {
    await open('+send');
    main.alwaysFails('serviceOwner.names', REFUSED);
    const { dialog, recipients, press } = await fillIn();
    await recipients.fill(MISSING);
    await expect.element(dialog.getByText(t.send.recipientsNotChecked)).toBeVisible();
    await press(t.send.go);
    await eventually(() => {
      expect(sentTo()).toEqual([[MISSING]]);
    });
    expect(lookUps()).toHaveLength(1);
  });

  it('with a wrong check digit are told from what is no number, when the field is left', async () => {
    await open('+send');
    const { dialog, recipients } = await fillIn();
    await recipients.fill('910514319');
    await dialog.getByRole('textbox', { name: t.send.reference }).click();
    await expect.element(dialog.getByText(t.send.recipientsCheckDigit('910514319'))).toBeVisible();
    await recipients.fill('91051');
    await dialog.getByRole('textbox', { name: t.send.reference }).click();
    await expect.element(dialog.getByText(t.send.recipientsProblem('91051'))).toBeVisible();
  });
});

describe('a job that moves files', () => {
  const job: JobOf<'send-files'> = {
    id: 'j-1',
    connection: 'c-1',
    connectionName: 'C',
    environment: 'test',
    organisationName: 'Fjordtrafikk AS',
    kind: 'send-files',
    state: 'paused',
    because: 'unknown-outcome',
    started: AT,
    changed: AT,
    tally: { waiting: 1, running: 0, done: 1, notFound: 0, refused: 1, unknown: 1, skipped: 0 },
    details: {
      who: 'my',
      serviceCode: 'B102',
      serviceEdition: 1,
      files: 1,
      bytes: 25,
      totalBytes: 100,
    },
  };

  it('is as far as its bytes are, and never offers to send again what may have arrived', () => {
    expect(amountOf(job)).toEqual({ all: 100, ended: 25 });
    expect(retriedOf(job)).toBe(1);
    expect(whyOf(job, en)).toBe(en.jobs.becauseOf.sendingUnknown);
  });

  it('is as fast as its last bytes were', () => {
    expect(perSecond([])).toBeUndefined();
    expect(perSecond([{ at: 0, ended: 0 }])).toBeUndefined();
    expect(
      perSecond([
        { at: 1000, ended: 100 },
        { at: 3000, ended: 500 },
      ]),
    ).toBe(200);
  });
});
