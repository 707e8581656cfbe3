// Walks through every step of every job of the release's workflow, with the commands of the jobs.
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { makeKey, nameKeyFile } from '../../build/sign-lists.mjs';
import { root } from '../support/imports.ts';
import { readYaml } from '../support/yaml.ts';
import { carry, checkOut, type Machine, machineFor } from './walk-machine.ts';

type Texts = Readonly<Record<string, string>>;
interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly shell?: string;
  readonly name?: string;
  readonly if?: string;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly env?: Texts;
}
interface Job {
  readonly uses?: string;
  readonly needs?: string | readonly string[];
  readonly 'runs-on'?: string;
  readonly container?: string;
  readonly environment?: string;
  readonly permissions?: Texts;
  readonly env?: Texts;
  readonly strategy?: {
    readonly matrix: { readonly include?: readonly Texts[] } & Readonly<Record<string, unknown>>;
  };
  readonly steps?: readonly Step[];
}
interface Workflow {
  readonly on: Readonly<Record<string, unknown>>;
  readonly env?: Texts;
  readonly defaults?: { readonly run?: { readonly shell?: string } };
  readonly jobs: Readonly<Record<string, Job>>;
}

export interface World {
  readonly folder: string;
  readonly version: string;
  /** What the guide says that a release is given: name -> value. */
  readonly settings: Texts;
  /** A job that ended well, as text -> its artifacts: a change elsewhere need not do it again. */
  readonly known: Map<string, string>;
}
export interface Walked {
  /** Where it stopped, and why; undefined: there is a draft. */
  readonly trouble: string | undefined;
  /** Each step that was done: job, row, step. */
  readonly done: readonly string[];
  /** The files of the draft. */
  readonly draft: readonly string[];
}

const WORKFLOW = '.github/workflows/release.yml';
const REPOSITORY = 'steward/steward';
const EARLIER = '0.0.9';
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

