// A page that has been taken over sends main texts as long and as many as it can.
import { describe, expect, it } from 'vitest';
import { createPagePort } from '../../main/shell/page-port.ts';
import { tell } from './report.ts';

const MIB = 1024 * 1024;
const callWith = (id: number, length: number) =>
  JSON.stringify({ kind: 'call', id, name: 'settings.get', input: { text: 'x'.repeat(length) } });

function listening() {
  let now = 0;
  const parsed: number[] = [];
  const page = createPagePort(
    () => undefined,
    () => now,
  );
  page.port.listen((message) => parsed.push('id' in message ? message.id : -1));
  return {
    receive: (text: string) => {
      page.receive(text);
    },
    parsed,
    pass: (ms: number) => {
      now += ms;
    },
  };
}

describe('ATK-20 texts of the page', () => {
  it('ATK-20 a call that is not read is answered all the same: nothing of the page waits for ever', () => {
    const sent: unknown[] = [];
    const page = createPagePort(
      (text) => sent.push(JSON.parse(text)),
      () => 0,
    );
    page.receive(callWith(1, 17 * MIB));
    for (let id = 2; id <= 4; id += 1) page.receive(callWith(id, 15 * MIB));
    page.receive('x'.repeat(17 * MIB));
    expect(sent).toMatchObject([
      { id: 1, result: { failure: { kind: 'invalid-input', fields: { input: 'too-long' } } } },
      { id: 4, result: { failure: { kind: 'busy' } } },
    ]);
  });

  it('ATK-20 long ones are dropped unread when there are more than a page has reason to send, and it is heard again later', () => {
    const { receive, parsed, pass } = listening();
    const long = callWith(1, 15 * MIB);
    for (let text = 0; text < 40; text += 1) receive(long);
    const bytes = parsed.length * long.length;
    tell('ATK-20', '40 texts of 15 MiB at once', `${String(Math.round(bytes / MIB))} MiB parsed`);
    expect(bytes).toBeLessThanOrEqual(32 * MIB);
    parsed.length = 0;
    pass(5_000);
    receive(callWith(2, 10));
    expect(parsed).toEqual([2]);
  });

  it('ATK-20 what a page has reason to send passes: 200 calls in each second, and the longest input now and then', () => {
    const { receive, parsed, pass } = listening();
    for (let second = 0; second < 20; second += 1) {
      for (let call = 0; call < 200; call += 1) receive(callWith(second * 1000 + call, 2_000));
      if (second % 2 === 0) receive(callWith(second * 1000 + 999, MIB));
      pass(1_000);
    }
    expect(parsed).toHaveLength(20 * 200 + 10);
  });
});
