// English texts of parties.

export const reportees = {
  title: 'Parties',
};
