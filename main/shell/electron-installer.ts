// Installs a new version of the program by electron-updater; main/updates/updates.ts says what and from where.
import type {
  AppUpdater,
  BaseUpdater,
  DebUpdater,
  MacUpdater,
  NsisUpdater,
} from 'electron-updater';
import type { AppAdapter } from 'electron-updater/out/AppAdapter.js';
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Problem } from '../problem.ts';
import { unexpectedAnswer } from '../problems.ts';
import { fileProblemOf } from '../storage/disk.ts';
import { rootKeysIn } from '../updates/list-signature.ts';
import { refusal } from '../updates/refusals.ts';
import { compareVersions, isVersion } from '../updates/versions.ts';
import type { DownloadRequest, Installer, ListedUpdate } from './shell.ts';
import { createHash } from 'node:crypto';
import { z } from '../../preload/contract/schema.ts';

/** What this needs of the installed program and its host. */
export interface InstallerHost {
  readonly version: string;
  /** The product's name: of its cache and its uninstaller. */
  readonly name: string;
  readonly platform: NodeJS.Platform;
  readonly arch: string;
  readonly env: Readonly<NodeJS.ProcessEnv>;
  /** Absolute path of the running program. */
  readonly program: string;
  /** Folder of the package's own files beside the program: `process.resourcesPath`. */
  readonly resources: string;
  /** For what is downloaded: private, and this program's alone. Made when needed, emptied at each start. */
  readonly folder: string;
  /** Starts the program once more when it has ended. */
  readonly relaunch: () => void;
  /** Ends this process now. */
  readonly exit: () => void;
}

/** Windows tells only afterwards that an installer needs more rights; the library then asks for them. */
const WINDOWS_GRACE_MS = 3000;
/** No such place: the library's calls are answered here, by their names alone. */
const NOWHERE = 'https://list.invalid/';

interface Downloaded {
  readonly updater: AppUpdater;
  readonly file: string;
  readonly update: ListedUpdate;
}

/** Undefined where this kind of package cannot replace itself. */
export function createElectronInstaller(host: InstallerHost): Installer | undefined {
  const kind = packageKind(host);
  if (kind === undefined) return undefined;
  let prepared: Prepared | undefined;
  let downloaded: Downloaded | undefined;
  // What an earlier start has left, whole or half, is never used.
  const emptied = rm(host.folder, { recursive: true, force: true }).catch(() => undefined);

  return {
    listName: listNameOf(host),
    rootKeys: rootKeysOf(host.resources),
    async read(list) {
      await emptied;
      const next = await prepare(kind, host, list);
      const update = await readList(next.updater, kind, host);
      prepared = next;
      return update;
    },
    async download(update, request) {
      if (prepared === undefined) throw refusal('nothing-found');
      downloaded = undefined;
      await makeEmpty(host.folder);
      const file = await prepared.download(update, request);
      downloaded = { updater: prepared.updater, file, update };
    },
    async verify() {
      checkReady(kind, host, downloaded);
    },
    install() {
      checkReady(kind, host, downloaded);
      start(kind, host, downloaded.updater);
    },
  };
}

/** As the library names it: without a system for Windows, with the processor where it is not the usual one. */
function listNameOf({ platform, arch }: InstallerHost): string {
  if (platform === 'win32') return 'latest.yml';
  if (platform === 'darwin') return 'latest-mac.yml';
  return arch === 'x64' ? 'latest-linux.yml' : `latest-linux-${arch}.yml`;
}

async function makeEmpty(folder: string): Promise<void> {
  try {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw fileProblemOf(error);
  }
}

interface Prepared {
  readonly updater: AppUpdater;
  /** The path of the whole, checked file. */
  download(update: ListedUpdate, request: DownloadRequest): Promise<string>;
}

/**
 * Instead of the library's own `httpExecutor`, which would call by Electron's network and follow redirects. The library has
 * no public way to give it another; nothing else of it is reached into.
 */
interface Executor {
  request(): Promise<string>;
  download(address: URL, to: string): Promise<string>;
  downloadToBuffer(): Promise<never>;
}

