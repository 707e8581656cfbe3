// Hand-over through the whole program: the plan, what lies in the folder, and that nothing is asked for twice.
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { HandOverPart } from '../../preload/contract/hand-over-parts.ts';
import type { Job } from '../../preload/contract/jobs.ts';
import { handOverManifest } from '../../main/hand-over/finish.ts';
import { everythingOn } from '../platform/shape.ts';
import { eventually } from '../support/eventually.ts';
import { openReading } from '../support/open-reading.ts';
import { type Steward, valueOf } from '../support/steward.ts';
import { tempFolder } from '../support/temp-folder.ts';

const world = openReading({ users: 4, services: 40, messages: 12, switches: everythingOn });
const ALL: readonly HandOverPart[] = [
  'users',
  'access',
  'local-roles',
  'organisation',
  'messages',
  'file-transfers',
  'consents',
  'services',
  'journal',
];

/** A certificate and a person, both of the same organisation. */
async function desk() {
  const { steward, platform } = world();
  const { client, app } = steward;
  const person = await world().connect({
    name: `Kari ${String(Math.random())}`,
    signIn: { way: 'pasted-token' },
  });
  const token = platform.control.identity.addToken({ person: 'person-1' });
  await valueOf(client.signIn.pasteToken({ connection: person, token }));
  const certificate = world().in('application/hal+json');
  const folder = tempFolder('steward-hand-over');
  const root = path.join(folder, 'Fjordtrafikk AS');
  const rested = (id: string) =>
    eventually(async () => {
      const found = (await valueOf(client.jobs.list({}))).find((job) => job.id === id);
      expect(found?.state).toMatch(/finished|paused|stopped/);
      return found as Job;
    });
  const start = (parts: Parameters<typeof client.handOver.start>[0]['parts'], into = root) =>
    client.handOver.start({
      connection: certificate,
      organisationNumber: platform.organisationNumber,
      organisationName: 'Fjordtrafikk AS',
      folder: app.targetFor(into),
      parts,
    });
  const usual = (part: HandOverPart) =>
    ['users', 'consents', 'service-owner', 'services'].includes(part) ? certificate : person;
  const begin = (parts: readonly HandOverPart[], into = root, through?: string) =>
    valueOf(
      start(
        parts.map((part) => ({
          part,
          connection: part === 'journal' ? null : (through ?? usual(part)),
        })),
        into,
      ),
    );
  const run = async (parts: readonly HandOverPart[] = ALL, into = root) =>
    rested((await begin(parts, into)).id);
  return {
    client,
    app,
    platform,
    control: platform.control,
    person,
    certificate,
    root,
    folder,
    start,
    begin,
    run,
    rested,
  };
}

async function connectionNamed({ connections }: Steward['client'], id: string) {
  const found = (await valueOf(connections.list({}))).all.find((one) => one.id === id);
  return { name: found?.name };
}

const filesIn = (root: string) =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) =>
      path.relative(root, path.join(one.parentPath, one.name)).split(path.sep).join('/'),
    )
    .sort();
const manifestIn = (root: string) =>
  handOverManifest.parse(JSON.parse(readFileSync(path.join(root, 'manifest.json'), 'utf8')));
const textIn = (root: string, name: string) => readFileSync(path.join(root, name), 'utf8');

