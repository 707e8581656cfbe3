// Norwegian texts of XSD views and checks.
import type { xsd as en } from '../en/xsd.ts';

export const xsd: typeof en = {};
