// English texts of profile.

export const profile = {
  title: 'Profile',
};
