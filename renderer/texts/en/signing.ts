// English texts of signing.

export const signing = {
  title: 'Sign',
};