describe('a hand-over', () => {
  it('is a folder with every part complete, each file named with its sum and no other', async () => {
    const on = await desk();
    const job = await on.run();
    const rows = await valueOf(on.client.jobs.rows({ job: job.id, from: 0, count: 500 }));
    const open = rows.rows.filter(({ state }) => state !== 'done');
    // Consents name services that the local platform's open metadata does not have.
    expect(open.map(({ state, subject }) => `${state} ${subject}`).sort()).toEqual(
      ['B102/1', 'K103/1', 'K107/1', 'K108/2'].map((code) => `not-found service ${code}`),
    );
    expect(job).toMatchObject({ state: 'finished', details: { folder: 'Fjordtrafikk AS' } });
    const manifest = manifestIn(on.root);
    expect(manifest.parts.map(({ part, state }) => `${part} ${state}`)).toEqual([
      'users complete',
      'access complete',
      'local-roles complete',
      'organisation complete',
      'messages complete',
      'file-transfers complete',
      'consents complete',
      'service-owner not-read',
      'services complete',
      'journal complete',
    ]);
    expect(manifest.complete).toBe(true);
    const sums = textIn(on.root, 'SHA256SUMS').trimEnd().split('\n');
    for (const line of sums) {
      const [sha256 = '', name = ''] = line.split('  ');
      const content = readFileSync(path.join(on.root, name));
      expect(createHash('sha256').update(content).digest('hex'), name).toBe(sha256);
    }
    const named = sums.map((line) => line.slice(66));
    expect(filesIn(on.root)).toEqual([...named, 'SHA256SUMS', 'manifest.jsonl'].sort());
    const proof = { intact: true, complete: true, lacks: [], missing: [], changed: [], others: [] };
    expect(await valueOf(on.client.handOver.verify({ job: job.id }))).toMatchObject(proof);
    const encrypted = path.join(on.folder, 'sent.zip.age');
    const saved = await valueOf(
      on.client.handOver.saveEncrypted({
        job: job.id,
        target: on.app.targetFor(encrypted),
        passphrase: 'correct horse battery',
      }),
    );
    expect(saved).toMatchObject({ name: 'sent.zip.age' });
    expect(readFileSync(encrypted).subarray(0, 21).toString()).toBe('age-encryption.org/v1');
    const picked = on.app.handleFor(on.root);
    const users = path.join(on.root, 'users/users.csv');
    writeFileSync(users, `${readFileSync(users, 'utf8')}"x"\r\n`);
    expect(await valueOf(on.client.handOver.verify({ folder: picked }))).toMatchObject({
      intact: false,
      changed: ['users/users.csv'],
      otherCounts: ['users'],
    });
  });

  it('has pages in both languages that run nothing and lead to what is there, and forms to be read', async () => {
    const on = await desk();
    await on.run(['messages', 'access', 'users']);
    const pages = filesIn(on.root).filter((name) =>
      /(^|\/)(index(\.nb)?|message)\.html$/.test(name),
    );
    expect(pages).toContain('index.nb.html');
    for (const name of pages) {
      const html = textIn(on.root, name);
      expect(html, name).toMatch(/content="default-src 'none'; style-src 'sha256-/);
      expect(html, name).not.toMatch(/<script|<img|<iframe|javascript:|\son\w+=/i);
      if (name.endsWith('index.html')) expect(html, name).toContain('hreflang="nb"');
      for (const [, href = ''] of html.matchAll(/href="([^"#]+)"/g)) {
        const to = path.posix.normalize(
          path.posix.join(path.posix.dirname(name), decodeURIComponent(href)),
        );
        expect(filesIn(on.root), `${name} leads to ${to}`).toContain(to);
      }
    }
    expect(textIn(on.root, 'index.html')).toContain('System users');
    expect(textIn(on.root, 'index.nb.html')).toContain('Systembrukere');
    const form = filesIn(on.root).find(
      (name) => name.includes('/forms/') && name.endsWith('.html'),
    );
    expect(textIn(on.root, form ?? '')).toContain('<dd>Fjordtrafikk AS</dd>');
    expect(on.control.messages.markedRead).toEqual([]);
  });

  it('run again asks only for what is new or changed, writes nothing that is right, and says what is gone', async () => {
    const on = await desk();
    await on.run(['messages', 'users']);
    const before = new Map(
      filesIn(on.root).map((name) => [name, statSync(path.join(on.root, name)).mtimeMs]),
    );
    const fresh = on.control.messages.make({
      party: on.platform.organisationNumber,
      subject: 'Ny',
    });
    const reads = () => on.control.executed('messages.get');
    const asked = reads();
    await on.run(['messages', 'users']);
    expect(reads() - asked).toBe(1);
    const changed = [...before].filter(
      ([name, at]) => statSync(path.join(on.root, name)).mtimeMs !== at,
    );
    const listed = changed.map(([name]) => name).filter((name) => !name.startsWith('manifest'));
    expect(listed.sort()).toEqual([
      'SHA256SUMS',
      'index.html',
      'index.nb.html',
      'messages/index.html',
      'messages/index.nb.html',
      'messages/messages.csv',
      'messages/messages.json',
      'messages/messages.xlsx',
    ]);
    expect(filesIn(on.root).some((name) => name.includes(` ${fresh.id} Ny/`))).toBe(true);
    await valueOf(
      on.client.messages.remove({
        connection: on.person,
        who: on.platform.organisationNumber,
        message: fresh.id,
        forGood: true,
      }),
    );
    await on.run(['messages']);
    expect(manifestIn(on.root).parts.find(({ part }) => part === 'messages')).toMatchObject({
      state: 'complete',
      gone: 1,
    });
    expect(textIn(on.root, 'messages/index.html')).toContain('Not on the platform any more');
    // What this run did not read stays as it was told.
    expect(manifestIn(on.root).parts.find(({ part }) => part === 'users')).toMatchObject({
      state: 'complete',
    });
  });

  it('ends although a part is not offered any more, and says which', async () => {
    const on = await desk();
    on.control.retire('enterpriseUsers', 410, 'all');
    const job = await on.run(['users', 'consents']);
    expect(job.state).toBe('finished');
    const manifest = manifestIn(on.root);
    expect(manifest.complete).toBe(false);
    expect(manifest.parts.find(({ part }) => part === 'users')).toMatchObject({
      state: 'not-offered',
    });
    expect(textIn(on.root, 'index.html')).toContain('Complete but for enterprise users');
  });

  it('waits by itself where the platform is busy, and goes on with what it has', async () => {
    const on = await desk();
    const headers = { 'Retry-After': '0' };
    const effect = { kind: 'alter' as const, status: 429, headers };
    on.control.fault({ operation: 'messages.get', acts: false, effect, times: 3 });
    expect((await on.run(['messages'])).state).toBe('finished');
    expect(manifestIn(on.root).complete).toBe(true);
  });

  it('run again makes good what was lost of the folder meanwhile, or changed, and what is said of it', async () => {
    const on = await desk();
    const parts = ['messages', 'access', 'local-roles'] as const;
    const first = await on.run(parts);
    const proof = { intact: true, complete: true, missing: [], changed: [] };
    expect(await valueOf(on.client.handOver.verify({ job: first.id }))).toMatchObject(proof);
    const [page = ''] = filesIn(on.root).filter((name) => name.endsWith('/message.html'));
    rmSync(path.join(on.root, page));
    writeFileSync(path.join(on.root, 'access/holders.csv'), 'other');
    writeFileSync(path.join(on.root, 'local-roles/roles.json'), '{');
    appendFileSync(path.join(on.root, 'manifest.jsonl'), '{"kind":"fi');
    rmSync(path.join(on.root, 'manifest.json'));
    writeFileSync(path.join(on.root, 'SHA256SUMS'), 'nothing');
    const again = await on.run(parts);
    expect(again.state).toBe('finished');
    expect(await valueOf(on.client.handOver.verify({ job: again.id }))).toMatchObject(proof);
    expect(filesIn(on.root)).toContain(page);
  });

  it('begins in no folder that holds anything else, or the hand-over of another organisation', async () => {
    const on = await desk();
    mkdirSync(on.root);
    writeFileSync(path.join(on.root, 'mine.txt'), 'mine');
    await expect(on.run(['users'])).rejects.toMatchObject({
      failure: { kind: 'conflict', field: 'folder' },
    });
    expect(filesIn(on.root)).toEqual(['mine.txt']);
    rmSync(on.root, { recursive: true });
    // Of the same organisation, and by another computer: which files are Steward's own nobody can tell here.
    await on.run(['users']);
    const lines = path.join(on.root, 'manifest.jsonl');
    const forged = readFileSync(lines, 'utf8').replaceAll(/"seal":"./g, '"seal":"_');
    writeFileSync(lines, forged);
    await expect(on.run(['users'])).rejects.toMatchObject({
      failure: { kind: 'conflict', field: 'folder' },
    });
  });

  it('paused over and over, and gone on with by another start, is byte for byte the same as one without', async () => {
    const on = await desk();
    // The journal has more lines by then, and the local platform's profile was changed forty days before now.
    const still = ALL.filter((part) => part !== 'journal' && part !== 'organisation');
    const parts = [...still, 'service-owner' as const];
    const other = path.join(on.folder, 'without a pause');
    await on.run(parts, other);
    let job = await on.begin(parts);
    for (let pauses = 0; job.state !== 'finished' && pauses < 200; pauses += 1) {
      await on.client.jobs.pause({ job: job.id });
      job = await on.rested(job.id);
      if (job.state === 'finished') break;
      await valueOf(on.client.jobs.resume({ job: job.id }));
    }
    expect((await on.rested(job.id)).state).toBe('finished');
    const bare = (root: string) =>
      filesIn(root)
        .filter((name) => !name.startsWith('manifest.json'))
        .map((name) => {
          const text = readFileSync(path.join(root, name), 'latin1');
          const told = name === 'SHA256SUMS' ? text.replace(/.*manifest\.json\n/, '') : text;
          return `${createHash('sha256').update(told).digest('hex')} ${name}`;
        });
    expect(bare(on.root)).toEqual(bare(other));
  });
});

describe('a service owner', () => {
  const ownParts = (root: string) => {
    const found = manifestIn(root).parts.find(({ part }) => part === 'service-owner');
    const tables = Object.fromEntries(
      found?.tables.map(({ file, rows }) => [path.posix.basename(file, '.csv'), rows]) ?? [],
    );
    return { ...found, tables };
  };

  it('takes along own services, their rules and consents, and all events, and asks again only for what is new', async () => {
    const on = await desk();
    const { control } = on;
    control.events.fill(2003);
    control.serviceRights.add({
      ...{ code: 'K103', edition: 1, reportee: '974760673', right: 'read' },
      ...{ validTo: undefined, conditions: { HandledBy: on.platform.organisationNumber } },
    });
    const resources = [{ code: 'K108', edition: 2, metadata: {} }];
    const { id } = control.consents.make({ status: 'Accepted', resources });
    const job = await on.run(['consents', 'service-owner']);
    expect(job.state).toBe('finished');
    const part = ownParts(on.root);
    expect(part).toMatchObject({ state: 'complete', missing: [], here: part.onPlatform });
    const ofOwner = control.events.all.filter(
      ({ owner }) => owner === on.platform.organisationNumber,
    );
    expect(part.tables['events']).toBe(ofOwner.length);
    expect(part.successors).toContain('owner-register');
    // Consents that it asked for name these: the rights register says that they are its own.
    const services = textIn(on.root, 'service-owner/owned-services.csv');
    for (const code of ['K103', 'K108']) expect(services).toContain(`"${code}";`);
    expect(textIn(on.root, 'service-owner/service-rights.csv')).toMatch(
      /"K103";"1";"organisation";"974760673";"read"/,
    );
    expect(textIn(on.root, 'service-owner/owner-consents.csv')).toContain(
      `"K108";"2";"${id}";"Active"`,
    );
    const table = textIn(on.root, 'service-owner/events.csv').trimEnd().split('\r\n');
    expect(table.slice(1).map((line) => Number(/^"(\d+)"/.exec(line)?.[1]))).toEqual(
      ofOwner.map(({ offset }) => offset),
    );
    expect(filesIn(on.root)).toContain('service-owner/events.xlsx');
    for (const name of ['index.html', 'index.nb.html'])
      expect(textIn(on.root, `service-owner/${name}`)).toContain('/events.csv"');
    const proof = { intact: true, complete: true, otherCounts: [], brokenLinks: [] };
    expect(await valueOf(on.client.handOver.verify({ job: job.id }))).toMatchObject(proof);

    const answers = filesIn(on.root).filter((name) => name.startsWith('service-owner/events/'));
    expect(answers).toHaveLength(2);
    const when = (name: string) => statSync(path.join(on.root, name)).mtimeMs;
    const before = new Map(
      [...answers, 'service-owner/events.csv'].map((name) => [name, when(name)]),
    );
    const asked = control.executed('events.feed');
    await on.run(['service-owner']);
    expect(control.executed('events.feed') - asked).toBe(1);
    for (const [name, at] of before) expect(when(name), name).toBe(at);
    control.events.add();
    await on.run(['service-owner']);
    expect(ownParts(on.root).tables['events']).toBe(ofOwner.length + 1);
    for (const name of answers) expect(when(name), name).toBe(before.get(name));
  });

  it('has what it is refused told by list, and is told as not offered where all is', async () => {
    const on = await desk();
    on.control.retire('events', 410, 'all');
    await on.run(['service-owner']);
    const { state, missing } = ownParts(on.root);
    expect([state, missing?.map(({ what }) => what)]).toEqual([
      'incomplete',
      ['Events of messages'],
    ]);
    expect(textIn(on.root, 'service-owner/index.nb.html')).toContain('Rettighetsregisteret');
    const other = path.join(on.folder, 'Another');
    for (const area of ['ownerDelegationRequests', 'serviceRights', 'ownerConsents'] as const)
      on.control.retire(area, 403, 'all');
    await on.run(['service-owner'], other);
    expect(ownParts(other).state).toBe('not-offered');
  });
});

describe('whoever reads a part', () => {
  it('is whom a person chose, and is named in the manifest', async () => {
    const on = await desk();
    const { name } = await connectionNamed(on.client, on.person);
    await on.rested((await on.begin(['users', 'services'], on.root, on.person)).id);
    const read = Object.fromEntries(manifestIn(on.root).parts.map((one) => [one.part, one.readAs]));
    expect(read).toMatchObject({ users: name, services: name });
  });

  it('is another way to the same organisation, that signs in, and one for each part', async () => {
    const on = await desk();
    const nobody = await world().connect({ name: `Nobody ${on.person}`, signIn: { way: 'none' } });
    const refused = { failure: { kind: 'invalid-input', fields: { parts: 'not-a-choice' } } };
    for (const parts of [
      [{ part: 'users' as const, connection: nobody }],
      [{ part: 'users' as const, connection: null }],
      [{ part: 'journal' as const, connection: on.person }],
      [
        { part: 'users' as const, connection: on.person },
        { part: 'users' as const, connection: on.certificate },
      ],
    ]) {
      const answer = await on.start(parts);
      expect(answer).toMatchObject({ ok: false, ...refused });
    }
    expect(filesIn(on.folder)).toEqual([]);
  });

  it('is counted by itself when a person chooses another', async () => {
    const on = await desk();
    const through = [{ part: 'consents' as const, connection: on.person }];
    const { parts } = await valueOf(
      on.client.handOver.plan({ connection: on.certificate, through, parts: ['consents'] }),
    );
    expect(parts.map(({ part }) => part)).toEqual(['consents']);
    expect(parts[0]?.readers[0]).toMatchObject({ connection: on.person });
    expect(parts[0]?.readers).toContainEqual(
      expect.objectContaining({ connection: on.certificate }),
    );
  });
});

it('a plan says of each part through which connection it can be read, how much there is, or why not', async () => {
  const on = await desk();
  const steps: number[] = [];
  const plan = await valueOf(
    on.client.handOver.plan(
      { connection: on.certificate },
      { onProgress: ({ parts }) => steps.push(parts.length) },
    ),
  );
  expect(plan.organisationNumber).toBe(on.platform.organisationNumber);
  const told = Object.fromEntries(plan.parts.map(({ part, ...rest }) => [part, rest]));
  expect(told['users']).toMatchObject({ connection: on.certificate, count: 4, obstacle: null });
  expect(told['messages']).toMatchObject({ count: 12, obstacle: null });
  expect(told['messages']?.calls).toBeGreaterThan(12);
  expect(told['service-owner']?.obstacle).not.toBeUndefined();
  expect(told['journal']).toMatchObject({ connection: null, calls: 0 });
  expect(steps.at(-1)).toBe(10);
  expect(on.control.messages.markedRead).toEqual([]);
});
