// English texts of the body of a message in its frame.
import { counted, number, plural } from '../formats.ts';

export const messageBody = {
  title: 'Body of the message',
  frame: (subject: string) => `Text of the message: ${subject}`,
  attempted: 'Could not show the text of the message',
  empty: 'The message has no text.',
  /** While the focus is in the frame, where the program hears no keys. */
  inside: 'The keys are with the text now: arrows scroll, Tab leaves it.',
  cut: 'The text is too long to be shown in full. This is the beginning, without its layout.',
  images: (n: number) =>
    `${counted('en', n, 'image was', 'images were')} not loaded: an image could tell the sender that you read this.`,
  fields: 'Fields and buttons in the text are not shown: nothing can be sent from a message.',
  links: (n: number) => `Links in the text (${number('en', n)})`,
  noText: 'Link without words',
  open: 'Open',
  openLink: (number: number, host: string) => `Open link ${String(number)} at ${host}`,
  opened: (host: string) => `${host} was opened in the system’s browser.`,
  openFailed: 'Could not open the link',
  claims: (named: string, host: string) => `The words say ${named}, but the link leads to ${host}.`,
  foreignLetters: 'The name of this place has letters that can look like others.',
  showAll: (n: number) => `Show all ${number('en', n)} links`,
  showFewer: 'Show fewer',
  more: (n: number) =>
    `${number('en', n)} more ${plural('en', n, { one: 'link is', other: 'links are' })} not listed.`,
  notOpened: {
    insecure: 'Not opened: the connection would not be encrypted.',
    mail: 'Not opened: an e-mail address. Write to it from your own e-mail program.',
    phone: 'Not opened: a telephone number.',
    within: 'Not opened: it leads nowhere outside the message.',
    program: 'Not opened: it would start a program or run a script.',
    'user-name': 'Not opened: the address has a user name, which can hide where it leads.',
    unreadable: 'Not opened: the address cannot be read.',
    'too-long': 'Not opened: the address is too long.',
  },
};
