// Role requirements as a table: a row per role, a column per process step, in each cell what the role may do there.
import type { RoleRequirement } from '../../../preload/contract/metadata.ts';

type Operation = RoleRequirement['operations'][number];
export interface Step {
  readonly key: string;
  readonly name: string;
  readonly sequence: number | null;
  readonly securityLevel: number | null;
}
export interface RequirementRow {
  readonly requirement: RoleRequirement;
  /** As many as there are steps; one for all where the platform names none. */
  readonly cells: readonly (readonly Operation[])[];
}
export interface RequirementTable {
  /** None: what a role may do holds for the service as a whole. */
  readonly steps: readonly Step[];
  readonly rows: readonly RequirementRow[];
}

/** A step with another security level is another column: then it matters who does it. */
const keyOf = (step: Omit<Step, 'key'>) =>
  JSON.stringify([step.sequence, step.name, step.securityLevel]);

export function tableOf(requirements: readonly RoleRequirement[]): RequirementTable {
  const steps = stepsOf(requirements);
  const rows = requirements.map((requirement) => ({
    requirement,
    cells:
      steps.length === 0
        ? [requirement.operations]
        : steps.map(({ key }) => requirement.operations.filter(holdsFor(key))),
  }));
  return { steps, rows };
}

/** What names no step holds for all of them. */
const holdsFor =
  (key: string) =>
  ({ appliesTo }: Operation): boolean =>
    appliesTo.length === 0 || appliesTo.some((step) => keyOf(step) === key);

function stepsOf(requirements: readonly RoleRequirement[]): Step[] {
  const found = new Map<string, Step>();
  for (const { operations } of requirements) {
    for (const { appliesTo } of operations) {
      for (const { sequence, name, securityLevel } of appliesTo) {
        const key = keyOf({ sequence, name, securityLevel });
        found.set(key, { key, sequence, name, securityLevel });
      }
    }
  }
  return [...found.values()].sort(
    // The first step comes without a number.
    (a, b) => (a.sequence ?? 0) - (b.sequence ?? 0) || a.name.localeCompare(b.name),
  );
}
