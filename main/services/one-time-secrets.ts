// One-time secrets for a person: showing, copying, keeping, saving, and confirming that they are stored.
import type { SaveTarget } from '../../preload/contract/schema.ts';
import type { Handlers } from '../../preload/contract/contract.ts';
import type { OneTimeSecret } from '../../preload/contract/one-time-secrets.ts';
import { decryptWithPassphrase, encryptWithPassphrase } from '../secrets/age.ts';
import type { Escrow } from '../secrets/escrow.ts';
import type { TimedClipboard } from '../secrets/timed-clipboard.ts';
import { fileTrouble } from '../storage/disk.ts';
import type { FileHandles } from '../storage/files.ts';
import { notFound } from '../problems.ts';

export interface OneTimeSecretsNeeds {
  readonly escrow: Escrow;
  readonly clipboard: TimedClipboard;
  readonly files: FileHandles;
  /** Remembers of a user in which file its secret is. */
  readonly savedInFile: (connection: string, userName: string, name: string) => Promise<void>;
  /** Undefined where the shell cannot. */
  readonly hideFromScreenSharing: ((hide: boolean) => void) | undefined;
  /** `createProbe` of the enterprise users' service: services do not import each other. */
  readonly probe: (
    entry: OneTimeSecret,
  ) => Promise<'exists-created-since' | 'exists-older' | 'not-there' | 'cannot-tell'>;
}

/** An age file of one secret: far below this. */
const MOST_FILE_BYTES = 64 * 1024;

export function oneTimeSecretsService(needs: OneTimeSecretsNeeds): Handlers<'oneTimeSecrets'> {
  const { escrow, clipboard, probe } = needs;
  const hideWindow = createScreenPrivacy(needs);
  return {
    list: async () => [...escrow.list()],
    async reveal({ secret }) {
      hideWindow();
      return { secret: (await escrow.reveal(secret)).expose() };
    },
    async look({ secret }) {
      hideWindow();
      return { answer: await escrow.look(secret) };
    },
    copy: async ({ secret }) => ({
      clearsInSeconds: await clipboard.copy(await escrow.reveal(secret)),
    }),
    keep: ({ secret }) => escrow.keep(secret),
    saveEncrypted: (input) => saveEncrypted(needs, input),
    async confirmStored({ secret }) {
      await escrow.confirmStored(secret);
      return {};
    },
    async resolve({ secret, how }) {
      await escrow.resolve(secret, how);
      return {};
    },
    async probe({ secret }) {
      const entry = escrow.find(secret);
      if (entry?.state === 'outcome-unknown' || entry?.state === 'answer-unclear')
        return { found: await probe(entry) };
      throw notFound('This outcome is not open any more.');
    },
  };
}

/** The file holds exactly the secret, so that `age --decrypt FILE` prints it; it is opened again before this answers. */
async function saveEncrypted(
  { escrow, files, savedInFile }: OneTimeSecretsNeeds,
  input: { readonly secret: string; readonly target: SaveTarget; readonly passphrase: string },
) {
  const { secret, target, passphrase } = input;
  const name = files.targetName(target, 'target');
  const text = (await escrow.reveal(secret)).expose();
  await files.write(target, await encryptWithPassphrase(text, passphrase), 'target');
  const written = await files.readBack(target, MOST_FILE_BYTES, 'target');
  if ((await decryptWithPassphrase(written, passphrase)) !== text) throw fileTrouble('damaged');
  const entry = escrow.find(secret);
  if (entry !== undefined) await savedInFile(entry.connection, entry.userName, name);
  return { name };
}

/** The page hides a secret again after 30 s; a little more, so that the last moment is covered. */
const COVERED_MS = 35_000;

/** Keeps the window out of screen sharing for as long as a revealed secret can be on it (MEM-04); the newest call counts. */
function createScreenPrivacy({ hideFromScreenSharing: hide }: OneTimeSecretsNeeds) {
  let timer: NodeJS.Timeout | undefined;
  return (): void => {
    if (hide === undefined) return;
    clearTimeout(timer);
    hide(true);
    timer = setTimeout(() => {
      hide(false);
    }, COVERED_MS).unref();
  };
}
