// Checks of the page and its work: policy reports, message bodies, and an end of the program during a job.
import { everythingOn } from '../platform/shape.ts';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { startPlatform } from '../platform/platform.ts';
import { startKeyring } from '../support/keyring.ts';
import { makeTempFolder } from '../support/temp-folder.ts';
import { connect } from './connection-checks.ts';
import { type Check, type Finding, soon, unlessWrong } from './finding.ts';
import type { Place, Running } from './place.ts';

const WITHIN_MS = 30_000;
const ROWS = 12;

export const pageChecks: readonly Check<Place>[] = [
  {
    id: 'CSP-02',
    name: 'no screen makes the page report a violation or an error',
    find: withoutReports,
  },
  {
    id: 'CSP-05',
    name: 'two message bodies, one after the other and at once, each with its own text',
    find: (place) => place.use({}, bodies),
  },
  {
    id: 'INS-06',
    name: 'ended during a job: the next start has the job, paused, and it goes on',
    find: closedDuringAJob,
  },
];

/** The same files as in a package, whose own check compares them. */
const SCREENS = [
  ...['connections', 'enterprise-users', 'role-definitions', 'inbox', 'services', 'code-lists'],
  ...['settings', 'about'],
];

async function withoutReports(place: Place): Promise<Finding> {
  const platform = await startPlatform({
    users: 2,
    services: 5,
    messages: 2,
    switches: everythingOn,
  });
  try {
    return await place.use({}, async (running) => {
      const { window, call, complaints } = running;
      const more = { highestTls: 'TLSv1.3', ...platform };
      const { connection } = await connect(running, platform, platform.certificateFile, more);
      await call('connections.choose', { connection });
      const seen = new Set<string>();
      for (const screen of SCREENS) {
        await window.page.evaluate((to) => (location.hash = to), `#/${connection}/${screen}`);
        const heading = window.page.locator('main h1').first();
        await heading.waitFor({ timeout: WITHIN_MS });
        seen.add(await heading.innerText());
      }
      // Heard before the page was there; a listener that hears nothing at all would pass everything.
      await window.page.evaluate(() => {
        const image = new Image();
        image.src = 'https://127.0.0.1:9/';
        document.body.append(image);
        image.remove();
      });
      const heard = () => complaints.some((line) => line.startsWith('csp: img-src'));
      const isHeard = await soon(heard);
      const wrong = complaints.filter((line) => !line.includes('127.0.0.1:9'));
      if (!isHeard) wrong.push('A violation made on purpose was not reported.');
      if (seen.size < SCREENS.length - 1) wrong.push(`Only ${[...seen].join(', ')} were shown.`);
      return unlessWrong(wrong, `${String(seen.size)} screens`);
    });
  } finally {
    await platform.stop();
  }
}

const BODY = /^(app-msg:\/\/[0-9a-f]{32}\/|https:\/\/[0-9a-f]{32}\.message\.steward\.local\/)$/;

/** In frames as the program makes them. */
async function bodies({ window: { page }, call }: Running): Promise<Finding> {
  const wrong: string[] = [];
  const texts = ['the first letter', 'the second letter'];
  const show = async (text: string) => {
    const html = [`<p>${text}</p><a href="https://127.0.0.1:9/">leave</a>`];
    const input = { html, scheme: 'light', title: text };
    return (await call<{ address: string }>('messages.showBody', input)).address;
  };
  const lookAt = async (addresses: readonly string[]) => {
    await page.evaluate(async (all) => {
      document.getElementById('verified')?.remove();
      const place = document.createElement('div');
      place.id = 'verified';
      const loaded = all.map((address) => {
        const frame = document.createElement('iframe');
        frame.setAttribute('sandbox', '');
        frame.src = address;
        place.append(frame);
        return new Promise((done) => frame.addEventListener('load', done, { once: true }));
      });
      document.body.append(place);
      await Promise.all(loaded);
    }, addresses);
    return Promise.all(
      addresses.map(async (address) => {
        const frame = page.frames().find((one) => one.url() === address);
        if (frame === undefined) return `no frame at ${address}`;
        return (await frame.locator('p').first().innerText()).trim();
      }),
    );
  };
  const differs = (what: string, got: readonly string[], expected: readonly string[]) => {
    if (got.join() !== expected.join()) wrong.push(`${what}: ${got.join()}`);
  };
  for (const text of texts) differs('alone', await lookAt([await show(text)]), [text]);
  const both = [await show(texts[0] ?? ''), await show(texts[1] ?? '')];
  differs('both', await lookAt(both), texts);
  for (const address of both) {
    if (!BODY.test(address)) wrong.push(`an address of another form: ${address}`);
    const frame = page.frames().find((one) => one.url() === address);
    // A person presses what looks like a link; then the frame is led away as a script outside it would.
    await frame?.getByText('leave', { exact: true }).click();
  }
  await page.evaluate(async () => {
    const frames = [...document.querySelectorAll<HTMLIFrameElement>('#verified iframe')];
    for (const [at, frame] of frames.entries()) {
      const address = `https://127.0.0.1:${String(10 + at)}`;
      // The policy says so of each that it keeps where it is, by where it was led to.
      const refused = new Promise<void>((done) => {
        document.addEventListener('securitypolicyviolation', ({ blockedURI }) => {
          if (blockedURI.startsWith(address)) done();
        });
      });
      frame.src = address;
      await refused;
    }
  });
  const elsewhere = page.frames().filter((frame) => frame.url().includes('127.0.0.1'));
  if (elsewhere.length > 0) wrong.push('A frame went to another address.');
  if (new Set(both).size !== both.length) wrong.push('Both have one address.');
  return unlessWrong(wrong, 'one, the other, and both');
}

