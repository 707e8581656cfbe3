// What every shell with a page must do, whatever carries its messages.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BIG, EVENTS, REPORTS, settings } from './app.ts';
import { createClient, type Driven } from './shells.ts';

/** `others`: there is somebody else than the page who could send. */
export function conformance(
  name: string,
  start: () => Promise<Driven>,
  { others = true } = {},
): void {
  describe(`the border in ${name}`, () => {
    let driven: Driven;
    let client: ReturnType<typeof createClient>;
    beforeAll(async () => {
      driven = await start();
      client = createClient(driven);
    });
    afterAll(() => driven.stop());

    it('carries a call and its answer as plain values', async () => {
      expect(await client.call('settings.get')).toEqual({ ok: true, value: settings });
    });

    it('refuses an operation that there is not', async () => {
      for (const unknown of ['settings.nothing', 'nothing.at.all', '__proto__.x', 'toString', '']) {
        const result = await client.call(unknown);
        expect(result).toMatchObject({ ok: false, failure: { kind: 'not-found' } });
      }
    });

    it('validates what comes in, with a word for each field', async () => {
      const result = await client.call('connections.test', { connection: 'NO', more: 1 });
      expect(result).toMatchObject({ ok: false, failure: { kind: 'invalid-input' } });
      expect(Object.keys(result.ok ? {} : (result.failure as { fields: object }).fields)).toEqual(
        expect.arrayContaining(['connection']),
      );
    });

    it('trims what goes out, and lets nothing out that does not fit', async () => {
      expect(await client.call('oneTimeSecrets.reveal', { secret: 'one' })).toEqual({
        ok: true,
        value: { secret: 'one' },
      });
      const wrong = await client.call('activity.verify');
      expect(wrong).toMatchObject({ ok: false, failure: { kind: 'internal' } });
      const thrown = await client.call('connections.list');
      expect(thrown).toMatchObject({ ok: false, failure: { kind: 'internal' } });
      expect(JSON.stringify(await driven.received())).not.toMatch(/must not cross|hunter2/);
    });

    it('paces progress: the first at once, few, in order, the last before the answer', async () => {
      const id = await client.begin('connections.test', { connection: 'reports' });
      const result = await client.answer(id);
      const all = (await driven.received()).filter((m) => m.kind !== 'event' && m.id === id);
      expect(all.at(-1)).toMatchObject({ kind: 'answer' });
      const steps = all.flatMap((m) => (m.kind === 'progress' ? [m.value] : []));
      const numbers = steps.map((value) => Number((value as Reported).steps[0].detail));
      // How far apart they are is the bridge's own test, with a clock that it holds.
      expect(numbers.length).toBeGreaterThanOrEqual(2);
      expect(numbers.length).toBeLessThanOrEqual(REPORTS / 10);
      expect(numbers[0]).toBe(1);
      expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
      expect(numbers.at(-1)).toBe(Number((result as { value: Reported }).value.steps[0].detail));
    });

    it('cancels a call, and only that one', async () => {
      const id = await client.begin('connections.test', { connection: 'hangs' });
      const other = await client.begin('connections.test', { connection: 'reports' });
      await client.cancel(id);
      expect(await client.answer(id)).toMatchObject({ ok: false, failure: { kind: 'cancelled' } });
      expect(await client.answer(other)).toMatchObject({ ok: true });
    });

    it('carries events in order and before the answer of the call that caused them', async () => {
      const from = (await driven.received()).length;
      const id = await client.begin('settings.change', { rotationPolicyDays: 30 });
      await client.answer(id);
      const all = (await driven.received()).slice(from);
      const answeredAt = all.findIndex((m) => m.kind === 'answer' && m.id === id);
      const days = all
        .slice(0, answeredAt)
        .flatMap((m) => (m.kind === 'event' && m.name === 'settingsChanged' ? [m.value] : []))
        .map((value) => (value as { rotationPolicyDays: number }).rotationPolicyDays);
      expect(days).toEqual(Array.from({ length: EVENTS }, (_, i) => i + 1));
    });

    it('carries big values whole, and refuses too big ones', async () => {
      expect(await client.call('oneTimeSecrets.look', { secret: 'one' })).toEqual({
        ok: true,
        value: { answer: BIG },
      });
      const refused = await client.call('credentials.addApiKey', {
        name: 'x',
        key: 'k'.repeat(2 * 1024 * 1024),
      });
      expect(refused).toMatchObject({
        ok: false,
        failure: { kind: 'invalid-input', fields: { key: 'too-long' } },
      });
    });

    it('keeps 100 calls apart that run at once', async () => {
      const ids = await Promise.all(
        Array.from({ length: 100 }, (_, i) =>
          client.begin('oneTimeSecrets.reveal', { secret: `secret-${String(i)}` }),
        ),
      );
      const answers = await Promise.all(ids.map((id) => client.answer(id)));
      expect(answers).toEqual(
        ids.map((_, i) => ({ ok: true, value: { secret: `secret-${String(i)}` } })),
      );
    });

    it('IPC-03 takes what is no message as nothing, and goes on', async () => {
      const before = (await driven.received()).length;
      const noMessages = [
        '',
        '{',
        'null',
        '1',
        '[]',
        '{"kind":"call"}',
        '{"kind":"call","id":"1"}',
      ];
      for (const text of [...noMessages, '{"kind":"other","id":1}', '[['.repeat(10_000)]) {
        await driven.post(text);
      }
      await client.call('settings.get');
      expect((await driven.received()).length).toBe(before + 1);
    });

    if (!others) return;
    it('IPC-02 hears nobody but its own page', async () => {
      const names = Object.keys(driven.badSenders);
      let id = 900_000;
      for (const bad of Object.values(driven.badSenders)) {
        await bad(JSON.stringify({ kind: 'call', id: ++id, name: 'settings.get', input: {} }));
      }
      await client.call('settings.get');
      const heard = (await driven.received()).filter((m) => m.kind === 'answer' && m.id > 900_000);
      expect({ tried: names.length, heard: heard.length }).toEqual({
        tried: names.length,
        heard: 0,
      });
    });
  });
}

interface Reported {
  readonly steps: readonly [{ readonly detail: string }];
}
