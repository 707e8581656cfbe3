// Group F, meaning: answers that are valid HTTP and valid JSON but contradict the platform.
import {
  fine,
  fineOrUnclear,
  honest,
  writes,
  type Expectation,
  type Fault,
  type Scene,
} from './fault.ts';

type Body = Record<string, unknown>;

const withBody = ['O1', 'O2', 'O3', 'O4', 'O5'] as const;
const fields = ['UserName', 'Created', 'OwnerOrgNo', 'Secret'] as const;
const failedRead: Expectation['read'] = ['salvage', 'unknown', 'rejected', 'copy'];

/** What must not be taken for an answer to what was asked. */
const mustNotPass: Expectation = { ...writes('unknown', 'salvage'), read: failedRead };
const secretMustNotPass: Expectation = { ...fineOrUnclear, secret: ['unknown', 'salvage'] };

/** Larger answers are beyond what is kept of an answer nobody understands (OTS-04). */
const mostKept = 1_000_000;

/** Changes the JSON text. `keeps`: the whole secret is still in it. */
function text(
  id: string,
  title: string,
  expect: Expectation,
  change: (body: string, scene: Scene) => string,
  more: Partial<Fault> & { readonly keeps?: boolean | ((variant: number) => boolean) } = {},
): Fault {
  const { keeps = true, ...rest } = more;
  return {
    id,
    title,
    expect,
    operations: withBody,
    async onRequest(scene) {
      const answer = scene.act();
      const bytes = honest(answer, {}, change(answer.body ?? '', scene));
      const left = typeof keeps === 'boolean' ? keeps : keeps(scene.variant);
      if (left && bytes.length < mostKept) scene.delivered();
      await scene.say(bytes);
    },
    ...rest,
  };
}

/** Changes the last user in the answer, which is the one the case is about. */
function user(
  id: string,
  title: string,
  expect: Expectation,
  change: (user: Body, scene: Scene) => unknown,
  more: Parameters<typeof text>[4] = {},
): Fault {
  const edit = (body: string, scene: Scene): string => {
    const list = JSON.parse(body) as Body[];
    const last = list.pop();
    if (!last) return body;
    return JSON.stringify([...list, change({ ...last }, scene)]);
  };
  return text(id, title, expect, edit, more);
}

function without(body: Body, name: string): Body {
  return Object.fromEntries(Object.entries(body).filter(([key]) => key !== name));
}

const fieldOf = (scene: Scene): (typeof fields)[number] =>
  fields[scene.variant % fields.length] ?? 'UserName';
/** Whether the variant leaves the secret alone. */
const secretIsLeft = (variant: number): boolean => fields[variant % fields.length] !== 'Secret';

const otherValues: readonly unknown[] = [7, true, ['x'], { a: 1 }, ''];
const oddNumbers = ['9007199254740993', '1e999', '-0', '0012'];
const badSecrets: readonly unknown[] = ['', null, 7, 'a\u0000b\u001b[2J', 's'.repeat(1_000_000)];
const dates = [
  '2026-11-21T14:32:07',
  '2026-11-21T14:32:07.1234567+01:00',
  '2026-11-21T14:32Z',
  '2026-02-30T10:00:00',
  '0000-00-00T00:00:00',
  '9999-12-31T00:00:00',
];
let keys = '';
/** Made once, before anything is measured. */
function manyKeys(): string {
  keys ||= Array.from({ length: 300_000 }, (_, i) => `"k${i}":1,`).join('');
  return keys;
}
const depths = [1_000, 100_000, 1_000_000];
const hostileTexts = [
  '<img src=x onerror=alert(1)>',
  '\u202egnp.exe',
  '<script>alert(1)</script>',
  '=1+1',
];
const linkForms = (scene: Scene): readonly unknown[] => [
  undefined,
  ['x'],
  'text',
  { self: { href: `${scene.evil.https}/api/x{?y}`, isTemplated: true } },
  { self: { href: `${scene.evil.http}/api/x` }, next: [{ href: `${scene.evil.https}/api/y` }] },
];

