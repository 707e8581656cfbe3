// Tells whether a changed source file still compiles: a guard whose removal the compiler reports needs no test.
import path from 'node:path';
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
    /** The first error that the changed text has and the text on disk has not. */
    newError(file, text) {
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
  };
}
