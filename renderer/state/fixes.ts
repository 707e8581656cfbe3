// The actions behind the fixes of a failure, for `<FailurePanel fixes={...}>`.
import type { Fix } from '../texts/failure-words.ts';
import { router } from './router.svelte.ts';
import { dataAge } from './data-age.svelte.ts';
import { session } from './session.svelte.ts';
import { signIns } from './sign-ins.svelte.ts';
import { client } from './main-process.ts';

export type Fixes = Readonly<Partial<Record<Fix, () => void>>>;

/**
 * `retry` repeats what failed; give it for reads, and for writes only where a repetition is safe. After a sign-in it runs by itself.
 */
export function fixes(own: { readonly retry?: (() => void) | undefined } = {}): Fixes {
  const connection = session.chosen?.id ?? null;
  const open = (id: string) => {
    router.go({ screen: 'connections', id });
  };
  return {
    // There is nothing to open before the first connection.
    ...(connection !== null && {
      'open-connection': () => open(connection),
      'former-hosts': () => open(`${connection}+change-formerHosts`),
      'test-connection': () => open(`${connection}+test`),
    }),
    'sign-in': () => {
      void signInAgain(own.retry);
    },
    'check-keychain': () => {
      void client.app.checkKeychain({}).then(() => own.retry?.());
    },
    ...(own.retry === undefined ? {} : { retry: own.retry, refresh: own.retry }),
  };
}

async function signInAgain(retry: (() => void) | undefined): Promise<void> {
  const { chosen } = session;
  if (chosen === null) return;
  if (chosen.signIn.way === 'pasted-token') {
    router.go({ screen: 'connections', id: `${chosen.id}+paste` });
    return;
  }
  // A screen that says how old its data is has been refreshed by the sign-in itself.
  if ((await signIns.begin(chosen)) && dataAge.now === undefined) retry?.();
}
