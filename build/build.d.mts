// Types of build.mjs for the tests that import it.
type Vite = typeof import('vite');
export function ensureBuilt(options?: {
  readonly force?: boolean;
  readonly only?: readonly ('renderer' | 'preload' | 'main' | 'materials')[];
  readonly logLevel?: 'warn' | 'silent';
}): Promise<readonly string[]>;
type Rolldown = import('vite').Rolldown.RolldownOutput;
export function buildRenderer(
  vite: Vite,
  options?: { readonly write?: boolean },
): Promise<Rolldown>;
export function buildBridges(vite: Vite, outDir?: string): Promise<void>;
export function buildMain(
  vite: Vite,
  options?: { readonly outDir?: string; readonly app?: string },
): Promise<void>;
