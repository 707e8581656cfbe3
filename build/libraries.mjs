// Records which libraries a Vite build included: their folders below node_modules, in dist/libraries.
// The bill of materials is made from these notes.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './root.mjs';

const NOTES = path.join(root, 'dist/libraries');
const FOLDER = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//;
const IMPORTED_STYLE = /@import\s+(?:url\()?['"]((?:@[^/'"]+\/)?[^./'"][^/'"]*)/g;

/** `node_modules/x` or `node_modules/x/node_modules/y` of a file inside a library, else undefined. */
export function libraryFolder(file) {
  const [plain] = file.replaceAll('\\', '/').split('?');
  const found = FOLDER.exec(plain)?.[1];
  return found?.slice(found.indexOf('/node_modules/') + 1);
}

/** A plugin that notes, as `part`, what a build took in: code that was kept, styles, and files such as fonts. */
export function noteLibraries(part) {
  const found = new Set();
  const note = (file) => {
    const folder = libraryFolder(file);
    if (folder !== undefined) found.add(folder);
  };
  return {
    name: 'note-libraries',
    transform: {
      order: 'pre',
      filter: { id: /\.css(\?|$)/ },
      handler(code, id) {
        // Styles leave no code behind; one that another style imports is no module of its own.
        note(id);
        for (const [, name] of code.matchAll(IMPORTED_STYLE)) found.add(`node_modules/${name}`);
      },
    },
    generateBundle(_options, bundle) {
      for (const made of Object.values(bundle)) {
        for (const [file, { renderedLength }] of Object.entries(made.modules ?? {})) {
          if (renderedLength > 0) note(file);
        }
        for (const file of made.originalFileNames ?? []) note(path.resolve(root, 'renderer', file));
      }
    },
    writeBundle() {
      mkdirSync(NOTES, { recursive: true });
      const folders = `${JSON.stringify([...found].sort(), null, 2)}\n`;
      writeFileSync(path.join(NOTES, `${part}.json`), folders);
    },
  };
}

/** Part of the program -> folders of the libraries that were built into it. Error where a part was not built yet. */
export function notedLibraries(parts = ['renderer', 'preload', 'main']) {
  const read = (part) => JSON.parse(readFileSync(path.join(NOTES, `${part}.json`), 'utf8'));
  return Object.fromEntries(parts.map((part) => [part, read(part)]));
}
