// Plays faults against the real program and keeps count: the plan, one case, the whole run.
import type { Case, Fault } from './fault.ts';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createChance, type Chance } from '../platform/randomness.ts';
import { allFaults } from './all-faults.ts';
import { judge, type Verdict } from './judge.ts';
import { operationIds, operations, type OperationId } from './operations.ts';
import { openStage, type Stage } from './stage.ts';

export interface Played extends Case {
  readonly verdict: Verdict;
  readonly takenBytes: number;
  readonly ms: number;
  readonly memoryGrowthMb: number;
  readonly stallMs: number;
}

export interface CampaignOptions {
  readonly seed: number;
  readonly operation?: OperationId | undefined;
  readonly fault?: string | undefined;
  /** A bounded run: each fault that does not wait for time limits, with one operation and one variant. */
  readonly bounded?: boolean;
  readonly onPlayed?: (played: Played) => void;
}

export interface Campaign {
  readonly seed: number;
  readonly played: readonly Played[];
  readonly foreignConnections: number;
  readonly foreignCredentials: number;
  /** What was wrong with the data folder afterwards: journal, log, secrets in files, entries lost on restart. */
  readonly afterwards: readonly string[];
  readonly secondsTaken: number;
}

/** Every case the options ask for; shuffled, so that no case leans on the one before. */
export function plan(options: CampaignOptions, chance: Chance): Case[] {
  const faults = allFaults.filter(
    (fault) =>
      (options.fault === undefined || fault.id === options.fault) &&
      !(options.bounded && fault.slow),
  );
  const cases = faults.flatMap((fault) => {
    const ids = (fault.operations ?? operationIds).filter(
      (id) => options.operation === undefined || id === options.operation,
    );
    const chosen = options.bounded ? boundedOperations(ids, chance) : ids;
    return chosen.flatMap((operation) => variantsOf(fault, options, chance, operation));
  });
  return chance.shuffle(cases);
}

/** One: two times of three one that gives out a secret, where there is one. */
function boundedOperations(ids: readonly OperationId[], chance: Chance): OperationId[] {
  const secrets = ids.filter((id) => operations[id].kind === 'secret');
  const others = ids.filter((id) => operations[id].kind !== 'secret');
  const wanted = chance.below(3) > 0 ? [...secrets, ...others] : [...others, ...secrets];
  const group = wanted[0] !== undefined && secrets.includes(wanted[0]) ? secrets : others;
  return chance.shuffle(group).slice(0, 1);
}

function variantsOf(
  fault: Fault,
  options: CampaignOptions,
  chance: Chance,
  operation: OperationId,
): Case[] {
  const count = fault.variants ?? 1;
  const all = Array.from({ length: count }, (_, variant) => ({ fault, operation, variant }));
  return options.bounded ? [all[chance.below(count)]].filter((one) => one !== undefined) : all;
}

export async function runCampaign(options: CampaignOptions): Promise<Campaign> {
  const began = performance.now();
  const chance = createChance(options.seed);
  const cases = plan(options, chance);
  const folder = mkdtempSync(path.join(tmpdir(), 'steward-faults-'));
  const dataFolder = path.join(folder, 'data');
  mkdirSync(dataFolder, { mode: 0o700 });
  const stage = await openStage(options.seed, dataFolder);
  const played: Played[] = [];
  const play = async (one: Case): Promise<void> => {
    const done = await playCase(stage, one);
    played.push(done);
    options.onPlayed?.(done);
  };
  try {
    for (const one of cases.filter(({ fault }) => !fault.slow)) await play(one);
    await Promise.all(cases.filter(({ fault }) => fault.slow).map(play));
    const afterwards = await stage.afterwards();
    return {
      seed: options.seed,
      played,
      ...stage.foreign(),
      afterwards,
      secondsTaken: Math.round((performance.now() - began) / 1000),
    };
  } finally {
    await stage.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function playCase(stage: Stage, one: Case): Promise<Played> {
  const seen = await stage.play(one);
  const verdict = judge(one.fault, operations[one.operation], seen);
  return {
    ...one,
    verdict,
    takenBytes: seen.takenBytes,
    ms: seen.ms,
    memoryGrowthMb: seen.memoryGrowthMb,
    stallMs: seen.stallMs,
  };
}

/** One line that plays a case again. */
export const repeatCommand = (seed: number, { fault, operation }: Case): string =>
  `npm run faults -- --seed ${seed} --operation ${operation} --fault ${fault.id}`;
