// English words of what the organisation has settled.
export const managed = {
  title: 'Settled by your organisation',
};
