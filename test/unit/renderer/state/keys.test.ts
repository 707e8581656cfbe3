// Key combinations: which key press is which shortcut, on both kinds of keyboard.
import { describe, expect, it } from 'vitest';
import {
  matches,
  nameKeys,
  parseKeys,
  typesText,
  type Pressed,
} from '../../../../renderer/state/keys.ts';

const press = (key: string, held: Partial<Pressed> = {}): Pressed => ({
  key,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...held,
});

describe('keys', () => {
  it('Mod is Ctrl, and Cmd on macOS, and never the other one', () => {
    const keys = parseKeys('Mod+K');
    expect(matches(keys, press('k', { ctrlKey: true }), false)).toBe(true);
    expect(matches(keys, press('k', { metaKey: true }), false)).toBe(false);
    expect(matches(keys, press('k', { metaKey: true }), true)).toBe(true);
    expect(matches(keys, press('k', { ctrlKey: true, metaKey: true }), false)).toBe(false);
    expect(matches(keys, press('k'), false)).toBe(false);
  });

  it('Shift and Alt must be as named', () => {
    const keys = parseKeys('Mod+Shift+E');
    expect(matches(keys, press('E', { ctrlKey: true, shiftKey: true }), false)).toBe(true);
    expect(matches(keys, press('e', { ctrlKey: true }), false)).toBe(false);
    expect(matches(keys, press('E', { ctrlKey: true, shiftKey: true, altKey: true }), false)).toBe(
      false,
    );
    expect(matches(parseKeys('Alt+ArrowLeft'), press('ArrowLeft', { altKey: true }), false)).toBe(
      true,
    );
  });

  it('a sign is typed the way the keyboard types it', () => {
    expect(matches(parseKeys('?'), press('?', { shiftKey: true }), false)).toBe(true);
    expect(matches(parseKeys('/'), press('/', { shiftKey: true }), false)).toBe(true);
    expect(matches(parseKeys('Mod+,'), press(',', { ctrlKey: true }), false)).toBe(true);
  });

  it('knows which keys belong to a text field', () => {
    expect(['/', '?', 'Delete', 'Space'].map((text) => typesText(parseKeys(text)))).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(
      ['Mod+K', 'F2', 'Escape', 'Alt+ArrowLeft'].some((text) => typesText(parseKeys(text))),
    ).toBe(false);
  });

  it('names the keys as they stand on the keyboard', () => {
    const names = { Mod: 'Ctrl', Shift: 'Skift', ArrowLeft: '←' };
    expect(nameKeys('Mod+Shift+E', names, false)).toEqual(['Ctrl', 'Skift', 'E']);
    expect(nameKeys('Mod+K', names, true)).toEqual(['⌘', 'K']);
    expect(nameKeys('Alt+ArrowLeft', names, false)).toEqual(['Alt', '←']);
  });
});
