// Group D, status: everything a status line and its headers can say wrong.
import type { FailureKind } from '../../preload/result.ts';
import {
  fine,
  fineOrUnclear,
  honest,
  http,
  rejected,
  unknown,
  writes,
  type Expectation,
  type Fault,
  type Scene,
} from './fault.ts';

const withBody = ['O1', 'O2', 'O3', 'O4', 'O5'] as const;
const html = { 'Content-Type': 'text/html; charset=utf-8' };
const json = { 'Content-Type': 'application/json; charset=utf-8' };

/** The same answer to every request; with `executed`, after the model did what it was asked. */
function always(
  bytes: (scene: Scene) => Buffer | string,
  executed = false,
): NonNullable<Fault['onRequest']> {
  return async (scene) => {
    if (executed) scene.act();
    await scene.say(bytes(scene));
  };
}

function status(
  id: string,
  title: string,
  bytes: (scene: Scene) => Buffer | string,
  expect: Expectation,
  more: Partial<Fault> & { readonly executed?: boolean; readonly kinds?: FailureKind[] } = {},
): Fault {
  const { executed = false, kinds, ...rest } = more;
  return {
    id,
    title,
    expect,
    onRequest: always(bytes, executed),
    ...(kinds ? { says: { kinds } } : {}),
    ...rest,
  };
}

/** Shapes of the error model that are in use (platform.md, Errors). */
const errorModels = [
  { ErrorCode: 10, ErrorMessage: 'Brukeren finnes ikke.' },
  [{ ErrorCode: '20', ErrorMessage: 'Feil i skjema' }],
  { errorCode: 30, errorDescription: 'Wrong' },
  { errors: [{ errorCode: 40, errorMessage: 'Wrong' }] },
  { Message: 'Wrong' },
];
const otherRefusals = ['405 Method Not Allowed', '411 Length Required', '413 Too Large', '415 No'];
const retryAfter = ['soon', '99999999999999', '-5', ''];
const reasons = [
  'Ikke tillatt for s\xf8knad',
  Buffer.from('Ikke tillatt for søknad', 'utf8').toString('latin1'),
  'Bad \x1b[31mred\x1b[0m',
  'x'.repeat(8_000),
];
const statusLines = [
  'HTTP/1.1 000 Nothing',
  'HTTP/1.1 099 Low',
  'HTTP/1.1 600 High',
  'HTTP/1.1 999 Higher',
  'HTTP/1.1 200',
  'HTTP/1.1 abc Letters',
  '',
];

const redirect =
  (code: number, target: (scene: Scene) => string): ((scene: Scene) => Buffer) =>
  (scene) =>
    http(code, 'Moved', { Location: target(scene) });

/** Both evil servers by turns. */
const elsewhere = (scene: Scene): string =>
  `${scene.variant % 2 === 0 ? scene.evil.https : scene.evil.http}/api/enterpriseusers`;

/** Renaming and deleting may take a bare success for what it is; a list or a secret may not be made up. */
const noAnswer: Expectation = {
  ...fineOrUnclear,
  secret: ['unknown', 'salvage'],
  read: ['salvage', 'unknown', 'copy', 'rejected'],
};

