// English texts of the body of a message in its frame.
import { counted, number, plural } from '../formats.ts';

export const messageBody = {
  title: 'Body of the message',
  frame: (subject: string) => `Text of the message: ${subject}`,
  attempted: 'Could not show the text of the message',
  empty: 'The message has no text.',
  /** While the focus is in the frame, where the program hears no keys. */
  inside: 'Arrow keys scroll. Tab leaves.',
  insideWithLinks:
    'Arrow keys scroll. Tab moves through the links, then leaves. Enter opens a link.',
  cut: 'The text is too long to show in full. This is the beginning, without formatting.',
  images: (n: number) =>
    `${counted('en', n, 'image was', 'images were')} not loaded. Images can tell the sender that you read this.`,
  fields: 'Fields and buttons in the text are hidden. Nothing can be sent from a message.',
  links: (n: number) => `Links in the text (${number('en', n)})`,
  noText: 'Link without text',
  open: 'Open',
  openLink: (number: number, host: string) => `Open link ${String(number)} at ${host}`,
  opened: (host: string) => `Opened ${host} in your browser`,
  openFailed: 'Could not open the link',
  claims: (named: string, host: string) => `The text says ${named}, but the link leads to ${host}.`,
  foreignLetters: 'This address contains letters that look like others.',
  showAll: (n: number) => `Show all ${number('en', n)} links`,
  showFewer: 'Show fewer',
  more: (n: number) =>
    `${number('en', n)} more ${plural('en', n, { one: 'link is', other: 'links are' })} not listed.`,
  notOpened: {
    insecure: 'Not opened: the connection would not be encrypted.',
    mail: 'Not opened: an e-mail address. Use your e-mail program.',
    phone: 'Not opened: a telephone number.',
    within: 'Not opened: it points inside the message.',
    program: 'Not opened: it would start a program or run a script.',
    'user-name': 'Not opened: the address contains a user name, which can hide where it leads.',
    unreadable: 'Not opened: the address is not valid.',
    'too-long': 'Not opened: the address is too long.',
  },
};
