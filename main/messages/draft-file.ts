// The file of one draft: a sealed line for each step, written anew when the steps outgrow the draft.
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { errorCode, fileProblemOf, syncFolder } from '../storage/disk.ts';
import { sealedLines } from '../storage/log-codecs.ts';
import { createLog, type LogFile, openAppendFile, openLog, readLog } from '../storage/log-file.ts';
import { type Act, after, type Draft, replayed, wholeStep, withLoss } from './draft.ts';

/** Every method throws Problem file{...}; then nothing has changed. One call at a time. */
export interface DraftFile {
  draft(): Draft;
  /** The step is on the disk when it resolves. Problem not-found, invalid-input for one that cannot be taken. */
  apply(act: Act): Promise<Draft>;
}

export interface DraftPlace {
  readonly folder: string;
  /** Says nothing about the draft. */
  readonly name: string;
  readonly key: Buffer;
  readonly now: () => Date;
}

/** Reading many steps of a long text takes time; writing few of a short one anew takes none. */
const MOST_STEPS = 500;
const LEAST_TEXT = 64 * 1024;
/** Steps times length of the texts: so much is copied when they are read. */
const MOST_WORK = 400_000_000;

const fileOf = ({ folder, name }: DraftPlace) => path.join(folder, name);
const bytesOf = (place: DraftPlace) => openAppendFile(fileOf(place));
const linesOf = ({ folder, name, key }: DraftPlace) =>
  sealedLines({
    key,
    purpose: JSON.stringify(['steward-form-draft-1', path.basename(folder), name]),
  });

/** A draft that begins. */
export async function createDraftFile(place: DraftPlace, draft: Draft): Promise<DraftFile> {
  await createLog(bytesOf(place), linesOf(place), [wholeStep(draft)]);
  const { file } = await openDraftFile(place);
  if (file === undefined) throw new Error('What was just written is not there.');
  return file;
}

/**
 * Without `file` when nothing of the draft could be read: it is set aside then. Problem file{...}, or keychain{not-stored} for
 * a file that is sealed with another key: then nothing is touched.
 */
export async function openDraftFile(
  place: DraftPlace,
): Promise<{ readonly file: DraftFile | undefined; readonly setAside: string | undefined }> {
  const options = { now: place.now, mustExist: true };
  const { log, found, ...opened } = await openLog(bytesOf(place), linesOf(place), options);
  const { draft, whole } = replayed(found);
  const isIntact = whole && opened.setAside === undefined;
  if (draft !== undefined && isIntact)
    return { file: growing(place, log, draft, found), setAside: undefined };
  // A step that is missing ends the draft where it still was what the person saw; from then on it says so.
  const setAside = opened.setAside ?? (await keepAside(place));
  if (draft !== undefined) {
    const lossy = withLoss(draft, found, { file: setAside, at: place.now() });
    return { file: await createDraftFile(place, lossy), setAside };
  }
  await removeFile(place);
  return { file: undefined, setAside };
}

/** What can be read of the draft, without touching it. */
export async function stateOfDraft(place: DraftPlace): Promise<'whole' | 'damaged' | 'unreadable'> {
  const { values, damaged, otherVersion } = await readLog(bytesOf(place), linesOf(place));
  if (otherVersion) return 'unreadable';
  const { draft, whole } = replayed(values);
  return draft !== undefined && whole && !damaged ? 'whole' : 'damaged';
}

/** Whether anything of a draft can be read in what was set aside of this place. */
export async function holdsDraft(place: DraftPlace, aside: string): Promise<boolean> {
  const { values } = await readLog(openAppendFile(path.join(place.folder, aside)), linesOf(place));
  return replayed(values).draft !== undefined;
}

async function keepAside(place: DraftPlace): Promise<string> {
  const bytes = await readFile(fileOf(place)).catch((error: unknown) => {
    throw fileProblemOf(error);
  });
  return bytesOf(place).setAside(bytes, place.now());
}

async function removeFile(place: DraftPlace): Promise<void> {
  try {
    await rm(fileOf(place), { force: true });
    await syncFolder(place.folder);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw fileProblemOf(error);
  }
}

function growing(
  place: DraftPlace,
  log: LogFile<unknown>,
  found: Draft,
  values: readonly unknown[],
): DraftFile {
  let draft = found;
  let steps = values.length - 1;
  let grown = values.slice(1).reduce<number>((sum, value) => sum + sizeOf(value), 0);
  return {
    draft: () => draft,
    async apply(act) {
      const step = { number: draft.number + 1, at: place.now().toISOString(), act };
      const next = after(draft, step);
      await log.append([step]);
      draft = next;
      steps += 1;
      grown += sizeOf(step);
      const length = textOf(draft);
      const isShort = steps < MOST_STEPS && steps * length < MOST_WORK;
      if (isShort && grown < Math.max(LEAST_TEXT, length)) return draft;
      [steps, grown] = [0, 0];
      // A disk that has no room for it keeps the long file: the step is on it.
      await log.rewrite(() => [wholeStep(draft)]).catch(() => undefined);
      return draft;
    },
  };
}

const sizeOf = (value: unknown) => JSON.stringify(value).length;
const textOf = ({ forms }: Draft) =>
  [...forms.values()].reduce((sum, { xml }) => sum + xml.length, 0);
