// Contact information through the whole program: exactly one of two fields, no duplicates, lost answers reconciled.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { inEveryMediaType } from '../support/media-types.ts';
import { openReading } from '../support/open-reading.ts';
import { valueOf } from '../support/steward.ts';
import { tempFolder } from '../support/temp-folder.ts';

const world = openReading();
let numbered = 0;
const freshEmail = () => `båt.${(numbered += 1)}@fjordtrafikk.example`;
const freshMobile = () => String(91_000_000 + (numbered += 1));

function desk(mediaType: Parameters<ReturnType<typeof world>['in']>[0] = 'application/hal+json') {
  const { steward, platform } = world();
  const { organisationNumber, control } = platform;
  const at = { connection: world().in(mediaType), organisationNumber };
  const there = () => control.contactInformation(organisationNumber);
  const executed = (name: string) => control.executed(`contactInformation.${name}`);
  return { all: steward.client.contactInformation, at, there, executed, control };
}

inEveryMediaType((mediaType) => {
  it('PRF-03 every entry is an e-mail or a number, in whichever form the number comes', async () => {
    const { all, at, there } = desk(mediaType);
    const { entries, completeness } = await valueOf(all.list(at));
    expect(completeness).toMatchObject({ complete: true, because: null });
    expect(entries).toEqual(
      there().map(({ id, email, mobileNumber, notified }) => ({
        id,
        notified,
        name: email || mobileNumber,
        email: email || null,
        mobileNumber: mobileNumber || null,
      })),
    );
  });

  it('PRF-04 PRF-05 ERR-06 one is added and removed, with the words of the 204', async () => {
    const { all, at, there } = desk(mediaType);
    const [email, mobile] = [freshEmail(), freshMobile()];
    const first = await valueOf(all.add({ ...at, email }));
    expect(first).toMatchObject({
      reason: 'Contact Information Created',
      entry: { email, mobileNumber: null },
    });
    const spaced = `+47 ${mobile.slice(0, 3)} ${mobile.slice(3)}`;
    const second = await valueOf(all.add({ ...at, mobileNumber: spaced }));
    expect(second.entry).toMatchObject({ email: null, mobileNumber: `+47${mobile}` });
    for (const { entry } of [first, second]) {
      expect(there().some(({ id }) => id === entry?.id)).toBe(true);
      expect(await valueOf(all.remove({ ...at, entry: entry?.id ?? 0 }))).toEqual({
        reason: 'Contact Information Deleted',
      });
      expect(there().some(({ id }) => id === entry?.id)).toBe(false);
    }
  });
});

describe('before a call', () => {
  it('PRF-04 exactly one of e-mail and mobile number is asked for', async () => {
    const { all, at, control } = desk();
    const both = { email: freshEmail(), mobileNumber: freshMobile() };
    expect(await all.add({ ...at, ...both })).toMatchObject({
      failure: { fields: { email: 'exactly-one', mobileNumber: 'exactly-one' } },
    });
    expect(await all.add(at)).toMatchObject({ failure: { fields: { input: 'exactly-one' } } });
    for (const email of ['no sign', 'a@b', 'a b@c.example', '@c.example', 'a@b@c.example'])
      expect(await all.add({ ...at, email }), email).toMatchObject({
        failure: { fields: { email: 'e-mail' } },
      });
    for (const mobileNumber of ['12345', '++4790000418', '9000 x418', '4790000418123456'])
      expect(await all.add({ ...at, mobileNumber }), mobileNumber).toMatchObject({
        failure: { fields: { mobileNumber: 'mobile-number' } },
      });
    expect(await all.list({ ...at, organisationNumber: '12345678' })).toMatchObject({
      failure: { fields: { organisationNumber: 'organisation-number' } },
    });
    expect(control.requests).toEqual([]);
  });

  it('what the organisation has already is a conflict at its field, in any spelling', async () => {
    const { all, at, there, executed } = desk();
    const [email, mobile] = [freshEmail(), freshMobile()];
    await valueOf(all.add({ ...at, email }));
    await valueOf(all.add({ ...at, mobileNumber: mobile }));
    const before = [there().length, executed('add')];
    expect(await all.add({ ...at, email: email.toUpperCase() })).toMatchObject({
      failure: { kind: 'conflict', field: 'email' },
    });
    for (const mobileNumber of [mobile, `+47${mobile}`, `0047 ${mobile}`])
      expect(await all.add({ ...at, mobileNumber })).toMatchObject({
        failure: { kind: 'conflict', field: 'mobileNumber' },
      });
    expect([there().length, executed('add')]).toEqual(before);
  });
});

