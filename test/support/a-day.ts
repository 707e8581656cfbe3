// What a person does for each task of a day: before and now. The journeys measure `now`, the guide shows both.

export interface Task {
  readonly title: string;
  /** At commit 7eb9612, by the shortest way there was, counted from its screens and journeys as `test/e2e/acts.ts` counts. */
  readonly before: readonly string[];
  /** One for each act that `test/e2e/a-day.spec.ts` measures, in the guide's words. */
  readonly now: readonly string[];
  /** Why it is not at most half of before. */
  readonly because?: string;
}

const ONE_FORM = [
  ...['Work list', 'Start a form', 'the service', 'choose it', 'own XML', 'Choose file…'],
  ...['the file', 'Send to signing', 'Start'],
];

export const day = {
  'first-connection': {
    title: 'The first connection',
    before: [
      ...['environment', 'name', 'address', 'organisation', 'organisation number', 'Next'],
      ...['Import…', 'Choose file…', 'certificate picked', 'passphrase', 'Look inside', 'Import'],
      ...['Add key…', 'key', 'Add', 'More', 'Choose file…', 'CA file picked'],
      ...['Save and test', 'Begin'],
    ],
    now: [
      'drop the certificate',
      'its passphrase',
      'the API key',
      'the environment',
      'the address',
      '_Add a CA file…_, where the platform has its own',
      'pick it',
      '_Connect_',
      'answer the question of the system',
    ],
  },
  'rotate-overdue': {
    title: 'Rotate all overdue secrets',
    before: [
      ...['Enterprise users', 'Overdue', 'Select all', 'Rotate secrets…', 'Next'],
      ...['Choose file…', 'place of the file', 'passphrase', 'passphrase again'],
      ...['Test and continue', 'name of the organisation', 'Rotate 3 secrets'],
    ],
    now: [
      '_Rotate…_ in [Today](screens/today.md), where Steward opens',
      'a passphrase',
      'the passphrase again',
      'the name of the organisation',
      '_Rotate 3 secrets_',
      'choose where to save the file',
    ],
  },
  'new-user': {
    title: 'A new enterprise user with its role',
    before: [
      ...['Enterprise users', 'New user', 'user name', 'Create', 'Keep', 'Done'],
      ...['Open the portal', 'the question about the browser'],
      // In the portal, where alone roles were given; counted low.
      ...['way of signing in', 'identity', 'the organisation', 'who has rights', 'the user'],
      ...['Add role', 'the role', 'Confirm'],
    ],
    now: [
      '_Enterprise users_',
      '_New enterprise user_',
      'the user name',
      'the role',
      '_Create user_',
      'answer the question of the system',
      '_Keep in system keychain_',
      '_Done_',
    ],
  },
  'answer-a-letter': {
    title: 'Answer a letter and sign the answer',
    before: [
      ...['Inbox', 'the letter', 'its reply', 'Start', 'the text of the form', 'Check'],
      ...['Send to signing', 'I have read it', 'Sign', 'name of the organisation', 'Sign'],
    ],
    now: [
      '_Inbox_',
      'the letter',
      'its reply, which starts the form at once',
      'the text of the form',
      '_Check_',
      '_Send to signing_',
      '_I have read the signing text_',
      '_Sign…_',
      'the name of the organisation',
      '_Sign_',
    ],
    because:
      'A signature binds the organisation: reading, the typed name and a look at what is sent stay.',
  },
  'fifty-forms': {
    title: 'Send 50 forms from a spreadsheet',
    // Each of them by itself, its XML made by hand elsewhere.
    before: Array.from({ length: 50 }, () => ONE_FORM).flat(),
    now: [
      '_Work list_',
      '_Start a form_',
      'the service',
      'choose it',
      '_Many from a spreadsheet_',
      '_Choose file…_',
      'the spreadsheet',
      'begin each form with an XML file',
      '_Choose file…_',
      'a form that is filled in',
      '_Send to signing_',
      '_Send 50 forms_',
      'answer the question of the system',
    ],
  },
  'what-changed': {
    title: 'Find what changed in a service',
    before: ['the age of the copy', 'Update now', 'Show changes', 'the service', 'Compare'],
    now: ['the age of the copy in the status bar', '_Update now_'],
  },
} as const satisfies Readonly<Record<string, Task>>;
