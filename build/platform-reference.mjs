// Writes the endpoints of preload/contract/endpoints.ts into build/guide/platform.md; `--check` only compares.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { laidOut } from './layout.mjs';

const root = path.resolve(import.meta.dirname, '..');
const page = path.join(root, 'build/guide/platform.md');
const BETWEEN = /(<!-- endpoints -->\n)[\s\S]*(<!-- \/endpoints -->)/;

const AREAS = {
  'message-box': 'Message box',
  parties: 'Parties',
  profile: 'Profiles',
  'enterprise-users': 'Enterprise users',
  roles: 'Role definitions',
  authorization: 'Rights, delegation, consents, file transfer',
  'service-owner': 'Service owners',
  metadata: 'Open metadata',
  'signing-in': 'Signing in',
};
const CALLERS = {
  nobody: 'anybody',
  user: 'user',
  organisation: 'organisation',
  'service-owner': 'service owner',
};
const RIGHTS = {
  'access-manager': 'access manager or main administrator of the party',
  'rights-for-party': 'a right for the organisation',
  'held-rights': 'every right of the role',
  'service-register': 'both parties in the rights register of the service',
  'party-to-request': 'who made the request or receives what it asks for',
  'given-by-caller': 'only what the caller has given',
};
const INSTEAD = {
  portal: 'the portal',
  'access-management': 'access management of the next generation',
  'open-metadata': 'the open metadata',
  nothing: 'nothing',
};
const HEAD = ['Method', 'Path', 'Query', 'Callers', 'Scope, one of', 'API key', 'Asks for, state'];

/** The page with its table written anew. */
export async function platformPage(endpoints) {
  const parts = Object.entries(AREAS).map(([area, title]) => {
    const rows = endpoints.filter((one) => one.area === area).map(rowOf);
    const lines = [HEAD, HEAD.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
    return [`### ${title}, endpoints`, '', ...lines, ''].join('\n');
  });
  const text = readFileSync(page, 'utf8').replace(
    BETWEEN,
    (_, begin, end) => `${begin}\n${parts.join('\n')}\n${end}`,
  );
  return laidOut('platform.md', text);
}

function rowOf(one) {
  const code = (names) => names.map((name) => `\`${name}\``).join(', ');
  const key = [
    ...(one.keyResource === undefined ? [] : [`\`${one.keyResource}\``]),
    ...(one.keyOwnerMustSignIn ? ['owner signs in'] : []),
  ];
  const notes = [
    ...(one.right === undefined ? [] : [RIGHTS[one.right]]),
    ...(one.switchedOff === undefined
      ? []
      : [`**off since ${one.switchedOff.since}**, instead: ${INSTEAD[one.switchedOff.instead]}`]),
    ...(one.described ? [] : ['fields not documented']),
  ];
  const cells = [one.method, code([one.path]), code(one.query), CALLERS[one.callers]];
  return [...cells, code(one.scopes), key.join(', '), notes.join('; ')].map((text) => text || '–');
}

if (process.argv[1] === import.meta.filename) {
  const { bundled } = await import('./bundled.mjs');
  const { endpoints } = await bundled('preload/contract/endpoints.ts', 'endpoints');
  const text = await platformPage(endpoints);
  if (process.argv.includes('--check')) {
    process.exitCode = readFileSync(page, 'utf8') === text ? 0 : 1;
  } else {
    writeFileSync(page, text);
  }
}
