// The rest of messages at the local platform, from sections 4 and 12 of the documents: validating to paying.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { MessageTruth } from '../platform/message-control.ts';
import { startPlatform, type Platform } from '../platform/platform.ts';
import { usualShape } from '../platform/shape.ts';
import { callerOf, linkOf, type Ask, type Caller, type Reply } from '../support/platform-caller.ts';

type Shown = Readonly<Record<string, unknown>>;

let platform: Platform;
let caller: Caller;
let box: string;

beforeAll(async () => {
  platform = await startPlatform({ seed: 11, users: 1, messages: 60 });
  caller = callerOf(platform);
  box = `${platform.organisationNumber}/messages`;
});
afterEach(() => {
  Object.assign(platform.control.shape, usualShape());
});
afterAll(async () => {
  caller.close();
  await platform.stop();
});

const ask = (method: string, where: string, options?: Ask): Promise<Reply> =>
  caller.ask(method, where, options);
const make = (wish: Parameters<Platform['control']['messages']['make']>[0] = {}) =>
  platform.control.messages.make(wish);
const truth = (id: string): MessageTruth => {
  const found = platform.control.messages.find(id);
  if (!found) throw new Error(`There is no message ${id}.`);
  return found;
};
const links = (value: unknown) => Object.keys((value as { _links: object })._links);
const read = async (id: string) =>
  (await ask('GET', `${box}/${id}?markAsRead=false`)).json as Shown;
const idAt = (address: string): string => address.slice(address.lastIndexOf('/') + 1);

/** A form that can be handed in, being filled in. */
async function filling() {
  const service = platform.control.messages.serviceWith();
  const form = {
    Type: 'MainForm',
    DataFormatId: service.mainForm.dataFormatId,
    DataFormatVersion: service.mainForm.dataFormatVersion,
    FormData: service.mainForm.data,
  };
  const head = { Type: 'FormTask', ServiceCode: service.code, ServiceEdition: service.edition };
  const body = { ...head, _embedded: { forms: [form] } };
  const made = await ask('POST', `${box}?complete=false`, { body });
  const bad = service.mainForm.data.replace(/(<[Oo]rganisasjonsnummer[^>]*>)\d+/, '$1abc');
  return { id: idAt(made.location), form, head, body, bad };
}

