// English texts of the forms of a message and the editor of their XML.

export const formEditor = {
  title: 'Forms',
};
