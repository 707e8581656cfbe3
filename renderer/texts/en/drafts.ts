// English texts of the question about unsaved drafts.

export const drafts = {
  title: 'Unsaved changes',
};
