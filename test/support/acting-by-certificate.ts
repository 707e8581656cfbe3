// The switch of the tests whose connection is an organisation's: the documents want a user there (403 with text).
import type { Shape } from '../platform/shape.ts';

export const actingByCertificate: Partial<Shape> = { organisationAsParty: 'certificate' };
