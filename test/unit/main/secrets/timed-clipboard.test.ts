// The clipboard after a copied secret: our content is cleared in time, others' is left alone.
import { describe, expect, it } from 'vitest';
import { createTimedClipboard } from '../../../../main/secrets/timed-clipboard.ts';
import { Secret } from '../../../../main/secret.ts';

function setUp() {
  const board = { text: 'before', broken: false };
  const waiting: { ms: number; act: () => void; off: boolean }[] = [];
  const said: unknown[] = [];
  const clipboard = createTimedClipboard({
    clipboard: {
      write: async (secret) => void (board.text = secret.expose()),
      holds: async (secret) => {
        if (board.broken) throw new Error('no clipboard');
        return board.text === secret.expose();
      },
      clear: async () => void (board.text = ''),
    },
    seconds: () => 30,
    notify: (name, value) => void said.push([name, value]),
    after: (ms, act) => {
      const one = { ms, act, off: false };
      waiting.push(one);
      return () => void (one.off = true);
    },
  });
  const pass = async () => {
    for (const one of waiting.splice(0)) if (!one.off) one.act();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { board, clipboard, said, pass, waiting };
}

describe('a secret on the clipboard', () => {
  it('CLP-02 is cleared after the set time while it is still ours', async () => {
    const { board, clipboard, said, pass, waiting } = setUp();
    expect(await clipboard.copy(new Secret('s1'))).toBe(30);
    expect(waiting[0]?.ms).toBe(30_000);
    expect(board.text).toBe('s1');
    await pass();
    expect(board.text).toBe('');
    expect(said).toEqual([['clipboardCleared', { cleared: true }]]);
  });

  it('CLP-02 is left alone when the person copied something else', async () => {
    const { board, clipboard, said, pass } = setUp();
    await clipboard.copy(new Secret('s1'));
    board.text = 'a letter';
    await pass();
    expect(board.text).toBe('a letter');
    expect(said).toEqual([['clipboardCleared', { cleared: false }]]);
  });

  it('CLP-02 is cleared at the end of the program, and only once', async () => {
    const { board, clipboard, said, pass } = setUp();
    await clipboard.copy(new Secret('s1'));
    await clipboard.clear();
    expect(board.text).toBe('');
    board.text = 's1';
    await pass();
    await clipboard.clear();
    expect(board.text).toBe('s1');
    expect(said).toHaveLength(1);
  });

  it('CLP-02 a second copy gets its whole time', async () => {
    const { board, clipboard, pass, waiting } = setUp();
    await clipboard.copy(new Secret('s1'));
    await clipboard.copy(new Secret('s2'));
    expect(waiting.map(({ off }) => off)).toEqual([true, false]);
    await pass();
    expect(board.text).toBe('');
  });

  it('CLP-02 is cleared as soon as a busy clipboard answers again, however long that takes', async () => {
    const { board, clipboard, said, pass } = setUp();
    await clipboard.copy(new Secret('s1'));
    board.broken = true;
    for (let look = 0; look < 20; look += 1) await pass();
    expect(said).toEqual([]);
    board.broken = false;
    await pass();
    expect([board.text, said]).toEqual(['', [['clipboardCleared', { cleared: true }]]]);
  });

  it('CLP-02 is not waited for longer than a moment when the program ends', async () => {
    const { board, clipboard, pass } = setUp();
    await clipboard.copy(new Secret('s1'));
    board.broken = true;
    const ended = clipboard.clear();
    for (let look = 0; look < 5; look += 1) await pass();
    await ended;
    expect(board.text).toBe('s1');
  });
});
