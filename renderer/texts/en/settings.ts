// English texts of settings.
export const settings = {
  title: 'settings',
};
