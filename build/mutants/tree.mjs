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

  /** The tests in these files: what failed first, or that all passed, or that the time was over. */
  function runTests(files, limitMs) {
    const report = path.join(folder, 'node_modules', '.cache', 'mutants.json');
    rmSync(report, { force: true });
    const child = spawn(
      process.execPath,
      [
        path.join(folder, 'node_modules', 'vitest', 'vitest.mjs'),
        ...['run', '-c', 'test/vitest.config.ts', '--bail=1', '--passWithNoTests'],
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
      const timer = setTimeout(() => {
        late = true;
        endGroup(child.pid);
      }, limitMs);
      child.once('close', () => {
        clearTimeout(timer);
        endGroup(child.pid);
        running.delete(child.pid);
        resolve(late ? { kind: 'late' } : readReport(report, said));
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

  function readReport(file, said) {
    let report;
    try {
      report = JSON.parse(readFileSync(file, 'utf8'));
    } catch {
      return { kind: 'broken', why: `vitest wrote no report: ${said}` };
    }
    for (const {
      name,
      status,
      assertionResults,
      message,
      startTime,
      endTime,
    } of report.testResults) {
      const test = path.relative(folder, name).replaceAll(path.sep, '/');
      if (status === 'passed') seconds.set(test, (endTime - startTime) / 1000);
      const failed = assertionResults.find((result) => result.status === 'failed');
      if (failed !== undefined) return { kind: 'failed', test, title: failed.fullName };
      if (status === 'failed')
        return { kind: 'failed', test, title: (message ?? '').slice(0, 120) };
    }
    if (!report.success) return { kind: 'broken', why: `vitest failed outside of tests: ${said}` };
    return { kind: 'passed', count: report.numPassedTests };
  }
}

function endGroup(pid) {
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // It is gone already.
  }
}
