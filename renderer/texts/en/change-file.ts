// English texts of a file of changes, whatever is changed.
import { counted, number } from '../formats.ts';

export const changeFile = {
  choose: 'Choose file…',
  other: 'Choose another file…',
  chooseFailed: 'Could not open the file',
  readFailed: 'Could not read the file',
  reading: 'Reading the file and the list…',
  lines: (n: number) => counted('en', n, 'line', 'lines'),
  /** With how many rows that are not hidden: with none, or with headings alone, there is nothing to do. */
  hidden: (n: number, shown: number) => {
    const rows = counted('en', n, 'hidden row', 'hidden rows');
    if (shown > 1) return `The workbook has ${rows}.`;
    const all = shown === 0 ? 'Nothing in the workbook is visible' : 'Only one row is visible';
    return `${all}: it has ${rows}. Include them, or show them in the spreadsheet program and choose the file again.`;
  },
  headings: (line: number) =>
    `Line ${number('en', line)} was taken for the headings. The lines above it are not read.`,
  takeHidden: 'Include hidden and filtered rows',
  list: 'Lines of the file',
  show: 'Lines shown',
  shown: { all: 'All', changes: 'Changes', refused: 'Refused' },
  line: (line: number) => `Line ${number('en', line)}`,
  why: (words: string) => `Refused: ${words}`,
  empty: 'The file has no lines',
  noneShown: 'No lines to show',
  nothing: 'Nothing to do: no line in this file changes anything.',
  make: (n: number) => `Make ${counted('en', n, 'change', 'changes')}`,
  jobOpen: 'A job for this party is still open. Finish or stop it first.',
  starting: 'Could not start the job',
};
