// English texts of exporting messages into a folder.

export const messageExport = {
  title: 'Export messages',
};
