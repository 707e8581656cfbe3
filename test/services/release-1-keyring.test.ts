// The folder of commit 7eb9612 with its entries on a real keyring, opened by the whole program as a process of its own.
import { expect, it, onTestFinished } from 'vitest';
import { openEntries } from '../support/keyring-entries.ts';
import { startKeyring } from '../support/keyring.ts';
import { startProgram } from '../support/killed-program.ts';
import {
  folderOfRelease1,
  keychainOfRelease1,
  lasting,
  look,
  shownByRelease1,
} from '../support/release-1.ts';

it('on a real keyring it shows everything that version showed of it, at the first start and at the next', async () => {
  const keyring = await startKeyring();
  onTestFinished(() => keyring.stop());
  const entries = await openEntries(keyring);
  onTestFinished(() => entries.end());
  await entries.layOut(keychainOfRelease1);
  const { data } = folderOfRelease1();
  for (const when of ['first', 'next']) {
    const program = await startProgram(keyring, data);
    const shown = await look(
      async (operation, input) =>
        (await program.order({ do: 'call', operation, input }))?.value ?? null,
    );
    await program.end();
    expect(lasting(shown), when).toEqual(lasting(shownByRelease1));
  }
});
