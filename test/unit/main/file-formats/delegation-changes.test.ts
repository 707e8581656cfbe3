// Files of roles and rights to give and take back: a verdict for every line, nothing guessed, no number kept.
import { describe, expect, it } from 'vitest';
import {
  changeKey,
  changeText,
  type DelegationFacts,
  delegationLines,
  isHolder,
  namesRoles,
  plannedDelegations,
} from '../../../../main/file-formats/delegation-changes.ts';
import { actionOf } from '../../../../preload/contract/rules.ts';
import { readCsv } from '../../../../main/storage/csv-reading.ts';
import type { HeldRight, HeldRole, RightHolder } from '../../../../preload/contract/delegations.ts';
import type { RoleDefinition } from '../../../../preload/contract/role-definitions.ts';

const ORGANISATION = '974760673';
const role = (id: number, name: string, more: Partial<RoleDefinition> = {}): RoleDefinition => ({
  id,
  name,
  kind: 'platform',
  type: 'Platform',
  description: '',
  code: null,
  ...more,
});
const held = (id: number, name: string, more: Partial<HeldRole> = {}): HeldRole => ({
  ...role(id, name),
  held: `88${String(id)}`,
  delegator: '',
  since: null,
  ...more,
});
const right = (word: string, direct = true): HeldRight => ({
  id: '770001',
  type: null,
  serviceCode: '3811',
  serviceEdition: 1,
  action: actionOf(word),
  source: null,
  delegable: null,
  direct,
});
const holder = (id: string, kind: RightHolder['kind'], name: string): RightHolder => ({
  id,
  kind,
  name,
  identityNumber: null,
  organisationNumber: kind === 'organisation' ? ORGANISATION : null,
});

const facts: DelegationFacts = {
  holders: [
    holder('u7', 'enterprise-user', 'svc-payroll'),
    holder('r8', 'organisation', 'Havbruk AS'),
    holder('r9', 'person', 'Kari Steinvåg'),
  ],
  holdings: new Map([
    [
      'u7',
      {
        roles: [held(27, 'Payroll'), held(30, 'Follows', { held: null })],
        rights: [right('ArchiveRead'), right('Write', false)],
      },
    ],
    ['r8', { roles: [held(4, 'Auditor', { kind: 'external' })], rights: [] }],
    ['r9', { roles: [held(26, 'Accounts')], rights: [] }],
  ]),
  roles: [
    role(27, 'Payroll', { code: 'A0237' }),
    role(26, 'Accounts'),
    role(4, 'Auditor', { kind: 'external', code: 'REVI' }),
    role(51, 'Twin'),
    role(52, 'Twin', { kind: 'local' }),
  ],
};

const rowsOf = (text: string) =>
  (readCsv(Buffer.from(text)) ?? []).filter(({ cells }) =>
    cells.some((cell) => cell.trim() !== ''),
  );
const linesOf = (text: string) => delegationLines(rowsOf(text));
const plan = (text: string) => plannedDelegations(linesOf(text), facts);
const verdicts = (text: string) => plan(text).map(({ verdict, problem }) => problem ?? verdict);
const HEAD =
  'action;user name;last name;organisation number;name;holder;role;service code;edition;right';
const verdict = (line: string) => verdicts(`${HEAD}\n${line}`)[0];

