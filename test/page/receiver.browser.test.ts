// Who receives: what a look-up says belongs to the number it was asked about, and to none that was typed since.
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { eventually, main, show } from './support/browser.ts';
import Delegations from '../../renderer/screens/delegations/Delegations.svelte';
import RecipientCheck from '../../renderer/screens/service-owner/RecipientCheck.svelte';
import { acting } from '../../renderer/state/acting.svelte.ts';
import { givePlace } from '../../renderer/state/give-place.ts';
import { router } from '../../renderer/state/router.svelte.ts';
import { startWindow } from '../../renderer/start.ts';
import { en } from '../../renderer/texts/en.ts';
import { allThere, makeConnection, makeParty, makeStart } from './support/samples.ts';

const HERE = makeConnection('c-1');
const FIRST = '910514318';
const SECOND = '974760673';
const nobody = () => undefined;
const field = (name: string) => page.getByRole('textbox', { name });
/** What was answered by now was taken. */
const taken = () => new Promise((resolve) => setTimeout(resolve));
const words = () => document.body.textContent;

beforeEach(async () => {
  main.always('app.start', () => makeStart({ connections: [HERE], chosen: 'c-1' }));
  await startWindow();
});

describe('an answer that comes after another number was typed', () => {
  it('names nobody where roles and rights are given', async () => {
    const t = en.delegations.give;
    main.always('roleDefinitions.list', () => ({ roles: [], completeness: allThere }));
    main.always('delegations.list', () => ({ holders: [], completeness: allThere }));
    const { own: actor } = acting;
    if (actor === null) throw new Error('A connection is chosen.');
    router.go({ connection: 'c-1', screen: 'delegations', id: givePlace() });
    show(Delegations, { connection: HERE, actor });
    await page.getByText(t.who.organisation, { exact: true }).click();
    await field(t.fields.organisationNumber).fill(FIRST);
    await field(t.fields.name).fill('Bratt');
    await page.getByRole('button', { name: t.find, exact: true }).click();
    await eventually(() => {
      expect(main.last('reportees.convert').input).toMatchObject({
        of: { organisationNumber: FIRST },
      });
    });
    await field(t.fields.organisationNumber).fill(SECOND);
    main.last('reportees.convert').answer(makeParty('r1', { name: 'Bratthammer AS' }));
    await taken();
    expect(words()).not.toContain('Bratthammer AS');
    await field(t.fields.organisationNumber).fill(FIRST);
    await eventually(() => {
      expect(words()).toContain('Bratthammer AS');
    });
  });

  it('says nothing of a recipient of letters', async () => {
    const t = en.serviceOwner.recipient;
    show(RecipientCheck, { connection: 'c-1', organisationNumber: FIRST, onclose: nobody });
    await page.getByRole('button', { name: t.go, exact: true }).click();
    await eventually(() => {
      expect(main.calls('serviceOwner.validateRecipient')).toHaveLength(1);
    });
    await field(en.words.organisationNumber).fill(SECOND);
    main.last('serviceOwner.validateRecipient').answer({ inbox: true, sms: false, email: true });
    await taken();
    expect(words()).not.toContain(t.can.inbox);
    await field(en.words.organisationNumber).fill(FIRST);
    await eventually(() => {
      expect(words()).toContain(t.can.inbox);
    });
  });
});
