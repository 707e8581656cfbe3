// English texts of the lists of the message box.

export const messages = {
  loading: 'Reading messages',
  search: 'Filter by subject or sender',
};
