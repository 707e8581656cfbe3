// Arguments of Node.js under which a command of Steward ends as it does in Electron.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './imports.ts';

const preload = pathToFileURL(path.join(root, 'test/support/electron-ends.mjs')).href;
export const AS_IN_ELECTRON: readonly string[] = ['--import', preload];
