// English texts of filling in a form: the steps, the attachments, the check and the sending.

export const formDesk = {
  title: 'Fill in',
};
