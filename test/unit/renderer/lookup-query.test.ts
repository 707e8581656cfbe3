// What fields say as the text of a query to a look-up service.
import { expect, it } from 'vitest';
import { queryOf } from '../../../renderer/screens/lookups/query-text.ts';

const XML = `<?xml version="1.0" encoding="UTF-8"?>\r
<q xmlns="urn:q" art="1">\r
  <navn> Ås &amp; Vik </navn>\r
  <tom/>\r
  <bat><signal>LM 1</signal></bat>\r
  <bat><signal>LM 2</signal></bat>\r
</q>\r
`;

it('as XML it is the form without what is no content of it', () => {
  expect(queryOf(XML, 'xml')).toBe(
    '<q xmlns="urn:q" art="1"><navn> Ås &amp; Vik </navn><tom/><bat><signal>LM 1</signal></bat><bat><signal>LM 2</signal></bat></q>',
  );
});

it('as pairs it is each field that has a value, in the order of the form', () => {
  expect(queryOf(XML, 'pairs')).toBe('art=1;navn=Ås & Vik;signal=LM 1;signal=LM 2');
});

it('of XML that is broken there are no pairs, and what was written is sent as it is', () => {
  expect(queryOf('<q><a>', 'pairs')).toBe('');
  expect(queryOf('<q><a>', 'xml')).toBe('<q><a>');
});
