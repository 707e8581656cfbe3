// Paths of persons and the parties they act for: so far only the door, which takes a caller without sign-in for a browser.
import type { Method, Route } from './call.ts';
import { refusals } from './errors.ts';

const paths = ['reportees', 'reportees/{reporteeId}', '{who}/{*}'];

export function partyRoutes(): readonly Route[] {
  const methods: readonly Method[] = ['GET', 'POST', 'PUT', 'DELETE'];
  return paths.flatMap((path) =>
    methods.map((method) => ({
      operation: 'parties.notBuilt',
      method,
      path,
      needs: 'user' as const,
      apiKey: true,
      act: () => refusals.notFound,
    })),
  );
}
