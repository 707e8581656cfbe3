// English sentences for every reason a field can be refused.
import type { FieldProblem } from '../../../preload/result.ts';

export const fields = {
  required: 'Required.',
  'too-long': 'Too long.',
  'too-many': 'Too many.',
  'control-characters': 'Remove invisible control characters.',
  'not-a-number': 'Enter a number.',
  'out-of-range': 'The number is outside the allowed range.',
  'not-a-choice': 'Select one of the options.',
  'wrong-type': 'Wrong type of value.',
  'web-page':
    'This is a web page (HTML), whatever its name says. Open it in a spreadsheet program, and save it as .xlsx or CSV.',
  'no-headings':
    'The headings of the columns were not found. Let one line at the top name them, with no lines of the table above it.',
  'other-workbook':
    'This workbook is in an older or another format, or has a password. Save it as .xlsx without a password.',
  'unknown-field': 'Unknown field.',
  'organisation-number': 'Not a valid organisation number. Check the nine digits.',
  'base-address': 'Enter an address that starts with https://, without user name, “?” or “#”.',
  'user-name': 'Don’t use spaces or the characters / \\ ? # %.',
  'unknown-handle': 'The file is no longer available. Choose it again.',
  'name-in-use': 'This name is already in use.',
  'same-as-before': 'Same as before.',
  'passphrase-too-short': 'Use at least 12 characters.',
  'server-address': 'Enter an address that starts with https://, without user name, “?” or “#”.',
  'host-name': 'Enter only a name or an IP address, without http:// and port.',
  'proxy-script':
    'This is a proxy script. Find PROXY in it, and enter only the name after it here. The number after the colon is the port; if there is none, it is 80.',
  'proxy-answer':
    'This is what a proxy script answers. Enter only the name after PROXY here. The number after the colon is the port; if there is none, it is 80.',
  'proxy-kind':
    'Steward can’t use SOCKS proxies or proxies over TLS. Enter the name of an http proxy.',
  'proxy-direct': 'DIRECT means without a proxy. Choose None as the proxy instead.',
  scope: 'A scope can’t contain spaces, quotation marks or letters outside A–Z.',
  party: 'Choose yourself, a party you can act for, or an organisation number.',
  'resource-id': 'Not a valid ID on the platform.',
  'exactly-one': 'Fill in exactly one of these.',
  'e-mail': 'Enter a complete e-mail address.',
  'identity-number': 'A national identity number has eleven digits.',
  'mobile-number': 'Enter a mobile number in digits, with the country code if it is foreign.',
  time: 'Enter a date and a time.',
  xml: 'Not well-formed XML.',
  encoding:
    'The file declares another character encoding than it is in. Choose it again, and say how it is read.',
  'file-name': 'Remove characters that are not allowed in file names.',
  'app-or-service': 'Enter a service and its edition, an app, or a delegation scheme.',
  colon:
    'User names with a colon can’t be used here, because a colon separates the name from the secret.',
  'holds-identity-number': 'Contains a national identity number, which is never stored.',
  'not-given-directly':
    'Not given directly: it comes from another role or a register, so it can’t be taken back.',
  'other-place':
    'May only be used in its own environment and at its own address. Choose or add another one.',
  'no-certificate': 'This file holds no certificate. Choose a PEM or DER file from your CA.',
  expired:
    'This certificate has expired. Choose or import another. If the date is wrong, check this computer’s clock.',
  'not-yet-valid':
    'This certificate is not valid yet. Choose another, or use it once it is. If the date is wrong, check this computer’s clock.',
  twice: 'In the file twice. Keep one of them.',
  json: 'Not JSON. Check brackets, quotation marks and commas.',
  'not-utf-8': 'Not UTF-8 text. Save the file as UTF-8.',
  'managed-file':
    'This is a managed.json, which an administrator puts in place for everyone on a computer. A places file has “name” instead of “managedBy”, and only “places” and “providers”.',
  managed: 'Managed by your organisation.',
} satisfies Record<FieldProblem, string>;
