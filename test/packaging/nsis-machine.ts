// Runs what makensis has compiled, one instruction after the other, on a stand-in for Windows that records all.
// Written from the format that NSIS documents in its sources (fileform.h, exec.c): the packager's scripts run too, plug-ins are played.
import { readFileSync } from 'node:fs';
import { inflateRawSync } from 'node:zlib';

/** A Windows, and what its person answers. */
export interface Situation {
  /** What stands behind the program's name on the command line. */
  readonly parameters: string;
  /** Folder of the installed program, as the registry names it, of the computer (all) or of the account (user). */
  readonly installed: { readonly all?: string; readonly user?: string };
  /** The account whose password gave the administrator's rights; without one there are none. */
  readonly administrator?: string;
  /** The account that started it, in a first process that asked for those rights and waits. Without one it was started with them. */
  readonly person?: string;
  /** Looks at the program's file that find it running. */
  readonly openFor?: number;
  /** Exit codes by a part of the command line; 0 for all others. */
  readonly codes?: Readonly<Record<string, number>>;
  /** Which button is pressed, by a part of the text: a box that nothing is said of is an error. */
  readonly answers?: Readonly<Record<string, 'ok' | 'cancel' | 'retry' | 'yes' | 'no'>>;
}

export interface Ran {
  /** What was done, in order: `ask ...`, `run ...`, `remove ...`. */
  readonly acts: readonly string[];
  readonly code: number;
}

interface Compiled {
  readonly entries: readonly (readonly number[])[];
  /** By number: below zero of the table of a language. */
  readonly text: (number: number, variables: readonly string[]) => string;
  readonly onInit: number;
  readonly sections: readonly number[];
}

const SIGNATURE = Buffer.from('efbeadde4e756c6c736f6674496e7374', 'hex');
const ENGLISH = 1033;
const BUTTONS = { ok: 1, cancel: 2, retry: 4, yes: 6, no: 7 } as const;
/** The program ends where it is. */
class Ended extends Error {}
/** Numbers of variables with a meaning, and of flags. */
const V = { commandLine: 20, folder: 21, plugins: 26, window: 29 } as const;
const F = { allUsers: 1, error: 2, silent: 8, code: 11 } as const;

/** What the installer itself runs. */
export const readInstaller = (file: string): Compiled => compiledIn(readFileSync(file));

/** What the uninstaller runs that lies in an installer. */
export function readUninstaller(file: string): Compiled {
  const bytes = readFileSync(file);
  let at = headOf(bytes) + 24;
  while (at + 4 < bytes.length) {
    const block = blockAt(bytes, at);
    if (block.bytes.indexOf(SIGNATURE) === 4) return compiledIn(block.bytes);
    at = block.end;
  }
  throw new Error('There is no uninstaller.');
}

const headOf = (bytes: Buffer) => {
  const at = bytes.indexOf(SIGNATURE);
  if (at < 0) throw new Error('That is nothing of NSIS.');
  return at;
};

function blockAt(bytes: Buffer, at: number) {
  const length = bytes.readUInt32LE(at);
  const end = at + 4 + (length & 0x7fff_ffff);
  const taken = bytes.subarray(at + 4, end);
  return { bytes: length >= 0x8000_0000 ? inflateRawSync(taken) : taken, end };
}

function compiledIn(bytes: Buffer): Compiled {
  const header = blockAt(bytes, headOf(bytes) + 24).bytes;
  const int = (n: number) => header.readInt32LE(n * 4);
  const [, sections, entries, strings, languages] = [0, 1, 2, 3, 4].map((n) => ({
    at: int(1 + 2 * n),
    count: int(2 + 2 * n),
  })) as [Block, Block, Block, Block, Block];
  const sectionSize = (entries.at - sections.at) / sections.count;
  const tables = Array.from({ length: languages.count }, (_, n) => languages.at + n * int(25));
  const english = tables.find((at) => header.readUInt16LE(at) === ENGLISH) ?? languages.at;
  const text = (number: number, variables: readonly string[]): string => {
    if (number < 0) return text(header.readInt32LE(english + 10 - (number + 1) * 4), variables);
    let read = '';
    for (let at = strings.at + number * 2; ; at += 2) {
      const sign = header.readUInt16LE(at);
      if (sign === 0) return read;
      if (sign > 4) read += String.fromCharCode(sign);
      else {
        const given = header.readUInt16LE((at += 2));
        const named = (((given >> 8) & 0x7f) << 7) | (given & 0x7f);
        if (sign === 1) read += text(-(named + 1), variables);
        else if (sign === 2) read += 'C:\\System';
        else if (sign === 3) read += variables[named] ?? '';
        else read += String.fromCharCode(given);
      }
    }
  };
  return {
    text,
    onInit: int(27),
    sections: Array.from({ length: sections.count }, (_, n) =>
      header.readInt32LE(sections.at + n * sectionSize + 12),
    ),
    entries: Array.from({ length: entries.count }, (_, n) =>
      Array.from({ length: 7 }, (_none, k) => header.readInt32LE(entries.at + n * 28 + k * 4)),
    ),
  };
}
interface Block {
  readonly at: number;
  readonly count: number;
}

