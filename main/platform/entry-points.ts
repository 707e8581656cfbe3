// The entry points of the explorer, with the values that a connection fills in by itself.
import { entryArea, type EntryPoint } from '../../preload/contract/explorer.ts';
import { type Endpoint, endpoints } from '../../preload/contract/endpoints.ts';

/** What a parameter is where nobody says: opening a message must not mark it as read. */
export interface Usual {
  readonly organisationNumber: string;
  readonly language: number;
}

/** Everything that can be read and is no file; also what the known platform has switched off: another one may have it on. */
export function entryPointsFor(usual: Usual): readonly EntryPoint[] {
  return endpoints
    .filter((one) => one.method === 'GET' && !one.file)
    .flatMap((one) => {
      const area = entryArea.safeParse(one.area);
      return area.success ? [entryPointOf(one, area.data, usual)] : [];
    });
}

function entryPointOf(
  { path, pathParameters, query, callers, open, described, switchedOff }: Endpoint,
  area: EntryPoint['area'],
  usual: Usual,
): EntryPoint {
  const parameter = (where: 'path' | 'query') => (name: string) => ({
    name,
    in: where,
    usual: usualOf(name, usual),
  });
  return {
    id: path,
    area,
    path: `/api/${path}`,
    parameters: [...pathParameters.map(parameter('path')), ...query.map(parameter('query'))],
    open,
    needs: callers,
    described,
    switchedOff,
  };
}

function usualOf(name: string, { organisationNumber, language }: Usual): string {
  switch (name) {
    case 'who':
      return 'my';
    case 'orgno':
      return organisationNumber;
    case 'language':
      return String(language);
    case 'markAsRead':
      return 'false';
    default:
      return '';
  }
}
