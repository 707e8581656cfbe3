// The folder of the project, wherever a script was started from.
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '..');
