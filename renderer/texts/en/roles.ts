// English texts of roles of everyone.
export const roles = {};
