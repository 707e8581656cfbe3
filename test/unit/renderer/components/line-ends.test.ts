// Maps the checker's marks, which count line feeds, to positions in a text with any line ends.
import { describe, expect, it } from 'vitest';
import { lineCounted, lineEndsOf } from '../../../../renderer/components/line-ends.ts';
import { rangeInLine } from '../../../../renderer/components/xml-document.ts';

describe('places of a checker', () => {
  it.each([
    ['a\nb\nc', 3, 3],
    ['a\r\nb\r\nc', 3, 3],
    ['a\rb\rc', 1, 1],
    ['a\rb\nc\nd', 2, 3],
    ['a\nb\rc\nd', 3, 4],
  ])('%j: line %i is line %i of the editor', (text, counted, line) => {
    expect(lineCounted(lineEndsOf(text), counted)).toBe(line);
  });

  it('are the name they are about, else the column, else what the line has', () => {
    const line = '  <x:Belop kode="1" Belop="2">12</x:Belop>  ';
    const shown = (mark: Parameters<typeof rangeInLine>[1]) => {
      const { from, to } = rangeInLine(line, mark);
      return line.slice(from, to);
    };
    expect(shown({ column: null, name: 'Belop' })).toBe('Belop');
    expect(rangeInLine(line, { column: null, name: '@Belop' }).from).toBe(
      line.indexOf(' Belop') + 1,
    );
    expect(shown({ column: 31, name: 'Mangler' })).toBe('12</x:Belop>');
    expect(shown({ column: null, name: null })).toBe(line.trim());
    expect(shown({ column: 999, name: null })).toBe(line.trim());
  });
});
