// Norwegian texts of code lists.
import type { codeLists as en } from '../en/code-lists.ts';

export const codeLists: typeof en = {};
