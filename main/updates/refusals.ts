// The codes that say why an update is refused; the page has words for each.
import type { Problem } from '../problem.ts';
import type { UpdateRefusal } from '../../preload/contract/updates.ts';
import { conflict } from '../problems.ts';

const SENTENCES: Readonly<Record<UpdateRefusal, string>> = {
  off: 'Updates are switched off.',
  'nothing-found': 'No new version has been found yet.',
  'not-downloaded': 'No new version has been downloaded.',
  address: 'New versions are only looked for at https addresses.',
  'no-list': 'There is no list of versions at this address.',
  redirected: 'The server sends the call on to another address. It was not followed.',
  unsigned: 'The list of versions is not signed. Nothing was downloaded.',
  signature: 'The signature does not fit the list of versions. Nothing was downloaded.',
  expired:
    'The time for which the publisher vouches for this list has ended. Nothing was downloaded.',
  'key-expired':
    'The time for which the publisher vouches for this key has ended. Nothing was downloaded.',
  future: 'The list says that it was signed in the future. Nothing was downloaded.',
  older: 'The list offers a version that is older than this one. Nothing was downloaded.',
  replayed: 'The list is older than one that was seen before. Nothing was downloaded.',
  'pre-release': 'The list offers a version that is still being tested. Nothing was downloaded.',
  system: 'The new version needs a newer version of the operating system.',
  file: 'The file is not the one that the list names. It was removed.',
  publisher: 'The file is not signed by the publisher of this program. It was removed.',
  place: 'The program’s own file cannot be replaced where it lies.',
};

/** Problem conflict; its `field` is the code. */
export function refusal(code: UpdateRefusal, cause?: unknown): Problem {
  return conflict(SENTENCES[code], { field: code }, cause);
}
