// One certificate, key or password in place of another, wherever that is used.
import type { Credential } from '../../../preload/contract/credentials.ts';
import type { Result } from '../../../preload/result.ts';
import { client } from '../../state/main-process.ts';
import { toasts } from '../../state/toasts.svelte.ts';
import { language } from '../../texts/language.svelte.ts';

type Brought = Omit<Parameters<typeof client.credentials.replace>[0], 'credential' | 'name'>;

/** The new one, used by every connection that used the old one. */
export async function replaceBy(
  { id }: Credential,
  name: string,
  brought: Brought,
): Promise<Result<Credential>> {
  const answer = await client.credentials.replace({ credential: id, name, ...brought });
  return answer.ok ? { ok: true, value: answer.value.credential } : answer;
}

/** Says what became of one that was brought. */
export function sayKept({ name, memoryOnly }: Credential, replaces: Credential | undefined): void {
  const t = language.t.credentials;
  const kept = memoryOnly ? t.addedToMemory(name) : t.added(name);
  toasts.show(replaces === undefined ? kept : t.replacing.done(replaces.name, name), {
    tone: 'success',
  });
}
