// The search in the list of libraries inside Steward.
import { describe, expect, it } from 'vitest';
import type { Component } from '../../../../../preload/contract/app.ts';
import {
  componentKey,
  findComponents,
  flowing,
} from '../../../../../renderer/screens/settings/third-party.ts';

const of = (name: string, version: string, licence = 'MIT'): Component => ({
  name,
  version,
  licence,
  notice: `Copyright ${name}`,
});
const all = [
  of('@codemirror/view', '6.43.15'),
  of('@noble/curves', '2.0.1'),
  of('@noble/curves', '2.4.0'),
  of('age-encryption', '0.3.1', 'BSD-3-Clause'),
  of('Chromium', '', 'BSD-3-Clause'),
];
const names = (typed: string) => findComponents(all, typed).map(componentKey);

describe('the libraries that fit', () => {
  it('are all of them while nothing is typed', () => {
    expect(findComponents(all, ' ')).toBe(all);
  });

  it.each([
    ['CURVES', ['@noble/curves 2.0.1', '@noble/curves 2.4.0']],
    ['bsd', ['age-encryption 0.3.1', 'Chromium ']],
    ['bsd chrom', ['Chromium ']],
    ['curves 2.4', ['@noble/curves 2.4.0']],
    ['mirror/v', ['@codemirror/view 6.43.15']],
    ['copyright', []],
  ])('to %j are %j', (typed, expected) => {
    expect(names(typed)).toEqual(expected);
  });

  it('have a key each, also in two versions', () => {
    expect(new Set(all.map(componentKey)).size).toBe(all.length);
  });
});

describe('a licence', () => {
  const full = 'Permission is hereby granted, free of charge, to any person obtaining';

  it('flows where its lines were only broken to fit a page', () => {
    const notice = `MIT License\n\nCopyright A\nB\n\n${full}\na copy of this.\n`;
    expect(flowing(notice)).toBe(`MIT License\n\nCopyright A\nB\n\n${full} a copy of this.\n`);
  });

  it.each([
    '* a point',
    '  further in',
    '- a point',
    '2. a point',
    '(b) a point',
    'Copyright B',
    '',
  ])('keeps the line that begins with %j', (next) => {
    expect(flowing(`${full}\n${next}`)).toBe(`${full}\n${next}`);
  });

  it('keeps a line that was drawn', () => {
    expect(flowing(`${'-'.repeat(80)}\nBSD`)).toBe(`${'-'.repeat(80)}\nBSD`);
  });

  it('keeps every word', () => {
    const words = (text: string) => text.split(/\s+/);
    const notice = `${full}\nto deal\n\n${full}\n1. one\n`;
    expect(words(flowing(notice))).toEqual(words(notice));
  });
});