export const statusFaults: readonly Fault[] = [
  status('D1', '400 with words', () => http(400, 'Noe er galt'), rejected, {
    kinds: ['refused', 'conflict'],
  }),
  status(
    'D2',
    '400 with an error model in one of five shapes',
    (scene) => http(400, 'Bad Request', json, JSON.stringify(errorModels[scene.variant])),
    rejected,
    { variants: errorModels.length, kinds: ['refused', 'conflict'] },
  ),
  status('D3', '401 every time', () => http(401, 'Unauthorized'), rejected, {
    kinds: ['sign-in-needed', 'refused'],
  }),
  {
    id: 'D4',
    title: '401 once, then as it should be',
    expect: fine,
    async onRequest(scene) {
      if (scene.earlier === 0) return scene.say(http(401, 'Unauthorized'));
      scene.delivered();
      return scene.say(honest(scene.act()));
    },
  },
  status(
    'D5',
    '403 with words',
    () => http(403, 'The API key is not authorized for this operation'),
    rejected,
    { kinds: ['refused'] },
  ),
  status('D6', '404', () => http(404, 'Not Found'), rejected, { kinds: ['not-found', 'refused'] }),
  status(
    'D7',
    '405, 411, 413, 415',
    (scene) => {
      const [code = '', ...reason] = (otherRefusals[scene.variant] ?? '').split(' ');
      return http(code, reason.join(' '));
    },
    rejected,
    { variants: otherRefusals.length, kinds: ['refused'] },
  ),
  status('D8', '409', () => http(409, 'Conflict'), rejected, { kinds: ['conflict', 'refused'] }),
  status('D9', '429, seconds', () => http(429, 'Slow down', { 'Retry-After': '1' }), rejected, {
    kinds: ['busy'],
  }),
  status(
    'D10',
    '429, date',
    () => http(429, 'Slow down', { 'Retry-After': new Date(Date.now() + 1_000).toUTCString() }),
    rejected,
    { kinds: ['busy'] },
  ),
  status(
    'D11',
    '429 with a Retry-After that means nothing',
    (scene) => http(429, 'Slow down', { 'Retry-After': retryAfter[scene.variant] ?? '' }),
    rejected,
    { variants: retryAfter.length, kinds: ['busy'] },
  ),
  status('D12', '500, not executed', () => http(500, 'Error'), unknown),
  status('D13', '500, executed', () => http(500, 'Error'), unknown, { executed: true }),
  status('D14', '502 with HTML', () => http(502, 'Bad Gateway', html, '<h1>502</h1>'), unknown),
  status(
    'D15',
    '503 with Retry-After',
    () => http(503, 'Unavailable', { 'Retry-After': '1' }),
    writes('unknown', 'rejected'),
  ),
  status('D16', '504, executed', () => http(504, 'Gateway Timeout'), unknown, { executed: true }),
  status(
    'D17',
    '302 to a sign-in page of the same origin',
    redirect(302, () => '/ui/authentication?goto=x'),
    rejected,
    { kinds: ['sign-in-needed', 'refused'] },
  ),
  status('D18', '302 to another origin', redirect(302, elsewhere), rejected, {
    variants: 2,
    kinds: ['sign-in-needed', 'refused'],
  }),
  status(
    'D19',
    '307 and 308 to another origin',
    (scene) => redirect(scene.variant < 2 ? 307 : 308, elsewhere)(scene),
    rejected,
    { variants: 4, kinds: ['sign-in-needed', 'refused'] },
  ),
  status(
    'D20',
    '301 to http on the same host',
    redirect(301, (scene) => `${scene.evil.http}/api/`),
    rejected,
    { kinds: ['sign-in-needed', 'refused'] },
  ),
  status(
    'D21',
    'a redirect loop',
    redirect(302, () => '/api/enterpriseusers'),
    rejected,
    {
      kinds: ['sign-in-needed', 'refused'],
    },
  ),
  status(
    'D22',
    '200 with a sign-in page, not executed',
    () => http(200, 'OK', html, '<html><form action="/login"></form></html>'),
    writes('rejected', 'unknown', 'salvage'),
  ),
  status(
    'D23',
    '204 where a body belongs',
    () => http(204, 'Done', { 'Content-Length': '' }),
    noAnswer,
    { executed: true, operations: withBody },
  ),
  status('D24', '200 and nothing', () => http(200, 'OK', json), noAnswer, { executed: true }),
  {
    id: 'D25',
    title: '201 without Location',
    operations: withBody,
    expect: fine,
    async onRequest(scene) {
      scene.delivered();
      await scene.say(honest({ ...scene.act(), status: 201 }));
    },
  },
  {
    id: 'D26',
    title: '201 with Location at another origin',
    variants: 2,
    operations: withBody,
    expect: fine,
    async onRequest(scene) {
      scene.delivered();
      await scene.say(honest({ ...scene.act(), status: 201 }, { Location: elsewhere(scene) }));
    },
  },
  status(
    'D27',
    'reason phrase in latin-1, in UTF-8, with escape signs, of 8 KB',
    (scene) => http(400, reasons[scene.variant] ?? ''),
    writes('rejected', 'unknown'),
    { variants: reasons.length },
  ),
  {
    id: 'D28',
    title: 'status lines that are none',
    variants: statusLines.length,
    expect: fineOrUnclear,
    async onRequest(scene) {
      const body = scene.act().body ?? '';
      const line = statusLines[scene.variant];
      const head = `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}`;
      await scene.say(line === '' ? body : `${line}\r\n${head}\r\n\r\n${body}`);
      scene.hangUp();
    },
  },
];
