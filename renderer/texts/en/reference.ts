// English texts of the offline reference: the copy of the open metadata and its synchronisation.
export const reference = {
  job: 'Copy the open metadata',
};
