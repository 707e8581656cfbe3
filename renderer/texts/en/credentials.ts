// English texts of credentials.
export const credentials = {
  title: 'credentials',
};
