// Group A, connection, and group B, time.
import { setImmediate } from 'node:timers/promises';
import {
  fine,
  fineOrUnclear,
  holdsSecret,
  honest,
  notSent,
  unclear,
  unknown,
  writes,
  type Fault,
  type Scene,
} from './fault.ts';

const withBody = ['O1', 'O2', 'O3', 'O4', 'O5'] as const;

/** The true answer, split into head and body. */
function parts(scene: Scene): { head: Buffer; body: Buffer } {
  const bytes = honest(scene.act());
  const end = bytes.indexOf('\r\n\r\n') + 4;
  return { head: bytes.subarray(0, end), body: bytes.subarray(end) };
}

/** Lets the program read what was said before the connection goes: a reset takes back what nobody has read. */
const readTime = 25;

const bodyPositions = 20;
const position = (scene: Scene, length: number): number =>
  Math.floor((length * (scene.variant + 0.5)) / bodyPositions);

export const connectionFaults: readonly Fault[] = [
  {
    id: 'A1',
    title: 'connection refused',
    place: 'closed-port',
    expect: notSent,
    says: { kinds: ['unreachable'], problem: 'refused' },
  },
  {
    id: 'A2',
    title: 'name not found',
    place: 'no-such-name',
    expect: notSent,
    says: { kinds: ['unreachable'] },
  },
  {
    id: 'A3',
    title: 'connected, but TLS never answers',
    slow: true,
    expect: notSent,
    says: { kinds: ['unreachable'], problem: 'timed-out' },
    onConnection: () => undefined,
  },
  {
    id: 'A4',
    title: 'reset after accept',
    expect: notSent,
    says: { kinds: ['unreachable'] },
    onConnection: (raw) => void raw.resetAndDestroy(),
  },
  {
    id: 'A5',
    title: 'reset on the first bytes of the request',
    expect: unknown,
    onFirstBytes: (scene) => scene.reset(),
  },
  {
    id: 'A7',
    title: 'reset after the request, not executed',
    expect: unknown,
    onRequest: (scene) => scene.reset(),
  },
  {
    id: 'A8',
    title: 'reset after the request, executed',
    expect: unknown,
    onRequest(scene) {
      scene.act();
      scene.reset();
    },
  },
  {
    id: 'A9',
    title: 'FIN instead of reset, not executed or executed',
    variants: 2,
    expect: unknown,
    onRequest(scene) {
      if (scene.variant === 1) scene.act();
      scene.hangUp();
    },
  },
  {
    id: 'A10',
    title: 'reset after the status line',
    expect: unknown,
    async onRequest(scene) {
      const { head } = parts(scene);
      await scene.say(head.subarray(0, head.indexOf('\r\n') + 2));
      await scene.pause(readTime);
      scene.reset();
    },
  },
  {
    id: 'A11',
    title: 'reset after the headers',
    operations: withBody,
    expect: unknown,
    async onRequest(scene) {
      await scene.say(parts(scene).head);
      await scene.pause(readTime);
      scene.reset();
    },
  },
  {
    id: 'A12',
    title: 'reset in the body',
    variants: bodyPositions,
    operations: withBody,
    expect: unclear,
    async onRequest(scene) {
      const { head, body } = parts(scene);
      await scene.say(Buffer.concat([head, body.subarray(0, position(scene, body.length))]));
      await scene.pause(readTime);
      scene.reset();
    },
  },
  {
    id: 'A13',
    title: 'FIN in the body, Content-Length says more',
    variants: bodyPositions,
    operations: withBody,
    expect: unclear,
    async onRequest(scene) {
      const answer = scene.act();
      const bytes = honest(answer);
      const body = bytes.indexOf('\r\n\r\n') + 4;
      const said = bytes.subarray(0, body + position(scene, bytes.length - body));
      if (holdsSecret(said, answer)) scene.delivered();
      await scene.say(said);
      scene.hangUp();
    },
  },
  {
    id: 'A14',
    title: 'chunked answer cut after the complete JSON',
    operations: withBody,
    expect: fineOrUnclear,
    async onRequest(scene) {
      const answer = scene.act();
      const size = Buffer.byteLength(answer.body ?? '').toString(16);
      const body = `${size}\r\n${answer.body ?? ''}\r\n`;
      scene.delivered();
      await scene.say(honest(answer, { 'Transfer-Encoding': 'chunked' }, body));
      scene.hangUp();
    },
  },
  {
    id: 'A15',
    title: 'answer without length, complete, ended by FIN',
    operations: withBody,
    expect: fineOrUnclear,
    async onRequest(scene) {
      scene.delivered();
      await scene.say(honest(scene.act(), { 'Content-Length': '', Connection: 'close' }));
      scene.hangUp();
    },
  },
  {
    id: 'A16',
    title: 'answer without length, cut',
    variants: 4,
    operations: withBody,
    expect: unclear,
    async onRequest(scene) {
      const answer = scene.act();
      const bytes = honest(answer, { 'Content-Length': '', Connection: 'close' });
      const body = bytes.length - (bytes.indexOf('\r\n\r\n') + 4);
      const said = bytes.subarray(0, bytes.length - Math.ceil((body * (scene.variant + 1)) / 5));
      if (holdsSecret(said, answer)) scene.delivered();
      await scene.say(said);
      scene.hangUp();
    },
  },
  {
    id: 'A17',
    title: 'kept-alive connection ends just when the next request is sent',
    variants: 3,
    expect: { ...writes('ok', 'unknown', 'notsent'), read: ['ok', 'notsent', 'unknown', 'copy'] },
    // At once, or after one or two turns of the server's loop.
    async afterOther(scene) {
      for (let turn = 0; turn < scene.variant; turn += 1) await setImmediate();
      scene.reset();
    },
  },
  {
    id: 'A19',
    title: 'proxy answers 407',
    place: 'proxy-407',
    expect: notSent,
    says: { kinds: ['unreachable'], problem: 'proxy-sign-in-needed' },
  },
  {
    id: 'A20',
    title: 'proxy answers 502 to CONNECT',
    place: 'proxy-502',
    expect: notSent,
    says: { kinds: ['unreachable'], problem: 'proxy-refused' },
  },
];

