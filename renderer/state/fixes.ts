// What the fixes of a failure do in this program, for `<FailurePanel fixes={...}>`.
import type { Fix } from '../texts/failure-words.ts';
import { router } from './router.svelte.ts';
import { session } from './session.svelte.ts';
import { client } from './steward.ts';

export type Fixes = Readonly<Partial<Record<Fix, () => void>>>;

/** `retry` repeats what failed; give it for reads, and for writes only where a repetition is safe. */
export function fixes(own: { readonly retry?: (() => void) | undefined } = {}): Fixes {
  const connection = session.chosen?.id ?? null;
  const open = (id: string | null) => {
    router.go({ screen: 'connections', id });
  };
  return {
    'open-connection': () => open(connection),
    'test-connection': () => open(connection === null ? null : `${connection}+test`),
    'check-keychain': () => {
      void client.app.checkKeychain({}).then(() => own.retry?.());
    },
    ...(own.retry === undefined ? {} : { retry: own.retry, refresh: own.retry }),
  };
}
