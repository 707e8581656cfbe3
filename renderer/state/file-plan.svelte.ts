// A file of changes before its job: chosen, tried against what there is, confirmed where something goes, and started.
import { onDestroy } from 'svelte';
import type { ChosenFile } from '../../preload/contract/files.ts';
import type { completeness, Environment, z } from '../../preload/contract/schema.ts';
import type { Failure, Result } from '../../preload/result.ts';
import { Action, failureOf } from './action.svelte.ts';
import { dropOne } from './dropped-files.ts';
import { chooseFile, takeHidden } from './files.ts';
import { batchPlace } from './job-place.ts';
import { createNavigator } from './navigator.ts';
import { type Asking, type ListStep, Query } from './query.svelte.ts';
import { language } from '../texts/language.svelte.ts';
import { provideShortcuts, type Shortcut } from './shortcuts.svelte.ts';

/** What would become of each line. */
interface Plan<Row> {
  readonly rows: readonly Row[];
}
/** The same, and whether it was compared with all there is. */
interface ComparedPlan<Row> extends Plan<Row> {
  readonly completeness: z.infer<typeof completeness>;
  /** When the list of enterprise users was read that its names were looked up in. */
  readonly usersRead?: string | undefined;
}

interface FilePlanNeeds<P, S> {
  readonly purpose: Parameters<typeof chooseFile>[0];
  /** Whose changes they are: in production the name is typed before anything is taken away. */
  readonly name: string;
  readonly environment: Environment;
  /** Dry run of a file by its handle. */
  readonly ask: (file: string, asking: Asking<S>) => Promise<Result<P>>;
}

/** Made anew for each screen that shows one. What kind of change a line is, a subclass knows. */
export abstract class FilePlan<Row, P extends Plan<Row> = ComparedPlan<Row>, S = ListStep> {
  readonly #needs: FilePlanNeeds<P, S>;
  readonly #navigator = createNavigator();
  chosen = $state.raw<ChosenFile>();
  /** Why no file could be chosen. */
  choosing = $state.raw<Failure>();
  /** What was typed to confirm that something is taken away. */
  typed = $state('');
  readonly starting = new Action();
  readonly plan: Query<P, S>;
  rows = $derived.by<readonly Row[]>(() => this.plan.value?.rows ?? []);

  /** How many would be made, and how many of these take something away. */
  abstract readonly count: number;
  abstract readonly removals: number;
  abstract start(): Promise<void>;
  mustType = $derived.by(() => this.removals > 0 && this.#needs.environment === 'production');
  ready = $derived.by(() => this.count > 0 && (!this.mustType || this.typed === this.#needs.name));

  constructor(needs: FilePlanNeeds<P, S>) {
    this.#needs = needs;
    this.plan = new Query((asking) => needs.ask(this.chosen?.handle ?? '', asking), {
      key: () => this.chosen?.handle,
    });
  }

  async choose(): Promise<void> {
    const answer = await chooseFile(this.#needs.purpose);
    this.choosing = answer.ok ? undefined : answer.failure;
    if (answer.ok && answer.value !== null) await this.take(answer.value);
  }

  /** One that was chosen, or dropped. */
  async take(file: ChosenFile): Promise<void> {
    this.choosing = undefined;
    this.chosen = file;
    await this.read();
  }

  readonly drop = dropOne((file) => this.take(file));

  /** Tries the chosen file, also once more: against what there is then. True when it was read. */
  async read(): Promise<boolean> {
    this.starting.forget();
    this.typed = '';
    return this.chosen !== undefined && (await this.plan.load());
  }

  /** Reads it with its hidden rows, or without. */
  async takeHidden(taken: boolean): Promise<void> {
    if (this.chosen !== undefined && (await takeHidden(this.chosen, taken))) await this.read();
  }

  /** Goes to the job that was begun. */
  protected async begin(ask: () => Promise<Result<{ readonly id: string }>>): Promise<void> {
    if (!this.ready) return;
    await this.starting.run(async () => {
      const answer = await ask();
      if (answer.ok) this.#navigator.replace({ id: batchPlace(answer.value.id) });
      return failureOf(answer);
    });
  }
}

/** The keys of a screen that shows a file and nothing else, which is left with it: call it while that is made. */
export function followPlan(
  file: Pick<FilePlan<unknown, Plan<unknown>, unknown>, 'chosen' | 'choose' | 'read' | 'plan'>,
  back: () => Required<Pick<Shortcut, 'label' | 'run'>>,
): void {
  onDestroy(() => file.plan.leave());
  provideShortcuts(() => {
    const { changeFile, words } = language.t;
    const screen = { group: 'screen' } as const;
    return [
      { ...screen, ...back(), keys: 'Escape' },
      {
        ...screen,
        keys: 'Mod+R',
        label: words.refresh,
        run: () => void file.read(),
        enabled: () => file.chosen !== undefined,
      },
      { ...screen, keys: 'Mod+I', label: changeFile.choose, run: () => void file.choose() },
    ];
  });
}
