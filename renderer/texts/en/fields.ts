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
} satisfies Record<FieldProblem, string>;
