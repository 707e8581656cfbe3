// A bounded, seeded part of the fault campaign: every fault that needs no waiting, with one of the six operations.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCampaign, type Campaign } from './campaign.ts';
import { failures, figures, table } from './report.ts';

/** Fixed, so that the same part is played everywhere; `npm run faults` plays all, with any seed. */
const seed = Number(process.env['STEWARD_FAULT_SEED'] ?? 1);

describe(`fault campaign, bounded part, seed ${seed}`, () => {
  let campaign: Campaign;

  beforeAll(async () => {
    campaign = await runCampaign({ seed, bounded: true });
  }, 300_000);
  afterAll(() => {
    const { tried, survived, faults, secretsKept, secretsArrived, seconds } = figures(campaign);
    process.stdout.write(
      `fault campaign: bounded part of ${faults} faults, seed ${seed}: ${survived}/${tried} survived, ` +
        `${secretsKept}/${secretsArrived} secrets kept, ${seconds} s (npm run faults -- --seed ${seed} plays all)\n`,
    );
  });

  it('every fault ends as expected and the next call works', () => {
    expect(failures(campaign), table(campaign)).toEqual([]);
    expect(figures(campaign).faults).toBeGreaterThan(80);
  });

  it('RTY-01 no changing call is carried out twice, whatever breaks', () => {
    expect(figures(campaign).doubleExecutions).toBe(0);
  });

  it('OTS-04 OTS-05 no fault loses a secret silently, and one that arrived complete is kept', () => {
    expect(figures(campaign).silentLosses).toBe(0);
    const { secretsArrived, secretsKept } = figures(campaign);
    expect(secretsArrived).toBeGreaterThan(10);
    expect(secretsKept).toBe(secretsArrived);
  });

  it('LNK-03 LNK-04 no connection and no credential reaches a foreign origin', () => {
    const { foreignConnections, foreignCredentials } = figures(campaign);
    expect([foreignConnections, foreignCredentials]).toEqual([0, 0]);
  });

  it('PAR-01 of an answer without end the program takes 4 MiB and what it has read with them', () => {
    const { mostTakenBytes } = figures(campaign);
    expect(mostTakenBytes).toBeGreaterThan(4 * 1024 * 1024);
    expect(mostTakenBytes).toBeLessThan(4.5 * 1024 * 1024);
  });

  it('LOG-01 no secret is in a file, and the journal is whole', () => {
    expect(campaign.afterwards).toEqual([]);
  });
});
