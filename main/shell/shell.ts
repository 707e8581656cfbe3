// What createApp needs of the place it runs in. One file per host implements it; nothing else knows the host.
import type { ToMain, ToPage, Port } from '../../preload/wire.ts';
import type { ShownBody } from '../message-box/shown-bodies.ts';
import type { Secret } from '../secret.ts';

export interface Shell {
  readonly name: 'electron' | 'chromium' | 'terminal';
  readonly version: string;
  /** Absolute path of the folder that holds everything Steward writes; exists with mode 0700. */
  readonly dataFolder: string;
  /** BCP 47 tag of the operating system's language. */
  readonly osLanguage: string;
  readonly keychain: 'system' | 'memory';
  readonly can: { readonly hideFromScreenSharing: boolean; readonly saveDialog: boolean };
  readonly dialogs: Dialogs;
  readonly clipboard: Clipboard;
  /** Opens an https address in the system browser after the person saw its host. Problem cancelled when they say no. */
  openExternal(address: URL): Promise<void>;
  /** Where the frame of a message finds the body of this name (`App.shownBody`); Problem conflict without a window. */
  bodyAddress(name: string): string;
  /** Hides the window from screen capture while a secret is shown, where the system can. */
  hideFromScreenSharing(hide: boolean): void;
  /** PAC-style answer of the system for an address: `DIRECT` or `PROXY host:port`. */
  systemProxy(address: URL): Promise<string>;
  /** Ends the program after the app has stopped. */
  quit(): void;
}

/** Paths the person picked, absolute. Undefined when the person cancelled; a Problem file{no-dialog} without a window. */
export interface Dialogs {
  open(ask: {
    readonly purpose: string;
    readonly extensions: readonly string[];
  }): Promise<string | undefined>;
  /** None when the person cancelled; absent where the host has no dialog for several. */
  openSeveral?(ask: {
    readonly purpose: string;
    readonly extensions: readonly string[];
  }): Promise<readonly string[]>;
  save(ask: { readonly suggestedName: string }): Promise<string | undefined>;
  /** A folder that is there, for a new one of this name in it. */
  folder(ask: { readonly suggestedName: string }): Promise<string | undefined>;
}

export interface Clipboard {
  /** Concealed from clipboard managers where the system has a way to ask for that. */
  write(secret: Secret): Promise<void>;
  /** Text that is no secret and stays until the person copies something else. */
  writeText(text: string): Promise<void>;
  /** Whether the clipboard still holds exactly this. */
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
export interface App {
  /** Serves the contract on one window's port until closed; closing aborts all that the window asked for. */
  serve(port: Port<ToPage, ToMain>): Serving;
  /** What leaving now would interrupt. Notifies the pages with `quitHeld` when anything is held. */
  mayQuit(): boolean;
  /** Finishes or marks as unknown what runs (at most 10 s), closes files and sockets. */
  stop(): Promise<void>;
  /** Issues a handle for a path the shell itself was given (terminal arguments, dropped files). */
  handleFor(path: string): string;
  /** The body of a message that a window was told to show, by its name. */
  shownBody(name: string): ShownBody | undefined;
  /** Called when the host locks, suspends or idles. */
  lock(): void;
}
