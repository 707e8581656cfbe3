// Checks one form against its XSD, or only for being well-formed where there is none, and steps through the problems.
import type { Origin } from '../../../preload/contract/reference.ts';
import type { SchemaProblem } from '../../../preload/contract/xsd.ts';
import type { Failure, Result } from '../../../preload/result.ts';
import type { BrokenPlace } from '../../components/xml-document.ts';
import { type Asking, Query } from '../../state/query.svelte.ts';
import { client } from '../../state/main-process.ts';
import { brokenProblem, type FormProblem, problemOf, stepTo } from '../../forms/form-problems.ts';

type Asked = Parameters<typeof client.xsd.validate>[0];
export type CheckStep = 'reading' | 'compiling' | 'checking';

export interface Outcome {
  readonly problems: readonly FormProblem[];
  readonly total: number;
  /** Null where it was only read for being well-formed, and `why` says why. */
  readonly origin: Origin | null;
  readonly why:
    | { readonly kind: 'failure'; readonly failure: Failure }
    | { readonly kind: 'schema'; readonly problem: SchemaProblem; readonly message: string }
    /** The platform does not say which form it is. */
    | { readonly kind: 'unknown-form' }
    | null;
  /** How many changes had been typed when it was checked. */
  readonly typed: number;
}

export interface CheckNeeds {
  /** Null where the service or the form's data format is not known. */
  readonly asked: () => Asked | null;
  /** What is typed must be on the disk: that is what is checked. */
  readonly flush: () => Promise<Failure | undefined>;
  readonly broken: () => readonly BrokenPlace[] | Promise<readonly BrokenPlace[]>;
}

export class FormCheck {
  /** Which problem the person is at. */
  at = $state(-1);
  /** How many changes were typed since the form was opened. */
  #typed = $state(0);
  #needs: CheckNeeds | undefined;
  readonly #check = new Query<Outcome | undefined, { readonly step: CheckStep }>((asking) =>
    this.#ask(asking),
  );

  get isRunning(): boolean {
    return this.#check.busy;
  }
  get step(): CheckStep | undefined {
    return this.isRunning ? (this.#check.progress?.step ?? 'reading') : undefined;
  }
  get outcome(): Outcome | undefined {
    return this.#check.value;
  }
  /** Held against its XSD as it is now, and nothing was found. */
  get isValid(): boolean {
    return !this.isOld && this.outcome?.total === 0 && this.outcome.why === null;
  }

  /** Something was typed since: what was found may be mended already. A check that found nothing new makes it no newer. */
  get isOld(): boolean {
    return this.outcome !== undefined && this.outcome.typed !== this.#typed;
  }

  typed(): void {
    this.#typed += 1;
  }

  /** The next problem to show, or undefined: then a check is to be run. */
  next(by: 1 | -1 = 1): number | undefined {
    const count = this.outcome?.problems.length ?? 0;
    if (this.isOld || count === 0) return undefined;
    this.at = stepTo(this.at, count, by);
    return this.at;
  }

  async run(needs: CheckNeeds): Promise<void> {
    this.#needs = needs;
    await this.#check.load();
  }

  /** Ends the work in main, too. */
  cancel(): void {
    this.#check.leave();
  }

  async #ask(asking: Asking<{ readonly step: CheckStep }>): Promise<Result<Outcome | undefined>> {
    const typed = this.#typed;
    const unsaved = await this.#needs?.flush();
    // How that failed is shown where what is typed is shown as not saved.
    if (unsaved !== undefined) return { ok: true, value: this.outcome };
    const outcome = await this.#outcomeOf(this.#needs?.asked() ?? null, asking);
    if (asking.signal.aborted || outcome === undefined) return { ok: true, value: this.outcome };
    this.at = -1;
    if (outcome.origin !== null) return { ok: true, value: { ...outcome, typed } };
    const problems = ((await this.#needs?.broken()) ?? []).map(brokenProblem);
    return { ok: true, value: { ...outcome, problems, total: problems.length, typed } };
  }

  async #outcomeOf(
    asked: Asked | null,
    asking: Asking<{ readonly step: CheckStep }>,
  ): Promise<Omit<Outcome, 'typed'> | undefined> {
    const nothing = { problems: [], total: 0, origin: null };
    if (asked === null) return { ...nothing, why: { kind: 'unknown-form' } };
    const answer = await client.xsd.validate(asked, asking);
    if (!answer.ok) {
      const { failure } = answer;
      return failure.kind === 'cancelled'
        ? undefined
        : { ...nothing, why: { kind: 'failure', failure } };
    }
    const { issues, total, problem, origin } = answer.value;
    if (problem !== null) {
      return {
        ...nothing,
        why: { kind: 'schema', problem: problem.kind, message: problem.message },
      };
    }
    return { problems: issues.map(problemOf), total, origin, why: null };
  }
}
