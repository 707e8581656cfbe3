// `steward verify`: whether a hand-over is whole, in plain lines or as JSON; no data folder and no keychain is opened.
import path from 'node:path';
import type { VerifiedHandOver } from '../../preload/contract/hand-over.ts';
import { handOverPart } from '../../preload/contract/hand-over-parts.ts';
import type { Failure } from '../../preload/result.ts';
import { isoDay } from '../hand-over/shown.ts';
import { verifyHandOver } from '../hand-over/verify.ts';
import { handOverWords } from '../hand-over/words.ts';
import { MOST_NAMED } from '../messages/export-folder.ts';
import { failureOf } from '../problem.ts';
import { cancelled } from '../problems.ts';
import { EXIT, type ExitCode } from './terminal-jobs.ts';

interface Surroundings {
  /** The folder that relative paths begin at. */
  readonly folder: string;
  readonly out: (line: string) => void;
  readonly err: (line: string) => void;
  readonly signal: AbortSignal;
}

const { parts, states } = handOverWords.en;

/** Prints what was found. Done is only what is complete and as it was. */
export async function verifyFolder(
  { folder, json }: { readonly folder: string; readonly json: boolean },
  { folder: from, out, err, signal }: Surroundings,
): Promise<ExitCode> {
  let tenths = 0;
  const report = (step: { readonly bytes: number; readonly total: number | null }) => {
    const now = step.total === null ? 0 : Math.floor((step.bytes / step.total) * 10);
    if (now <= tenths) return;
    tenths = now;
    err(json ? JSON.stringify({ progress: step }) : `Read ${String(now * 10)} %`);
  };
  try {
    const found = await verifyHandOver(path.resolve(from, folder), signal, report);
    if (json) out(JSON.stringify({ ok: true, value: found }));
    else for (const line of verifiedLines(found)) out(line);
    return found.intact && found.complete === true ? EXIT.done : EXIT.notDone;
  } catch (error) {
    const failure = failureOf(error) ?? (signal.aborted ? cancelled().failure : undefined);
    if (failure === undefined) throw error;
    if (json) out(JSON.stringify({ ok: false, failure }));
    else err(sentenceOf(failure));
    return EXIT.notDone;
  }
}

/** In a sentence of the terminal, where the usual one speaks of a file. */
function sentenceOf(failure: Failure): string {
  if (failure.kind !== 'file') return failure.message;
  if (failure.problem === 'not-found')
    return 'There is no hand-over in this folder, or it has not finished: SHA256SUMS is missing.';
  if (failure.problem === 'damaged') return 'SHA256SUMS is damaged, so nothing can be compared.';
  return failure.message;
}

/** The first line says it all. */
function verifiedLines(found: VerifiedHandOver): readonly string[] {
  const { organisation, files, bytes, lacks, missing, changed, others } = found;
  const about = organisation === '' ? '' : `${oneLine(organisation.slice(0, LONGEST))}: `;
  return [
    firstLine(found),
    ...lacks.map((lack) => `  ${lackLine(lack)}`),
    ...named('Missing', missing),
    ...named('Changed', changed),
    ...named('Links that lead nowhere', found.brokenLinks),
    ...named(
      'Lists with another number of rows than the manifest says',
      found.otherCounts.map(nameOfPart),
    ),
    ...named('Not of the hand-over', others),
    `${about}${String(files)} files, ${String(bytes)} bytes.`,
  ];
}

const LONGEST = 200;

function firstLine(found: VerifiedHandOver): string {
  return found.intact
    ? stateOf(found, 'Complete')
    : `Not intact. ${stateOf(found, 'It was complete')}`;
}

function stateOf({ complete, on, lacks }: VerifiedHandOver, whole: string): string {
  if (complete === null)
    return 'Nothing says whether it is complete: manifest.json is missing or cannot be read.';
  if (on === null) return 'Not complete: this hand-over was stopped before its end.';
  const day = isoDay(on);
  if (complete) return `${whole} on ${day}.`;
  if (lacks.length === 0) return `Not complete, by its own word (${day}).`;
  const names = lacks.map(({ part }) => nameOfPart(part).toLowerCase());
  return `${whole} but for ${names.join('; ')} (${day}).`;
}

function lackLine({ part, state, onPlatform, here }: VerifiedHandOver['lacks'][number]): string {
  const of = onPlatform === null ? '' : `, ${String(onPlatform)} on the platform`;
  const words: string = Object.entries(states).find(([one]) => one === state)?.[1] ?? state;
  return `${nameOfPart(part)}: ${oneLine(words).toLowerCase()}, ${String(here)} here${of}`;
}

function nameOfPart(part: string): string {
  const known = handOverPart.safeParse(part).data;
  return known === undefined ? oneLine(part) : parts[known];
}

function named(title: string, names: readonly string[]): readonly string[] {
  if (names.length === 0) return [];
  const isCut = names.length >= MOST_NAMED;
  const heading = isCut ? `${title} (the first ${String(MOST_NAMED)}):` : `${title}:`;
  return [heading, ...names.map((name) => `  ${oneLine(name)}`)];
}

/** What others have named must not say anything in a line of its own, or read from the other side. */
const oneLine = (text: string): string =>
  text.replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (sign) => `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`,
  );
