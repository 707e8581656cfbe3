// English texts of first-run.
export const firstRun = {
  title: 'first-run',
};
