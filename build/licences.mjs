// The licences allowed inside the program and its tools, and conclusions for packages that state theirs incompletely.

/** May be inside the installed program: each lets it be passed on with its text beside it, and asks for no source. */
export const INSIDE = [
  ...['MIT', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'BlueOak-1.0.0', 'Apache-2.0'],
  // The licence of fonts: they may be part of a program, and are not sold by themselves.
  'OFL-1.1',
  // Argparse, a port from Python's own library; as permissive as BSD.
  'Python-2.0',
  // Gifts to the public.
  ...['CC0-1.0', 'Unlicense'],
];

/** May be among the tools: they are not passed on, so that a licence which asks for their own source is no burden. */
export const TOOLS = [...INSIDE, 'MPL-2.0', 'WTFPL', 'CC-BY-4.0'];

/** Of these nothing has to be passed on. */
export const NO_TEXT = ['0BSD', 'CC0-1.0', 'Unlicense'];

/**
 * Package -> the licence that is made use of, where its own words leave a choice.
 * `files`: those of its texts that then apply, where not all do.
 */
export const CONCLUSIONS = {
  dompurify: {
    licence: 'Apache-2.0',
    files: ['LICENSE'],
    why: 'MPL-2.0 or Apache-2.0, as one likes: Apache-2.0 asks for no source.',
  },
  'node-forge': {
    licence: 'BSD-3-Clause',
    why: 'BSD or GPL-2.0, as one likes: its own text recommends BSD.',
  },
};

/** MIT without a text in the package: the text is that of the licence, the holder the one that package.json names. */
export const HOLDERS = {
  '@nodable/entities': 'Amit Gupta (https://solothought.com)',
  '@navikt/aksel-icons': 'Nav (Arbeids- og velferdsetaten)',
  'lazy-val': 'Vladimir Krivosheev',
};

/** Package that is no import -> the file of ours that holds what was taken from it. */
export const COPIED = { '@navikt/aksel-icons': 'renderer/components/icons.ts' };

/** Libraries that come built into another package, which does not say their version. */
export const WITHIN = [
  { within: 'libxml2-wasm', name: 'libxml2', licence: 'MIT', file: 'LICENSE.libxml2' },
];

/** What the runtime brings. Its own folder holds the texts of everything inside Chromium. */
export const RUNTIME = [
  {
    name: 'chromium',
    title: 'Chromium',
    licence: 'BSD-3-Clause',
    notice:
      'Chromium comes with Electron. Its licence and those of all libraries inside it are in the file LICENSES.chromium.html in the folder of the installed program.',
  },
  {
    name: 'node',
    title: 'Node.js',
    licence: 'MIT',
    holder: 'Node.js contributors. All rights reserved.',
  },
];

/** The text of the MIT licence for one holder. */
export const mit = (holder) => `MIT License

Copyright (c) ${holder}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
`;

/** Whether an SPDX expression of words, AND, OR and brackets can be met with the licences of `allowed`. */
export function isAllowed(expression, allowed) {
  const plain = expression.replace(/[()]/g, ' ').trim();
  if (/\bWITH\b/.test(plain)) return false;
  // Brackets around a choice between all of it change nothing; deeper ones do not occur and are refused.
  if (/\bAND\b/.test(plain) && /\bOR\b/.test(plain)) return false;
  if (/\bAND\b/.test(plain)) return plain.split(/\s+AND\s+/).every((one) => allowed.includes(one));
  return plain.split(/\s+OR\s+/).some((one) => allowed.includes(one.trim()));
}
