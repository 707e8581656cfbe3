// English sentences for every reason a field can be refused.
import type { FieldProblem } from '../../../preload/result.ts';

export const fields = {
  required: 'Fill in this field.',
  'too-long': 'This is too long.',
  'too-many': 'These are too many.',
  'control-characters': 'Remove the invisible control characters.',
  'not-a-number': 'Write a number.',
  'out-of-range': 'The number is outside what is allowed.',
  'not-a-choice': 'Choose one of the options.',
  'wrong-type': 'This is not the kind of value that is expected here.',
  'unknown-field': 'This field is not known.',
  'organisation-number': 'This is not a valid organisation number. Check the nine digits.',
  'base-address': 'Write an address that begins with https://, without user name, “?” or “#”.',
  'user-name': 'Leave out spaces and the characters / \\ ? # %.',
  'unknown-handle': 'The file is no longer available. Choose it again.',
  'name-in-use': 'This name is already in use.',
  'same-as-before': 'This is the same as before.',
  'passphrase-too-short': 'Use at least 12 characters.',
  'server-address': 'Write an address that begins with https://, without user name, “?” or “#”.',
  scope: 'A scope has no spaces, quotation marks or letters outside English.',
  party: 'Choose yourself, a party you may act for, or an organisation number.',
  'resource-id': 'This is not an id of the platform.',
  'exactly-one': 'Fill in one of these, and only one.',
  'e-mail': 'This is not a complete e-mail address.',
  'identity-number': 'A national identity number has eleven digits.',
  'mobile-number': 'Write a mobile number with digits, and its country code if it is foreign.',
  time: 'Write a date and a time.',
  xml: 'This is not well-formed XML.',
  'file-name': 'Leave out characters that a file name cannot have.',
  'app-or-service': 'Give a service with its edition, an app, or a delegation scheme.',
  colon:
    'A user name with a colon cannot be used here: name and secret are sent with a colon between them.',
  'holds-identity-number': 'This holds a national identity number, which is never stored.',
  'not-given-directly':
    'This was not given by itself: it comes with another role, or from a register, and cannot be taken back.',
  managed: 'Settled by your organisation for this computer.',
} satisfies Record<FieldProblem, string>;
