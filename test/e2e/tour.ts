// The tour of the demo: a person's first day step by step, with pictures, compared with the platform's state.
import path from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import type { StartedShell } from '../../build/launch.mjs';
import { en } from '../../renderer/texts/en.ts';
import { nb } from '../../renderer/texts/nb.ts';
import { pickFile } from '../support/file-dialog.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import type { StandAlone } from '../platform/stand-alone.ts';
import { enterWindow } from './chromium-window.ts';
import { type Heard, listen } from './complaints.ts';
import { adminSteps } from './tour-admin.ts';
import { messageSteps } from './tour-messages.ts';
import { referenceSteps } from './tour-reference.ts';
import { screenLink } from '../pages/navigation.ts';

export interface TourOptions {
  readonly platform: StandAlone;
  /** The Chromium shell, held. */
  readonly start: () => StartedShell;
  /** Folder for the pictures. */
  readonly pictures: string;
  /** A picture of every step, not only of one that did not work. */
  readonly isDrawn: boolean;
  readonly say: (line: string) => void;
}

export interface TourStep {
  readonly name: string;
  readonly ok: boolean;
  /** Why it did not work, and the picture of the window at that moment, if one could be taken. */
  readonly problem?: string;
  readonly picture?: string | undefined;
}

/** Each row derives a key from the passphrase on purpose slowly. */
const JOB_PATIENCE = 120_000;
/** How many of the twenty are rotated when the program is killed. */
const BEFORE_KILL = 8;
const PASSPHRASE = 'a long walk along the fjord';
const t = en.enterpriseUsers;

/** Never rejects: a step that did not work is a step with `ok: false`, and the ones after it are not tried. */
export async function tour(options: TourOptions): Promise<readonly TourStep[]> {
  const walk = createWalk(options);
  const steps: TourStep[] = [];
  for (const [name, act] of stepsOf(walk, options)) {
    const problem = await act()
      .then(walk.expectNoComplaints)
      .catch((error: unknown) => (error instanceof Error ? error.message : String(error)));
    if (problem === undefined) {
      steps.push({ name, ok: true });
      options.say(`ok     ${name}`);
      continue;
    }
    const picture = await walk.pictureOfFailure().catch(() => undefined);
    steps.push({ name, ok: false, problem, picture });
    options.say(`FAILED ${name}\n${problem}\nPicture: ${picture ?? 'none could be taken'}`);
    break;
  }
  await walk.end();
  return steps;
}

type Walk = ReturnType<typeof createWalk>;
type Step = readonly [name: string, act: () => Promise<void>];

function stepsOf(walk: Walk, { platform }: TourOptions): readonly Step[] {
  return [
    ['opens and asks for the first connection', () => walk.open()],
    ['connects by certificate and API key, and the test passes', () => connect(walk, platform)],
    ['lists the enterprise users', () => list(walk, platform)],
    ['creates a user and shows its secret once', () => create(walk, platform)],
    ['renames it', () => rename(walk, platform)],
    ['rotates its secret and shows the new one once', () => rotate(walk, platform)],
    ['rotates twenty in a job and is killed in the middle', () => beginTwenty(walk, platform)],
    ['goes on after the restart: each rotated once', () => finishTwenty(walk, platform)],
    ['deletes the user', () => remove(walk, platform)],
    ...adminSteps(walk, platform),
    ...referenceSteps(walk, platform),
    ...messageSteps(walk, platform),
    ['finds all of it in Activity', () => activity(walk)],
    ['speaks Norwegian and shows itself dark', () => otherFaces(walk)],
  ];
}

/** The program with its window, replaced when it is killed. */
function createWalk({ start, pictures, isDrawn }: TourOptions) {
  let program: StartedShell | undefined;
  let browser: Browser | undefined;
  let page: Page | undefined;
  let number = 0;
  const heard: Heard = { complaints: [], asked: [] };
  let asked = 0;
  const there = () => {
    if (!page) throw new Error('The window is not open.');
    return page;
  };
  const draw = async (name: string): Promise<string> => {
    number += 1;
    const file = path.join(pictures, `${String(number).padStart(2, '0')}-${name}.png`);
    await there().screenshot({ path: file, animations: 'disabled' });
    return file;
  };
  return {
    get page() {
      return there();
    },
    async open() {
      program = start();
      ({ browser, page } = await enterWindow(program, (context) => listen(context, heard)));
      page.setDefaultTimeout(PATIENCE_MS);
    },
    /** CSP-02: the tour, too, may not make the page complain. ATK-03: ordinary work asks a person nothing. */
    expectNoComplaints: (): undefined => {
      if (heard.complaints.length > 0) throw new Error(heard.complaints.join('\n'));
      if (heard.asked.length > asked)
        throw new Error(`A person was asked:\n${heard.asked.slice(asked).join('\n')}`);
    },
    /** ATK-03: one question, and that it names these. */
    expectOneQuestion(...named: readonly string[]) {
      const [question = '', ...more] = heard.asked.slice(asked);
      asked = heard.asked.length;
      const missing = named.filter((name) => !question.includes(name));
      if (question === '' || more.length > 0 || missing.length > 0)
        throw new Error(
          `One question should name ${named.join(', ')}: ${[question, ...more].join('\n')}`,
        );
    },
    async kill() {
      program?.child.kill('SIGKILL');
      await program?.ended;
      await browser?.close().catch(() => undefined);
    },
    async picture(name: string): Promise<void> {
      if (isDrawn) await draw(name);
    },
    /** Answers where it is. */
    pictureOfFailure: () => draw('failed'),
    async end() {
      await browser?.close().catch(() => undefined);
      await program?.stop();
    },
  };
}

