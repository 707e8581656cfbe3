// What a person does for each task of a day: the journeys measure it, and the guide shows it.

interface Task {
  readonly title: string;
  /** One for each act that `test/e2e/a-day.spec.ts` measures, in the guide's words. */
  readonly acts: readonly string[];
}

export const day = {
  'first-connection': {
    title: 'The first connection',
    acts: [
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
    acts: [
      '_Rotate…_ in [Today](screens/today.md), where Steward opens',
      'a passphrase',
      'the passphrase again',
      'the name of the organisation',
      '_Rotate 3 secrets_',
      'choose where to save the file',
      'answer the question of the system',
    ],
  },
  'new-user': {
    title: 'A new enterprise user with its role',
    acts: [
      '_Enterprise users_',
      '_New enterprise user_',
      'the user name',
      'the role',
      '_Create user_',
      'answer the question of the system',
      '_Keep it here_',
      '_Done_',
    ],
  },
  'answer-a-letter': {
    title: 'Answer a letter and sign the answer',
    acts: [
      '_Inbox_',
      'the letter',
      '_Reply_, which starts the form at once',
      'the text of the form',
      '_Check_',
      '_Send to signing_',
      'the name of the organisation',
      '_Sign_',
    ],
  },
  'fifty-forms': {
    title: 'Send 50 forms from a spreadsheet',
    acts: [
      '_Archive_',
      'a form that was sent before',
      '_Use again_',
      '_Many from a spreadsheet_',
      '_Choose spreadsheet…_',
      'the spreadsheet',
      '_Send to signing right away_',
      '_Send 50 forms_',
      'answer the question of the system',
    ],
  },
  'what-changed': {
    title: 'Find what changed in a service',
    acts: ['the age of the copy in the status bar', '_Update now_'],
  },
  'who-has-a-role': {
    title: 'See who has a role',
    acts: ['_Role or right_ in [Who has access](screens/delegations.md)', 'the role'],
  },
  'give-a-role': {
    title: 'Give a holder one more role',
    acts: [
      '_Give more access…_ beside the holder in [Who has access](screens/delegations.md)',
      'the role',
      '_Give role_',
      'answer the question of the system',
    ],
  },
} as const satisfies Readonly<Record<string, Task>>;
