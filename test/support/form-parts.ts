// All parts of a form in their order, each with how deep it stands, for tests of what they are.
import type { Form, FormPart } from '../../preload/forms/form-fields.ts';

export interface PlacedPart {
  readonly part: FormPart;
  readonly depth: number;
}

/** Below the root; the parts of one that is not open are left out. */
export function partsIn(
  form: Form,
  isOpen: (part: FormPart) => boolean = () => true,
): readonly PlacedPart[] {
  const found: PlacedPart[] = [];
  const add = (part: FormPart, depth: number) => {
    found.push({ part, depth });
    if (part.kind !== 'field' && !isOpen(part)) return;
    for (const one of form.parts(part)) add(one, depth + 1);
  };
  const { root } = form;
  if (root?.kind === 'section') for (const one of form.parts(root)) add(one, 0);
  else if (root !== null) add(root, 0);
  return found;
}
