// Jobs with a tally through the whole program and real two-way TLS: contact entries changed, organisations looked up.
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { Job } from '../../preload/contract/jobs.ts';
import { openReading } from '../support/open-reading.ts';
import { valueOf } from '../support/steward.ts';
import { eventually } from '../support/eventually.ts';

const world = openReading();

async function ended(id: string, state = 'finished'): Promise<Job> {
  const { jobs } = world().steward.client;
  return eventually(async () => {
    const found = (await valueOf(jobs.list({}))).find((job) => job.id === id);
    expect(found).toMatchObject({ state });
    return found as Job;
  }, 100);
}

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((one) => {
    const name = path.join(folder, one.name);
    if (one.isDirectory()) return filesBelow(name);
    // The folder's lock is a socket.
    return one.isFile() ? [name] : [];
  });

it('RTY-09 entries are added and removed once each, an answer that was lost is settled, the report says all', async () => {
  const { steward, platform } = world();
  const { organisationNumber, control } = platform;
  const { jobs } = steward.client;
  const connection = world().in('application/hal+json');
  const [first] = control.contactInformation(organisationNumber);
  const changes = [
    { action: 'add' as const, email: '=ny.båt@fjord.example' },
    { action: 'add' as const, mobileNumber: '+47 912 34 567' },
    { action: 'remove' as const, email: (first?.email ?? '').toUpperCase() },
    { action: 'remove' as const, email: 'ukjent@fjord.example' },
  ];
  control.fault({
    operation: 'contactInformation.add',
    acts: true,
    effect: { kind: 'reset' },
  });
  const given = { connection, organisationNumber, organisationName: 'Fjordtrafikk AS', changes };
  const { id } = await valueOf(jobs.startContactEntries(given));
  const job = await ended(id);
  expect(job.tally).toMatchObject({ done: 3, notFound: 1, waiting: 0 });
  const there = control.contactInformation(organisationNumber);
  expect(there.filter(({ email }) => email === '=ny.båt@fjord.example')).toHaveLength(1);
  expect(there.filter(({ mobileNumber }) => mobileNumber === '+4791234567')).toHaveLength(1);
  expect(there.some(({ email }) => email === first?.email)).toBe(false);

  const open = await valueOf(jobs.rows({ job: id, from: 0, count: 50, onlyOpen: true }));
  expect(open).toMatchObject({ total: 1, rows: [{ row: 3, state: 'not-found' }] });
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'steward-report-')), 'report.csv');
  const target = steward.app.targetFor(file);
  expect(await valueOf(jobs.saveReport({ job: id, target }))).toMatchObject({ rows: 4 });
  const report = readFileSync(file, 'utf8');
  expect(report.startsWith('\ufeff"line";"action";"subject";"state";"time";"reason"')).toBe(true);
  expect(report).toContain(`"1";"add";"'=ny.båt@fjord.example";"done"`);

  // Each with the journal lines of a click, which say no e-mail and no number.
  const { lines } = await valueOf(steward.client.activity.list({ filter: {}, limit: 1000 }));
  const written = lines.filter(({ operation }) => operation === 'contactInformation.add');
  expect(written.length).toBeGreaterThanOrEqual(2);
  for (const name of filesBelow(steward.dataFolder))
    for (const hidden of ['ny.båt', '4791234567', 'ukjent@'])
      expect(readFileSync(name).includes(Buffer.from(hidden)), name).toBe(false);
});

it('a rotation names the secret of each row to who reads them all, and once only to who follows it', async () => {
  const { steward } = world();
  const { client } = steward;
  const connection = world().in('application/hal+json');
  const { users } = await valueOf(client.enterpriseUsers.list({ connection }));
  const userNames = users.slice(0, 2).map(({ userName }) => userName);
  const destination = { kind: 'keychain' as const };
  const { id } = await valueOf(client.jobs.startRotation({ connection, userNames, destination }));
  await ended(id);
  const read = { job: id, from: 0, count: 50 };
  const whole = await valueOf(client.jobs.rows(read));
  const kept = await valueOf(client.oneTimeSecrets.list({}));
  const ofJob = kept.filter(({ job }) => job === id).map((one) => one.id);
  expect(whole.rows.map(({ secret }) => secret).sort()).toEqual(ofJob.sort());
  expect(ofJob).toHaveLength(2);
  const followed = await valueOf(client.jobs.rows({ ...read, changedSince: 0 }));
  expect(followed).toEqual({
    ...whole,
    rows: whole.rows.map((row) => ({ ...row, secret: undefined })),
  });
});

