// A backup that is being brought back: its file, how far its reading has come, and what went wrong.
import type { ChosenFile } from '../../preload/contract/files.ts';
import { Action, failureOf } from './action.svelte.ts';
import { chooseFile } from './files.ts';
import { client } from './main-process.ts';
import { session } from './session.svelte.ts';

export class BringingBack {
  file = $state.raw<ChosenFile>();
  step = $state.raw<{ readonly bytes: number; readonly total: number | null }>();
  readonly choosing = new Action();
  readonly reading = new Action();

  readonly choose = async (): Promise<void> => {
    await this.choosing.run(async () => {
      const answer = await chooseFile('backup');
      if (!answer.ok) return answer.failure;
      if (answer.value === null) return 'cancelled';
      this.file = answer.value;
      return undefined;
    });
  };

  /** Once it is brought back, the window has nothing else to show. */
  readonly bring = async (passphrase: string): Promise<void> => {
    const { file } = this;
    if (file === undefined) return;
    await this.reading.run(async ({ signal }) => {
      const answer = await client.backup.bringBack(
        { file: file.handle, passphrase },
        { signal, onProgress: (now) => (this.step = now) },
      );
      if (answer.ok) session.noteBroughtBack(answer.value);
      return failureOf(answer);
    });
    this.step = undefined;
  };

  readonly cancel = (): void => {
    this.reading.cancel();
  };
}
