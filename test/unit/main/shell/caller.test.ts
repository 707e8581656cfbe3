// How a shell without a page calls the program: a list longer than one message of the border comes whole, in its order.
import { expect, it } from 'vitest';
import { createCaller } from '../../../../main/shell/caller.ts';
import { longAnswerInParts } from '../../../../main/border/outgoing.ts';
import type { Port, ToMain, ToPage } from '../../../../preload/wire.ts';

it('ATK-17 a long list is put together again from its parts', async () => {
  const lines = Array.from({ length: 1234 }, (_, n) => ({ n }));
  const value = { lines, total: lines.length };
  let sent = 0;
  const serve = (port: Port<ToPage, ToMain>) => {
    port.listen((message) => {
      if (message.kind !== 'call') return;
      const answer = { kind: 'answer', id: message.id, result: { ok: true, value } } as const;
      void (async () => {
        for await (const part of longAnswerInParts(answer, message.name) ?? []) {
          sent += 1;
          port.post(part);
        }
      })();
    });
    return { close: () => undefined, notify: () => undefined, dropped: () => undefined };
  };
  const caller = createCaller({ serve });
  expect(await caller.callAsWritten('activity.list', {})).toEqual({ ok: true, value });
  expect(sent).toBe(4);
});
