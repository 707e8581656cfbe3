// Reply options: each one as a safe action, or as plain text.
import { describe, expect, it } from 'vitest';
import type { ReplyOption } from '../../../../../preload/contract/messages.ts';
import { repliesTo, wantedIn } from '../../../../../renderer/screens/messages/reply-options.ts';

const option = (more: Partial<ReplyOption>): ReplyOption => ({
  kind: 'unknown',
  word: 'Annet',
  text: 'Svar',
  url: '',
  serviceCode: null,
  serviceEdition: null,
  ...more,
});
const reply = (more: Partial<ReplyOption>) => repliesTo({ replyOptions: [option(more)] })[0];

describe('reply options', () => {
  it('a service becomes a form to start, and text where it cannot be started', () => {
    const service = { kind: 'service', serviceCode: '4628', serviceEdition: 7 } as const;
    expect(reply(service)).toEqual({
      kind: 'start',
      text: 'Svar',
      service: { code: '4628', edition: 7 },
    });
    expect(reply({ ...service, serviceEdition: null })).toMatchObject({ kind: 'text' });
    expect(reply({ ...service, serviceCode: null })).toMatchObject({ kind: 'text' });
    expect(reply({ ...service, serviceCode: 'a/../b' })).toMatchObject({ kind: 'text' });
    expect(reply({ ...service, serviceEdition: -1 })).toMatchObject({ kind: 'text' });
  });

  it.each([
    ['https://svar.example/a?b=1', 'svar.example'],
    ['https://svar.example:8443/a', 'svar.example:8443'],
    // Other letters that look the same are told apart by how the host is written.
    ['https://svаr.example/', 'xn--svr-7cd.example'],
    [' https://svar.example ', 'svar.example'],
  ])('NAV-08 the address %s says its host', (url, host) => {
    expect(reply({ kind: 'url', url })).toMatchObject({ kind: 'link', host, address: url.trim() });
  });

  it.each([
    'http://svar.example/',
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    '//svar.example/a',
    '/api/my/messages',
    'https://bank.example@svar.example/',
    'https://a:b@svar.example/',
    '',
  ])('NAV-08 %j is never opened', (url) => {
    expect(reply({ kind: 'url', url })).toEqual({ kind: 'text', text: 'Svar', address: url });
  });

  it('what is unknown is shown as text, in the word of the platform where it has none', () => {
    expect(reply({ text: ' ' })).toEqual({ kind: 'text', text: 'Annet', address: '' });
  });

  it('the same option twice is shown once', () => {
    const one = option({ kind: 'url', url: 'https://svar.example/' });
    const other = option({ kind: 'url', url: 'https://svar.example/b' });
    expect(repliesTo({ replyOptions: [one, other, one] })).toHaveLength(2);
  });
});

describe('what an archived element is found by', () => {
  it.each([
    ['', 'https://svar.example/api/my/messages/a418', [{ by: 'message', id: 'a418' }]],
    ['', 'https://svar.example/arkiv/AR4180000', [{ by: 'reference', reference: 'AR4180000' }]],
    ['Se AR4180000', '', [{ by: 'reference', reference: 'AR4180000' }]],
    [
      'Se AR4180000',
      'https://svar.example/x?ref=AR4180000',
      [{ by: 'reference', reference: 'AR4180000' }],
    ],
    // Neither a port nor a host nor a year.
    ['Skjema for 2025', 'https://a12345.svar12345.example:12345/', []],
    ['', 'https://svar.example/messages/a418x', []],
  ])('%j and %j', (text, url, wanted) => {
    expect(wantedIn(text, url)).toEqual(wanted);
  });

  it('a quote can never reach the filter of the platform', () => {
    const all = wantedIn("12345' or 1 eq 1 or '67890", "https://svar.example/'12345'/x'99999");
    expect(all.length).toBeGreaterThan(0);
    for (const one of all) expect(JSON.stringify(one)).not.toContain("'");
  });

  it('a few are looked for, not all numbers of a text', () => {
    expect(wantedIn('10001 10002 10003 10004 10005', '')).toHaveLength(3);
  });
});
