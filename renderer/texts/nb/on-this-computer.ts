// Norwegian words of what Steward keeps on this computer, and taking it off.
import type { onThisComputer as english } from '../en/on-this-computer.ts';

export const onThisComputer: typeof english = {
  title: 'På denne maskinen',
};
