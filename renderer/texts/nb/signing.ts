// Norwegian (bokmål) texts of signing.
import type { signing as en } from '../en/signing.ts';

export const signing: typeof en = {
  title: 'Signer',
};
