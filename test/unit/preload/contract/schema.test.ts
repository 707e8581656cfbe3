// The shapes that all features share: what fits, and what is refused with which word, at each limit.
import { describe, expect, it } from 'vitest';
import {
  readHandle,
  filePassphrase,
  id,
  line,
  newPassphrase,
  optionalLine,
  pastedSecret,
  resourceId,
  scope,
  secretText,
  serverAddress,
  type z,
} from '../../../../preload/contract/schema.ts';

/** The word of the refusal; undefined where it fits. */
const refusal = (shape: z.ZodType, value: unknown) =>
  shape.safeParse(value).error?.issues[0]?.message;

const x = (length: number) => 'x'.repeat(length);
const TURNING = ['\u200e', '\u202e', '\u2066'];
const HIDDEN = ['\u0000', '\u001f', '\u007f', '\u0085', '\u200e', '\u202e', '\u2066', '\n', '\t'];

describe('a file handle', () => {
  it.each([`file-${x(16)}`, `file-${x(43)}`, 'file-AZaz09_-AZaz09_-'])('%s fits', (value) => {
    expect(refusal(readHandle, value)).toBeUndefined();
  });

  it.each([
    `file-${x(15)}`,
    `file-${x(44)}`,
    x(21),
    `FILE-${x(16)}`,
    `a file-${x(16)}`,
    `file-${x(16)}\n`,
    `file-${x(16)}/../a`,
    'file-æøåæøåæøåæøåæøå',
    '/etc/passwd',
    '',
  ])('%j is unknown', (value) => {
    expect(refusal(readHandle, value)).toBe('unknown-handle');
  });
});

describe.each([
  ['line', line(5)],
  ['optionalLine', optionalLine(5)],
  ['secretText', secretText(5)],
  ['pastedSecret', pastedSecret(5)],
])('%s', (name, shape) => {
  it('is one line of no more than so many characters, and nothing hidden in it', () => {
    expect([x(5), 'å ø', x(6)].map((value) => refusal(shape, value))).toEqual([
      undefined,
      undefined,
      'too-long',
    ]);
    const within = HIDDEN.map((sign) => refusal(shape, `a${sign}b`));
    const isSecret = name.endsWith('ecret') || name.startsWith('secret');
    expect(within).toEqual(
      HIDDEN.map((sign) =>
        !isSecret && TURNING.includes(sign) ? undefined : 'control-characters',
      ),
    );
    expect(refusal(shape, 7)).toBe('wrong-type');
    expect(refusal(shape, '')).toBe(name === 'optionalLine' ? undefined : 'required');
  });
});

it('a secret that is pasted loses the blanks and line breaks around it, and no others', () => {
  expect(pastedSecret(5).parse(' \r\na b c\n')).toBe('a b c');
  expect(refusal(pastedSecret(5), ' \n ')).toBe('required');
});

it.each([
  [newPassphrase, x(12), undefined],
  [newPassphrase, x(11), 'passphrase-too-short'],
  [newPassphrase, x(256), undefined],
  [newPassphrase, x(257), 'too-long'],
  [filePassphrase, '', undefined],
  [filePassphrase, x(1024), undefined],
  [filePassphrase, x(1025), 'too-long'],
  [id, 'az-09', undefined],
  [id, x(64), undefined],
  [id, x(65), 'wrong-type'],
  [id, '', 'wrong-type'],
  [id, 'A', 'wrong-type'],
  [id, 'a/b', 'wrong-type'],
  [id, 'a\n', 'wrong-type'],
  [resourceId, 'a123', undefined],
  [resourceId, '1'.repeat(100), undefined],
  [resourceId, '1'.repeat(101), 'resource-id'],
  [resourceId, 'a', undefined],
  [resourceId, '..', 'resource-id'],
  [resourceId, '1/2', undefined],
  [resourceId, 'a/../2', 'resource-id'],
  [resourceId, 'a\u0007', 'resource-id'],
  [resourceId, '', 'resource-id'],
  [scope, 'a:b/c.d', undefined],
  [scope, x(120), undefined],
  [scope, x(121), 'scope'],
  [scope, '', 'scope'],
  [scope, 'a b', 'scope'],
  [scope, 'a"b', 'scope'],
  [scope, 'a\\b', 'scope'],
  [serverAddress, 'https://login.example.test/token', undefined],
  [serverAddress, 'https://login.example.test:8443', undefined],
  [serverAddress, `https://a.test/${x(285)}`, undefined],
  [serverAddress, `https://a.test/${x(286)}`, 'too-long'],
  [serverAddress, 'http://login.example.test/token', 'server-address'],
  [serverAddress, 'https://kari@login.example.test/', 'server-address'],
  [serverAddress, 'https://login.example.test/?a=b', 'server-address'],
  [serverAddress, 'https://login.example.test/a/../b', 'server-address'],
  [serverAddress, 'https://login.example.test./', 'server-address'],
  [serverAddress, 'https://login.example.test:99999/', 'server-address'],
])('%# %j', (shape, value, expected) => {
  expect([value, refusal(shape, value)]).toEqual([value, expected]);
});
