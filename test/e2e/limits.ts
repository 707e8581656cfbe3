// The journeys that need Linux because of system programs. Elsewhere they are skipped by name, with the reason.

interface Limit {
  /** The beginning of the journey's title. */
  readonly title: string;
  readonly why: string;
}

const KEYRING =
  'It starts a keyring service of its own (gnome-keyring), so that no entry of the person’s keychain is touched.';
const BROWSER = 'It stands in for the system’s browser by a command of the name xdg-open.';

const BARE = 'It compares with a bare Chromium, which it looks for where Linux has it.';

/** They hold on Linux in every shell. There is no journey that holds in one shell alone. */
export const linuxOnly: readonly Limit[] = [
  { title: 'RTY-09 twenty are rotated in a job', why: KEYRING },
  { title: 'OTS-12 a secret that was on screen', why: KEYRING },
  { title: 'after a rotation each line of the checklist', why: KEYRING },
  { title: 'RTY-09 a file of changes is a job', why: KEYRING },
  { title: 'a form is typed into, kept through a kill', why: KEYRING },
  { title: 'FLD-01 FLD-02 FLD-06 a form is filled in as fields', why: KEYRING },
  { title: 'SAR-09 on a real keyring', why: KEYRING },
  { title: 'pictures of ', why: KEYRING },
  { title: 'CSP-02 the tour of the demo', why: KEYRING },
  { title: 'the first run is killed: before saving', why: KEYRING },
  { title: 'a place that is gone is not opened', why: KEYRING },
  { title: 'what waits is what a start shows first', why: KEYRING },
  { title: 'an organisation is taken along', why: KEYRING },
  { title: 'a backup is made, and brought back', why: KEYRING },
  { title: 'all overdue secrets are rotated into one file', why: KEYRING },
  { title: 'a new enterprise user has its role', why: KEYRING },
  { title: 'AUT-01 a person signs in in the system browser', why: BROWSER },
  { title: 'what could not be read while signed out', why: BROWSER },
  { title: 'CSP-02 signing in looks and reads well', why: BROWSER },
  { title: 'CSP-05 CSP-06 NAV-01 NAV-04 a corpus of hostile bodies', why: BARE },
];

/** Why a journey cannot be made on this system; undefined where it can. */
export const whyNotHere = (title: string, platform: NodeJS.Platform): string | undefined =>
  platform === 'linux' ? undefined : linuxOnly.find((limit) => title.startsWith(limit.title))?.why;
