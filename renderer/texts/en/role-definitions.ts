// English texts of local roles.

export const roleDefinitions = {
  title: 'Local roles',
};
