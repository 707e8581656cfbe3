// The last list of a connection's enterprise users, for when the server is away: its form, and whose it is.
import { z } from '../../preload/contract/schema.ts';
import type { SavedConnection } from './connection-store.ts';
import type { SealedCopies } from './sealed-copy.ts';

const listCopy = z.object({
  fetched: z.string(),
  users: z.array(
    z.object({ userName: z.string(), created: z.string().nullable(), owner: z.string() }),
  ),
});
export type UserListCopy = z.infer<typeof listCopy>;

const nameOf = ({ id }: SavedConnection) => `enterprise-users/${id}`;

/** Whose data a copy is: another certificate or organisation never sees it (CCH-01). */
const ownerOf = (saved: SavedConnection) =>
  JSON.stringify([saved.environment, saved.baseAddress, saved.organisationNumber, saved.signIn]);

export const writeListCopy = (
  copies: SealedCopies,
  saved: SavedConnection,
  copy: UserListCopy,
): Promise<void> => copies.write(nameOf(saved), ownerOf(saved), JSON.stringify(copy));

export async function readListCopy(
  copies: SealedCopies,
  saved: SavedConnection,
): Promise<UserListCopy | undefined> {
  const text = await copies.read(nameOf(saved), ownerOf(saved)).catch(() => undefined);
  if (text === undefined) return undefined;
  return listCopy.safeParse(JSON.parse(text)).data;
}
