// English words about the program: what is inside it, and the report for whoever helps.
export const about = {
  title: 'About Steward',
};
