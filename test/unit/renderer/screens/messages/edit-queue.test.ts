// Edits reach the disk in order and soon and are never lost, whatever fails and however often.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TextChange } from '../../../../../preload/contract/form-drafts.ts';
import type { Failure, Result } from '../../../../../preload/result.ts';
import {
  EditQueue,
  GATHERED_FOR,
  type Saving,
} from '../../../../../renderer/screens/messages/edit-queue.ts';
import { applyChanges } from '../../../../support/apply-changes.ts';

const full: Failure = { kind: 'file', problem: 'disk-full', message: 'The disk is full.' };
const older: Failure = { kind: 'conflict', message: 'Changed elsewhere.', reason: '' };

type Answer = Result<{ revision: number; changed: boolean }>;

/** A disk that answers when it is told to. */
function disk(text: string) {
  const asked: { readonly changes: readonly TextChange[]; readonly revision: number }[] = [];
  const waiting: ((answer: Failure | undefined) => void)[] = [];
  const states: Saving[] = [];
  const kept = { text, revision: 0 };
  const queue = new EditQueue({
    revision: 0,
    send: (revision, changes) =>
      new Promise<Answer>((resolve) => {
        asked.push({ revision, changes });
        waiting.push((failure) => {
          if (failure !== undefined) {
            resolve({ ok: false, failure });
            return;
          }
          expect(revision).toBe(kept.revision);
          kept.text = applyChanges(kept.text, changes);
          kept.revision += 1;
          resolve({ ok: true, value: { revision: kept.revision, changed: true } });
        });
      }),
    onstate: (state) => states.push(state),
    onchanged: () => undefined,
  });
  const answer = async (failure?: Failure) => {
    waiting.shift()?.(failure);
    await vi.advanceTimersByTimeAsync(0);
  };
  return { queue, asked, states, kept, answer, last: () => states.at(-1)?.kind };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const put = (at: number, insert: string) => [{ from: at, to: at, insert }];

describe('what is typed', () => {
  it('is sent together after a moment that the next key press does not put off', async () => {
    expect(GATHERED_FOR).toBeLessThanOrEqual(400);
    const { queue, asked, kept, answer, last } = disk('<a/>');
    queue.type(put(4, '1'));
    await vi.advanceTimersByTimeAsync(GATHERED_FOR - 1);
    queue.type(put(5, '2'));
    expect(asked).toHaveLength(0);
    expect(last()).toBe('waiting');
    await vi.advanceTimersByTimeAsync(1);
    expect(asked).toEqual([{ revision: 0, changes: put(4, '12') }]);
    expect(last()).toBe('saving');
    await answer();
    expect(kept.text).toBe('<a/>12');
    expect(last()).toBe('saved');
    expect(queue.isEmpty).toBe(true);
  });

  it('while some of it is under way follows with the revision that was answered', async () => {
    const { queue, asked, kept, answer } = disk('<a/>');
    queue.type(put(4, '1'));
    const over = queue.flush();
    await vi.advanceTimersByTimeAsync(0);
    queue.type(put(0, 'x'));
    queue.type(put(6, '2'));
    expect(asked).toHaveLength(1);
    await answer();
    expect(asked).toHaveLength(2);
    await answer();
    await expect(over).resolves.toBeUndefined();
    expect(kept).toEqual({ text: 'x<a/>12', revision: 2 });
  });

  it('is kept where it could not be saved, and sent again with what came after it', async () => {
    const { queue, kept, answer, last } = disk('<a/>');
    queue.type(put(4, '1'));
    await vi.advanceTimersByTimeAsync(GATHERED_FOR);
    queue.type(put(5, '2'));
    await answer(full);
    expect(last()).toBe('failed');
    expect(queue.isEmpty).toBe(false);
    queue.type(put(6, '3'));
    await vi.advanceTimersByTimeAsync(GATHERED_FOR);
    await answer(full);
    const over = queue.flush();
    await vi.advanceTimersByTimeAsync(0);
    await answer();
    await expect(over).resolves.toBeUndefined();
    expect(kept).toEqual({ text: '<a/>123', revision: 1 });
    expect(last()).toBe('saved');
  });

  it('into a text that somebody else changed is not sent again until it is decided', async () => {
    const { queue, asked, answer, last } = disk('<a/>');
    queue.type(put(4, '1'));
    await vi.advanceTimersByTimeAsync(GATHERED_FOR);
    await answer(older);
    expect(last()).toBe('conflict');
    queue.type(put(5, '2'));
    await vi.advanceTimersByTimeAsync(GATHERED_FOR * 2);
    await expect(queue.flush()).resolves.toEqual(older);
    expect(asked).toHaveLength(1);
    queue.restart(0);
    expect(last()).toBe('saved');
    queue.type(put(0, 'y'));
    const over = queue.flush();
    await vi.advanceTimersByTimeAsync(0);
    await answer();
    await expect(over).resolves.toBeUndefined();
    expect(asked[1]?.changes).toEqual(put(0, 'y'));
  });

  it('nothing of it is nothing to wait for', async () => {
    const { queue, asked, states } = disk('<a/>');
    await expect(queue.flush()).resolves.toBeUndefined();
    expect({ asked, states }).toEqual({ asked: [], states: [] });
  });
});
