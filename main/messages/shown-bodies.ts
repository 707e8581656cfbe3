// Bodies of messages that a window shows: each at an address that nobody can guess, as the document of its frame.
import { randomBytes } from 'node:crypto';

/** HTML that the page has cleaned, and how it is to look. */
export interface ShownBody {
  readonly html: string;
  readonly scheme: 'light' | 'dark';
  readonly title: string;
}

export interface ShownBodies {
  /** The name under which it can be asked for; the oldest ones are forgotten. */
  add(body: ShownBody): string;
  find(name: string): ShownBody | undefined;
  /** Nothing of a message stays in memory behind the lock. */
  clear(): void;
}

const MOST = 8;
const NAME_BYTES = 16;

export function createShownBodies(): ShownBodies {
  const bodies = new Map<string, ShownBody>();
  return {
    add(body) {
      const name = randomBytes(NAME_BYTES).toString('hex');
      bodies.set(name, body);
      const [oldest] = bodies.keys();
      if (bodies.size > MOST && oldest !== undefined) bodies.delete(oldest);
      return name;
    },
    find: (name) => bodies.get(name),
    clear: () => {
      bodies.clear();
    },
  };
}
