// API keys (section 10): the resource a key must have for a path, and where its owner must be who signs in.
import type { Method } from './call.ts';

interface Rule {
  /** Below `/api/`, in lower case. */
  readonly path: RegExp;
  /** `Message`: Message.read for GET, Message.write for the rest. With an ending: that one, whatever the method. */
  readonly resource?: string;
  readonly ownerMustMatch?: true;
}

const party = String.raw`(?:my|r\d+|u\d+|\d{9})`;
const rule = (path: string, resource?: string, ownerMustMatch?: true): Rule => ({
  path: new RegExp(`^${path}(?:/|$)`),
  ...(resource === undefined ? {} : { resource }),
  ...(ownerMustMatch ? { ownerMustMatch } : {}),
});

/** The first that fits counts. */
const rules: readonly Rule[] = [
  rule('(?:metadata|authentication)'),
  rule('authorization/token', 'Authorization.read'),
  rule(`${party}/authorization/roledefinitions`, 'Authorization.read'),
  rule('reportees/reporteeconversion', 'Authorization.read'),
  rule(`${party}/authorization`, 'Authorization'),
  rule('(?:reportees|organizations)', 'Organization.read'),
  rule(`${party}/lookup`, 'LookUp.read'),
  // No write is named though POST and DELETE exist.
  rule(`${party}/profile`, 'UserProfile.read'),
  rule(`${party}/messages`, 'Message'),
  rule(`(?:${party}/)?brokerservice`, 'Broker'),
  rule('serviceowner', 'ServiceOwner'),
  rule('(?:consentrequests?|enterpriseusers)', undefined, true),
  rule('delegationrequests?', 'Authorization', true),
];

export interface KeyNeed {
  readonly resource?: string;
  readonly ownerMustMatch: boolean;
}

/** What a call of a documented path (beginning with `/api/`) asks of its key. */
export function keyNeedOf(method: Method, path: string): KeyNeed {
  const asked = path.replace(/^\/api\//i, '').toLowerCase();
  const { resource, ownerMustMatch = false } = rules.find((one) => one.path.test(asked)) ?? {};
  if (resource === undefined) return { ownerMustMatch };
  const ending = method === 'GET' ? 'read' : 'write';
  return { resource: resource.includes('.') ? resource : `${resource}.${ending}`, ownerMustMatch };
}