describe('RTY-06 an answer that was lost', () => {
  const fault = (name: string, acts: boolean) => {
    const operation = `contactInformation.${name}`;
    world().platform.control.fault({ operation, acts, effect: { kind: 'reset' } });
  };

  it('is settled by the list when it shows that it was done', async () => {
    const { all, at, there, executed } = desk();
    const email = freshEmail();
    fault('add', true);
    const { entry, reason } = await valueOf(all.add({ ...at, email }));
    expect([entry?.email, reason]).toEqual([email, '']);
    fault('remove', true);
    expect(await all.remove({ ...at, entry: entry?.id ?? 0 })).toMatchObject({ ok: true });
    expect(there().some((one) => one.email === email)).toBe(false);
    expect([executed('add'), executed('remove')]).toEqual([1, 1]);
  });

  it('stays unknown when it does not, and nothing is sent again', async () => {
    const { all, at, there } = desk();
    const entry = there()[0]?.id ?? 0;
    fault('add', false);
    fault('remove', false);
    for (const call of [all.add({ ...at, email: freshEmail() }), all.remove({ ...at, entry })])
      expect(await call).toMatchObject({ failure: { kind: 'outcome-unknown' } });
    const { requests } = world().platform.control;
    expect(requests.filter(({ method }) => method !== 'GET')).toHaveLength(2);
  });

  it('LIM-02 an entry that was only missing in a list of which the platform held back a part is not taken for the new one', async () => {
    const { all, at, control, there } = desk();
    const [email = ''] = there().flatMap((one) => one.email || []);
    control.fault({
      operation: 'contactInformation.list',
      acts: true,
      effect: { kind: 'alter', headers: { 'X-Warning-LimitReached': 'true' }, body: '[]' },
    });
    fault('add', false);
    expect(await all.add({ ...at, email })).toMatchObject({ failure: { kind: 'outcome-unknown' } });
  });

  it('done is done, though the list cannot be had afterwards', async () => {
    const { all, at, control, there } = desk();
    const email = freshEmail();
    const held = control.hold('contactInformation.add', true);
    const adding = all.add({ ...at, email });
    await held.reached;
    control.fault({
      operation: 'contactInformation.list',
      acts: true,
      times: 9,
      effect: { kind: 'alter', body: '{}' },
    });
    held.release();
    const reason = 'Contact Information Created';
    expect(await adding).toEqual({ ok: true, value: { entry: null, reason } });
    expect(there().some((one) => one.email === email)).toBe(true);
  });
});

