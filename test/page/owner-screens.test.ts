// What the screens of service owners hold: places and numbers as they are typed, and where events are read on from.
import { describe, expect, it } from 'vitest';
import { openPage, settled } from './support/page.ts';
import { makeConnection } from './support/samples.ts';

const KARI = '14857912345';
const party = (more: object) => ({
  name: 'Kari Steinvåg',
  kind: 'person' as const,
  type: 'Person',
  organisationNumber: null,
  parentOrganisationNumber: null,
  form: null,
  status: null,
  identityNumber: '148579•••••',
  ...more,
});

describe('the access of a party', () => {
  it('takes nine digits that are a number, and eleven; anything else is looked up by nobody', async () => {
    await openPage();
    const { readNumber } =
      await import('../../renderer/screens/service-owner/party-access.svelte.ts');
    expect(readNumber(' 910 514 318 ')).toEqual({
      kind: 'organisation',
      number: { organisationNumber: '910514318' },
    });
    expect(readNumber(KARI)).toEqual({ kind: 'person', number: { identityNumber: KARI } });
    expect(
      ['', '910514319', '91051431', 'Kari', `${KARI}1`].map((text) => readNumber(text).kind),
    ).toEqual(['empty', 'wrong', 'unclear', 'unclear', 'unclear']);
  });

  it('is asked of an organisation, and of a person only where it is the one that was looked up', async () => {
    const page = await openPage();
    const { PartyAccess } =
      await import('../../renderer/screens/service-owner/party-access.svelte.ts');
    const model = new PartyAccess(makeConnection('c-1'));
    model.text = KARI;
    model.look();
    const [asked] = page.main.calls('partyAccess.reportees');
    expect(asked?.input).toEqual({ connection: 'c-1', subject: { identityNumber: KARI } });
    const self = party({});
    const other = party({ name: 'Odd Lyngmyr', identityNumber: '039168•••••' });
    const organisation = party({ kind: 'organisation', organisationNumber: '910514318' });
    asked?.answer({
      reportees: [self, other, organisation],
      completeness: { complete: true, because: null, calls: 1 },
    });
    await settled();
    expect(model.subject).toBe('148579•••••');
    const reporteeOf = (name: number) => {
      model.current = model.parties[name];
      return model.access?.reportee;
    };
    expect([0, 1, 2].map(reporteeOf)).toEqual([
      { identityNumber: KARI },
      undefined,
      { organisationNumber: '910514318' },
    ]);
  });
});

describe('the service rights register', () => {
  it('opens a service and a rule by its address, and nothing by any other', async () => {
    await openPage();
    const { ruleAt } =
      await import('../../renderer/screens/service-owner/service-rights.svelte.ts');
    expect(ruleAt('B102/1')).toEqual({ service: { code: 'B102', edition: 1 }, rule: undefined });
    expect(ruleAt('B102/1/61')).toEqual({ service: { code: 'B102', edition: 1 }, rule: '61' });
    for (const id of [null, '', 'B102', 'B102/', 'B1 02/1', 'B102/x', 'B102/1/61/7'])
      expect(ruleAt(id)).toBeUndefined();
  });
});
