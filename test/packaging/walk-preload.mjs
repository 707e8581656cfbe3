// Makes Node believe that it runs on the machine of a job: its user, its paths, the day of the tables.
import childProcess from 'node:child_process';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';

const { WALK_MACHINE, WALK_OS, WALK_USER, WALK_DAY } = process.env;
const SYSTEM_PATHS = /^\/(?:Applications|opt|etc|usr\/bin\/steward)\b/;

/** Where a path of the machine is on this computer. */
function here(given) {
  const word = WALK_OS === 'Windows' ? given.replaceAll('\\', '/') : given;
  return SYSTEM_PATHS.test(word) ? path.join(WALK_MACHINE, word) : word;
}

const { spawnSync } = childProcess;
childProcess.spawnSync = (program, args, options) =>
  spawnSync(here(program), args.map(here), { ...options, shell: false });
const { lstatSync } = fs;
fs.lstatSync = (file, options) => lstatSync(typeof file === 'string' ? here(file) : file, options);
syncBuiltinESMExports();

const uid = WALK_USER === 'root' ? 0 : 1001;
process.getuid = WALK_OS === 'Windows' ? undefined : () => uid;

const RealDate = Date;
const now = RealDate.parse(WALK_DAY);
globalThis.Date = class extends RealDate {
  constructor(...given) {
    super(...(given.length === 0 ? [now] : given));
  }
  static now() {
    return now;
  }
};