export const meaningFaults: readonly Fault[] = [
  text('F1', 'the same key twice', secretMustNotPass, (body) =>
    body.replace(/("Secret":|"OwnerOrgNo":)/g, '$1"first",$1'),
  ),
  text('F2', 'a key __proto__', fineOrUnclear, (body) =>
    body.replaceAll('{"UserName"', '{"__proto__":{"UserName":"x","polluted":1},"UserName"'),
  ),
  text('F3', 'keys constructor and prototype', fineOrUnclear, (body) =>
    body.replaceAll('{"UserName"', '{"constructor":{"prototype":{"polluted":1}},"UserName"'),
  ),
  text(
    'F4',
    'nested 1 000, 100 000 and 1 000 000 deep',
    fineOrUnclear,
    (body, scene) => {
      const depth = depths[scene.variant] ?? 1_000;
      const nest = '['.repeat(depth) + ']'.repeat(depth);
      return body.replaceAll('{"UserName"', `{"x":${nest},"UserName"`);
    },
    { variants: depths.length, operations: ['O2', 'O3', 'O4', 'O5'] },
  ),
  text(
    'F5',
    '300 000 keys',
    fineOrUnclear,
    (body) => body.replace('{"UserName"', `{${manyKeys()}"UserName"`),
    { prepare: () => void manyKeys(), operations: ['O2', 'O3', 'O4', 'O5'] },
  ),
  user('F6', 'a text of ten million signs', fineOrUnclear, (body) => ({
    x: 'x'.repeat(10_000_000),
    ...body,
  })),
  user('F7', 'one field missing', fineOrUnclear, (body, scene) => without(body, fieldOf(scene)), {
    variants: fields.length,
    keeps: secretIsLeft,
  }),
  user(
    'F8',
    'one field null',
    fineOrUnclear,
    (body, scene) => ({ ...body, [fieldOf(scene)]: null }),
    { variants: fields.length, keeps: secretIsLeft },
  ),
  user(
    'F9',
    'one field of another type',
    fineOrUnclear,
    (body, scene) => ({
      ...body,
      [fieldOf(scene)]: otherValues[Math.floor(scene.variant / fields.length)],
    }),
    { variants: fields.length * otherValues.length, keeps: secretIsLeft },
  ),
  text(
    'F11',
    'numbers nobody can hold',
    fineOrUnclear,
    (body, scene) =>
      body.replace(/"OwnerOrgNo":"\d+"/, `"OwnerOrgNo":${oddNumbers[scene.variant] ?? '1'}`),
    { variants: oddNumbers.length },
  ),
  text('F12', 'an object instead of the array', fine, (body) => body.slice(1, -1), {
    operations: ['O2', 'O3', 'O4', 'O5'],
  }),
  text(
    'F13',
    'an empty array, two users',
    mustNotPass,
    (body, scene) => (scene.variant === 0 ? '[]' : `${body.slice(0, -1)},${body.slice(1)}`),
    {
      variants: 2,
      keeps: (variant) => variant === 1,
      operations: ['O2', 'O3', 'O4', 'O5'],
    },
  ),
  user(
    'F14',
    'the name of another user',
    mustNotPass,
    (b) => ({ ...b, UserName: 'someone-else' }),
    {
      operations: ['O2', 'O3', 'O4', 'O5'],
    },
  ),
  user(
    'F15',
    'a secret that is none',
    mustNotPass,
    (body, scene) => ({ ...body, Secret: badSecrets[scene.variant] }),
    { variants: badSecrets.length, operations: ['O3', 'O4'], keeps: false },
  ),
  user('F16', 'fields nobody knows', fine, (body) => ({
    ...body,
    Status: 'Ukjent',
    ExpiresAt: null,
    Roles: [],
  })),
  user(
    'F17',
    'dates in six forms',
    fineOrUnclear,
    (body, scene) => ({ ...body, Created: dates[scene.variant] }),
    { variants: dates.length },
  ),
  text(
    'F18',
    'every user twice',
    { ...fine, read: ['ok', ...failedRead] },
    (body) => JSON.stringify([...(JSON.parse(body) as Body[]), ...(JSON.parse(body) as Body[])]),
    { operations: ['O1'] },
  ),
  user(
    'F19',
    'links missing, an array, a text, templated, at foreign origins',
    fine,
    (body, scene) => ({ ...body, _links: linkForms(scene)[scene.variant] }),
    { variants: 5 },
  ),
  user('F20', 'keys in other letter case', fineOrUnclear, (body) =>
    Object.fromEntries(Object.entries(body).map(([key, value]) => [key.toLowerCase(), value])),
  ),
  user(
    'F21',
    'markup, direction signs and formulas in a text field',
    fineOrUnclear,
    (body, scene) => ({ ...body, OwnerOrgNo: hostileTexts[scene.variant] }),
    { variants: hostileTexts.length },
  ),
  text(
    'F22',
    'a HAL object around the list',
    { ...fine, read: ['ok', ...failedRead] },
    (body) => `{"_links":{},"_embedded":{"enterpriseusers":${body}}}`,
    { operations: ['O1'] },
  ),
];