async function prepare(kind: PackageKind, host: InstallerHost, list: string): Promise<Prepared> {
  let order: { readonly update: ListedUpdate; readonly request: DownloadRequest } | undefined;
  const { updater, proveSignature } = await createUpdater(kind, host);
  const executor: Executor = {
    request: async () => list,
    async download(address, to) {
      // The library chooses a file of the list by itself: it must be the one that was shown to the person.
      if (order === undefined || address.href !== new URL(order.update.file, NOWHERE).href)
        throw refusal('file');
      await order.request.load(order.update.file, to, order.request.signal);
      return to;
    },
    downloadToBuffer: async () => Promise.reject(refusal('file')),
  };
  Object.assign<AppUpdater, { readonly httpExecutor: Executor }>(updater, {
    httpExecutor: executor,
  });
  updater.setFeedURL({ provider: 'generic', url: NOWHERE });
  return {
    updater,
    async download(update, request) {
      order = { update, request };
      if (kind !== 'nsis') await writeFile(configOf(kind, host), '{}');
      const proof = proveSignature?.();
      let file: string | undefined;
      try {
        [file] = await updater.downloadUpdate();
      } catch (error) {
        throw downloadProblem(error);
      } finally {
        if (kind !== 'nsis') await rm(configOf(kind, host), { force: true });
      }
      if (file !== undefined && proof?.() !== false) return file;
      await makeEmpty(host.folder);
      throw refusal('publisher');
    },
  };
}

interface Created {
  readonly updater: AppUpdater;
  /** Windows: begins to watch the check of the publisher's signature; the answer says whether it was made and passed. */
  readonly proveSignature?: () => () => boolean;
}

async function createUpdater(kind: PackageKind, host: InstallerHost): Promise<Created> {
  // Loaded when somebody looks for a version: a start needs none of it.
  const library = await import('electron-updater');
  const app = adapterOf(kind, host);
  const log = createWatchedLog();
  let created: Created;
  switch (kind) {
    case 'nsis': {
      const updater = new library.NsisUpdater(null, app);
      created = {
        updater,
        proveSignature: () => watchSignature(updater, log, configOf(kind, host)),
      };
      break;
    }
    case 'mac':
      created = { updater: new library.MacUpdater(undefined, app) };
      break;
    case 'appimage':
      created = { updater: new library.AppImageUpdater(null, app) };
      break;
    case 'deb':
      created = { updater: new (askedOnce(library.DebUpdater))(null, app) };
      break;
    case 'rpm':
      created = { updater: new library.RpmUpdater(null, app) };
  }
  const { updater } = created;
  Object.assign(updater, {
    autoDownload: false,
    autoInstallOnAppQuit: false,
    allowDowngrade: false,
    disableWebInstaller: true,
    disableDifferentialDownload: true,
    logger: log,
    // A person asked: nobody is left out of a rollout by chance.
    isUserWithinRollout: () => true,
  });
  return created;
}

/** What `pkexec` answers when a person closes the prompt, and when nobody could be asked. */
const REFUSED = /exited with code 12[67]$/;

/**
 * When dpkg fails, the library asks for the rights of an administrator again, to install what is missing. After a refusal that
 * second command would succeed without installing anything, and the library would say that all is done.
 */
function askedOnce(deb: typeof DebUpdater): typeof DebUpdater {
  return class extends deb {
    private refused: Error | undefined;

    protected override runCommandWithSudoIfNeeded(command: string[]): string {
      if (this.refused !== undefined) throw this.refused;
      try {
        return super.runCommandWithSudoIfNeeded(command);
      } catch (error) {
        if (error instanceof Error && REFUSED.test(error.message)) this.refused = error;
        throw error;
      }
    }
  };
}

/** The library's settings: only for Windows do they say something, the publisher; elsewhere an empty file stands for them. */
const configOf = (kind: PackageKind, { resources, folder }: InstallerHost): string =>
  kind === 'nsis' ? path.join(resources, 'app-update.yml') : path.join(folder, 'app-update.yml');

const adapterOf = (kind: PackageKind, host: InstallerHost): AppAdapter => ({
  version: host.version,
  name: host.name,
  isPackaged: true,
  relaunch: host.relaunch,
  appUpdateConfigPath: configOf(kind, host),
  // It keeps a random number there that it would send to a server of its own.
  userDataPath: host.folder,
  baseCachePath: host.folder,
  whenReady: async () => undefined,
  // Ending is the host's, after the app has stopped.
  quit: () => undefined,
  onQuit: () => undefined,
});

interface WatchedLog {
  info(): void;
  warn(message?: unknown): void;
  error(): void;
  /** Whether the library has said that it lets a file through unchecked. */
  ignored: boolean;
}