const drip = async (scene: Scene, bytes: Buffer, everyMs: number): Promise<void> => {
  for (let at = 0; at < bytes.length && !scene.closed; at += 1) {
    await scene.say(bytes.subarray(at, at + 1));
    await scene.pause(everyMs);
  }
};

export const timeFaults: readonly Fault[] = [
  {
    id: 'B1',
    title: 'silence, not executed or executed',
    variants: 2,
    slow: true,
    expect: unknown,
    onRequest(scene) {
      if (scene.variant === 1) scene.act();
    },
  },
  {
    id: 'B2',
    title: 'headers one byte each 50 ms, complete in the end',
    slow: true,
    expect: fine,
    async onRequest(scene) {
      const { head, body } = parts(scene);
      scene.delivered();
      await drip(scene, head, 50);
      await scene.say(body);
    },
  },
  {
    id: 'B3',
    title: 'body one byte each 50 ms, complete in the end',
    slow: true,
    operations: ['O2', 'O3', 'O4', 'O5'],
    expect: fine,
    async onRequest(scene) {
      const { head, body } = parts(scene);
      scene.delivered();
      await scene.say(head);
      await drip(scene, body, 50);
    },
  },
  {
    id: 'B4',
    title: 'blanks for ever before the JSON: only the total limit ends it',
    slow: true,
    operations: withBody,
    expect: unclear,
    async onRequest(scene) {
      const { head } = parts(scene);
      await scene.say(
        Buffer.from(head.toString('latin1').replace(/Content-Length: \d+/, 'X-A: b')),
      );
      while (!scene.closed) {
        await scene.say(' ');
        await scene.pause(500);
      }
    },
  },
  {
    id: 'B5',
    title: 'a flood of 1xx answers',
    expect: unclear,
    async onRequest(scene) {
      scene.act();
      for (let i = 0; i < 2_000 && !scene.closed; i += 1) {
        await scene.say('HTTP/1.1 102 Processing\r\n\r\n'.repeat(50));
      }
      scene.hangUp();
    },
  },
  {
    id: 'B6',
    title: 'stops after half of the body',
    slow: true,
    operations: withBody,
    expect: unclear,
    async onRequest(scene) {
      const { head, body } = parts(scene);
      await scene.say(Buffer.concat([head, body.subarray(0, body.length / 2)]));
    },
  },
];