describe('files of changes', () => {
  it('are tried against what there is, and change nothing', async () => {
    const { all, at, there, control } = desk();
    const [email, mobile] = [freshEmail(), freshMobile()];
    await valueOf(all.add({ ...at, email }));
    await valueOf(all.add({ ...at, mobileNumber: mobile }));
    const before = structuredClone(there());
    control.forget();
    const file = fileOf(
      `\ufeffHandling;Verdi\r\nLegg til;${email.toUpperCase()}\r\nlegg til;"+47 ${mobile}"\r\nfjern;0047${mobile}\r\n` +
        `legg til;${freshEmail()}\r\nfjern;${freshEmail()}\r\n;x\r\n`,
    );
    const { rows, completeness } = await valueOf(all.readFile({ ...at, file }));
    expect(rows.map(({ line, verdict, problem }) => [line, problem ?? verdict])).toEqual([
      [2, 'there-already'],
      [3, 'there-already'],
      [4, 'same-as-before'],
      [5, 'add'],
      [6, 'not-there'],
      [7, 'required'],
    ]);
    expect(completeness.complete).toBe(true);
    expect([there(), control.requests.every(({ method }) => method === 'GET')]).toEqual([
      before,
      true,
    ]);
  });

  it('are what the list is saved as, and never over another file', async () => {
    const { all, at, there } = desk();
    const file = path.join(tempFolder(), 'contacts.csv');
    const target = world().steward.app.targetFor(file);
    expect(await valueOf(all.exportList({ ...at, target }))).toEqual({
      name: 'contacts.csv',
      rows: there().length,
      bytes: readFileSync(file).length,
      completeness: { complete: true, because: null, calls: 2 },
    });
    expect(readFileSync(file, 'utf8')).toContain('"add";"vakt.båt@fjordtrafikk.example"\r\n');
    const few = world().steward.app.targetFor(path.join(tempFolder(), 'few.csv'));
    const only = there()
      .slice(0, 2)
      .map(({ id }) => String(id));
    expect(await valueOf(all.exportList({ ...at, target: few, only }))).toMatchObject({ rows: 2 });
    const again = world().steward.app.handleFor(file);
    const { rows } = await valueOf(all.readFile({ ...at, file: again }));
    expect(rows.map(({ verdict }) => verdict)).toEqual(there().map(() => 'there-already'));
    expect(await all.exportList({ ...at, target })).toMatchObject({
      failure: { kind: 'file', problem: 'already-exists' },
    });
  });

  it('LIM-02 are said to be a part where the platform gave no more', async () => {
    const { all, at, control } = desk();
    const target = world().steward.app.targetFor(path.join(tempFolder(), 'contacts.csv'));
    const effect = { kind: 'alter', headers: { 'X-Warning-LimitReached': 'true' } } as const;
    control.fault({ operation: 'contactInformation.list', acts: true, effect });
    const saved = await valueOf(all.exportList({ ...at, target }));
    expect(saved.completeness).toMatchObject({ complete: false, because: 'limit' });
  });

  it.each([
    ['no text', 'PK\u0003\u0004\u0000', { kind: 'invalid-input', fields: { file: 'wrong-type' } }],
    ['too large', 'x'.repeat(10 * 1024 * 1024 + 1), { kind: 'file', problem: 'too-large' }],
  ])('that are %s are refused before the platform is asked', async (_name, text, failure) => {
    const { all, at, control } = desk();
    expect(await all.readFile({ ...at, file: fileOf(text) })).toMatchObject({ failure });
    expect(control.requests).toEqual([]);
  });

  function fileOf(text: string): string {
    const file = path.join(tempFolder(), 'changes.csv');
    writeFileSync(file, text);
    return world().steward.app.handleFor(file);
  }
});

describe('refusals', () => {
  it('come with the server’s words', async () => {
    const { all, at, control } = desk();
    expect(await all.remove({ ...at, entry: 1 })).toMatchObject({
      failure: { kind: 'not-found', reason: 'The contact information was not found.' },
    });
    const words = 'Ugyldig e-postadresse på ø';
    control.refuse('contactInformation.add', { form: 'latin1-reason', words });
    expect(await all.add({ ...at, email: freshEmail() })).toMatchObject({
      failure: { kind: 'refused', status: 400, reason: words },
    });
    expect(await all.list({ ...at, organisationNumber: '974760673' })).toMatchObject({
      failure: { reason: 'You are not authorized to act on behalf of this reportee.' },
    });
  });

  it('of every write of the area say that it is no longer offered', async () => {
    const { all, at, control, there } = desk();
    for (const form of [403, 404, 405, 410, 'page'] as const) {
      control.retire('contactInformation', form);
      const entry = there()[0]?.id ?? 0;
      for (const call of [all.add({ ...at, email: freshEmail() }), all.remove({ ...at, entry })])
        expect(await call, String(form)).toMatchObject({
          failure: { kind: 'refused', cause: 'not-offered-any-more' },
        });
    }
  });

  it('AUD-01 the journal names the organisation and no e-mail', async () => {
    const { all, at } = desk();
    const email = freshEmail();
    await valueOf(all.add({ ...at, email }));
    const { activity } = world().steward.client;
    const page = await valueOf(activity.list({ filter: {}, limit: 50 }));
    const text = JSON.stringify(page);
    expect(text).toContain(`contact information of ${at.organisationNumber}`);
    expect(text).not.toContain(email);
  });
});
