// English words of the settings about new versions.
export const updates = {
  title: 'New versions',
};