interface JobNow {
  readonly id: string;
  readonly state: string;
  readonly tally: { readonly done: number; readonly unknown: number; readonly waiting: number };
}

/** On a keychain that outlives the program: on Linux a session of its own. */
async function closedDuringAJob(place: Place): Promise<Finding> {
  const keyring = process.platform === 'linux' ? await startKeyring() : undefined;
  const platform = await startPlatform({ users: ROWS, switches: everythingOn });
  const folder = makeTempFolder('steward-verify-closing');
  const options = { folder: folder.path, ...(keyring && { env: keyring.env }) };
  const { control } = platform;
  const rotated = () => control.executed('enterpriseUsers.rotateSecret');
  try {
    const begun = await place.use({ ...options, keychain: 'system' }, async (running) => {
      const more = { highestTls: 'TLSv1.3', ...platform };
      const made = await connect(running, platform, platform.certificateFile, more);
      const { connection } = made;
      const job = await running.call<JobNow>('jobs.startRotation', {
        connection,
        userNames: [...control.users],
        destination: { kind: 'keychain' },
      });
      await soon(() => rotated() >= 2);
      // What the question of a closing window asks for: held while something is at work, ended when it is meant.
      const { call, window } = running;
      const quit = (anyway: boolean) => call<{ held: boolean }>('app.quit', { anyway });
      // The program goes while this is still to be answered.
      await Promise.race([quit(true).catch(() => undefined), window.ended]);
      return { ...made, job: job.id, code: await window.ended, done: rotated() };
    });
    const wrong = begun.code === 0 ? [] : [`It ended with ${String(begun.code)}.`];
    if (begun.done < 2 || begun.done >= ROWS) wrong.push(`${String(begun.done)} rows were done.`);
    const log = readFileSync(path.join(folder.path, 'data/logs/steward.log'), 'utf8').trimEnd();
    if (!(log.split('\n').at(-1) ?? '').includes('"event":"stop"'))
      wrong.push('The log does not end with the end.');
    const found = await place.use({ ...options, keychain: 'system' }, async ({ call }) => {
      const read = async () =>
        (await call<readonly JobNow[]>('jobs.list', {})).find(({ id }) => id === begun.job);
      const first = await read();
      if (first?.state !== 'paused') wrong.push(`The job is ${first?.state ?? 'lost'}.`);
      if ((first?.tally.done ?? 0) + (first?.tally.unknown ?? 0) < begun.done)
        wrong.push('Rows that were done are not known.');
      await call('jobs.resume', { job: begun.job });
      let now = await read();
      await soon(async () => {
        now = await read();
        return now?.state !== 'running';
      });
      if (now?.state !== 'finished') wrong.push(`After going on it is ${now?.state ?? 'lost'}.`);
      // What the connection holds in the person's keychain is taken back, as far as it can be.
      const secrets = await call<readonly { id: string }[]>('oneTimeSecrets.list', {});
      for (const { id } of secrets) await call('oneTimeSecrets.confirmStored', { secret: id });
      await call('jobs.forget', { job: begun.job });
      await call('connections.remove', { connection: begun.connection });
      for (const credential of begun.credentials) await call('credentials.remove', { credential });
      return secrets.length;
    });
    if (rotated() !== ROWS) wrong.push(`${String(rotated())} rotations of ${String(ROWS)}.`);
    return unlessWrong(wrong, `${String(begun.done)} rows, then all; ${String(found)} secrets`);
  } finally {
    folder.remove();
    await platform.stop();
    await keyring?.stop();
  }
}
