// English texts of jobs that have a tally.

export const batches = {
  title: 'Job',
};
