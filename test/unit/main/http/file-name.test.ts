// Names of files as servers send them in Content-Disposition, read as browsers read them.
import { describe, expect, it } from 'vitest';
import { fileNameIn } from '../../../../main/http/file-name.ts';

/** As Node gives a header: a sign for each byte. */
const asBytes = (text: string) => Buffer.from(text, 'utf8').toString('latin1');

describe('the name of a file in an answer', () => {
  it.each([
    ["attachment; filename*=iso-8859-1''%E5rsrapport.pdf", 'årsrapport.pdf'],
    ["attachment; filename*=ISO-8859-1'nb'%E5.pdf; filename=a.pdf", 'å.pdf'],
    ["attachment; filename*=windows-1252''%80.pdf", '€.pdf'],
    ['attachment; filename="ar.pdf"; filename*=UTF-8\'\'%C3%A5r.pdf', 'år.pdf'],
    ['attachment; filename*="UTF-8\'\'%C3%A5.pdf"', 'å.pdf'],
    [asBytes('attachment; filename="årsrapport.pdf"'), 'årsrapport.pdf'],
    [asBytes('attachment; filename=årsrapport 2.pdf'), 'årsrapport 2.pdf'],
    ['attachment; filename="\xe5rsrapport \x80.pdf"', 'årsrapport €.pdf'],
    ['attachment; filename="=?UTF-8?B?w6Vyc3JhcHBvcnQucGRm?="', 'årsrapport.pdf'],
    ['attachment; filename==?utf-8?q?=C3=A5r_2.pdf?=', 'år 2.pdf'],
    ['attachment; filename="=?iso-8859-1?Q?=E5r?= =?iso-8859-1?Q?_2.pdf?="', 'år 2.pdf'],
    ['attachment; filename="=?x-unknown?Q?=E5?="', '=?x-unknown?Q?=E5?='],
    ['attachment; filename=%C3%A5%20r.pdf', 'å r.pdf'],
    ['attachment; filename="100%.pdf"', '100%.pdf'],
    ['attachment; filename="%E5.pdf"', '%E5.pdf'],
    ['attachment; filename="a;b; filename=c.pdf"', 'a;b; filename=c.pdf'],
    ['attachment; filename="a \\"b\\".pdf"', 'a "b".pdf'],
    ['attachment; FileName = a b.pdf ; size=3', 'a b.pdf'],
    ['filename=x.pdf', 'x.pdf'],
    ['attachment; filename="a.pdf"; filename="b.pdf"', 'a.pdf'],
    // What cannot be read gives way to the plain name.
    ["attachment; filename*=utf-8''bad%zz.pdf; filename=b.pdf", 'b.pdf'],
    ["attachment; filename*=utf-8''%E5.pdf; filename=b.pdf", 'b.pdf'],
    ["attachment; filename*=x-unknown''%E5.pdf; filename=b.pdf", 'b.pdf'],
    ['attachment; filename=""', undefined],
    ['attachment', undefined],
    ['', undefined],
  ])('FLD-19 %s', (header, name) => {
    expect(fileNameIn(header)).toBe(name);
  });
});
