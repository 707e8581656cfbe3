// Reads YAML in tests: the one door to the reader, which the installed program has too, through its updates.
import { createRequire } from 'node:module';

const { load } = createRequire(import.meta.url)('js-yaml') as { load: (text: string) => unknown };

/** The value of a text; the caller says what it is. */
export const readYaml = (text: string): unknown => load(text);
