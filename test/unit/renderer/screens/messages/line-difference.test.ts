// The line difference of two versions of a form, and when they are the same document.
import { describe, expect, it } from 'vitest';
import {
  isSameXml,
  lineDifference,
} from '../../../../../renderer/screens/messages/line-difference.ts';

describe('the difference of two texts', () => {
  it('leaves out what is the same before and after, and names the first line', () => {
    expect(lineDifference('a\nb\nc\nd', 'a\nx\ny\nd')).toEqual({
      line: 2,
      before: ['b', 'c'],
      after: ['x', 'y'],
      moreBefore: 0,
      moreAfter: 0,
    });
  });

  it('counts a line of its own once, where the same lines stand around it', () => {
    expect(lineDifference('a\na', 'a\na\na')).toMatchObject({ line: 3, before: [], after: ['a'] });
    expect(lineDifference('a\na\na', 'a\na')).toMatchObject({ line: 3, before: ['a'], after: [] });
  });

  it('is nothing between equal texts, also with the ends of lines of another system', () => {
    expect(lineDifference('a\r\nb', 'a\nb')).toBeUndefined();
  });

  it('shows the first lines only, shortened', () => {
    const long = Array.from({ length: 9 }, (_, at) => `${String(at)}${'x'.repeat(300)}`).join('\n');
    const found = lineDifference('', long);
    expect(found).toMatchObject({ line: 1, moreAfter: 3 });
    expect(found?.after).toHaveLength(6);
    expect(found?.after[0]).toHaveLength(201);
  });
});

describe('the same document', () => {
  it('may be indented and declared in another way', () => {
    expect(isSameXml('<?xml version="1.0"?>\n<a>\n  <b>1</b>\n</a>\n', '<a><b>1</b></a>')).toBe(
      true,
    );
  });

  it('is not one with other text, or with spaces within text', () => {
    expect(isSameXml('<a><b>1</b></a>', '<a><b>2</b></a>')).toBe(false);
    expect(isSameXml('<a>1 2</a>', '<a>12</a>')).toBe(false);
  });
});
