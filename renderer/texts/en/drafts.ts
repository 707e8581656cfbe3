// English texts of the question about unsaved drafts.
import { number } from '../formats.ts';

export const drafts = {
  title: 'Unsaved changes',
  text: (n: number): string =>
    n === 1 ? 'This will be lost if you continue:' : 'These will be lost if you continue:',
  stay: 'Stay',
  discard: 'Discard and continue',
  connection: (name: string) => (name === '' ? 'New connection' : `Changes to “${name}”`),
  quit: (n: number) =>
    n === 1
      ? 'One form has unsaved changes. They will be lost.'
      : `${number('en', n)} forms have unsaved changes. They will be lost.`,
};