describe('DLG-06 what a line says', () => {
  it('DLG-06 columns are found by their names, in either language and any order', () => {
    const english = 'action;user name;role\ngive;svc-new;27\nTake back;svc-payroll;27';
    const norwegian = 'Rolle,Handling,Brukernavn\n27,Gi,svc-new\n27,ta tilbake,svc-payroll';
    for (const text of [english, norwegian])
      expect(plan(text)).toMatchObject([
        {
          line: 2,
          verdict: 'give',
          change: {
            action: 'give',
            to: { kind: 'enterprise-user', userName: 'svc-new' },
            what: { role: 27, name: 'Payroll' },
          },
        },
        { line: 3, verdict: 'take' },
      ]);
  });

  it('DLG-06 each kind of receiver is named by its own cells, and a kind that is said has to fit', () => {
    const text = [
      `kind;${HEAD}`,
      `organisation;give;;;${ORGANISATION};Havbruk AS;;27;;;`,
      'person;give;kari90;Steinvåg;;;;27;;;',
      'virksomhetsbruker;gi;svc-new;;;;;27;;;',
      'person;take;;;;Kari;r9;26;;;',
      'person;give;svc-other;;;;;27;;;',
      'organisation;give;svc-other;;;;;27;;;',
      'ship;give;svc-other;;;;;27;;;',
    ].join('\n');
    const all = plan(text);
    expect(all.map(({ change }) => change?.to.kind)).toEqual([
      ...['organisation', 'person-by-user-name', 'enterprise-user', 'holder'],
      ...[undefined, undefined, undefined],
    ]);
    expect(all.slice(4).map(({ problem }) => problem)).toEqual([
      ...['required', 'not-a-choice', 'not-a-choice'],
    ]);
  });

  it('DLG-06 a role is named by its id, its code or its exact name; a name of two is not guessed', () => {
    const roles = ['27', 'a0237', 'Payroll', 'payroll', 'Twin', 'Nothing'];
    const text = ['action;user name;role', ...roles.map((name) => `give;new-${name};${name}`)];
    expect(verdicts(text.join('\n'))).toEqual([
      ...['give', 'give', 'give', 'not-a-choice', 'exactly-one', 'not-a-choice'],
    ]);
    expect(namesRoles(linesOf('action;user name;role\ngive;a;27'))).toBe(false);
    expect(namesRoles(linesOf(text.join('\n')))).toBe(true);
  });

  it.each([
    ['give;svc-new;;;;;;;;', 'required'],
    ['give;;;;;;27;;;', 'required'],
    [';svc-new;;;;;27;;;', 'required'],
    ['lend;svc-new;;;;;27;;;', 'not-a-choice'],
    [`give;svc-new;;${ORGANISATION};Havbruk AS;;27;;;`, 'exactly-one'],
    ['give;svc-new;;;;;27;3811;1;Read', 'exactly-one'],
    ['give;svc-new;;;;;;3811;;Read', 'required'],
    ['give;svc-new;;;;;;3811;one;Read', 'not-a-number'],
    [`give;svc-new;;;;;;3811;1;${'x'.repeat(101)}`, 'too-long'],
    ['give;;;974760674;Havbruk AS;;27;;;', 'organisation-number'],
    ['give;;;974760673;;;27;;;', 'required'],
    ['give;;;;;r9;27;;;', 'not-a-choice'],
    ['take;kari90;Steinvåg;;;;27;;;', 'not-a-choice'],
    ['take;;;;;ka/../ri;27;;;', 'resource-id'],
  ])('DLG-06 what cannot be read is refused with its reason: %s', (line, problem) => {
    expect(verdict(line)).toBe(problem);
  });

  it('DLG-06 a national identity number in any cell is refused at its line, and never shown whole', () => {
    const cells = ['27828434567', '278284 34567', '278284-34567', 'Kari 27828434567'];
    for (const cell of [...cells, '27 82 84 34 567', '２７８２８４３４５６７', '2782\u200b8434567'])
      for (const column of [0, 1, 2, 4, 6, 7, 9, 10]) {
        const line = ['give', 'svc-new', '', '', '', '', '27', '', '', '', 'more'];
        line[column] = cell;
        const [planned] = plan(`${HEAD}\n${line.join(';')}`);
        expect(planned, `${cell} in column ${String(column)}`).toMatchObject({
          line: 2,
          verdict: 'refused',
          problem: 'holds-identity-number',
          change: null,
        });
        expect(planned?.text.normalize('NFKC').replaceAll(/[^\d]/g, '')).not.toContain('34567');
      }
    // In two cells it is not taken for one, and not shown either.
    expect(plan(`${HEAD}\nlend;278284;34567;;;;27`)[0]?.text).not.toContain('34567');
  });

  it('DLG-06 without headings nothing is read, and not more than 2 000 lines', () => {
    const problemOf = (work: () => unknown) => {
      try {
        work();
      } catch (error) {
        return (error as { failure?: { fields?: object } }).failure?.fields;
      }
      return undefined;
    };
    expect(problemOf(() => linesOf('give;svc-new;27'))).toEqual({ file: 'no-headings' });
    const many = Array.from({ length: 2001 }, (_, n) => `give;svc-${String(n)};27`);
    const text = (count: number) => ['action;user name;role', ...many.slice(0, count)].join('\n');
    expect(problemOf(() => linesOf(text(2001)))).toEqual({ file: 'too-many' });
    expect(linesOf(text(2000))).toHaveLength(2000);
  });
});

