// Checks one form against its XSD, or only for being well-formed where there is none, and steps through the problems.
import type { Origin } from '../../../preload/contract/reference.ts';
import type { SchemaProblem } from '../../../preload/contract/xsd.ts';
import type { Failure } from '../../../preload/result.ts';
import type { BrokenPlace } from '../../components/xml-document.ts';
import { client } from '../../state/steward.ts';
import { brokenProblem, type FormProblem, problemOf, stepTo } from './form-problems.ts';

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
}

export interface CheckNeeds {
  /** Null where the service or the form's data format is not known. */
  readonly asked: () => Asked | null;
  /** What is typed must be on the disk: that is what is checked. */
  readonly flush: () => Promise<Failure | undefined>;
  readonly broken: () => readonly BrokenPlace[];
}

export class FormCheck {
  step = $state<CheckStep>();
  outcome = $state.raw<Outcome>();
  /** Something was typed since: what was found may be mended already. */
  isOld = $state(false);
  /** Which problem the person is at. */
  at = $state(-1);
  #asking: AbortController | undefined;

  get isRunning(): boolean {
    return this.step !== undefined;
  }

  typed(): void {
    if (this.outcome !== undefined || this.isRunning) this.isOld = true;
  }

  /** The next problem to show, or undefined: then a check is to be run. */
  next(by: 1 | -1 = 1): number | undefined {
    const count = this.outcome?.problems.length ?? 0;
    if (this.isOld || count === 0) return undefined;
    this.at = stepTo(this.at, count, by);
    return this.at;
  }

  async run({ asked, flush, broken }: CheckNeeds): Promise<void> {
    this.#asking?.abort();
    const asking = new AbortController();
    this.#asking = asking;
    this.step = 'reading';
    this.isOld = false;
    const unsaved = await flush();
    if (this.#asking !== asking) return;
    if (unsaved !== undefined) {
      // How that failed is shown where what is typed is shown as not saved.
      this.step = undefined;
      return;
    }
    const outcome = await this.#ask(asked(), asking);
    if (this.#asking !== asking) return;
    this.step = undefined;
    this.at = -1;
    this.outcome = outcome ?? undefined;
    if (this.outcome?.origin === null) {
      const problems = broken().map(brokenProblem);
      this.outcome = { ...this.outcome, problems, total: problems.length };
    }
  }

  async #ask(asked: Asked | null, asking: AbortController): Promise<Outcome | null> {
    const nothing = { problems: [], total: 0, origin: null };
    if (asked === null) return { ...nothing, why: { kind: 'unknown-form' } };
    const answer = await client.xsd.validate(asked, {
      signal: asking.signal,
      onProgress: ({ step }) => {
        if (this.#asking === asking) this.step = step;
      },
    });
    if (!answer.ok) {
      const { failure } = answer;
      return failure.kind === 'cancelled'
        ? null
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

  /** Ends the work in main, too. */
  cancel(): void {
    this.#asking?.abort();
    this.#asking = undefined;
    this.step = undefined;
  }
}
