// The keychain names that erasing asks the vault to remove beyond the vault's own list.
import { expect, it } from 'vitest';
import { refreshTokenName } from '../../../main/auth/refresh-token-store.ts';
import { createDataEraser } from '../../../main/erase-data.ts';
import { FOLDER_MARK } from '../../../main/secrets/folder-mark.ts';
import { FIXED_NAMES } from '../../../main/secrets/vault-format.ts';
import { tempFolder } from '../../support/temp-folder.ts';

it('SAR-09 FLT-03 every name that Steward may have given is among them, also where no list names it', async () => {
  const asked: string[] = [];
  const nothing = () => Promise.resolve();
  const erasing = createDataEraser({
    folder: tempFolder(),
    vault: {
      check: nothing,
      erase: (names) => {
        asked.push(...names);
        return Promise.resolve(names.length);
      },
    },
    known: {
      credentials: () => [],
      connections: () => [{ id: 'one' }, { id: 'two' }],
      secrets: () => [],
      jobs: () => [
        { id: 'of-secrets', kind: 'rotate-secrets' },
        { id: 'of-numbers', kind: 'look-up' },
      ],
    },
    rest: nothing,
    close: nothing,
    now: () => new Date(0),
  });
  const names = [
    refreshTokenName('one'),
    refreshTokenName('two'),
    'jobs/of-secrets/passphrase',
    ...FIXED_NAMES,
    FOLDER_MARK,
  ];
  const erased = await erasing.erase('secrets');
  expect(erased).toEqual({ secrets: names.length, left: [] });
  expect(asked).toEqual(names);
});