it('NAV-07 the file of a rotation is shown where it is; a job that writes no file has none to show', async () => {
  const { steward } = world();
  const { client, shell, app } = steward;
  const before = shell.shown.length;
  const connection = world().in('application/hal+json');
  const { users } = await valueOf(client.enterpriseUsers.list({ connection }));
  const userNames = users.slice(0, 1).map(({ userName }) => userName);
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'steward-secrets-')), 'secrets.age');
  const begin = async (
    destination: Parameters<typeof client.jobs.testDestination>[0]['destination'],
  ) => {
    const { id } = await valueOf(client.jobs.startRotation({ connection, userNames, destination }));
    await ended(id);
    return id;
  };
  const passphrase = 'fjorten fjell og en fjord';
  const intoFile = await begin({ kind: 'file', target: app.targetFor(file), passphrase });
  await valueOf(client.jobs.showWritten({ job: intoFile }));
  expect(shell.shown.slice(before)).toEqual([file]);
  // Where the secret is, said at its user; a later rotation elsewhere is not in that file.
  const inFile = async () =>
    (await valueOf(client.enterpriseUsers.list({ connection }))).users
      .filter(({ userName }) => userNames.includes(userName))
      .map(({ local }) => local.inFile?.name);
  expect(await inFile()).toEqual(['secrets.age']);
  const intoKeychain = await begin({ kind: 'keychain' });
  expect(await inFile()).toEqual([undefined]);
  expect(await client.jobs.showWritten({ job: intoKeychain })).toMatchObject({
    failure: { kind: 'conflict' },
  });
  expect(shell.shown).toHaveLength(before + 1);
});

it('many organisations are looked up, and what is found is kept where no one else reads it', async () => {
  const { steward, platform } = world();
  const { control } = platform;
  const { jobs, serviceOwner } = steward.client;
  const connection = world().in('application/hal+json');
  const known = control.register.filter(({ personal }) => personal.length > 0);
  const organisationNumbers = [
    ...new Set([...known.map(({ number }) => number), ...validNumbers(40)]),
  ];
  const ask = { connection, organisationNumbers, officialContacts: true, personalContacts: true };
  const { id } = await valueOf(jobs.startLookUp(ask));
  const job = await ended(id);
  const { done, notFound, refused } = job.tally;
  expect({ done, all: done + notFound, refused }).toEqual({
    done: known.length,
    all: organisationNumbers.length,
    refused: 0,
  });
  expect(control.unfilteredLookups).toBe(0);
  const page = await valueOf(serviceOwner.results({ job: id, from: 0, count: 200 }));
  expect(page.total).toBe(known.length);
  expect(page.results.map(({ organisation }) => organisation.organisationNumber)).toEqual(
    known.map(({ number }) => number).slice(0, 200),
  );
  const people = known.flatMap(({ personal }) => personal);
  const hidden = people.flatMap(({ name, email, socialSecurityNumber }) => [
    ...[name, email, socialSecurityNumber].filter((text) => text.length > 5),
  ]);
  expect(hidden.length).toBeGreaterThan(10);
  for (const name of filesBelow(steward.dataFolder)) {
    const content = readFileSync(name);
    for (const text of hidden) expect(content.includes(Buffer.from(text)), name).toBe(false);
  }
  const read = JSON.stringify(page.results);
  for (const { socialSecurityNumber } of people) expect(read).not.toContain(socialSecurityNumber);
});

/** Organisation numbers with a check digit that fits. */
function validNumbers(count: number): string[] {
  const weights = [3, 2, 7, 6, 5, 4, 3, 2];
  const found: string[] = [];
  for (let n = 81_000_000; found.length < count; n += 1) {
    const digits = String(n);
    const sum = weights.reduce((total, weight, at) => total + weight * Number(digits[at]), 0);
    const check = (11 - (sum % 11)) % 11;
    if (check < 10) found.push(`${digits}${String(check)}`);
  }
  return found;
}
