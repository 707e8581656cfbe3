// Saves a role as a file: the target, writing it, and reporting the result.
import type { RoleDefinition } from '../../../preload/contract/role-definitions.ts';
import { chooseTarget } from '../../state/files.ts';
import { folded } from '../../state/palette.ts';
import { client } from '../../state/main-process.ts';
import { toasts } from '../../state/toasts.svelte.ts';
import { language } from '../../texts/language.svelte.ts';
import type { Failure } from '../../../preload/result.ts';
import type { RolesModel } from './roles-model.svelte.ts';

/** Undefined when it was saved or the person cancelled; a failure is shown where the button is. */
export async function exportRole(
  { connection, who }: Pick<RolesModel, 'connection' | 'who'>,
  { id, name }: Pick<RoleDefinition, 'id' | 'name'>,
): Promise<Failure | undefined> {
  const target = await chooseTarget(connection, `role-${fileWord(name)}`, '.json');
  if (!target.ok) return target.failure;
  if (target.value === null) return undefined;
  const answer = await client.roleDefinitions.exportRole({
    connection: connection.id,
    who,
    role: id,
    target: target.value.handle,
  });
  if (!answer.ok) return answer.failure;
  toasts.show(language.t.roleEditor.exported(answer.value.name), { tone: 'success' });
  return undefined;
}

/** The name as far as every file system takes it. */
const fileWord = (name: string) =>
  folded(name)
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replaceAll(/^-+|-+$/g, '');