describe('section 4', () => {
  it('validate is 200 for good and bad, only while being filled in; the entries of a PUT are the same', async () => {
    const { id, form, head, bad } = await filling();
    const good = await ask('GET', `${box}/${id}/validate`);
    expect([good.status, good.json]).toEqual([
      200,
      expect.objectContaining({ Success: true, ValidationErrors: [], ValidationWarnings: [] }),
    ]);
    const body = { ...head, _embedded: { forms: [{ ...form, FormData: bad }] } };
    await ask('PUT', `${box}/${id}?complete=false`, { body });
    const found = await ask('GET', `${box}/${id}/validate`);
    const { Success, ValidationErrors } = found.json as Shown;
    expect([found.status, Success]).toEqual([200, false]);
    expect(ValidationErrors).toMatchObject([
      { FieldName: 'Organisasjonsnummer', FieldXPath: expect.any(String) as string },
    ]);
    const refused = await ask('PUT', `${box}/${id}`, { body: head });
    expect([refused.status, (refused.json as Shown)['ValidationErrors']]).toEqual([
      400,
      ValidationErrors,
    ]);
    expect((await ask('GET', `${box}/${make().id}/validate`)).status).toBe(404);
  });

  it('a PUT of one form checks what its schema says; exactly one form must be the main form', async () => {
    const { id, form, body, bad } = await filling();
    const path = `${box}/${id}/forms/${truth(id).forms[0]?.id ?? ''}`;
    expect((await ask('PUT', path, { body: { ...form, FormData: bad } })).status).toBe(400);
    expect((await ask('PUT', path, { body: form })).status).toBe(200);
    const twice = { ...body, _embedded: { forms: [form, form] } };
    expect((await ask('POST', `${box}?complete=false`, { body: twice })).status).toBe(400);
  });

  it('confirm is there for who asks for it; archive only after it: 204 with a new id', async () => {
    const asking = make({ asksConfirmation: true });
    // The documents show the places of these steps, and no relation to them.
    const steps = ['archive', 'confirm', 'validate'];
    expect(links(await read(asking.id)).filter((name) => steps.includes(name))).toEqual([]);
    platform.control.shape.stepLinks = 'given';
    expect(links(await read(asking.id))).toContain('confirm');
    expect(links(await read(asking.id))).not.toContain('archive');
    expect((await ask('PUT', `${box}/${asking.id}/archive`)).status).toBe(403);
    expect((await ask('PUT', `${box}/${asking.id}/confirm`)).status).toBe(204);
    const archived = await ask('PUT', `${box}/${asking.id}/archive`);
    expect(archived.status).toBe(204);
    const next = idAt(archived.location);
    expect([next === asking.id, truth(next).state]).toEqual([false, 'filed']);
    expect(await read(next)).toMatchObject({ OriginalId: asking.id, Status: 'Archived' });
    const plain = make();
    expect(links(await read(plain.id))).not.toContain('confirm');
    expect((await ask('PUT', `${box}/${plain.id}/confirm`)).status).toBe(404);
  });

  it('forms and attachments are listed; a form is printed alone, and a print is narrowed to a format', async () => {
    const { id, form } = await filling();
    const forms = (await ask('GET', `${box}/${id}/forms`)).json as {
      _embedded: { forms: Shown[] };
    };
    expect(forms._embedded.forms).toMatchObject([{ DataFormatId: form.DataFormatId }]);
    expect(linkOf(forms._embedded.forms[0], 'print')).toBe('');
    const formId = idAt(linkOf(forms._embedded.forms[0], 'self'));
    const print = await ask('GET', `${box}/${id}/forms/${formId}/print`);
    expect([print.type, print.text.slice(0, 5)]).toEqual(['application/pdf', '%PDF-']);
    const query = `dataFormatId=${form.DataFormatId}&dataFormatVersion=${form.DataFormatVersion}`;
    expect((await ask('GET', `${box}/${id}/print?${query}`)).status).toBe(200);
    expect((await ask('GET', `${box}/${id}/print?dataFormatId=none`)).status).toBe(404);
    const letter = make({ attachments: [{ fileName: 'a.pdf', type: 'Vedlegg' }] });
    const list = (await ask('GET', `${box}/${letter.id}/attachments`)).json;
    expect(list).toMatchObject({
      _embedded: {
        attachments: [
          { FileName: 'a.pdf', AttachmentType: 'Vedlegg', AttachmentTypeLocalized: 'Vedlegg' },
        ],
      },
    });
    expect((await ask('GET', `${box}/${letter.id}/custommessagedata`)).status).toBe(200);
  });

  it('the signing text is there at a signing step alone, in the language, in each form', async () => {
    const { id } = await filling();
    expect((await ask('GET', `${box}/${id}/signingtext`)).status).toBe(404);
    const waits = make({ kind: 'FormTask', state: 'signing' });
    const path = `${box}/${waits.id}/signingtext`;
    const text = (await ask('GET', `${path}?language=1044`)).json as Shown;
    expect(text['SigningText']).toMatch(/^Jeg bekrefter/);
    platform.control.shape.signingText = 'html';
    expect((await ask('GET', path)).type).toContain('text/html');
    platform.control.shape.signingText = 'text';
    expect((await ask('GET', path)).text).toMatch(/^I confirm/);
  });

  it('a PUT without forms leaves them, or drops them by switch', async () => {
    const { id, head } = await filling();
    await ask('PUT', `${box}/${id}?complete=false`, { body: head });
    expect(truth(id).forms).toHaveLength(1);
    platform.control.shape.emptyPut = 'drops';
    await ask('PUT', `${box}/${id}?complete=false`, { body: head });
    expect(truth(id).forms).toHaveLength(0);
  });

  it('payment is done in the browser: 204 with Location, or back to returnurl with the new address', async () => {
    const service = platform.control.messages.serviceWith();
    const wish = { kind: 'FormTask', payment: true, service } as const;
    const without = { headers: { ApiKey: '' }, token: '' };
    const [one, two] = [make(wish), make(wish)];
    const paid = await ask('GET', linkOf(await read(one.id), 'payment'), without);
    expect([paid.status, truth(idAt(paid.location)).state]).toEqual([204, 'sent']);
    const link = linkOf(await read(two.id), 'payment');
    const foreign = `${link}?returnurl=${encodeURIComponent('https://stranger.example/')}`;
    expect((await ask('GET', foreign, without)).status).toBe(400);
    const back = `${link}?returnurl=${encodeURIComponent('http://127.0.0.1:1/back?x=1')}`;
    const returned = await ask('GET', back, without);
    const to = new URL(returned.location);
    expect([returned.status, to.searchParams.get('x')]).toEqual([302, '1']);
    const item = await ask('GET', to.searchParams.get('resource') ?? '');
    expect(item.json).toMatchObject({ OriginalId: two.id });
    expect(links(await read(make({ kind: 'FormTask' }).id))).not.toContain('payment');
  });
});

describe('section 12', () => {
  it('archivereference leads to the earlier message that the service owner names', async () => {
    const earlier = make({ kind: 'FormTask', state: 'sent' });
    expect(links(await read(earlier.id))).not.toContain('archivereference');
    const { archiveReference } = truth(earlier.id);
    const letter = await read(make({ archiveReference: archiveReference ?? '' }).id);
    expect(letter['ArchiveReference']).toBe(archiveReference);
    const found = (await ask('GET', linkOf(letter, 'archivereference'))).json;
    expect(found).toMatchObject({ MessageId: earlier.id });
    const invented = platform.control.messages.of(platform.organisationNumber);
    const referring = invented.filter(
      (one) => one.kind === 'Correspondence' && one.archiveReference !== undefined,
    );
    expect(referring.length).toBeGreaterThan(1);
    for (const one of referring) {
      const target = invented.find(
        (other) => other.kind === 'FormTask' && other.archiveReference === one.archiveReference,
      );
      expect(target?.changed.getTime()).toBeLessThan(one.created.getTime() + 1);
    }
  });

  it.each(['CreatedDate', 'CreateDate'] as const)(
    'the creation time is shown as %s by switch, and sorts',
    async (name) => {
      const { id } = make();
      expect(await read(id)).not.toHaveProperty(name);
      platform.control.shape.createdField = name;
      expect(await read(id)).toHaveProperty(name);
      expect((await ask('GET', `${box}?$orderby=${name}&$top=1`)).status).toBe(200);
    },
  );

  it('a form names the organisation it was sent for', async () => {
    expect(await read(make({ kind: 'FormTask' }).id)).toMatchObject({
      MessageSender: platform.organisation.name,
    });
  });
});
