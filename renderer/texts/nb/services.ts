// Norwegian texts of services.
import type { services as en } from '../en/services.ts';

export const services: typeof en = {};
