// English texts of starting a form task from a service.
import { counted, number } from '../formats.ts';

export const formStart = {
  title: 'Start a form',
  for: (party: string) => `On behalf of ${party}`,
  back: 'Back to the list',
  pick: {
    search: 'Search name, code or owner',
    list: 'Forms that can be started',
    loading: 'Could not load the services',
    count: (shown: string, total: string) =>
      shown === total ? `${total} forms` : `${shown} of ${total} forms. Type to narrow the list.`,
    none: 'No forms available',
    noneText: 'The open metadata has no form services.',
    filterEmptyText: 'No form has this name, code or owner.',
    unlisted: (reference: string) => `Start ${reference}, which is not in the list`,
    notRest: 'Not through the API',
    notForUsers: 'Not for enterprise users',
    ended: 'Ended',
    notYet: 'Not valid yet',
  },
  other: 'Another service',
  reading: 'Could not load the service',
  unknownName: (reference: string) => `Service ${reference}`,
  facts: {
    reference: 'Service',
    owner: 'Owner',
    rest: 'API submission',
    users: 'Enterprise users',
    validity: 'Valid',
    steps: 'Steps',
    yes: 'Yes',
    no: 'No',
    unsaid: 'Unknown',
    from: (day: string) => `from ${day}`,
    until: (day: string) => `until ${day}`,
    noEnd: 'no end date',
    level: (n: number) => `level ${number('en', n)}`,
  },
  warnings: {
    title: 'This form may not be accepted',
    note: 'You can still try. The platform decides, and says why if it refuses.',
    'unknown-service':
      'The open metadata doesn’t have this service, so Steward doesn’t know its forms or rules.',
    'no-form-task': 'This is not a form service. Its messages are sent by the agency.',
    'not-rest':
      'The service doesn’t accept forms through the API. The platform will probably refuse it.',
    'rest-unsaid':
      'The open metadata doesn’t say whether the service accepts forms through the API.',
    'not-for-enterprise-users':
      'The service doesn’t accept enterprise users, and this connection signs in as one.',
    'enterprise-users-unsaid':
      'The open metadata doesn’t say whether the service accepts enterprise users, and this connection signs in as one.',
    'not-yet': 'The service is not valid yet.',
    ended: 'The service is no longer valid.',
  },
  how: {
    title: 'Start with',
    earlier: 'The values of the earlier form',
    earlierText: 'A new form gets the same values. The earlier one stays as it is.',
    prefilled: 'Prefilled by the service owner',
    prefilledText:
      'The platform creates the form with values from the service owner. You fill in the rest.',
    own: 'My own XML for the main form',
    ownText: 'The main form is filled from a file, which is checked against the XSD first.',
  },
  earlier: {
    reading: 'Could not load the earlier form',
    taken: 'The values of the main form are taken.',
    left: (attachments: number, forms: number) => {
      const left = [
        ...(attachments > 0 ? [counted('en', attachments, 'attachment', 'attachments')] : []),
        ...(forms > 0 ? [counted('en', forms, 'other form', 'other forms')] : []),
      ];
      return left.length === 0
        ? 'It has no attachments.'
        : `Not taken along: ${left.join(' and ')}.`;
    },
    notTaken: 'The service doesn’t take this form any more',
    other: (was: string, now: string) =>
      `The earlier form is ${was}, and the service now takes ${now}. Start a new form instead, and take the values that fit with Fill in from… there.`,
    noForm: 'The message has no main form with values.',
  },
  file: {
    form: 'Main form',
    choose: 'Choose XML file…',
    other: 'Other file…',
    template: 'Use the template',
    chooseFailed: 'Could not open the file',
    formatId: 'Data format ID',
    formatVersion: 'Data format version',
    formatHint: 'For the main form. You get it from the service owner.',
    check: 'Check again',
    checking: 'Checking the XML against the XSD…',
    checkFailed: 'Could not check the XML against the XSD',
    unchecked: 'The XML was not checked',
    uncheckedText: 'You can still start the form.',
    valid: 'The XML matches the XSD',
    invalid: (n: string) => `The XML doesn’t match the XSD (${n})`,
    invalidDraft:
      'You can still start it as a draft and correct it in the editor. It can’t be signed like this.',
    invalidSign: 'The platform will probably refuse to send it to signing.',
    line: (n: string) => `Line ${n}`,
    more: (n: string) => `and ${n} more`,
    problem: 'The XML could not be checked',
    only: 'The XSD covers technical rules only. The platform checks the rest.',
  },
  then: {
    title: 'Then',
    'fill-in': 'A draft in the work list',
    'fill-in-text': 'You fill it in here. Nothing is sent.',
    'await-signature': 'Send to signing right away',
    'await-signature-text':
      'It is sent as complete and waits for a signature. Nothing is signed yet.',
  },
  start: 'Start the form',
  sendToSigning: 'Send to signing',
  starting: (name: string) => `Could not start ${name}`,
  reasons: {
    reading: 'Loading the service',
    'no-file': 'Choose an XML file first',
    'no-format': 'Fill in the data format first',
    checking: 'Checking the XML',
    'no-earlier': 'Loading the earlier form',
    'not-taken': 'The service doesn’t take this form',
  },
  production: 'This is production. The form is created in the party’s real message box.',
  unknown: {
    title: 'The form may have been created',
    text: 'The server’s answer was lost. Check the work list before you start another one.',
    unlocated: 'The form was created, but the platform didn’t say where',
    unlocatedText: 'Find it in the work list.',
    looking: 'Searching the message box…',
    lookFailed: 'Could not search the message box',
    found: 'Forms of this service changed since then:',
    none: 'No form of this service has changed since then.',
    again: 'Search again',
    workList: 'Open the work list',
    open: (subject: string) => `Open ${subject}`,
    openShort: 'Open',
  },
};