const button = (at: Page | Locator, name: string) => at.getByRole('button', { name, exact: true });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

const pick = (walk: Walk, label: string, file: string) =>
  pickFile(walk.page, () => button(walk.page, `${en.words.chooseFile} ${label}`).click(), file);

async function connect(walk: Walk, { announcement }: StandAlone) {
  const { page } = walk;
  const form = en.connections.form;
  await pick(walk, en.credentials.form.file, announcement.certificateFile);
  await page.getByLabel(en.credentials.form.passphrase).fill(announcement.passphrase);
  await page.getByLabel(form.apiKey, { exact: true }).fill(announcement.apiKey);
  await page.getByRole('radio', { name: en.words.test }).check();
  await page.getByLabel(form.baseAddress, { exact: true }).fill(announcement.address);
  await pickFile(page, () => button(page, en.firstRun.addCa).click(), announcement.caFile);
  await page.getByText(path.basename(announcement.caFile)).waitFor();
  await walk.picture('first-run');
  await button(page, en.firstRun.connect).click();
  await page.getByRole('heading', { name: t.title, level: 1 }).waitFor();
  const host = new URL(announcement.address).host;
  walk.expectOneQuestion(host, 'the API key', 'the certificate');
}

async function list(walk: Walk, { control }: StandAlone) {
  await walk.page.getByRole('heading', { name: t.title, level: 1 }).waitFor();
  for (const name of control.users.slice(0, 3)) await row(walk.page, name).waitFor();
  await walk.picture('enterprise-users');
}

const row = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) });

async function create(walk: Walk, platform: StandAlone) {
  const { page } = walk;
  await button(page, t.newUser).click();
  await page.getByLabel(t.create.name, { exact: true }).fill('demo-innsending');
  await walk.picture('new-user');
  await button(page, t.create.go).click();
  await storeSecret(walk, platform, 'demo-innsending', 'created-secret');
  await button(dialog(page, t.checklist.title), t.checklist.close).click();
}

/** The window of the one-time secret: shown, compared with the platform's truth, and confirmed as stored. */
async function storeSecret(walk: Walk, { control }: StandAlone, userName: string, picture: string) {
  const w = en.oneTimeSecrets;
  const open = dialog(walk.page, w.title);
  await open.waitFor();
  await button(open, w.show).click();
  const shown = await open.locator('output').textContent();
  if (shown?.trim() !== control.secretOf(userName)) {
    throw new Error('The secret on screen is not the one the platform gave out.');
  }
  walk.expectOneQuestion(userName);
  await walk.picture(picture);
  await open.getByLabel(w.stored).check();
  await button(open, w.done).click();
  await open.waitFor({ state: 'detached' });
}

async function rename(walk: Walk, { control }: StandAlone) {
  const { page } = walk;
  await row(page, 'demo-innsending').click();
  await button(page, t.rename).click();
  await page.getByLabel(t.renameDialog.newName, { exact: true }).fill('demo-innsending-2');
  await walk.picture('rename');
  await button(page, t.renameDialog.go).click();
  await row(page, 'demo-innsending-2').waitFor();
  if (!control.users.includes('demo-innsending-2'))
    throw new Error('The platform has another name.');
}

async function rotate(walk: Walk, platform: StandAlone) {
  const { page } = walk;
  const before = platform.control.secretOf('demo-innsending-2');
  await row(page, 'demo-innsending-2').click();
  await button(page, t.rotate).click();
  await walk.picture('rotate');
  await button(dialog(page, t.rotateDialog.title), t.rotateDialog.go).click();
  await storeSecret(walk, platform, 'demo-innsending-2', 'rotated-secret');
  await walk.picture('rotated-checklist');
  await button(dialog(page, t.checklist.title), t.checklist.close).click();
  if (platform.control.secretOf('demo-innsending-2') === before)
    throw new Error('Nothing was rotated.');
}

