// English words about the program: what is inside it, and the report for whoever helps.
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
    attempted: 'Making the report',
    attemptedSaving: 'Saving the report',
  },
};
