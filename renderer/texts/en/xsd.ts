// English texts of XSD views and checks.
export const xsd = {};