/** Initialises and runs all sections, as after the pages. */
export function runCompiled(compiled: Compiled, situation: Situation): Ran {
  const machine = new Machine(compiled, situation);
  return machine.run();
}

class Machine {
  readonly #acts: string[] = [];
  readonly #variables: string[] = Array.from({ length: 200 }, () => '');
  readonly #flags: number[] = Array.from({ length: 14 }, () => 0);
  readonly #lastFlags: number[] = Array.from({ length: 14 }, () => 0);
  readonly #stack: string[] = [];
  #account: string;
  #looks = 0;

  constructor(
    readonly compiled: Compiled,
    readonly situation: Situation,
  ) {
    this.#account = situation.administrator ?? situation.person ?? '';
    this.#variables[V.commandLine] = `"C:\\start.exe" ${situation.parameters}`;
    this.#variables[V.folder] = situation.installed.all ?? situation.installed.user ?? '';
    this.#variables[V.plugins] = 'C:\\Plugins';
    this.#variables[V.window] = '1';
    if (/(^| )\/S( |$)/.test(situation.parameters)) this.#flags[F.silent] = 1;
  }

  run(): Ran {
    const { onInit, sections } = this.compiled;
    try {
      for (const begin of [onInit, ...sections]) this.#segment(begin);
    } catch (error) {
      if (!(error instanceof Ended)) throw error;
    }
    return { acts: this.#acts, code: this.#flags[F.code] ?? 0 };
  }

  #segment(begin: number): void {
    for (let at = begin, steps = 0; ; steps += 1) {
      const entry = this.compiled.entries[at];
      if (entry === undefined || steps > 200_000) throw new Error(`It does not end (${at}).`);
      if (entry[0] === 1) return;
      const next = this.#resolve(this.#perform(entry[0] ?? 0, entry.slice(1)) ?? 0);
      at = next === 0 ? at + 1 : next - 1;
    }
  }

  #resolve = (address: number) => (address < 0 ? Number(this.#variables[-(address + 1)]) : address);

