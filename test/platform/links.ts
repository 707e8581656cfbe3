// The links that the platform issues: valid while it runs, different in each run, not derivable from documented paths.
import { randomBytes } from 'node:crypto';

export interface Links {
  /**
   * An absolute address that stands for a documented path, or by a switch is one; a query stays as it is. What is put behind the address of
   * a collection leads to its items: `/api/my/messages/{MessageId}` is a template. Pages of the portal keep theirs.
   */
  to(path: string): string;
  /** The documented path behind a handed-out one (without query); undefined for one never handed out. */
  behind(path: string): string | undefined;
}

/** Ids of messages, forms, attachments and reportees: clients may read them off the end of an address. */
const idAtEnd = /\/([A-Za-z]?\d+)$/;

/** Without digits: eleven in a row, which chance makes, would be masked as a person's number wherever they are shown. */
const randomLetters = () =>
  randomBytes(12)
    .toString('hex')
    .replaceAll(/\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit)));

export function createLinks(address: () => string, areDocumented = () => false): Links {
  const tokens = new Map<string, string>();
  const paths = new Map<string, string>();
  return {
    to(given) {
      if (given.startsWith('/ui/') || areDocumented()) return address() + given;
      const [, collection = given, variable = ''] = /^(.*)(\/\{\w+\})$/.exec(given) ?? [];
      return issued(collection) + variable;
    },
    behind(path) {
      const [, token = '', rest] = /^\/api\/g2\/([a-p]+)(?:\/(.+))?$/.exec(path) ?? [];
      const known = paths.get(token);
      if (known === undefined || idAtEnd.exec(known)?.[1] === rest) return known;
      return idAtEnd.test(known) ? undefined : `${known}/${rest}`;
    },
  };

  function issued(given: string): string {
    const [path = '', query] = given.split('?', 2);
    const token = tokens.get(path) ?? randomLetters();
    tokens.set(path, token);
    paths.set(token, path);
    const id = idAtEnd.exec(path)?.[1];
    const tail = id === undefined ? '' : `/${id}`;
    return `${address()}/api/g2/${token}${tail}${query === undefined ? '' : `?${query}`}`;
  }
}
