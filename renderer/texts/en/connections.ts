// English texts of connections.
export const connections = {
  title: 'connections',
};
