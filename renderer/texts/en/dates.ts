// English words about days that are typed or picked.
export const dates = {
  pick: 'Pick a date',
  pickFor: (label: string) => `${label}: pick a date`,
  wrong: (pattern: string) => `Enter the date as ${pattern}.`,
};
