// Finds a DOCTYPE wherever it can stand, and nowhere else.
import { describe, expect, it } from 'vitest';
import { hasDoctype } from '../../../../main/xsd/prolog.ts';

const bytes = (text: string, encoding: BufferEncoding = 'utf8') => Buffer.from(text, encoding);

describe('PAR-11 a DOCTYPE is seen before any parser', () => {
  it.each([
    ['at the very beginning', '<!DOCTYPE a>'],
    ['behind the declaration', '<?xml version="1.0"?>\n<!DOCTYPE a><a/>'],
    [
      'behind comments and instructions',
      '<!-- <a> --><?go <a>?>\n <!-- - -> --> <!DOCTYPE a [ ]><a/>',
    ],
    ['in small letters, which is no XML either', '<!doctype a><a/>'],
    ['behind a byte order mark', '\ufeff<!DOCTYPE a><a/>'],
  ])('%s', (_name, text) => {
    expect(hasDoctype(bytes(text))).toBe(true);
    const marked = `\ufeff${text.replace('\ufeff', '')}`;
    expect(hasDoctype(bytes(marked, 'utf16le'))).toBe(true);
    expect(hasDoctype(bytes(marked, 'utf16le').swap16())).toBe(true);
  });

  it.each([
    ['no document', ''],
    ['an element', '<a/>'],
    ['the words in a comment', '<!-- <!DOCTYPE a> --><a/>'],
    ['the words in an instruction', '<?xml version="1.0"?><?say <!DOCTYPE a>?><a/>'],
    ['the words in text that is kept as it is', '<a><![CDATA[<!DOCTYPE html>]]></a>'],
    ['a comment without an end', '<!-- <!DOCTYPE a>'],
  ])('not for %s', (_name, text) => {
    expect(hasDoctype(bytes(text))).toBe(false);
    expect(hasDoctype(bytes(text, 'utf16le'))).toBe(false);
  });
});
