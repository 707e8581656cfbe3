// The built shells with scripted handlers, and one way to drive each of them.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as vite from 'vite';
import { buildBridges, buildMain } from '../../build/build.mjs';
import type { Result } from '../../preload/result.ts';
import type { ToPage } from '../../preload/wire.ts';
import { root } from '../support/imports.ts';

/** A page that talks to main, whatever host it is in. */
export interface Driven {
  /** One text as the page's end of the border would send it. */
  post(text: string): Promise<void>;
  /** All that main has sent, in order. */
  received(): Promise<readonly ToPage[]>;
  /** Texts from anywhere but our own page; each must be without effect. */
  readonly badSenders: Readonly<Record<string, (text: string) => Promise<void>>>;
  stop(): Promise<void>;
}

export interface BuiltShells {
  readonly chromium: string;
  readonly terminal: string;
  /** Entry of the installed program. */
  readonly program: string;
  remove(): void;
}

/** `page`: files of the page instead of an empty one. Below node_modules, so that libraries are found. */
export async function buildShells(
  page: Readonly<Record<string, string>> = {},
): Promise<BuiltShells> {
  const parent = path.join(root, 'node_modules', '.cache', 'steward-shells');
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(path.join(parent, 'shells-'));
  mkdirSync(path.join(folder, 'renderer'));
  const files = { 'index.html': '<!doctype html><title>Steward</title>', ...page };
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(path.join(folder, 'renderer', name), text);
  }
  writeFileSync(path.join(folder, 'package.json'), '{"type":"module"}');
  await buildBridges(vite, path.join(folder, 'preload'));
  await buildMain(vite, {
    outDir: path.join(folder, 'main'),
    app: path.join(root, 'test/conformance/app.ts'),
  });
  return {
    chromium: path.join(folder, 'main/chromium.js'),
    terminal: path.join(folder, 'main/terminal.js'),
    program: path.join(folder, 'main/program.js'),
    remove() {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Calls over a driven page, by messages as any client would. */
export function createClient(driven: Driven) {
  let last = 0;
  const until = async <T>(look: (all: readonly ToPage[]) => T | undefined): Promise<T> => {
    for (;;) {
      const found = look(await driven.received());
      if (found !== undefined) return found;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const send = (message: object) => driven.post(JSON.stringify(message));
  const begin = async (name: string, input: unknown = {}) => {
    const id = ++last;
    await send({ kind: 'call', id, name, input });
    return id;
  };
  const answer = (id: number): Promise<Result<unknown>> =>
    until((all) => all.flatMap((m) => (m.kind === 'answer' && m.id === id ? [m.result] : []))[0]);
  return {
    begin,
    answer,
    until,
    cancel: (id: number) => send({ kind: 'cancel', id }),
    call: async (name: string, input?: unknown) => answer(await begin(name, input)),
  };
}