/** The twenty users of the job, and what the platform had done before it. */
const twenty = (platform: StandAlone) =>
  platform.control.users.filter((name) => !name.startsWith('demo-')).slice(0, 20);
const given = ({ control }: StandAlone, name: string) =>
  control.secretsGiven[name.toLowerCase()]?.length ?? 0;

async function beginTwenty(walk: Walk, platform: StandAlone) {
  const { page } = walk;
  for (const name of twenty(platform)) {
    await page.getByRole('checkbox', { name: t.columns.tick(name), exact: true }).check();
  }
  await button(page, t.rotateSelected).click();
  await page.getByRole('radio', { name: en.bulkRotation.destination.file }).check();
  await page.getByLabel(en.oneTimeSecrets.file.passphrase, { exact: true }).fill(PASSPHRASE);
  await page.getByLabel(en.oneTimeSecrets.file.again, { exact: true }).fill(PASSPHRASE);
  await walk.picture('review');
  const rotations = () => platform.control.executed('enterpriseUsers.rotateSecret');
  const before = rotations();
  // Between two users, before anything is sent for the next one: the kill leaves no outcome unknown.
  const held = platform.control.hold('enterpriseUsers.get', false, { from: BEFORE_KILL + 1 });
  await button(page, en.bulkRotation.review.go(20)).click();
  await page
    .getByRole('progressbar', { name: en.jobs.progress(BEFORE_KILL, 20), exact: true })
    .waitFor({ timeout: JOB_PATIENCE });
  walk.expectOneQuestion(platform.announcement.organisationNumber);
  await held.reached;
  await walk.picture('rotating');
  await walk.kill();
  held.release();
  const rotated = rotations() - before;
  if (rotated !== BEFORE_KILL) throw new Error(`Killed after ${rotated} of 20 were rotated.`);
}

async function finishTwenty(walk: Walk, platform: StandAlone) {
  await walk.open();
  const { page } = walk;
  // The place it was at, which is the job, is opened again.
  await button(page, en.jobs.resume).waitFor();
  await walk.picture('paused-after-restart');
  await button(page, en.jobs.resume).click();
  await page
    .getByRole('heading', { name: en.jobs.title['rotate-secrets'].finished(20) })
    .waitFor({ timeout: JOB_PATIENCE });
  await walk.picture('rotated-twenty');
  const counts = twenty(platform).map((name) => given(platform, name));
  if (new Set(counts).size !== 1) throw new Error(`Rotated unevenly: ${counts.join(' ')}`);
  await button(page, en.bulkRotation.close).click();
}

async function remove(walk: Walk, { control }: StandAlone) {
  const { page } = walk;
  await row(page, 'demo-innsending-2').click();
  await button(page, t.remove).click();
  await walk.picture('delete');
  await button(dialog(page, t.removeDialog.title), t.removeDialog.go).click();
  await row(page, 'demo-innsending-2').waitFor({ state: 'detached' });
  if (control.users.includes('demo-innsending-2'))
    throw new Error('The platform still has the user.');
}

/** What was done to the demo's own user, newest first, in the words of the screen. */
async function activity(walk: Walk) {
  const { page } = walk;
  await screenLink(page, en, 'activity').click();
  await page.getByText('kvalitet-import-molde').first().waitFor();
  await walk.picture('activity');
  await page.getByLabel(en.activity.filter).fill('demo-innsending');
  for (const what of ['create', 'rename', 'rotateSecret', 'remove'] as const) {
    await page
      .getByText(en.activity.operation[`enterpriseUsers.${what}`] ?? '', { exact: true })
      .first()
      .waitFor();
  }
}

async function otherFaces(walk: Walk) {
  const { page } = walk;
  const radio = (name: string) => page.getByRole('radio', { name, exact: true });
  await screenLink(page, en, 'settings').click();
  await walk.picture('settings');
  // Both come into force when main has kept them: what follows waits for that.
  await radio(en.settings.schemes.dark).click({ force: true });
  await radio(en.settings.languages.nb).click({ force: true });
  await page.getByRole('heading', { name: nb.settings.title, level: 1 }).waitFor();
  await walk.picture('settings-dark-norwegian');
  await page.getByRole('link', { name: nb.frame.screens['enterprise-users'] }).first().click();
  await page.getByRole('heading', { name: nb.enterpriseUsers.title, level: 1 }).waitFor();
  await row(page, 'arkiv-uttrekk').click();
  await walk.picture('enterprise-users-dark-norwegian');
  await page.getByRole('link', { name: nb.frame.screens.connections }).first().click();
  await page.getByRole('heading', { name: nb.connections.title, level: 1 }).waitFor();
  await walk.picture('connections-dark-norwegian');
}