function createWatchedLog(): WatchedLog {
  const log: WatchedLog = {
    ignored: false,
    info: () => undefined,
    error: () => undefined,
    warn(message) {
      if (String(message).includes('Ignoring signature validation')) log.ignored = true;
    },
  };
  return log;
}

/**
 * The library skips the check without a word where app-update.yml names no publisher, and lets a file through where
 * PowerShell cannot be asked (UPD-04): here both are refusals.
 */
function watchSignature(updater: NsisUpdater, log: WatchedLog, config: string): () => boolean {
  if (!namesPublisher(config)) throw refusal('publisher');
  const { verifyUpdateCodeSignature: usual } = updater;
  let passed = false;
  log.ignored = false;
  updater.verifyUpdateCodeSignature = async (publishers, file) => {
    if (publishers.some((name) => name.trim() === '')) return 'A publisher without a name.';
    const wrong = await usual(publishers, file);
    passed = wrong === null && !log.ignored;
    return wrong ?? (log.ignored ? 'The signature could not be checked.' : null);
  };
  return () => {
    updater.verifyUpdateCodeSignature = usual;
    return passed;
  };
}

/** Only so that nothing is downloaded in vain: whether a publisher was checked is seen by the check itself. */
function namesPublisher(config: string): boolean {
  try {
    return /^publisherName:/m.test(readFileSync(config, 'utf8'));
  } catch {
    return false;
  }
}

async function readList(
  updater: AppUpdater,
  kind: PackageKind,
  host: InstallerHost,
): Promise<ListedUpdate> {
  try {
    const found = await updater.checkForUpdates();
    if (found === null) throw new Error('The library says that nothing is installed here.');
    const update = listedUpdate(found.updateInfo, (files) => chosenFile(files, kind, host.arch));
    const newer = isVersion(update.version) && compareVersions(update.version, host.version) > 0;
    if (newer && !found.isUpdateAvailable) throw refusal('system');
    return update;
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw unreadable(error);
  }
}

const unreadable = (cause: unknown) =>
  unexpectedAnswer('The list of versions cannot be understood.', {}, cause);

function downloadProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const { code } = error as { code?: unknown };
  return code === 'ERR_UPDATER_INVALID_SIGNATURE'
    ? refusal('publisher', error)
    : fileProblemOf(error);
}

/** At the last moment: the file may have been changed since, and an AppImage takes the old one away before it is in place. */
function checkReady(
  kind: PackageKind,
  host: InstallerHost,
  downloaded: Downloaded | undefined,
): asserts downloaded is Downloaded {
  if (downloaded === undefined) throw refusal('not-downloaded');
  if (!isFileWith(downloaded.update.sha512, downloaded.file)) throw refusal('file');
  if (kind === 'appimage') checkPlace(path.dirname(host.env['APPIMAGE'] ?? ''), downloaded.file);
}

function checkPlace(folder: string, file: string): void {
  try {
    accessSync(folder, constants.W_OK);
    const { bavail, bsize } = statfsSync(folder);
    if (bavail * bsize < statSync(file).size) throw new Error('There is no room.');
  } catch (error) {
    throw refusal('place', error);
  }
}

/** The new version starts by itself; where the old one could not be replaced, that starts again. */
function start(kind: PackageKind, host: InstallerHost, updater: AppUpdater): void {
  if (kind === 'mac') {
    // Squirrel takes the file from the library's server at 127.0.0.1, ends this program and starts the next.
    (updater as MacUpdater).quitAndInstall();
    return;
  }
  const isStarted = (updater as BaseUpdater).install(false, true);
  if (!isStarted) host.relaunch();
  if (kind === 'nsis') setTimeout(host.exit, WINDOWS_GRACE_MS);
  else host.exit();
}

const CHUNK_BYTES = 1024 * 1024;

/** `sha512` is base64. Anything that cannot be read is not that file. */
function isFileWith(sha512: string, file: string): boolean {
  try {
    const handle = openSync(file, 'r');
    try {
      return fstatSync(handle).isFile() && hashOf(handle) === sha512;
    } finally {
      closeSync(handle);
    }
  } catch {
    return false;
  }
}

function hashOf(handle: number): string {
  const hash = createHash('sha512');
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  for (let got = readSync(handle, chunk); got > 0; got = readSync(handle, chunk))
    hash.update(chunk.subarray(0, got));
  return hash.digest('base64');
}

