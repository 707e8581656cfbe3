// The report of a verification, to be attached to a release: Markdown for people, and one line of JSON at the end.
import type { Found } from './finding.ts';

export interface Circumstances {
  readonly shell: 'electron' | 'chromium';
  readonly system: string;
  readonly made: Date;
  /** Names and versions of what it ran on. */
  readonly versions: Readonly<Record<string, string>>;
}

const WORDS = { passed: 'passed', failed: '**failed**', 'not-possible': 'not possible here' };

export function writeVerification(at: Circumstances, all: readonly Found[]): string {
  const versions = Object.entries(at.versions).map(([name, version]) => `- ${name} ${version}`);
  const rows = all.map(
    ({ id, name, result, said, ms }) =>
      `| ${id} | ${cell(name)} | ${WORDS[result]} | ${cell(said)} | ${String(ms)} ms |`,
  );
  return [
    `# Steward, verified in ${at.shell === 'electron' ? 'Electron' : 'the Chromium shell'}`,
    '',
    `Made ${at.made.toISOString()} on ${at.system}.`,
    '',
    ...versions,
    '',
    '| Check | What | Result | Said | Took |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
    '',
    JSON.stringify(countsOf(at.shell, all)),
    '',
  ].join('\n');
}

export function countsOf(shell: string, all: readonly Found[]) {
  const count = (wanted: Found['result']) => all.filter(({ result }) => result === wanted).length;
  return {
    shell,
    passed: count('passed'),
    failed: count('failed'),
    notPossible: count('not-possible'),
  };
}

/** What is said may be anything, and stays one cell of the table. */
const cell = (text: string): string =>
  text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|').replaceAll('<', '&lt;').slice(0, 400);
