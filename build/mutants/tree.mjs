// A copy of the sources in a temporary folder, in which guards are taken away and tests are run.
import { spawn } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const LEFT_OUT = new Set(['node_modules', 'dist', '.git', 'test-results']);
/** Written by tools at each run: the copy has its own. */
const NOT_LINKED = /^\.(cache|vite|vitest|vite-temp|steward)/;

/** What vitest says of a test or hook that it gave up. */
const TIMEOUT = /^(Error: )?(Test|Hook) timed out in \d+ms/;

export function createTree(root) {
  const folder = mkdtempSync(path.join(tmpdir(), 'steward-mutants-'));
  for (const name of readdirSync(root)) {
    if (!LEFT_OUT.has(name)) {
      cpSync(path.join(root, name), path.join(folder, name), { recursive: true });
    }
  }
  const libraries = path.join(root, 'node_modules');
  mkdirSync(path.join(folder, 'node_modules'));
  for (const name of readdirSync(libraries)) {
    if (NOT_LINKED.test(name)) continue;
    symlinkSync(path.join(libraries, name), path.join(folder, 'node_modules', name), 'junction');
  }
  const running = new Set();
  const seconds = new Map();

  /**
   * The tests in these files: what failed first, or that all passed, or that `limitMs` was over. With `whole` none is left out
   * after the first failure, and every file is told with its times.
   */
  function runTests(files, { testMs, limitMs, whole = false }) {
    const report = path.join(folder, 'node_modules', '.cache', 'mutants.json');
    rmSync(report, { force: true });
    const begun = performance.now();
    const child = spawn(
      process.execPath,
      [
        path.join(folder, 'node_modules', 'vitest', 'vitest.mjs'),
        ...['run', '-c', 'test/vitest.config.ts', '--passWithNoTests', `--testTimeout=${testMs}`],
        ...(whole ? [] : ['--bail=1']),
        ...['--reporter=json', `--outputFile.json=${report}`, ...files],
      ],
      {
        cwd: folder,
        env: { ...process.env, FORCE_COLOR: '0' },
        stdio: ['ignore', 'ignore', 'pipe'],
        // A group of its own, so that its workers and what tests have started end with it.
        detached: true,
      },
    );
    running.add(child.pid);
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text) => (said = (said + text).slice(-2_000)));
    return new Promise((resolve) => {
      let late = false;
      const onLate = () => {
        late = true;
        endGroup(child.pid);
      };
      const timer = Number.isFinite(limitMs) ? setTimeout(onLate, limitMs) : undefined;
      child.once('close', () => {
        clearTimeout(timer);
        endGroup(child.pid);
        running.delete(child.pid);
        const ms = performance.now() - begun;
        resolve(late ? { kind: 'late' } : readReport(report, said, ms, whole));
      });
    });
  }

  return {
    folder,
    read: (file) => readFileSync(path.join(folder, file), 'utf8'),
    write: (file, text) => {
      mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
      writeFileSync(path.join(folder, file), text);
    },
    runTests,
    /** How long the file took when it last passed. */
    secondsOf: (test) => seconds.get(test),
    remove() {
      for (const pid of running) endGroup(pid);
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };

  function readReport(file, said, ms, whole) {
    let report;
    try {
      report = JSON.parse(readFileSync(file, 'utf8'));
    } catch {
      return { kind: 'broken', why: `vitest wrote no report: ${said}` };
    }
    const files = report.testResults.map(({ name, status, startTime, endTime }) => ({
      test: path.relative(folder, name).replaceAll(path.sep, '/'),
      isGreen: status === 'passed',
      from: startTime,
      to: endTime,
    }));
    for (const { test, isGreen, from, to } of files) {
      if (isGreen) seconds.set(test, (to - from) / 1000);
    }
    if (whole) return { kind: 'whole', files };
    for (const [index, { status, assertionResults, message }] of report.testResults.entries()) {
      const { test } = files[index];
      const failed = assertionResults.find((result) => result.status === 'failed');
      if (failed === undefined && status !== 'failed') continue;
      const texts = failed === undefined ? [message ?? ''] : failed.failureMessages;
      return {
        kind: 'failed',
        test,
        title: failed?.fullName ?? (message ?? '').slice(0, 120),
        isTimeout: texts.some((text) => TIMEOUT.test(text)),
        seconds: (failed?.duration ?? 0) / 1000,
      };
    }
    if (!report.success) return { kind: 'broken', why: `vitest failed outside of tests: ${said}` };
    return { kind: 'passed', ms };
  }
}

function endGroup(pid) {
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // It is gone already.
  }
}
