// English texts of contact look-up.

export const serviceOwner = {
  title: 'Contact look-up',
};
