// Which dialog of the screen is open. The next one replaces it, and a late close of the previous one is ignored.
import { onDestroy } from 'svelte';
import type { RoleGift } from './role-gift.svelte.ts';
import type { UsersModel } from './users-model.svelte.ts';
import { jobAt, jobPlace } from '../../state/job-place.ts';
import { userActAt } from '../../state/user-place.ts';
import { router } from '../../state/router.svelte.ts';
import { session } from '../../state/session.svelte.ts';

export type Dialog =
  | { readonly kind: 'create' }
  | { readonly kind: 'rename' | 'remove' | 'rotate'; readonly userName: string }
  /** One that is kept; one that is not stored yet opens by itself, over every screen. */
  | { readonly kind: 'secret'; readonly secret: string }
  /** After a creation, or after a rotation at this time, once the secret is stored. */
  | {
      readonly kind: 'checklist';
      readonly userName: string;
      /** What was chosen when it was created. */
      readonly gift?: RoleGift | undefined;
      readonly rotated?: string;
      readonly resolved?: boolean;
    }
  | { readonly kind: 'look'; readonly secret: string }
  | { readonly kind: 'bulk' | 'remove-many'; readonly userNames: readonly string[] }
  | { readonly kind: 'job'; readonly job: string };

export interface Dialogs {
  readonly shown: Dialog | undefined;
  open(dialog: Dialog): void;
  /** Closes only what is named, so that a dialog that ends late does not close the one after it. */
  close(kind: Dialog['kind']): void;
}

/** Call it while the screen is made: what an answer opens or closes when that is gone leads nobody away. */
export function dialogsOf(model: UsersModel): Dialogs {
  let isThere = true;
  onDestroy(() => {
    isThere = false;
  });
  let shown = $state.raw<Dialog>();
  const job = $derived(jobAt(router.route.id));
  const known = $derived(
    session
      .jobsOf('rotate-secrets')
      .some((one) => one.id === job && one.connection === model.connection.id),
  );
  /** Asked for in the address, once the list says that it can be done. */
  const asked = $derived.by((): Dialog | undefined => {
    const act = userActAt(router.route.id);
    if (act === undefined || model.list === undefined || model.blocked !== undefined)
      return undefined;
    if (act.kind === 'bulk') return { ...act, userNames: [] };
    if (act.kind === 'overdue') return { kind: 'bulk', userNames: model.overdue };
    if (act.kind === 'create' || model.rows.some(({ name }) => name === act.userName)) return act;
    return undefined;
  });
  return {
    get shown() {
      if (shown !== undefined) return shown;
      if (asked !== undefined) return asked;
      return job !== undefined && known ? { kind: 'job' as const, job } : undefined;
    },
    open(dialog) {
      if (!isThere) return;
      if (asked !== undefined && dialog.kind !== 'job')
        router.replace({ id: 'userName' in dialog ? dialog.userName : null });
      shown = dialog.kind === 'job' ? undefined : dialog;
      if (dialog.kind === 'job') router.go({ id: jobPlace(dialog.job) });
    },
    close(kind) {
      if (!isThere) return;
      if (kind === 'job' && job !== undefined) router.replace({ id: null });
      if (shown?.kind === kind) shown = undefined;
      else if (asked?.kind === kind)
        router.replace({ id: asked.kind === 'rotate' ? asked.userName : null });
    },
  };
}
