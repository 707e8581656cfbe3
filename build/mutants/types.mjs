// Tells whether a changed source file still compiles: a guard whose removal the compiler reports needs no test.
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { compile } from 'svelte/compiler';
import ts from 'typescript';

/** Said of what the missing guard used: an unused name or code that is never reached changes nothing. */
const HARMLESS = new Set([6133, 6138, 6192, 6196, 6198, 6199, 7027]);

/** Works on the files below `root` and reads each only once: only what is asked about may differ. */
export function createTypes(root) {
  const services = new Map();

  function serviceOf(project) {
    const known = services.get(project);
    if (known !== undefined) return known;
    const file = path.join(root, project, 'tsconfig.json');
    const { config } = ts.readConfigFile(file, ts.sys.readFile);
    const parsed = ts.parseJsonConfigFileContent(config, ts.sys, path.dirname(file));
    const changed = new Map();
    const made = ts.createLanguageService({
      getCompilationSettings: () => parsed.options,
      getScriptFileNames: () => parsed.fileNames,
      getScriptVersion: (name) => String(changed.get(name)?.version ?? 0),
      getScriptSnapshot(name) {
        const text = changed.get(name)?.text ?? ts.sys.readFile(name);
        return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
      },
      getCurrentDirectory: () => path.dirname(file),
      getDefaultLibFileName: ts.getDefaultLibFilePath,
      fileExists: ts.sys.fileExists,
      readFile: ts.sys.readFile,
      readDirectory: ts.sys.readDirectory,
      directoryExists: ts.sys.directoryExists,
      getDirectories: ts.sys.getDirectories,
      realpath: ts.sys.realpath,
    });
    const service = { made, changed };
    services.set(project, service);
    return service;
  }

  function errorsOf({ made }, name) {
    return [...made.getSyntacticDiagnostics(name), ...made.getSemanticDiagnostics(name)]
      .filter(({ code }) => !HARMLESS.has(code))
      .map(
        ({ code, messageText }) => `${code} ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
      );
  }

  return {
    /** The first error that the changed text has and the text on disk has not. Of a component only whether it can be compiled. */
    newError(file, text) {
      if (file.endsWith('.svelte')) return compileError(file, text);
      const service = serviceOf(file.split('/')[0]);
      const name = path.join(root, file);
      const version = (service.changed.get(name)?.version ?? 0) + 1;
      service.changed.set(name, { text, version });
      const after = errorsOf(service, name);
      service.changed.set(name, { text: undefined, version: version + 1 });
      if (after.length === 0) return undefined;
      const before = new Set(errorsOf(service, name));
      return after.find((error) => !before.has(error));
    },
    /** The first error of types in a changed component. It takes seconds: it is asked when no test missed the guard. */
    componentError(file, text) {
      const full = path.join(root, file);
      const before = readFileSync(full, 'utf8');
      const project = path.join(root, 'test/page/mutant.tsconfig.json');
      const settings = {
        extends: './tsconfig.json',
        compilerOptions: { ...PATIENT },
        include: ['support'],
        files: [path.relative(path.dirname(project), full)],
      };
      writeFileSync(project, JSON.stringify(settings));
      writeFileSync(full, text);
      const { stdout, error } = spawnSync(
        process.execPath,
        [
          path.join(root, 'node_modules/svelte-check/bin/svelte-check'),
          ...['--tsconfig', project, '--output', 'machine', '--threshold', 'error'],
        ],
        { cwd: root, encoding: 'utf8' },
      );
      writeFileSync(full, before);
      rmSync(project);
      if (error !== undefined) throw error;
      if (!/ COMPLETED /.test(stdout)) throw new Error(`svelte-check did not end: ${stdout}`);
      return / ERROR (.*)/.exec(stdout)?.[1];
    },
  };
}

/** What is no error here: see HARMLESS. */
const PATIENT = { noUnusedLocals: false, noUnusedParameters: false, allowUnreachableCode: true };

function compileError(file, text) {
  try {
    compile(text, { filename: file, generate: 'client' });
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
