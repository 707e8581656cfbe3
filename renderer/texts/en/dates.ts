// English words about days that are typed or picked.
export const dates = {
  pick: 'Pick a day',
  pickFor: (label: string) => `${label}: pick a day`,
  wrong: (pattern: string) => `Write the day as ${pattern}.`,
};
