// English texts about the program: its components, and the report for support.
import { counted, number } from '../formats.ts';

const libraries = (n: number): string => counted('en', n, 'library', 'libraries');

export const about = {
  title: 'About Steward',
  report: {
    open: 'Support report…',
    hint: 'Facts about Steward and the end of its log, for the person helping you. You can read it before you share it.',
    title: 'Support report',
    text: 'Read it before you share it. It contains no secrets, no names of people, and no identity or organisation numbers.',
    copy: 'Copy support report',
    save: 'Save as file…',
    saved: (name: string) => `${name} is saved.`,
    attempted: 'Could not create the report',
    attemptedSaving: 'Could not save the report',
  },
  materials: {
    open: 'Components…',
    hint: 'The libraries Steward is built with, and their licences.',
    title: 'Components of Steward',
    text: 'Steward is built on the work of others. Each library is listed with its licence and the notice it requires.',
    find: 'Find a library or licence',
    list: 'Libraries',
    count: (shown: number, all: number) =>
      shown === all ? libraries(all) : `${number('en', shown)} of ${libraries(all)}`,
    noMatch: 'No libraries match.',
    notice: (name: string) => `Licence of ${name}`,
    unknownVersion: 'unknown version',
    save: 'Save bill of materials…',
    saved: (name: string) => `${name} is saved.`,
    none: 'No list of components',
    noneText: 'This build of Steward has no list of its components.',
    attempted: 'Could not load the list of components',
    attemptedSaving: 'Could not save the bill of materials',
  },
};
