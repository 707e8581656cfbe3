// English texts of contact information.

export const contactInformation = {
  title: 'Contact information',
};
