// The connection form: what is sent, what is wrong with it, and that opening and saving changes nothing.
import { describe, expect, it } from 'vitest';
import { connections, type Connection } from '../../../../../preload/contract/connections.ts';
import {
  draftOf,
  emptyDraft,
  inputOf,
  problemsByField,
  problemsOf,
  sameDraft,
} from '../../../../../renderer/screens/connections/draft.ts';

const saved: Connection = {
  id: 'c-1',
  name: 'Production',
  environment: 'production',
  baseAddress: 'https://platform.example:8443/',
  organisationName: 'Fjordtrafikk AS',
  organisationNumber: '910514318',
  signIn: { way: 'certificate', certificate: 'k-1' },
  apiKey: 'k-2',
  highestTls: 'TLSv1.2',
  language: 2068,
  mediaType: 'application/hal+xml',
  proxy: { use: 'manual', host: 'proxy.example', port: 3128, userName: 'ola', password: 'k-3' },
  formerHosts: ['www.old.example', 'older.example'],
  extraCa: 'ca.pem',
};

describe('draft', () => {
  it('what was saved and not touched is sent as it was, with its CA left alone', () => {
    const { id, extraCa } = saved;
    expect({ id, extraCa, ...inputOf(draftOf(saved)) }).toEqual(saved);
    expect(problemsOf(draftOf(saved))).toEqual({});
    expect(sameDraft(draftOf(saved), draftOf(saved))).toBe(true);
  });

  it('an empty form says of each needed field that it is missing', () => {
    expect(problemsOf(emptyDraft('en'))).toEqual({
      name: 'required',
      baseAddress: 'required',
      organisationName: 'required',
      organisationNumber: 'required',
      certificate: 'required',
      apiKey: 'required',
    });
  });

  it('blanks around what was typed, and gaps in a pasted organisation number, are no mistake', () => {
    const draft = { ...draftOf(saved), name: ' Prod ', organisationNumber: '910 514\u00a0318' };
    expect(inputOf(draft)).toMatchObject({ name: 'Prod', organisationNumber: '910514318' });
    expect(problemsOf(draft)).toEqual({});
  });

  it('the check digit of the organisation number is looked at', () => {
    expect(problemsOf({ ...draftOf(saved), organisationNumber: '910514319' })).toEqual({
      organisationNumber: 'organisation-number',
    });
  });

  it.each([
    'http://platform.example/',
    'https://a:b@platform.example/',
    'platform.example',
    'https://x.example/?q=1',
  ])('the address %s is refused', (baseAddress) => {
    expect(problemsOf({ ...draftOf(saved), baseAddress })).toEqual({ baseAddress: 'base-address' });
  });

  it('a manual proxy needs a host and a port; the others send none of it', () => {
    const draft = { ...draftOf(saved), proxyHost: ' ', proxyPort: '70000' };
    expect(problemsOf(draft)).toEqual({ proxyHost: 'required', proxyPort: 'out-of-range' });
    expect(inputOf({ ...draft, proxyUse: 'none' }).proxy).toEqual({ use: 'none' });
    expect(inputOf({ ...draftOf(saved), proxyUser: '', proxyPassword: '' }).proxy).toEqual({
      use: 'manual',
      host: 'proxy.example',
      port: 3128,
    });
  });

  it('the extra CA stays, goes or is replaced as asked', () => {
    const draft = draftOf(saved);
    const handle = `file-${'a'.repeat(20)}`;
    expect(inputOf(draft)).not.toHaveProperty('extraCaFile');
    expect(inputOf({ ...draft, extraCa: 'none' }).extraCaFile).toBeNull();
    expect(inputOf({ ...draft, extraCa: { handle, name: 'new.pem' } }).extraCaFile).toBe(handle);
  });

  it('what main refuses lands on the field of the form', () => {
    const draft = draftOf(saved);
    expect(
      problemsByField(
        {
          'signIn.certificate': 'not-a-choice',
          'proxy.port': 'out-of-range',
          'formerHosts.3': 'too-long',
          extraCaFile: 'unknown-handle',
          somethingNew: 'required',
        },
        draft,
      ),
    ).toEqual({
      certificate: 'not-a-choice',
      proxyPort: 'out-of-range',
      formerHosts: 'too-long',
      extraCa: 'unknown-handle',
    });
  });

  it('what the form calls fine, the contract takes', () => {
    expect(connections.create.input.safeParse(inputOf(draftOf(saved))).success).toBe(true);
  });
});
