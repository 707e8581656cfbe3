// English texts of code lists.
export const codeLists = {};
