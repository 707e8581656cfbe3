// The root folder of the project, independent of where a script was started.
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '..');
