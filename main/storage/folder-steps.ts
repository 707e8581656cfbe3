// What changed from one form of the data folder to the next: pure functions of documents, one line for each step.

/** Changes the values of documents, by name without `.json`. What does not look as expected is answered as it is. */
export type FolderStep = Readonly<Record<string, (value: unknown) => unknown>>;

/** The first leads from form 1 to form 2. Each may meet documents that it has changed already. */
export const STEPS: readonly FolderStep[] = [
  // The address of new versions became a setting.
  { settings: (value) => withDefault(value, 'updateAddress', null) },
  // The format file says which folder this is: names in the keychain hold its id from now on.
  {},
];

function withDefault(value: unknown, name: string, given: unknown): unknown {
  if (typeof value !== 'object' || value === null || name in value) return value;
  return { ...value, [name]: given };
}
