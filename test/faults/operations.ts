// The six enterprise-user operations: how to run each, and whether what the program says is true.
import type { Client } from '../../preload/contract/contract.ts';
import type { Result } from '../../preload/result.ts';
import type { EnterpriseUser } from '../platform/state.ts';

export const operationIds = ['O1', 'O2', 'O3', 'O4', 'O5', 'O6'] as const;
export type OperationId = (typeof operationIds)[number];

export interface CaseNames {
  /** The user the operation is about. It exists before, except for O3. */
  readonly user: string;
  /** The new name of O5. */
  readonly renamed: string;
}

/** The platform's truth after the case. */
export interface Truth {
  readonly users: ReadonlyMap<string, EnterpriseUser>;
  /** The names on all pages of the list the platform gave. */
  readonly listed: readonly string[];
}

export interface Operation {
  readonly id: OperationId;
  /** Name of the route at the platform. */
  readonly route: string;
  readonly kind: 'read' | 'secret' | 'rename' | 'remove';
  /** Whether the user exists before. */
  readonly needsUser: boolean;
  run(client: Client, connection: string, names: CaseNames): Promise<Result<unknown>>;
  /** Whether an `ok` holds what the platform holds. */
  isTrue(value: unknown, names: CaseNames, truth: Truth): boolean;
}

type Named = { readonly userName: string };

export const operations: Readonly<Record<OperationId, Operation>> = {
  O1: {
    id: 'O1',
    route: 'enterpriseUsers.list',
    kind: 'read',
    needsUser: true,
    run: (client, connection) => client.enterpriseUsers.list({ connection }),
    isTrue(value, _names, { listed }) {
      const shown = (value as { users: readonly Named[] }).users.map((user) => user.userName);
      return shown.sort().join('\n') === [...listed].sort().join('\n');
    },
  },
  O2: {
    id: 'O2',
    route: 'enterpriseUsers.get',
    kind: 'read',
    needsUser: true,
    run: (client, connection, { user }) =>
      client.enterpriseUsers.get({ connection, userName: user }),
    isTrue: (value, { user }) => (value as Named).userName === user,
  },
  O3: {
    id: 'O3',
    route: 'enterpriseUsers.create',
    kind: 'secret',
    needsUser: false,
    run: (client, connection, { user }) =>
      client.enterpriseUsers.create({ connection, userName: user }),
    isTrue: (_value, { user }, { users }) => users.has(user),
  },
  O4: {
    id: 'O4',
    route: 'enterpriseUsers.rotateSecret',
    kind: 'secret',
    needsUser: true,
    run: (client, connection, { user }) =>
      client.enterpriseUsers.rotateSecret({ connection, userName: user }),
    isTrue: (_value, { user }, { users }) => users.has(user),
  },
  O5: {
    id: 'O5',
    route: 'enterpriseUsers.rename',
    kind: 'rename',
    needsUser: true,
    run: (client, connection, { user, renamed }) =>
      client.enterpriseUsers.rename({ connection, userName: user, newName: renamed }),
    isTrue: (value, { user, renamed }, { users }) =>
      (value as Named).userName === renamed && users.has(renamed) && !users.has(user),
  },
  O6: {
    id: 'O6',
    route: 'enterpriseUsers.remove',
    kind: 'remove',
    needsUser: true,
    run: (client, connection, { user }) =>
      client.enterpriseUsers.remove({ connection, userName: user }),
    isTrue: (_value, { user }, { users }) => !users.has(user),
  },
};
