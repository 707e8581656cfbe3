// Files that a person picks, and the names of saved ones: each contains the environment.
import type { Toast } from '../components/window-setting.ts';
import type { Connection } from '../../preload/contract/connections.ts';
import type { ChosenFile } from '../../preload/contract/files.ts';
import type { Failure, Result } from '../../preload/result.ts';
import type { Outcome } from './action.svelte.ts';
import { fileName } from './file-name.ts';
import { client } from './main-process.ts';
import { toasts } from './toasts.svelte.ts';
import { language } from '../texts/language.svelte.ts';

type Purpose = Parameters<typeof client.files.choose>[0]['purpose'];

/** Null when the person cancelled. */
export const chooseFile = (purpose: Purpose): Promise<Result<ChosenFile | null>> =>
  client.files.choose({ purpose });

/** Has the hidden rows of a workbook read too, or left out again; true when that is so from now on. */
export async function takeHidden({ handle: file }: ChosenFile, taken: boolean): Promise<boolean> {
  return (await client.files.takeHidden({ file, taken })).ok;
}

/** Where to save `<organisation>-<ENVIRONMENT>-<what>-<day><ending>`; null when the person cancelled. */
export const chooseTarget = (
  connection: Pick<Connection, 'organisationName' | 'environment'>,
  what: string,
  ending: `.${string}`,
): Promise<Result<ChosenFile | null>> =>
  client.files.chooseTarget({
    suggestedName: fileName(
      connection.organisationName,
      connection.environment,
      what,
      new Date(),
      ending,
    ),
  });

/** What a list was saved from, where main says so. */
interface OfList {
  readonly completeness?: { readonly complete: boolean };
}

/** The person chooses where, main writes it there, and a toast says what was saved, and when a list is not all there. */
export async function saveAs<T>(
  chosen: Promise<Result<ChosenFile | null>>,
  write: (target: string) => Promise<Result<T & OfList>>,
  said: (saved: T) => string,
): Promise<Outcome> {
  const target = await chosen;
  if (!target.ok) return target.failure;
  if (target.value === null) return 'cancelled';
  const answer = await write(target.value.handle);
  if (!answer.ok) return answer.failure;
  const words = said(answer.value);
  if (answer.value.completeness?.complete === false)
    tellSaved(`${words}. ${language.t.words.savedIncomplete}`, target.value.handle, 'warning');
  else tellSaved(words, target.value.handle);
  return undefined;
}

/** Says that something was saved at a target, and offers to show it there. */
export function tellSaved(said: string, target: string, tone: Toast['tone'] = 'success'): void {
  const label = language.t.words.showInFolder;
  toasts.show(said, { tone, action: { label, run: () => void showInFolder(target) } });
}

/** What was saved at a target, selected in its folder by the system. */
export const showInFolder = (target: string): Promise<void> => shown(client.files.show({ target }));

/** The same for what a job has written (`writesFiles`). */
export const showWritten = (job: string): Promise<void> => shown(client.jobs.showWritten({ job }));

async function shown(asked: Promise<Result<object>>): Promise<void> {
  const answer = await asked;
  if (!answer.ok) toasts.show(language.t.words.notShownInFolder, { tone: 'warning' });
}

/** Of a form that was sent without its file. */
export const noFile: Failure = {
  kind: 'invalid-input',
  message: 'No file was chosen.',
  fields: { file: 'required' },
};
