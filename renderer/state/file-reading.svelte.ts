// How a picked XML file is read that declares one character encoding and is in another: the person chooses.
import type { ChosenFile, FileReading } from '../../preload/contract/files.ts';
import type { Result } from '../../preload/result.ts';
import { chooseFile } from './files.ts';
import { client } from './main-process.ts';
import { toasts } from './toasts.svelte.ts';
import { language } from '../texts/language.svelte.ts';

interface Question {
  readonly file: ChosenFile;
  readonly readings: readonly FileReading[];
  readonly answer: (charset: string | undefined) => void;
}

let asked = $state.raw<Question>();

export const fileReading = {
  get asked(): Question | undefined {
    return asked;
  },
};

/** Null when the person cancelled, be it the choice of the file or of how it is read. */
export async function chooseXml(): Promise<Result<ChosenFile | null>> {
  const answer = await chooseFile('form-xml');
  return answer.ok && answer.value !== null ? readable(answer.value) : answer;
}

/** One that was chosen or dropped; null when the person does not say how it is read. */
export async function readable(file: ChosenFile): Promise<Result<ChosenFile | null>> {
  const found = await client.files.readings({ file: file.handle });
  // What cannot be read is told by what was to be done with it.
  if (!found.ok) return { ok: true, value: file };
  const { charset, readings } = found.value;
  if (charset !== null || readings.length === 0) {
    tell(file.name, charset);
    return { ok: true, value: file };
  }
  const chosen = await new Promise<string | undefined>((answer) => {
    asked = { file, readings, answer };
  });
  asked = undefined;
  if (chosen === undefined) return { ok: true, value: null };
  const kept = await client.files.readIn({ file: file.handle, charset: chosen });
  if (!kept.ok) return kept;
  tell(file.name, chosen);
  return { ok: true, value: file };
}

/** Once for each file: what goes to the platform is in UTF-8, and says so. */
function tell(name: string, charset: string | null): void {
  const { t } = language;
  if (charset !== null && charset !== 'utf-8')
    toasts.show(t.fileReading.told(name, t.fileReading.charset(charset)));
}
