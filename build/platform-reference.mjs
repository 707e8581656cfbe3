// Writes the endpoints of preload/contract/endpoints.ts into build/guide/platform.md; `--check` only compares.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
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
  authorization: 'Rights, delegation, consents',
  'file-transfer': 'File transfer',
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
  'access-groups': 'access groups',
  'open-metadata': 'the open metadata',
  'dialogs-and-apps': 'the dialog API and the API of each app',
  'resource-register': 'the resource register',
  'owner-register': 'the register for resource owners',
  'system-users': 'system users',
  'broker-api': 'the new broker API',
  'consent-site': 'the new consent solution',
  tokens: 'tokens',
  nothing: 'nothing',
};
const HEAD = [
  ...['Method', 'Path', 'In Steward', 'Query', 'Callers'],
  ...['Scope, one of', 'API key', 'Asks for, state'],
];

const sources = (folder, endings) =>
  readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile() && endings.some((ending) => one.name.endsWith(ending)))
    .map((one) => readFileSync(path.join(one.parentPath, one.name), 'utf8'));

/** `{who}` and `{orgno}` are one place; case and a slash at the end count for nothing, as at the platform. */
const plain = (address) =>
  address
    .replaceAll(/\{[^}]*\}/g, '{}')
    .replace(/[/.]+$/, '')
    .toLowerCase();

/** What the comments of the contract say: which endpoints each operation asks, as `GET path` without `api/`. */
export function operationsByEndpoint() {
  const named = readFileSync(path.join(root, 'preload/contract/contract.ts'), 'utf8');
  const [, table = ''] = /export const contract = \{([\s\S]*?)\n\};/.exec(named) ?? [];
  const features = new Map(
    [...table.matchAll(/^ {2}(\w+)(?:: (\w+))?,$/gm)].map(([, feature, of]) => [
      of ?? feature,
      feature,
    ]),
  );
  const found = new Map();
  for (const text of sources('preload/contract', ['.ts']))
    for (const [, name, body = ''] of text.matchAll(
      /^export const (\w+) = \{\n([\s\S]*?)^\};$/gm,
    )) {
      const feature = features.get(name);
      if (feature === undefined) continue;
      for (const [, comment = '', operation] of body.matchAll(
        /^ {2}\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n {2}(\w+): (?:read|write)\(/gm,
      ))
        for (const [, methods = '', address = ''] of comment.matchAll(
          /((?:GET|POST|PUT|DELETE)(?:, (?:GET|POST|PUT|DELETE))*) \/api\/([^\s,:;()]+)/g,
        ))
          for (const method of methods.split(', ')) {
            const key = `${method} ${plain(address)}`;
            found.set(key, [...(found.get(key) ?? []), `${feature}.${operation}`]);
          }
    }
  return found;
}

/** Whether a screen asks for an operation: by the client's name for it. */
function usedByScreens() {
  const text = sources('renderer', ['.ts', '.svelte']).join('\n');
  return new Set(
    [...text.matchAll(/\bclient\s*\.(\w+)\s*\.(\w+)/g)].map(([, f, o]) => `${f}.${o}`),
  );
}

/** Screen, terminal, explorer only, off, or nothing of it. */
export function placesOf(endpoints) {
  const operations = operationsByEndpoint();
  const used = usedByScreens();
  return new Map(
    endpoints.map((one) => {
      const key = `${one.method} ${plain(one.path)}`;
      const asking = operations.get(key) ?? [];
      if (asking.some((name) => used.has(name))) return [one, 'screen'];
      if (asking.length > 0) return [one, 'terminal'];
      if (one.switchedOff !== undefined) return [one, 'switched off'];
      return [one, one.method === 'GET' ? 'explorer only' : 'no'];
    }),
  );
}

/** The page with its table written anew. */
export async function platformPage(endpoints) {
  const places = placesOf(endpoints);
  const parts = Object.entries(AREAS).map(([area, title]) => {
    const rows = endpoints
      .filter((one) => one.area === area)
      .map((one) => rowOf(one, places.get(one)));
    const lines = [HEAD, HEAD.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
    return [`### ${title}, endpoints`, '', ...lines, ''].join('\n');
  });
  const text = readFileSync(page, 'utf8').replace(
    BETWEEN,
    (_, begin, end) => `${begin}\n${parts.join('\n')}\n${end}`,
  );
  return laidOut('platform.md', text);
}

function rowOf(one, place) {
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
  const cells = [one.method, code([one.path]), place, code(one.query), CALLERS[one.callers]];
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
