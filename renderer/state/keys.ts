// Key combinations as text, such as `Mod+Shift+E`: read, matched against key presses, and written for a person.
export interface Keys {
  readonly mod: boolean;
  readonly shift: boolean;
  readonly alt: boolean;
  /** KeyboardEvent.key, letters in lower case. */
  readonly key: string;
}

export type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>;

/** `Mod` is Ctrl, and Cmd on macOS. */
export function parseKeys(text: string): Keys {
  const parts = text.split('+');
  const key = parts.pop() ?? '';
  return {
    mod: parts.includes('Mod'),
    shift: parts.includes('Shift'),
    alt: parts.includes('Alt'),
    key: key === 'Space' ? ' ' : key.toLowerCase(),
  };
}

/** A sign such as `?` already says how it is typed; Shift is not compared for it. */
export function matches(keys: Keys, pressed: Pressed, macos: boolean): boolean {
  const mod = macos ? pressed.metaKey : pressed.ctrlKey;
  const other = macos ? pressed.ctrlKey : pressed.metaKey;
  const sign = keys.key.length === 1 && !/[a-z0-9 ]/.test(keys.key);
  return (
    pressed.key.toLowerCase() === keys.key &&
    mod === keys.mod &&
    !other &&
    pressed.altKey === keys.alt &&
    (sign || pressed.shiftKey === keys.shift)
  );
}

/** A key that types something belongs to the field it is typed in. */
export const typesText = (keys: Keys): boolean =>
  !keys.mod && !keys.alt && (keys.key.length === 1 || keys.key === 'delete');

/** The parts as they stand on the keys, in the person's language. */
export function nameKeys(
  text: string,
  names: Readonly<Record<string, string>>,
  macos: boolean,
): string[] {
  return text.split('+').map((part) => {
    if (macos && part === 'Mod') return '⌘';
    if (macos && part === 'Alt') return '⌥';
    return names[part] ?? part;
  });
}
