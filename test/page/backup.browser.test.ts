// Settings and the first run: a backup is made with a passphrase typed twice, and brought back where nothing is kept.
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { eventually, main, show } from './support/browser.ts';
import App from '../../renderer/App.svelte';
import BackupData from '../../renderer/screens/settings/BackupData.svelte';
import { startWindow } from '../../renderer/start.ts';
import { en } from '../../renderer/texts/en.ts';
import { makeConnection, makeStart } from './support/samples.ts';

const t = en.backup;
const FILE = { handle: 'file-0123456789abcdef', name: 'steward.age' };
const MADE = '2026-11-29T10:00:00.000Z';
const counts = { connections: 2, credentials: 3, secrets: 1, jobs: 4 };
const button = (name: string) => page.getByRole('button', { name, exact: true });
const field = (name: string) => page.getByRole('textbox', { name, exact: true });

async function open(more: Partial<ReturnType<typeof makeStart>> = {}) {
  main.always('app.start', () => makeStart(more));
  await startWindow();
  show(BackupData, {});
}

describe('a backup', () => {
  it('is made only with the same passphrase twice, and says what the keychain has lost', async () => {
    main.always('files.chooseTarget', () => FILE);
    await open();
    await button(t.make.open).click();
    const words = en.oneTimeSecrets.file;
    await field(words.passphrase).fill('correct horse battery');
    await field(words.again).fill('correct horse');
    await button(t.make.action).click();
    await expect.element(page.getByText(words.differ)).toBeVisible();
    expect(main.calls('backup.make')).toEqual([]);
    await field(words.again).fill('correct horse battery');
    main.waits('backup.make');
    await button(t.make.action).click();
    await eventually(() => {
      expect(main.last('backup.make').input).toEqual({
        target: FILE.handle,
        passphrase: 'correct horse battery',
      });
    });
    main.last('backup.make').report({ bytes: 1000, total: 4000 });
    await expect.element(page.getByRole('progressbar')).toBeVisible();
    main.last('backup.make').answer({ name: FILE.name, bytes: 9, counts, lost: 2 });
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  });

  it('cannot be brought back where something is kept, and says so', async () => {
    await open({ connections: [makeConnection('c-1')], chosen: 'c-1' });
    await expect.element(button(t.bring.open)).toHaveAttribute('aria-disabled', 'true');
    await expect.element(page.getByText(t.bring.notEmpty, { exact: true }).last()).toBeVisible();
  });

  it('that does not open says what to do, and the passphrase is typed again', async () => {
    main.always('files.choose', () => FILE);
    await open();
    await button(t.bring.open).click();
    await button(t.bring.choose).click();
    await expect.element(page.getByText(FILE.name)).toBeVisible();
    expect(main.last('files.choose').input).toEqual({ purpose: 'backup' });
    await field(t.bring.passphrase).fill('another');
    main.waits('backup.bringBack');
    await button(t.bring.action).click();
    await eventually(() => {
      expect(main.last('backup.bringBack').input).toEqual({
        file: FILE.handle,
        passphrase: 'another',
      });
    });
    main
      .last('backup.bringBack')
      .fail({ kind: 'file', problem: 'wrong-passphrase', message: 'Another passphrase.' });
    const said = en.failures.file['wrong-passphrase'];
    await expect.element(page.getByRole('alert')).toHaveTextContent(said.what);
    await expect.element(field(t.bring.passphrase)).toHaveValue('another');
  });

  it('that is brought back takes the place of the window until Steward is closed', async () => {
    main.always('files.choose', () => FILE);
    main.always('app.start', () => makeStart());
    main.always('backup.bringBack', () => ({ made: MADE, counts }));
    await startWindow();
    show(App, {});
    await button(t.bring.open).click();
    await button(t.bring.choose).click();
    await field(t.bring.passphrase).fill('correct horse battery');
    await button(t.bring.action).click();
    await expect.element(page.getByRole('heading', { name: t.done.title })).toBeVisible();
    await expect.element(page.getByText(t.done.next)).toBeVisible();
    await button(en.onThisComputer.close).click();
    await eventually(() => {
      expect(main.last('app.quit').input).toEqual({ anyway: true });
    });
  });
});