/** What all walks share: the sources as git has them, keys, and a value for each name in the guide. */
export async function makeWorld(folder: string): Promise<World> {
  const sources = path.join(folder, 'sources');
  const wanted = [
    'build',
    '.github',
    'LICENSE',
    'package.json',
    'package-lock.json',
    'electron-builder.yml',
  ];
  const files = execFileSync('git', ['ls-files', '--', ...wanted], { cwd: root, encoding: 'utf8' })
    .trim()
    .split('\n')
    .filter((file) => !/^build\/(pictures|bench|mutants|guide\/.*\.png)/.test(file));
  for (const file of [...files, 'build/test.mjs']) {
    mkdirSync(path.dirname(path.join(sources, file)), { recursive: true });
    writeFileSync(path.join(sources, file), readFileSync(path.join(root, file)));
  }
  // Tests are named in commands and not run.
  for (const part of ['preload', 'renderer', 'main/http', 'main/reference', 'main/messages'])
    if (existsSync(path.join(root, 'test/unit', part)))
      mkdirSync(path.join(sources, 'test/unit', part), { recursive: true });
  writeFileSync(path.join(sources, 'test/vitest.config.ts'), '');
  const at = (name: string) => path.join(folder, name);
  await makeKey(at('root.pem'));
  await makeKey(at('lists.pem'));
  await nameKeyFile({ rootFile: at('root.pem'), publicFile: at('lists.pem.public.pem') });
  const text = (name: string) => readFileSync(at(name), 'utf8').trimEnd();
  const values: Texts = {
    STEWARD_PUBLISHER_KEY: text('root.pem.public.pem'),
    STEWARD_LIST_KEY: text('lists.pem'),
    STEWARD_LIST_KEY_NAMED: text('lists.pem.named'),
    STEWARD_PUBLISHER_PASSPHRASE: '',
    STEWARD_HOMEPAGE: 'https://steward.example/',
    STEWARD_MAINTAINER: 'Somebody <somebody@steward.example>',
  };
  const [, guide = ''] = read('build/guide/operators.md').split(/^## Making a release$/m);
  const names = [...(guide.split(/^## /m)[0] ?? '').matchAll(/`([A-Z][A-Z0-9]*_[A-Z0-9_]+)`/g)];
  // Of the three ways of signing for Windows this is the first.
  const isOtherWay = (name: string) => /AZURE|SIGN_COMMAND/.test(name);
  const settings = Object.fromEntries(
    names.map(([, name = '']) => [name, values[name] ?? (isOtherWay(name) ? '' : `a ${name}`)]),
  );
  const { version } = JSON.parse(read('package.json')) as { version: string };
  return { folder, version, settings, known: new Map() };
}

class Trouble extends Error {}
const need = (isThere: boolean, sentence: string) => {
  if (!isThere) throw new Trouble(sentence);
};

/**
 * Walks the workflow, or a change of it, until something is wrong. `onlyTried`: of the many rows of the job `try` only those of these
 * kinds, and what another walk has done already is not done again. `isFirst`: there is no release before this one.
 */
export function walkRelease(
  { folder, version, settings, known }: World,
  {
    workflow = read(WORKFLOW),
    onlyTried,
    isFirst = false,
  }: { workflow?: string; onlyTried?: readonly string[]; isFirst?: boolean } = {},
): Walked {
  const place = path.join(folder, `walk-${String(readdirSync(folder).length)}`);
  const at = (...names: string[]) => path.join(place, ...names);
  for (const name of ['artifacts', 'earlier', 'draft', 'jobs'])
    mkdirSync(at(name), { recursive: true });
  const done: string[] = [];
  let jobsDone = 0;
  const isShort = onlyTried !== undefined;

  function walk(file: string, text: string): void {
    const { env = {}, defaults, jobs } = readYaml(text) as Workflow;
    const left = new Map(Object.entries(jobs));
    while (left.size > 0) {
      const next = [...left].find(
        ([, { needs = [] }]) => ![needs].flat().some((one) => left.has(one)),
      );
      if (next === undefined)
        throw new Trouble(`${file}: ${[...left.keys()].join()} wait for each other.`);
      const [name, job] = next;
      for (const one of [job.needs ?? []].flat()) need(one in jobs, `There is no job ${one}.`);
      left.delete(name);
      const asText = JSON.stringify([file, name, job, env, defaults]);
      const before = isShort ? known.get(asText) : undefined;
      if (before !== undefined) cpSync(before, at('artifacts'), { recursive: true });
      else if (job.uses === undefined) {
        for (const row of rowsOf(job))
          if (name !== 'try' || !isShort || onlyTried.includes(row['kind'] ?? ''))
            walkJob(`${file} ${name}`, job, row, env, defaults?.run?.shell);
      } else {
        const called = job.uses.replace(/^\.\//, '');
        need(existsSync(path.join(root, called)), `There is no ${called}.`);
        const inner = readYaml(read(called)) as Workflow;
        need('workflow_call' in inner.on, `${called} may not be called.`);
        walk(path.basename(called), read(called));
      }
      if (before === undefined && (name === 'check' || name === 'packages')) {
        const kept = at(`kept-${name}`);
        cpSync(at('artifacts'), kept, { recursive: true });
        known.set(asText, kept);
      }
      if (name === 'packages') layEarlier();
    }
  }

  /** The release before this one has the same packages, of another version. */
  function layEarlier(): void {
    if (isFirst) return;
    for (const artifact of readdirSync(at('artifacts')).filter((one) =>
      one.startsWith('packages-'),
    ))
      for (const name of readdirSync(at('artifacts', artifact)).filter((one) =>
        one.startsWith('steward-'),
      )) {
        const text = readFileSync(at('artifacts', artifact, name), 'utf8');
        const to = at('earlier', name.replace(version, EARLIER));
        writeFileSync(to, text.replace(version, EARLIER), { mode: 0o755 });
      }
  }

  function walkJob(
    title: string,
    job: Job,
    row: Texts,
    env: Texts,
    shell: string | undefined,
  ): void {
    const label = [title, ...Object.values(row).slice(0, 2)].join(' ');
    // Those of an environment are nowhere else.
    const own = job.environment === 'release' ? settings : {};
    const ofGuide = (name: string) => {
      need(name in settings, `${name} is not in the guide for operators.`);
      return own[name] ?? '';
    };
    let machine: Machine | undefined;
    const allKeys = new Set(rowsOf(job).flatMap((one) => Object.keys(one)));
    const look = (name: string): string => {
      const [context = '', key = ''] = name.split('.');
      if (context === 'secrets' || context === 'vars') return ofGuide(key);
      if (context === 'matrix') {
        need(allKeys.has(key), `No row says ${name}.`);
        return row[key] ?? '';
      }
      const known: Texts = {
        'github.ref': `refs/tags/v${version}`,
        'github.workflow': 'release',
        'github.token': 'token',
        'runner.temp': machine?.temp ?? '',
        'runner.os': machine?.os ?? '',
      };
      const value = known[name];
      if (value === undefined) throw new Trouble(`Nothing is called ${name}.`);
      return value;
    };
    const fill = (text: unknown) => filled(String(text), look);
    const filledAll = (texts: Texts = {}) =>
      Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, fill(text)]));
    try {
      const made = machineFor(
        at('jobs', String((jobsDone += 1))),
        { runsOn: fill(job['runs-on']), container: fill(job.container ?? '') },
        {
          GITHUB_REF_NAME: `v${version}`,
          GITHUB_REPOSITORY: REPOSITORY,
          WALK_EARLIER: at('earlier'),
          WALK_DRAFT: at('draft'),
          WALK_RIGHTS_CONTENTS: job.permissions?.['contents'] ?? 'none',
        },
      );
      if (typeof made === 'string') throw new Trouble(made);
      machine = made;
    } catch (error) {
      throw inPlace(label, error);
    }
    for (const step of job.steps ?? []) {
      const called = `${label}: ${step.name ?? step.uses ?? step.run ?? ''}`;
      try {
        if (step.if !== undefined && !isTrue(step.if, look)) continue;
        if (step.run === undefined) use(step, machine, job, fill);
        else {
          need((step.shell ?? shell) === 'bash', 'Windows would take another shell than bash.');
          const wrong = machine.run(step.run, filledAll({ ...env, ...job.env, ...step.env }));
          need(wrong === undefined, wrong ?? '');
        }
        done.push(called);
      } catch (error) {
        throw inPlace(called, error);
      }
    }
  }

  function use(step: Step, machine: Machine, job: Job, fill: (text: unknown) => string): void {
    const action = /^actions\/([a-z-]+)@/.exec(step.uses ?? '')?.[1] ?? '';
    const input = (name: string) => fill(step.with?.[name] ?? '');
    const within = (name: string) => path.join(machine.work, name);
    if (machine.isContainer)
      need(machine.has('tar') && machine.has('gzip'), `${action} unpacks with tar and gzip.`);
    if (action === 'checkout') {
      need(job.permissions?.['contents'] !== undefined, 'The job may not read the sources.');
      checkOut(path.join(folder, 'sources'), machine.work);
    } else if (action === 'setup-node') {
      const wrong = machine.addNode(input('node-version'));
      need(wrong === undefined, wrong ?? '');
    } else if (action === 'upload-artifact') {
      const to = at('artifacts', input('name'));
      need(!existsSync(to), `There is an artifact ${input('name')} already.`);
      const paths = input('path').split('\n').filter(Boolean);
      const there = paths.filter((one) => existsSync(within(one)));
      const files = there.flatMap((one) => carry(within(one), to, machine.os));
      need(
        files.length > 0 || input('if-no-files-found') !== 'error',
        `There is nothing in ${paths.join()}.`,
      );
    } else if (action === 'download-artifact') {
      const pattern = input('pattern') || input('name');
      const names = readdirSync(at('artifacts')).filter((name) => path.matchesGlob(name, pattern));
      need(names.length > 0, `There is no artifact ${pattern}.`);
      const isMerged = input('pattern') === '' || input('merge-multiple') === 'true';
      const files = names.flatMap((name) =>
        carry(
          at('artifacts', name),
          within(path.join(input('path'), isMerged ? '' : name)),
          machine.os,
        ),
      );
      const twice = files.filter((name, index) => isMerged && files.indexOf(name) !== index);
      need(twice.length === 0, `${twice.join()} comes from several artifacts.`);
    } else if (action === 'attest-build-provenance') {
      const { permissions = {} } = job;
      need(
        permissions['id-token'] === 'write' && permissions['attestations'] === 'write',
        'The job may not attest.',
      );
      const pattern = input('subject-path');
      const files = readdirSync(machine.work, { recursive: true })
        .map(String)
        .filter((name) => path.matchesGlob(name, pattern) && statSync(within(name)).isFile());
      need(files.length > 0, `There is nothing to attest in ${pattern}.`);
      need(
        files.some((name) => name.endsWith('.deb')),
        'The packages are not attested.',
      );
    } else need(false, `${step.uses ?? ''} is not known here.`);
  }

  let trouble: string | undefined;
  try {
    walk(path.basename(WORKFLOW), workflow);
  } catch (error) {
    if (!(error instanceof Trouble)) throw error;
    trouble = error.message;
  }
  return { trouble, done, draft: readdirSync(at('draft')).sort() };
}

function inPlace(called: string, error: unknown): unknown {
  return error instanceof Trouble ? new Trouble(`${called}: ${error.message}`) : error;
}

/** The rows of a job's matrix; one without has one row. */
function rowsOf({ strategy }: Job): readonly Texts[] {
  if (strategy === undefined) return [{}];
  const { include, ...axes } = strategy.matrix;
  if (include !== undefined) return include;
  const [[name = '', values] = ['', []]] = Object.entries(axes);
  return (values as readonly string[]).map((value) => ({ [name]: value }));
}

/** A text with its expressions replaced. */
const filled = (text: string, look: (name: string) => string) =>
  text.replaceAll(/\$\{\{(.*?)\}\}/g, (_, source: string) => String(valueOf(source, look)));

const isTrue = (source: string, look: (name: string) => string) =>
  Boolean(valueOf(source.replace(/^\$\{\{(.*)\}\}$/, '$1'), look));

const TOKEN = /'(?:[^']|'')*'|&&|\|\||==|!=|[(),]|[\w.-]+/g;

