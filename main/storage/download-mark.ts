// Marks a file as come from elsewhere, where the system heeds such a mark before it opens it (FIL-04).
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/** Resolves always: a disk that takes no mark is no reason to lose the file. */
export type MarkDownloaded = (file: string) => Promise<void>;

/** What of the system a test plays. */
export interface MarkingSystem {
  readonly platform: NodeJS.Platform;
  readonly writeStream: (name: string, text: string) => Promise<void>;
  readonly run: (program: string, args: readonly string[]) => Promise<void>;
  readonly now: () => Date;
}

/** The zone of the internet, as browsers write it; where it came from is nobody's business. */
const ZONE = '[ZoneTransfer]\r\nZoneId=3\r\nHostUrl=about:internet\r\n';
const XATTR = '/usr/bin/xattr';
/** Downloaded by a program, and not yet opened by a person. */
const QUARANTINED = '0081';
const TIME_LIMIT_MS = 5000;

/**
 * Windows keeps the mark in a stream of the file (`name:Zone.Identifier`), macOS in an attribute; both stay with the file when it is linked or
 * renamed, so that it is marked before it takes its place. On Linux no program heeds one.
 */
export function createDownloadMark(given: Partial<MarkingSystem> = {}): MarkDownloaded {
  const { platform, writeStream, run, now } = { ...thisSystem, ...given };
  const mark: MarkDownloaded = async (file) => {
    if (platform === 'win32') await writeStream(`${file}:Zone.Identifier`, ZONE);
    if (platform !== 'darwin') return;
    const seconds = Math.floor(now().getTime() / 1000).toString(16);
    const value = `${QUARANTINED};${seconds};Steward;`;
    await run(XATTR, ['-w', 'com.apple.quarantine', value, file]);
  };
  return (file) => mark(file).catch(() => undefined);
}

const thisSystem: MarkingSystem = {
  platform: process.platform,
  writeStream: (name, text) => writeFile(name, text, { mode: 0o600 }),
  async run(program, args) {
    await promisify(execFile)(program, args, { env: {}, timeout: TIME_LIMIT_MS });
  },
  now: () => new Date(),
};
