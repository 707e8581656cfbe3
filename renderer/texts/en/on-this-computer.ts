// English words of what Steward keeps on this computer, and taking it off.
export const onThisComputer = {
  title: 'On this computer',
};
