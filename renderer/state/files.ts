// Files that a person picks, and the names of saved ones: each contains the environment.
import type { Connection } from '../../preload/contract/connections.ts';
import type { ChosenFile } from '../../preload/contract/files.ts';
import type { Result } from '../../preload/result.ts';
import { fileName } from './file-name.ts';
import { client } from './steward.ts';

type Purpose = Parameters<typeof client.files.choose>[0]['purpose'];

/** Null when the person cancelled. */
export const chooseFile = (purpose: Purpose): Promise<Result<ChosenFile | null>> =>
  client.files.choose({ purpose });

/** Where to save `<organisation>-<ENVIRONMENT>-<what>-<day><ending>`; null when the person cancelled. */
export const chooseTarget = (
  connection: Pick<Connection, 'organisationName' | 'environment'>,
  what: string,
  ending: `.${string}`,
): Promise<Result<ChosenFile | null>> =>
  client.files.chooseTarget({
    suggestedName: fileName(
      connection.organisationName,
      connection.environment,
      what,
      new Date(),
      ending,
    ),
  });
