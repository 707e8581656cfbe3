// A program connected to a platform with file transfer: what tests of it put there, send and look at.
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type Platform, startPlatform } from '../platform/platform.ts';
import { everythingOn, type Shape, usualShape } from '../platform/shape.ts';
import { connectTo, startSteward, type Steward } from './steward.ts';
import { makeTempFolder } from './temp-folder.ts';

interface Started {
  readonly platform: Platform;
  readonly steward: Steward;
  readonly connection: string;
}

/** Started before all tests of a file and ended after them; faults, shapes and what was answered are undone before each. */
export function openFileTransfer(name: string) {
  const folder = makeTempFolder(name);
  let started: Started | undefined;
  let made = 0;
  const all = () => {
    if (started === undefined) throw new Error('It is started before the tests.');
    return started;
  };
  beforeAll(async () => {
    const platform = await startPlatform({ users: 2, messages: 4, switches: everythingOn });
    const steward = await startSteward();
    const { connection } = await connectTo(steward, platform);
    started = { platform, steward, connection };
  });
  beforeEach(() => {
    const { platform, steward } = all();
    platform.control.clearFaults();
    Object.assign(platform.control.shape, usualShape(), everythingOn);
    steward.shell.answer = () => true;
    steward.shell.asked.length = 0;
  });
  afterAll(async () => {
    await all().steward.stop();
    await all().platform.stop();
    folder.remove();
  });
  const control = () => all().platform.control;
  const own = () => all().platform.organisationNumber;
  return {
    all,
    folder,
    own,
    other: () => control().serviceRights.all.find((one) => one.reportee !== own())?.reportee ?? '',
    /** In the register of organisations, and in no register of rights. */
    stranger: () => control().register[9]?.number ?? '',
    set: (chosen: Partial<Shape>) => Object.assign(control().shape, chosen),
    put: (wish: Parameters<Platform['control']['fileTransfer']['put']>[0] = {}) =>
      control().fileTransfer.put(wish),
    fileOf: (reference: string) => control().fileTransfer.find(reference),
    sendings: () => control().executed('fileTransfer.send'),
    newFolder: () => {
      const within = path.join(folder.path, String((made += 1)));
      mkdirSync(within);
      return within;
    },
  };
}
