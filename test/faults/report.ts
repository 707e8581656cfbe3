// The figures of the campaign: a readable table, and one JSON object as the last line.
import { allFaults, groupOf, leftOut } from './all-faults.ts';
import { repeatCommand, type Campaign, type Played } from './campaign.ts';
import { operationIds } from './operations.ts';

export interface Figures {
  readonly survived: number;
  readonly tried: number;
  readonly faults: number;
  readonly secretsKept: number;
  readonly secretsArrived: number;
  readonly doubleExecutions: number;
  readonly foreignConnections: number;
  readonly foreignCredentials: number;
  readonly silentLosses: number;
  readonly filesWithTrouble: number;
  readonly mostTakenBytes: number;
  readonly worstMemoryGrowthMb: number;
  readonly worstStallMs: number;
  readonly longestCallMs: number;
  readonly seconds: number;
  readonly seed: number;
  readonly node: string;
}

const count = (played: readonly Played[], what: (one: Played) => boolean): number =>
  played.filter(what).length;
const most = (played: readonly Played[], what: (one: Played) => number): number =>
  Math.max(0, ...played.map(what));

export function figures(campaign: Campaign): Figures {
  const { played } = campaign;
  return {
    survived: count(played, ({ verdict }) => verdict.survived),
    tried: played.length,
    faults: new Set(played.map(({ fault }) => fault.id)).size,
    secretsKept: count(played, ({ verdict }) => verdict.secretKept),
    secretsArrived: count(played, ({ verdict }) => verdict.secretArrived),
    doubleExecutions: count(played, ({ verdict }) => verdict.doubleExecution),
    foreignConnections: campaign.foreignConnections,
    foreignCredentials: campaign.foreignCredentials,
    silentLosses: count(played, ({ verdict }) => verdict.silentLoss),
    filesWithTrouble: campaign.afterwards.length,
    mostTakenBytes: most(played, (one) => one.takenBytes),
    worstMemoryGrowthMb: most(played, (one) => one.memoryGrowthMb),
    worstStallMs: most(played, (one) => one.stallMs),
    longestCallMs: most(played, (one) => one.ms),
    seconds: campaign.secondsTaken,
    seed: campaign.seed,
    node: process.version,
  };
}

/** Groups down, operations across: survived / tried. */
export function table(campaign: Campaign): string {
  const groups = [...new Set(allFaults.map(groupOf))];
  const cell = (played: readonly Played[]): string =>
    played.length === 0
      ? '–'
      : `${count(played, ({ verdict }) => verdict.survived)}/${played.length}`;
  const rows = [...groups, 'all'].map((group) => {
    const inGroup = campaign.played.filter(
      ({ fault }) => group === 'all' || groupOf(fault) === group,
    );
    const cells = operationIds.map((id) => cell(inGroup.filter((one) => one.operation === id)));
    return [group, ...cells, cell(inGroup)];
  });
  return [['', ...operationIds, 'all'], ...rows]
    .map((row) => row.map((text, i) => (i === 0 ? text.padEnd(5) : text.padStart(9))).join(''))
    .join('\n');
}

/** One paragraph for each case that was not survived, with the command that plays it again. */
export function failures(campaign: Campaign): string[] {
  return campaign.played
    .filter(({ verdict }) => !verdict.survived)
    .map((one) =>
      [
        `${one.fault.id} ${one.operation} (${one.fault.title}; variant ${one.variant})`,
        ...one.verdict.why.map((why) => `    ${why}`),
        `    ${repeatCommand(campaign.seed, one)}`,
      ].join('\n'),
    );
}

export function report(campaign: Campaign): string {
  const all = figures(campaign);
  const missed = campaign.played.filter(
    ({ verdict }) => verdict.secretArrived && !verdict.secretKept,
  );
  return [
    `Faults survived / tried, by group and operation (seed ${campaign.seed})`,
    '',
    table(campaign),
    '',
    `one-time secrets kept / arrived complete   ${all.secretsKept} / ${all.secretsArrived}`,
    ...missed.map(
      (one) =>
        `    not kept: ${one.fault.id} ${one.operation} variant ${one.variant} (${one.fault.title})`,
    ),
    `silent losses                              ${all.silentLosses}`,
    `double executions                          ${all.doubleExecutions}`,
    `connections to / credentials at foreign origins   ${all.foreignConnections} / ${all.foreignCredentials}`,
    `most bytes taken on one connection         ${all.mostTakenBytes}`,
    `worst memory growth, stall, call           ${all.worstMemoryGrowthMb} MB, ${all.worstStallMs} ms, ${all.longestCallMs} ms`,
    ...campaign.afterwards.map((trouble) => `afterwards: ${trouble}`),
    '',
    ...failures(campaign),
    'Not played:',
    ...leftOut.map(([ids, why]) => `    ${ids}: ${why}`),
    '',
    JSON.stringify(all),
  ].join('\n');
}

/** What was measured may be so much at most, where a person runs the campaign on a quiet computer. */
const MOST = { memoryGrowthMb: 150, stallMs: 1_500 };

/** What a run by `npm run faults` must reach to pass. */
export function isClean(all: Figures): boolean {
  return (
    all.worstMemoryGrowthMb <= MOST.memoryGrowthMb &&
    all.worstStallMs <= MOST.stallMs &&
    all.tried > 0 &&
    all.survived === all.tried &&
    all.silentLosses + all.doubleExecutions + all.foreignConnections + all.foreignCredentials ===
      0 &&
    all.filesWithTrouble === 0
  );
}
