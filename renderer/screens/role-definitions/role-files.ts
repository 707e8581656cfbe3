// Files of roles: saving one, with its target and what is said, and why a right of a file is not taken.
import type { RoleDefinition } from '../../../preload/contract/role-definitions.ts';
import type { FieldProblem } from '../../../preload/result.ts';
import { chooseTarget, saveAs } from '../../state/files.ts';
import { folded } from '../../state/palette.ts';
import { client } from '../../state/main-process.ts';
import { language } from '../../texts/language.svelte.ts';
import type { Outcome } from '../../state/action.svelte.ts';
import type { RolesModel } from './roles-model.svelte.ts';

/** A failure is shown where the button is. */
export const exportRole = (
  { connection, who }: Pick<RolesModel, 'connection' | 'who'>,
  { id, name }: Pick<RoleDefinition, 'id' | 'name'>,
): Promise<Outcome> =>
  saveAs(
    chooseTarget(connection, `role-${fileWord(name)}`, '.json'),
    (target) =>
      client.roleDefinitions.exportRole({ connection: connection.id, who, role: id, target }),
    (saved) => language.t.roleEditor.exported(saved.name),
  );

/** The name as far as every file system takes it. */
const fileWord = (name: string) =>
  folded(name)
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replaceAll(/^-+|-+$/g, '');

/** Why a right of a file is not taken. */
export function problemText(problem: FieldProblem): string {
  const { importProblems } = language.t.roleEditor;
  return problem in importProblems
    ? importProblems[problem as keyof typeof importProblems]
    : language.t.fields[problem];
}
