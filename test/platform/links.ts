// Addresses the platform hands out: valid, stable, and not to be guessed from the documented paths.
import type { Chance } from './randomness.ts';

export interface Links {
  /** An absolute address that stands for a documented path. */
  to(path: string): string;
  /** The documented path behind a handed-out one; undefined for one never handed out. */
  behind(path: string): string | undefined;
}

const signs = 'abcdefghijkmnpqrstuvwxyz23456789';

export function createLinks(address: () => string, chance: Chance): Links {
  const tokens = new Map<string, string>();
  const paths = new Map<string, string>();
  return {
    to(path) {
      const token = tokens.get(path) ?? chance.text(22, signs);
      tokens.set(path, token);
      paths.set(token, path);
      return `${address()}/api/g2/${token}`;
    },
    behind(path) {
      const token = /^\/api\/g2\/([a-z0-9]+)$/.exec(path)?.[1];
      return token === undefined ? undefined : paths.get(token);
    },
  };
}
