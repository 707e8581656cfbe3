// English words about the program: what is inside it, and the report for whoever helps.
import { number } from '../formats.ts';

export const about = {
  title: 'About Steward',
  report: {
    open: 'Report for support…',
    hint: 'Facts on this program and the last lines of its log, for whoever helps you. You see it before it goes anywhere.',
    title: 'Report for support',
    text: 'Read it through before you give it away. It holds no secrets, no names of persons and no numbers of persons or organisations.',
    copy: 'Copy report',
    save: 'Save as file…',
    saved: (name: string) => `${name} is saved.`,
    attempted: 'Could not create the report',
    attemptedSaving: 'Could not save the report',
  },
  materials: {
    open: 'What is inside…',
    hint: 'The libraries that Steward is built with, and their licences.',
    title: 'What is inside Steward',
    text: 'Steward is built with the work of others. Each library is listed with its licence and the text that it asks to be passed on.',
    find: 'Find a library or licence',
    list: 'Libraries',
    count: (shown: number, all: number) =>
      shown === all
        ? `${number('en', all)} libraries`
        : `${number('en', shown)} of ${number('en', all)} libraries`,
    noMatch: 'No library fits.',
    notice: (name: string) => `Licence of ${name}`,
    unknownVersion: 'version not stated',
    save: 'Save bill of materials…',
    saved: (name: string) => `${name} is saved.`,
    none: 'No list in this copy',
    noneText: 'This copy of Steward was not built with a list of what is inside it.',
    attempted: 'Could not load the list of components',
    attemptedSaving: 'Could not save the bill of materials',
  },
};
