// Whether two texts are the same form: declaration, line ends and indentation are no content.
import { withoutLayout } from '../../preload/forms/without-layout.ts';

export const sameForm = (one: string, other: string): boolean =>
  withoutLayout(one) === withoutLayout(other);