/** The value of an expression, by GitHub's rules as far as these workflows use them. */
function valueOf(source: string, look: (name: string) => string): string | boolean {
  const tokens = source.match(TOKEN) ?? [];
  let at = 0;
  const takes = (word: string) => tokens[at] === word && (at += 1) > 0;
  const one = (): string | boolean => {
    const token = tokens[at] ?? '';
    at += 1;
    if (token.startsWith("'")) return token.slice(1, -1).replaceAll("''", "'");
    if (!takes('(')) return look(token);
    const given: (string | boolean)[] = [];
    while (!takes(')')) {
      given.push(either());
      takes(',');
    }
    if (token === 'always') return true;
    if (token !== 'format') throw new Trouble(`${token}() is not known here.`);
    return String(given[0]).replaceAll(/\{(\d)\}/g, (_, n: string) => String(given[Number(n) + 1]));
  };
  const compared = (): string | boolean => {
    const left = one();
    if (takes('==')) return left === one();
    if (takes('!=')) return left !== one();
    return left;
  };
  const both = (): string | boolean => {
    let left = compared();
    while (takes('&&')) {
      const right = compared();
      left = left === '' || left === false ? left : right;
    }
    return left;
  };
  function either(): string | boolean {
    let left = both();
    while (takes('||')) {
      const right = both();
      left = left === '' || left === false ? right : left;
    }
    return left;
  }
  const value = either();
  if (at < tokens.length) throw new Trouble(`${source} cannot be read here.`);
  return value;
}
