// English texts of the switcher of parties.

export const acting = {
  title: 'Acting as',
};
