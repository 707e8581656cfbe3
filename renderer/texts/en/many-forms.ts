// English texts of sending many forms of one service from a spreadsheet.
import { counted, number } from '../formats.ts';

const forms = (n: number) => counted('en', n, 'form', 'forms');
const lines = (n: number) => counted('en', n, 'line', 'lines');

export const manyForms = {
  how: 'Many from a spreadsheet',
  howText: 'Each line of a CSV file or a workbook (XLSX) becomes one form.',
  choose: 'Choose spreadsheet…',
  other: 'Another spreadsheet…',
  chooseFailed: 'Could not open the file',
  reading: 'Reading the file…',
  checking: (done: number, all: number) =>
    `Checking line ${number('en', done)} of ${number('en', all)}…`,
  readFailed: 'Could not check the spreadsheet',
  cancel: 'Stop',
  limits:
    'The headings stand in the first line, or below a title. At most 2,000 lines, 200 columns and 10 MB.',
  template: {
    label: 'Begin each form with',
    schema: 'An empty form',
    kept: 'The template kept for this service',
    file: 'An XML file',
    message: 'An earlier form',
    prefilled: 'A form prefilled by the platform',
    earlier: 'Earlier form',
    readingEarlier: 'Could not load the earlier forms',
    noEarlier: 'The message box has no earlier form of this service.',
    prefill: 'Start one prefilled form',
    prefillText:
      'The platform prefills a form as it is started. Steward starts one, uses its values for every line, and leaves it in the work list as a draft.',
    ready: 'Started',
    hint: 'Fields without a column keep the value they have.',
    choose: 'Choose XML file…',
    keep: 'Keep as template',
    replace: 'Replace the template with this form',
    kept1: 'Kept as the template for this service',
    remove: 'Remove template',
    removed: 'The template is removed',
    failed: 'Could not change the template',
  },
  mapping: {
    title: 'Columns',
    text: {
      headings: 'Fields are suggested from the headings.',
      kept: 'As you used them last time.',
      given: '',
    },
    column: 'Column',
    sample: 'Sample',
    field: 'Field in the form',
    unnamed: (n: number) => `Column ${number('en', n)}`,
    notUsed: 'Not used',
    fieldOf: (column: string) => `Field for ${column}`,
    list: 'Fields of the form',
    none: 'No field matches',
    required: 'required',
    used: 'in use',
    count: (used: number, all: number) => `${number('en', used)} of ${number('en', all)} used`,
  },
  dry: {
    title: 'Lines',
    nameBy: 'Name the forms by',
    firstCells: 'The first cells',
    list: 'Lines of the spreadsheet',
    line: (n: number) => `Line ${number('en', n)}`,
    valid: 'Ready',
    ready: (n: number) => `${forms(n)} ready`,
    wrong: (n: number) => `${lines(n)} with problems`,
    leftOut: 'Lines with problems are left out.',
    problem: (where: string, what: string) => (where === '' ? what : `${where}: ${what}`),
    column: (heading: string, field: string) =>
      heading === field || heading === '' ? field : `${heading} (${field})`,
    more: (n: number) => `and ${number('en', n)} more`,
    ambiguous: 'This can be read in two ways. Write it out in full',
    character: 'Contains a character that a form can’t hold',
    place: 'This field can’t be filled in here',
    twice: (line: number) => `The same as line ${number('en', line)}`,
    long: 'The form is larger than 64 kB',
    noFields: 'Select a field for at least one column.',
    unchecked: 'The forms can’t be checked against the XSD, so none of them is made',
  },
  /** A form that was made of a line, among others of the same service. */
  called: (line: number, title: string, subject: string) =>
    title === ''
      ? `Line ${number('en', line)} – ${subject}`
      : `${title} (line ${number('en', line)}) – ${subject}`,
  send: (n: number) => `Send ${forms(n)}`,
  save: (n: number) => `Save ${forms(n)}`,
  starting: 'Could not start the job',
  running:
    'Forms from a spreadsheet are being made already. Wait until that job has ended, or stop it.',
  then: {
    'fill-in': 'Drafts in the work list',
    'fill-in-text': 'Each form is saved there, and can still be changed.',
    'await-signature': 'Send to signing right away',
    'await-signature-text':
      'Each form is sent as complete and waits for a signature. Nothing is signed yet.',
  },
  reasons: {
    'no-file': 'Choose a spreadsheet first',
    'no-format': 'Fill in the data format first',
    checking: 'Checking the lines',
    'no-template': 'Choose an XML file first',
    'no-lines': 'No line is ready',
    'no-earlier': 'Choose an earlier form first',
    'no-prefilled': 'Start the prefilled form first',
  },
  job: {
    row: (line: number, title: string) =>
      title === '' ? `Line ${number('en', line)}` : `Line ${number('en', line)}: ${title}`,
    open: 'Press Enter or double-click a line to open its form.',
    unknown:
      'For a line without an answer, look in the work list for its form. Retry makes it only when no new form of this service is there.',
  },
};
