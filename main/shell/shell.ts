// The interface through which createApp uses its host. One file per host implements it; nothing else knows the host.
import type { ReadHandle, SaveTarget } from '../../preload/contract/schema.ts';
import type { Locale } from '../../preload/contract/locale.ts';
import type { ManagedSettings, UntrustedSettings } from '../../preload/contract/managed.ts';
import type { NeededApproval } from '../../preload/contract/operation.ts';
import type { Settings } from '../../preload/contract/settings.ts';
import type { ToMain, ToPage, Port } from '../../preload/wire.ts';
import type { Proxy } from '../http/proxy.ts';
import type { ShownBody } from '../messages/shown-bodies.ts';
import type { Secret } from '../secret.ts';
import type { PressedLink } from './body-frames.ts';

export interface Shell {
  readonly name: 'electron' | 'chromium' | 'terminal';
  readonly version: string;
  /** Absolute path of the folder that holds everything Steward writes; exists with mode 0700. */
  readonly dataFolder: string;
  /** BCP 47 tag of the operating system's language. */
  readonly osLanguage: string;
  readonly keychain: 'system' | 'memory';
  /** The installed program, whose files a new version may replace; a developer's copy and the Chromium window are not. */
  readonly installed: boolean;
  /** Folder with the bill of materials and the notices of this build; they need not be there. */
  readonly materialsFolder: string;
  /** What the organisation has settled for this computer; read by the shell before there is an app. */
  readonly managed: ManagedSettings | null;
  /** A file of such settings that is not obeyed: others than the administrators may have written it. */
  readonly untrustedSettings: UntrustedSettings | null;
  /** Replaces the installed program; absent where the host cannot. */
  readonly installer?: Installer | undefined;
  readonly can: { readonly hideFromScreenSharing: boolean; readonly saveDialog: boolean };
  readonly dialogs: Dialogs;
  readonly clipboard: Clipboard;
  /**
   * Asks a person, by a means that the page cannot reach. False when they say no, when the question was closed or suppressed, and
   * when the signal ends it. The terminal's person has answered on the command line.
   */
  ask(question: Question, signal: AbortSignal): Promise<boolean>;
  /**
   * Asks the system for the person who is signed in to it, such as by a fingerprint; absent where it has no such question. `canAsk` may
   * change while the program runs; `ask` is false when they were not recognised, and when it cannot be asked.
   */
  readonly person?:
    | { readonly canAsk: () => boolean; readonly ask: (reason: string) => Promise<boolean> }
    | undefined;
  /** Notifications of the system; absent where the host has none, or nobody to see them. */
  readonly notifications?: Notifications | undefined;
  /** Opens an https address in the system browser after the person saw its host. Problem cancelled when they say no. */
  openExternal(address: URL): Promise<void>;
  /** Selects a file that main has written in the system's file manager, and opens nothing of it (NAV-07). */
  showInFolder(file: string): Promise<void>;
  /** Where the frame of a message finds the body of this name (`App.shownBody`); Problem conflict without a window. */
  bodyAddress(name: string): string;
  /** The colours that the person has chosen, for what the host draws itself; absent where it draws nothing. */
  useScheme?(scheme: Settings['scheme']): void;
  /** Hides the window from screen capture while a secret is shown, where the system can. */
  hideFromScreenSharing(hide: boolean): void;
  /** The system's proxy for an address; undefined for a direct line. Problem unreachable when it names one that cannot be used. */
  systemProxy(address: URL): Promise<Proxy | undefined>;
  /** Ends the program after the app has stopped; with `then`, that ends it instead (an installer starts its successor). */
  quit(then?: () => void): void;
}

/** What a person is asked before an act that the page alone must not bring about. In their language. */
export interface Question extends Asked, TypedWords {
  readonly why: NeededApproval;
  /** What it is for: hosts, the user of a secret, names. */
  readonly targets: readonly string[];
}

/** For a host whose box has a yes for every key: there two digits are typed (ATK-26). */
export interface TypedWords {
  /** Before the digits. */
  readonly typed: string;
  /** The same after an answer that came too soon. */
  readonly again: string;
}

/** The words of a question box. */
export interface Asked {
  readonly message: string;
  readonly detail: string;
  /** The two answers. */
  readonly yes: string;
  readonly no: string;
}

export interface Notifications {
  /** Whether the person is at the window; false where the host cannot tell. */
  isWatched(): boolean;
  /**
   * Shows it in place of the one before. It is seen by whoever sees the screen, also while that is locked. After a click the window is
   * in front, and then `opened` is called; not every host hears of a click.
   */
  show(notice: Notice, opened: () => void): void;
}