describe('DLG-06 what it comes to', () => {
  it.each([
    ['give;svc-payroll;;;;;27;;;', 'there-already'],
    // It would stay when the other role goes.
    ['give;svc-payroll;;;;;30;;;', 'give'],
    ['give;SVC-Payroll;;;;;;3811;1;ReadArchive', 'there-already'],
    ['give;svc-payroll;;;;;;3811;1;Write', 'give'],
    ['give;svc-payroll;;;;;;3811;2;ArchiveRead', 'give'],
    ['give;svc-payroll;;;;;4;;;', 'not-a-choice'],
    ['take;svc-payroll;;;;;27;;;', 'take'],
    ['take;svc-payroll;;;;;;3811;1;Archive-Read', 'take'],
    ['take;svc-payroll;;;;;26;;;', 'not-there'],
    ['take;svc-payroll;;;;;30;;;', 'not-given-directly'],
    ['take;svc-payroll;;;;;;3811;1;Write', 'not-given-directly'],
    [`take;;;${ORGANISATION};Havbruk AS;;REVI;;;`, 'not-given-directly'],
    ['take;;;;;R9;Accounts;;;', 'take'],
    ['take;svc-gone;;;;;27;;;', 'not-there'],
    // The list of holders has no user name of a person.
    ['give;kari90;Steinvåg;;;;26;;;', 'give'],
  ])('DLG-06 is told from what the receiver holds: %s', (line, expected) => {
    expect(verdict(line)).toBe(expected);
  });

  it('DLG-06 the same again is told, and the opposite of an earlier line refused, however the receiver is named', () => {
    const lines = [
      HEAD,
      ...['take;svc-payroll;;;;;27;;;', 'take;;;;;u7;Payroll;;;', 'give;SVC-PAYROLL;;;;;27;;;'],
      ...['give;svc-new;;;;;26;;;', 'give;Svc-New;;;;;Accounts;;;'],
    ];
    expect(verdicts(lines.join('\n'))).toEqual([
      ...['take', 'twice', 'same-as-before', 'give', 'twice'],
    ]);
  });

  it('DLG-06 receiver and what are readable in one line', () => {
    const what = { role: 27, name: 'Payroll' };
    const user = { kind: 'enterprise-user' as const, userName: 'svc-new' };
    expect(changeText({ to: user, what })).toBe('svc-new: Payroll (27)');
    expect(changeText({ to: user, what: { role: 27 } })).toBe('svc-new: role 27');
    const named = { kind: 'organisation' as const, organisationNumber: ORGANISATION, name: 'Hav' };
    const read = { serviceCode: '3811', serviceEdition: 1, action: 'Read' };
    expect(changeText({ to: named, what: read })).toBe(`Hav (${ORGANISATION}): 3811/1 Read`);
    const person = { kind: 'person-by-user-name' as const, userName: 'k90', lastName: 'Steinvåg' };
    expect(changeText({ to: person, what })).toBe('Steinvåg (k90): Payroll (27)');
    expect(changeText({ to: { kind: 'holder', holder: 'r9' }, what })).toBe('r9: Payroll (27)');
    const action = 'give' as const;
    expect(changeKey({ action, to: user, what })).toBe(
      changeKey({ action, to: { ...user, userName: 'SVC-new' }, what: { role: 27 } }),
    );
  });
});

describe('a receiver who holds something already', () => {
  const holder: RightHolder = {
    id: 'R50001',
    kind: 'enterprise-user',
    name: 'lønn-på-vei',
    identityNumber: null,
    organisationNumber: null,
  };
  it.each([
    ['as it is', 'lønn-på-vei'],
    ['in other letters', 'LØNN-PÅ-VEI'],
    ['as a Mac writes it', 'lønn-på-vei'.normalize('NFD')],
    ['with a blank', 'lønn-på-vei '],
  ])('is known by the name %s', (_, userName) => {
    expect(isHolder(holder, { kind: 'enterprise-user', userName })).toBe(true);
  });
  it('is nobody of another name', () => {
    expect(isHolder(holder, { kind: 'enterprise-user', userName: 'lonn-pa-vei' })).toBe(false);
  });
});

describe('FLD-28 a user whom nobody knows', () => {
  const flags = (text: string, userNames: readonly string[] | undefined) =>
    plannedDelegations(linesOf(text), { ...facts, userNames }).map(
      ({ isUnknownUser }) => isUnknownUser === true,
    );

  it('FLD-28 is said of one that gets something, and holds nothing, and is in no list', () => {
    const text = [
      'action;user name;last name;role',
      'give;svc-new;;27',
      'give;SVC-Known;;27',
      // It holds something: it is there.
      'give;svc-payroll;;26',
      // Of a person nobody here has a list.
      'give;sunniva;Bratthammer;27',
      'take;svc-gone;;27',
    ].join('\n');
    expect(flags(text, ['svc-known'])).toEqual([true, false, false, false, false]);
  });

  it('FLD-28 is said of nobody where no whole list is here', () => {
    expect(flags('action;user name;role\ngive;svc-new;27', undefined)).toEqual([false]);
  });
});