  #fail = () => {
    this.#flags[F.error] = 1;
  };

  /** One instruction: 0 or nothing goes on to the next, else the address after the one to go to. */
  #perform(which: number, p: readonly number[]): number | void {
    const arg = (n: number) => p[n] ?? 0;
    const text = (n: number) => this.compiled.text(arg(n), this.#variables);
    const int = (n: number) => Math.trunc(Number(text(n))) || 0;
    const set = (n: number, value: string | number) => {
      this.#variables[arg(n)] = String(value);
    };
    switch (which) {
      case 2: // jump
        return arg(0);
      case 3: // abort
        this.#acts.push(`abort ${text(0)}`);
        throw new Ended();
      case 4: // quit
        throw new Ended();
      case 5: // call
        return this.#segment(this.#resolve(arg(0)) - 1);
      case 7:
        return void this.#acts.push(`sleep ${int(0)}`);
      case 12: // a file is there
        return this.#isThere(text(0)) ? arg(1) : arg(2);
      case 13: // set a flag
        if (arg(2) === 0) {
          this.#lastFlags[arg(0)] = this.#flags[arg(0)] ?? 0;
          this.#flags[arg(0)] = int(1);
        } else this.#flags[arg(0)] = this.#lastFlags[arg(0)] ?? 0;
        return;
      case 14: {
        const is = this.#flags[arg(2)] ?? 0;
        this.#flags[arg(2)] = is & arg(3);
        return is === 0 ? arg(1) : arg(0);
      }
      case 15:
        return set(0, this.#flags[arg(1)] ?? 0);
      case 21:
      case 23:
        return void this.#acts.push(`remove ${text(0)}`);
      case 22:
        return this.#box(text(1), arg(0), [arg(2), arg(3), arg(4), arg(5)]);
      case 24:
        return set(0, text(1).length);
      case 25:
        return set(0, cut(text(1), arg(2) === 0 ? undefined : int(2), int(3)));
      case 26: {
        const alike =
          arg(4) === 0 ? text(0).toLowerCase() === text(1).toLowerCase() : text(0) === text(1);
        return alike ? arg(2) : arg(3);
      }
      case 27:
        return set(0, text(1).replace('%USERNAME%', this.#account));
      case 28:
        return int(0) === int(1) ? arg(2) : int(0) < int(1) ? arg(3) : arg(4);
      case 29:
        return set(0, calculate(int(1), int(2), arg(3)));
      case 30: // format a number
        return set(0, text(2));
      case 31:
        return this.#stacking(arg(0), arg(1) !== 0, arg(2));
      case 41: {
        const code = this.#start(`run as ${this.#account}: ${text(0)}`);
        if (arg(2) !== 0 && arg(1) >= 0) set(1, code);
        return;
      }
      case 44:
        return this.#plugin(text(0).replace(/^.*\\|\.dll$/g, ''), text(1));
      case 45:
        return void this.#acts.push(`link ${text(0)}`);
      case 50:
        return void this.#acts.push(`forget ${text(2)}`);
      case 52: {
        const found = this.#registry(arg(1), text(3));
        if (found === '') this.#fail();
        return set(0, found);
      }
      case 55: // open a file: of interest is the program, for writing
        set(0, 1);
        if (
          text(3).endsWith('\\Steward.exe') &&
          (this.#looks += 1) <= (this.situation.openFor ?? 0)
        ) {
          set(0, 0);
          this.#fail();
        }
        return;
      default: // windows, texts of progress, files that are unpacked or copied, keys that are written
        return;
    }
  }

  #isThere(name: string): boolean {
    const { all, user } = this.situation.installed;
    return [all, user].some((folder) => folder !== undefined && name === `${folder}\\Steward.exe`);
  }

  #start(act: string): number {
    this.#acts.push(act);
    const codes = Object.entries(this.situation.codes ?? {});
    return codes.find(([part]) => act.includes(part))?.[1] ?? 0;
  }

  #box(text: string, kind: number, jumps: readonly number[]): number {
    const usual = kind >>> 21;
    let pressed = usual;
    if (this.#flags[F.silent] !== 1 || usual === 0) {
      this.#acts.push(`ask ${text.split(/[\r\n]/)[0] ?? ''}`);
      const answers = Object.entries(this.situation.answers ?? {});
      const answer = answers.find(([part]) => text.includes(part))?.[1];
      if (answer === undefined) throw new Error(`Nobody answers: ${text}`);
      pressed = BUTTONS[answer];
    }
    const [first, toFirst = 0, second, toSecond = 0] = jumps;
    return pressed === first ? toFirst : pressed === second ? toSecond : 0;
  }

  #stacking(what: number, pops: boolean, exchanges: number): void {
    const top = this.#stack.length - 1;
    if (exchanges !== 0) {
      const other = top - exchanges;
      [this.#stack[top], this.#stack[other]] = [this.#stack[other] ?? '', this.#stack[top] ?? ''];
    } else if (!pops) this.#stack.push(this.compiled.text(what, this.#variables));
    else {
      if (top < 0) this.#fail();
      else this.#variables[what] = this.#stack.pop() ?? '';
    }
  }

  /** `HKLM` and `HKCU` are 0x80000002 and 0x80000001; 0 is one of them, by the mode. */
  #registry(root: number, name: string): string {
    if (name !== 'InstallLocation' && name !== 'UninstallString') return '';
    const { all, user } = this.situation.installed;
    const ofAll = root === 0 ? this.#flags[F.allUsers] === 1 : (root & 1) === 0;
    const folder = ofAll ? all : user;
    if (folder === undefined) return '';
    return name === 'InstallLocation' ? folder : `"${folder}\\Uninstall Steward.exe"`;
  }

  #plugin(library: string, name: string): void {
    const { administrator, person, parameters } = this.situation;
    const pop = () => this.#stack.pop() ?? '';
    const push = (value: string | number | boolean) =>
      this.#stack.push(String(typeof value === 'boolean' ? Number(value) : value));
    if (library === 'UAC') {
      const op = pop();
      const call = /^1(\d+):\d+$/.exec(op);
      if (call) {
        const before = this.#account;
        this.#account = person ?? before;
        this.#segment(Number(call[1]) - 1);
        this.#account = before;
      } else if (op === '2s') push(administrator !== undefined);
      else if (op === '3s') push(administrator !== undefined && person !== undefined);
      else if (op === '0') this.#acts.push('ask for the rights of an administrator');
    } else if (library === 'StdUtils' && name === 'TestParameter') {
      const wanted = pop();
      push(
        parameters.split(' ').some((one) => one === `--${wanted}` || one === `/${wanted}`)
          ? 'true'
          : 'false',
      );
    } else if (library === 'StdUtils') {
      pop();
      push(name === 'GetAllParameters' ? parameters : 'C:\\Parent');
    } else if (library === 'nsExec') {
      let command = pop();
      while (command.startsWith('/')) command = pop();
      push(this.#start(`run as ${this.#account}: ${command}`));
    } else if (library === 'System' && name === 'Call') {
      const called = pop();
      if (/IsWow64Process/.test(called)) push(1);
      else if (/\.s\b/.test(called)) push(0);
    } else if (library === 'Nsis7z' || library === 'WinShell') {
      pop();
    }
  }
}

/** The part of a text as `StrCpy` takes it. */
function cut(text: string, length: number | undefined, from: number): string {
  const start = from < 0 ? text.length + from : from;
  if (start < 0) return '';
  const rest = text.slice(start);
  if (length === undefined) return rest;
  return length < 0 ? rest.slice(0, Math.max(0, rest.length + length)) : rest.slice(0, length);
}

function calculate(one: number, two: number, operation: number): number {
  switch (operation) {
    case 0:
      return one + two;
    case 1:
      return one - two;
    case 4:
      return one | two;
    case 5:
      return one & two;
    case 7:
      return one === 0 ? 1 : 0;
    case 11:
      return one << two;
    case 12:
      return one >> two;
    default:
      throw new Error(`There is no operation ${operation}.`);
  }
}