/** Plain text in the person's language, without a name or anything else of what it is about. */
export interface Notice {
  readonly title: string;
  readonly body: string;
}

/** Paths the person picked, absolute. Undefined when the person cancelled; a Problem file{no-dialog} without a window. */
export interface Dialogs {
  open(options: {
    readonly purpose: string;
    readonly extensions: readonly string[];
  }): Promise<string | undefined>;
  /** None when the person cancelled; absent where the host has no dialog for several. */
  openSeveral?(options: {
    readonly purpose: string;
    readonly extensions: readonly string[];
  }): Promise<readonly string[]>;
  save(options: { readonly suggestedName: string }): Promise<string | undefined>;
  /** A folder that is there, for a new one of this name in it. */
  folder(options: { readonly suggestedName: string }): Promise<string | undefined>;
}

/** The host's way of replacing the program. What is downloaded and from where is decided by main/updates/updates.ts. */
export interface Installer {
  /** Name of the publisher's list for this system and kind of package, e.g. `latest-linux.yml`. */
  readonly listName: string;
  /** PEM of the root keys (Ed25519) that name who signs the lists, carried by this build; undefined where it has none. */
  readonly rootKeys: string | undefined;
  /**
   * The newest version that a list, whose signature fits, speaks of. The text is given, never asked for again.
   * Problem unexpected-answer where it cannot be understood.
   */
  read(list: string): Promise<ListedUpdate>;
  /** Gets the file of that version by `load` and checks it as the system can (hash; publisher's signature on Windows). */
  download(update: ListedUpdate, options: DownloadRequest): Promise<void>;
  /** Whether what was downloaded is still what the list named and can take this program's place. Problem conflict if not. */
  verify(): Promise<void>;
  /** Verifies again, ends this program and puts what was downloaded in its place. The app has stopped by then. */
  install(): void;
}

export interface ListedUpdate {
  readonly version: string;
  /** ISO 8601. */
  readonly released: string;
  readonly notes: string;
  /** Name of the file beside the list. */
  readonly file: string;
  readonly bytes: number | null;
  /** Base64 of the SHA-512 of the file. */
  readonly sha512: string;
}

export interface DownloadRequest {
  /** Writes the file of this name, which stands beside the list, to a path; Problem as of any download. */
  readonly load: (name: string, to: string, signal: AbortSignal) => Promise<void>;
  readonly signal: AbortSignal;
}

export interface Clipboard {
  /** Concealed from clipboard managers where the system has a way to ask for that. */
  write(secret: Secret): Promise<void>;
  /** Text that is no secret and stays until the person copies something else. */
  writeText(text: string): Promise<void>;
  /** Whether the clipboard still holds exactly this; in Chromium, whether nothing else was written since. */
  holds(secret: Secret): Promise<boolean>;
  clear(): Promise<void>;
}

/** One window as main serves it. */
export interface Serving {
  close(): void;
  /** Tells the page of files that a person dropped onto it: their names, and never their paths. */
  dropped(paths: readonly string[]): void;
}

/** What a shell gets from createApp. */
import type { FileReadings } from '../storage/files.ts';
export interface App {
  /** Serves the contract on one window's port until closed; closing aborts all that the window asked for. */
  serve(port: Port<ToPage, ToMain>): Serving;
  /** What leaving now would interrupt. Notifies the pages with `quitHeld` when anything is held. */
  mayQuit(): boolean;
  /** Finishes or marks as unknown what runs (at most 10 s), closes files and sockets. */
  stop(): Promise<void>;
  /** Issues a handle for a path the shell itself was given (terminal arguments, dropped files); `reading`: how. */
  handleFor(path: string, reading?: FileReadings): ReadHandle;
  /** The same of a path that is to be written to, and is not read. */
  targetFor(path: string): SaveTarget;
  /** The body of a message that a window was told to show, by its name. */
  shownBody(name: string): ShownBody | undefined;
  /** Tells the pages that a person pressed this link in a body; the host led nobody anywhere. */
  bodyLinkPressed(pressed: PressedLink): void;
  /** Called when the host locks, suspends or idles. */
  lock(): void;
  /** The language that the person has chosen, for what the host says itself. */
  locale(): Locale;
  /** Logs an error that nothing caught, without what it says. Its error id. */
  reportError(error: unknown): string;
  /** For the log: whether the page that crashed is loaded again, or a person is asked. */
  pageCrashed(again: boolean): void;
}