const listedFile = z.object({
  url: z.string(),
  sha512: z.string(),
  size: z.number().int().optional(),
});
type ListedFile = z.infer<typeof listedFile>;

const note = z.object({ version: z.string(), note: z.string().nullish() });
const list = z.object({
  version: z.string(),
  files: z.array(listedFile).min(1).max(20),
  releaseDate: z.union([z.string(), z.date()]).optional(),
  releaseNotes: z.union([z.string(), z.array(note).max(100)]).nullish(),
});

const ENDINGS: Readonly<Record<PackageKind, string>> = {
  nsis: '.exe',
  mac: '.zip',
  appimage: '.AppImage',
  deb: '.deb',
  rpm: '.rpm',
};

/** Throws what zod throws where the list is none; Problem conflict{no-list} where it has no file for this program. */
function listedUpdate(
  found: unknown,
  choose: (files: readonly ListedFile[]) => ListedFile | undefined,
): ListedUpdate {
  const { version, files, releaseDate, releaseNotes } = list.parse(found);
  const file = choose(files);
  if (file === undefined) throw refusal('no-list');
  return {
    version,
    file: file.url,
    bytes: file.size ?? null,
    sha512: file.sha512,
    released: releaseDate instanceof Date ? releaseDate.toISOString() : (releaseDate ?? ''),
    notes: notesText(releaseNotes),
  };
}

function notesText(notes: z.infer<typeof list>['releaseNotes']): string {
  if (notes === null || notes === undefined) return '';
  if (typeof notes === 'string') return notes;
  return notes.map(({ version, note: text }) => `${version}\n${text ?? ''}`).join('\n\n');
}

/** As the library chooses: by ending, then by processor; a Mac that has files of its own processor takes no other. */
function chosenFile(
  files: readonly ListedFile[],
  kind: PackageKind,
  arch: string,
): ListedFile | undefined {
  const ending = ENDINGS[kind].toLowerCase();
  const fitting = files.filter(({ url }) => url.toLowerCase().endsWith(ending));
  if (kind !== 'mac') return fitting.find(({ url }) => url.includes(arch)) ?? fitting[0];
  const own = fitting.filter(({ url }) => url.includes('arm64') === (arch === 'arm64'));
  return (own.length > 0 ? own : arch === 'arm64' ? fitting : [])[0];
}

/** The kinds that can be replaced; a portable program, a folder and a developer's copy are somebody else's to renew. */
type PackageKind = 'nsis' | 'mac' | 'appimage' | 'deb' | 'rpm';

interface Package {
  readonly name: string;
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<NodeJS.ProcessEnv>;
  /** Absolute path of the running program. */
  readonly program: string;
  readonly resources: string;
}

/** Undefined for anything that electron-builder has not made as one of these. */
function packageKind(given: Package): PackageKind | undefined {
  // Every build that can look for new versions carries it.
  const isBuilt = existsSync(path.join(given.resources, 'app-update.yml'));
  switch (given.platform) {
    case 'win32':
      return isBuilt && isInstalledOnWindows(given) ? 'nsis' : undefined;
    case 'darwin':
      return isBuilt ? 'mac' : undefined;
    case 'linux':
      return linuxKind(given);
    default:
      return undefined;
  }
}

/** The portable program says so itself; an unpacked folder has no uninstaller beside it. */
function isInstalledOnWindows({ env, program, name }: Package): boolean {
  if (env['PORTABLE_EXECUTABLE_FILE'] !== undefined) return false;
  return existsSync(path.join(path.dirname(program), `Uninstall ${name}.exe`));
}

function linuxKind({ env, resources }: Package): PackageKind | undefined {
  const image = env['APPIMAGE'];
  if (image !== undefined && path.isAbsolute(image) && existsSync(image)) return 'appimage';
  const kind = fileText(path.join(resources, 'package-type'))?.trim();
  return kind === 'deb' || kind === 'rpm' ? kind : undefined;
}

/** PEM of the root keys in `publisher-key.pem`; undefined where there is none, or one of another kind than Ed25519. */
function rootKeysOf(resources: string): string | undefined {
  const pem = fileText(path.join(resources, 'publisher-key.pem'));
  return pem !== undefined && rootKeysIn(pem).length > 0 ? pem : undefined;
}

function fileText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
