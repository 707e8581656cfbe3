// English texts of the question about unsaved drafts.
import { number } from '../formats.ts';

export const drafts = {
  title: 'Unsaved changes',
  text: (n: number): string =>
    n === 1
      ? 'This has not been saved. If you go on, it is lost:'
      : 'These have not been saved. If you go on, they are lost:',
  stay: 'Stay',
  discard: 'Discard and go on',
  connection: (name: string) => (name === '' ? 'New connection' : `Changes to “${name}”`),
  quit: (n: number) =>
    n === 1
      ? 'One form has changes that are not saved. They are lost.'
      : `${number('en', n)} forms have changes that are not saved. They are lost.`,
};
