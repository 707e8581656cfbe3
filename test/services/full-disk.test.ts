// FLT-01 on a real small file system that fills up during a job. With space again, the job goes on in the same process.
import { everythingOn } from '../platform/shape.ts';
import { statfsSync, writeFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Job } from '../../preload/contract/jobs.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';
import { describeAsRoot, mountSmall, placeForMounts, unmount } from '../support/needs-root.ts';
import { connectTo, startSteward, type Steward, valueOf } from '../support/steward.ts';
import { eventually } from '../support/eventually.ts';

const place = placeForMounts('steward-small-disk');
const small = path.join(place.path, 'small');

let platform: Platform;
let steward: Steward;
let connection = '';
const ballast = path.join(small, 'ballast');

describeAsRoot('FLT-01 a small file system', () => {
  beforeAll(async () => {
    mountSmall(small, '16m');
    platform = await startPlatform({
      users: 12,
      messages: 40,
      services: 8,
      switches: everythingOn,
    });
    steward = await startSteward({ dataFolder: path.join(small, 'data') });
    ({ connection } = await connectTo(steward, platform));
  });
  afterAll(async () => {
    await steward.stop();
    await platform.stop();
    unmount(small);
    place.remove();
  });

  /** Not a byte is left. */
  const fill = () => {
    const { bavail, bsize } = statfsSync(small);
    writeFileSync(ballast, Buffer.alloc(bavail * bsize));
  };
  const empty = () => {
    rmSync(ballast, { force: true });
  };

  const jobOf = async (id: string): Promise<Job | undefined> =>
    (await valueOf(steward.client.jobs.list({}))).find((job) => job.id === id);
  const rests = (id: string, state: string) =>
    eventually(async () => expect(await jobOf(id)).toMatchObject({ state }));

  const KINDS: readonly (readonly [string, () => Promise<Job>])[] = [
    [
      'a rotation',
      () =>
        valueOf(
          steward.client.jobs.startRotation({
            connection,
            userNames: [...platform.control.users],
            destination: { kind: 'keychain' },
          }),
        ),
    ],
    [
      'contact entries',
      () =>
        valueOf(
          steward.client.jobs.startContactEntries({
            connection,
            organisationNumber: platform.organisationNumber,
            organisationName: 'Fjordtrafikk AS',
            changes: Array.from({ length: 8 }, (_, n) => ({
              action: 'add' as const,
              email: `disk${String(n)}@fjord.example`,
            })),
          }),
        ),
    ],
    [
      'look-ups',
      () =>
        valueOf(
          steward.client.jobs.startLookUp({
            connection,
            officialContacts: true,
            personalContacts: true,
            organisationNumbers: platform.control.register.map(({ number }) => number).slice(0, 30),
          }),
        ),
    ],
    [
      'an export',
      () =>
        valueOf(
          steward.client.jobs.startMessageExport({
            connection,
            who: 'my',
            partyName: 'Fjordtrafikk AS',
            folders: ['inbox', 'archive', 'work-list'],
            from: null,
            to: null,
            forms: true,
            attachments: true,
            print: true,
            folder: steward.app.targetFor(path.join(small, 'export')),
          }),
        ),
    ],
    [
      'a copy of the metadata',
      () =>
        valueOf(
          steward.client.jobs.startSynchronise({ connection, scope: { what: 'everything' } }),
        ),
    ],
  ];

  it.each(KINDS)('%s pauses, says why, and goes on when there is room', async (_, start) => {
    const held = platform.control.hold('*', false, { from: 3 });
    const { id, kind } = await start();
    await held.reached;
    fill();
    held.release();
    await rests(id, 'paused');
    expect(await jobOf(id)).toMatchObject({ kind, because: 'disk-full' });
    const second = await start().then(
      () => 'began',
      (error: unknown) => (error as { failure?: { kind?: string } }).failure?.kind,
    );
    expect(['conflict', 'file']).toContain(second);
    empty();
    await valueOf(steward.client.jobs.resume({ job: id }));
    await eventually(async () => expect((await jobOf(id))?.state).toMatch(/finished|paused/));
    expect(await jobOf(id)).toMatchObject({ because: 'none', state: 'finished' });
    const ended = await jobOf(id);
    if (ended !== undefined && ended.kind !== 'synchronise')
      expect(ended.tally).toMatchObject({ refused: 0, unknown: 0, waiting: 0 });
  });
});
