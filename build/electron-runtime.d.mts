// Types of electron-runtime.mjs for the tests that import it.

/** The program of the Electron runtime, if it has been fetched. */
export function electronProgram(): string | undefined;
/** Fetches it; why it is not here then. */
export function fetchElectron(options?: {
  readonly tell?: (bytes: number | undefined) => void;
  readonly script?: string;
  readonly place?: string;
  readonly connectMs?: number;
  readonly silenceMs?: number;
}): Promise<string | undefined>;
export function sandboxTrouble(
  program: string,
  options?: { readonly restricted?: string },
): string | undefined;
export function selfTestTrouble(
  program: string,
  options?: { readonly limitMs?: number },
): Promise<string | undefined>;
export function electronToOpen(needs?: {
  readonly find?: () => string | undefined;
  readonly fetch?: () => Promise<string | undefined>;
  readonly isRoot?: boolean;
  readonly hasDisplay?: boolean;
  readonly look?: (program: string) => string | undefined;
  readonly test?: (program: string) => Promise<string | undefined>;
}): Promise<
  | { readonly program: string; readonly why?: undefined }
  | { readonly why: string; readonly program?: undefined }
>;
