// The keychain names that erasing asks the vault to remove beyond the vault's own list.
import { expect, it } from 'vitest';
import { refreshTokenName } from '../../../main/auth/refresh-token-store.ts';
import { createDataEraser } from '../../../main/erase-data.ts';
import { tempFolder } from '../../support/temp-folder.ts';

it('SAR-09 the refresh token of every connection is among them, also where no list names it', async () => {
  const asked: string[] = [];
  const nothing = () => Promise.resolve();
  const erasing = createDataEraser({
    folder: tempFolder(),
    vault: {
      check: nothing,
      erase: (names) => {
        asked.push(...names);
        return Promise.resolve({ removed: names.length, shared: 0 });
      },
    },
    known: {
      credentials: () => [],
      connections: () => [{ id: 'one' }, { id: 'two' }],
      secrets: () => [],
    },
    rest: nothing,
    close: nothing,
    now: () => new Date(0),
    atExit: () => undefined,
  });
  expect(await erasing.erase('secrets')).toEqual({ secrets: 2, shared: 0, left: [] });
  expect(asked).toEqual([refreshTokenName('one'), refreshTokenName('two')]);
});
