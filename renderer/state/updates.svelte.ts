// The state of program updates, for the settings and the hint in the sidebar.
import type { UpdatesState } from '../../preload/contract/updates.ts';
import type { Result } from '../../preload/result.ts';
import { client, on } from './main-process.ts';

let now = $state.raw<UpdatesState>();

export const updates = {
  /** Undefined until somebody asked or main told. */
  get now(): UpdatesState | undefined {
    return now;
  },
  /** A new version waits for the person. */
  get waits(): boolean {
    return now?.state === 'found' || now?.state === 'downloaded';
  },
  note: (answer: Result<UpdatesState>): void => {
    if (answer.ok) now = answer.value;
  },
  ask: async (): Promise<UpdatesState | undefined> => {
    updates.note(await client.updates.state({}));
    return now;
  },
};

on('updatesChanged', (state) => {
  now = state;
});
