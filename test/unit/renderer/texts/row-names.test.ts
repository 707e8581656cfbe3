// The names of the sidebar's rows: no two share a head noun, in either language, so that none is taken for another.
import { describe, expect, it } from 'vitest';
import { en } from '../../../../renderer/texts/en.ts';
import { nb } from '../../../../renderer/texts/nb.ts';

/** What is no row: the other tab of *Profile and contacts*, and what stands in the place of all others. */
type NoRow = 'contact-information' | 'first-run';
type Row = Exclude<keyof typeof en.frame.screens, NoRow>;

/**
 * The noun (of a question its first word) that says what the row is; a new row does not compile until it is here. *Work list* is
 * one word, as *inbox* is: nobody takes it for a list of codes.
 */
const heads: Readonly<Record<Row, readonly [en: string, nb: string]>> = {
  today: ['Today', 'I dag'],
  'enterprise-users': ['users', 'brukere'],
  delegations: ['Who', 'Hvem'],
  'role-definitions': ['roles', 'roller'],
  inbox: ['Inbox', 'boks'],
  'work-list': ['Work list', 'Arbeidsliste'],
  archive: ['Archive', 'Arkiv'],
  trash: ['Trash', 'kurv'],
  'file-transfer': ['transfer', 'overføring'],
  profile: ['Profile', 'Profil'],
  reportees: ['Parties', 'Aktører'],
  consents: ['Consents', 'Samtykker'],
  lookups: ['look-up', 'Innsyn'],
  'service-owner': ['Addresses', 'Adresser'],
  'party-access': ['What', 'Hva'],
  'service-rights': ['Register', 'register'],
  'owner-requests': ['Requests', 'Forespørsler'],
  'owner-events': ['Events', 'Hendelser'],
  services: ['Services', 'Tjenester'],
  'code-lists': ['lists', 'lister'],
  roles: ['catalogue', 'katalog'],
  explorer: ['Explorer', 'Utforsker'],
  activity: ['Activity', 'Aktivitet'],
  connections: ['Connections', 'Tilkoblinger'],
  settings: ['Settings', 'Innstillinger'],
};

describe.each([
  ['en', en, 0],
  ['nb', nb, 1],
] as const)('the rows of the sidebar in %s', (_, texts, at) => {
  const rows = Object.entries(heads) as [Row, (typeof heads)[Row]][];

  it.each(rows)('%s is named by its head noun', (row, names) => {
    expect(texts.frame.screens[row]).toContain(names[at]);
  });
  it('share none with one another', () => {
    const all = rows.map(([, names]) => names[at].toLowerCase());
    expect(all.filter((one, i) => all.indexOf(one) !== i)).toEqual([]);
  });
  it('have names of their own, apart from those of the groups', () => {
    const { screens, groups } = texts.frame;
    const all = [...rows.map(([row]) => screens[row]), ...Object.values(groups)];
    expect(new Set(all).size).toBe(all.length);
  });
  it('are named as the headings of their screens', () => {
    const { frame, ...t } = texts;
    const headings: Readonly<Partial<Record<Row, string>>> = {
      'enterprise-users': t.enterpriseUsers.title,
      delegations: t.delegations.title,
      'role-definitions': t.roleDefinitions.title,
      profile: t.profile.title,
      reportees: t.reportees.title,
      consents: t.consents.title,
      lookups: t.lookups.title,
      'file-transfer': t.fileTransfer.title,
      'service-owner': t.serviceOwner.title,
      'party-access': t.partyAccess.title,
      'service-rights': t.serviceRights.title,
      'owner-requests': t.ownerRequests.title,
      'owner-events': t.ownerEvents.title,
      services: t.services.title,
      'code-lists': t.codeLists.title,
      roles: t.roles.title,
      explorer: t.explorer.title,
      activity: t.activity.title,
      connections: t.connections.title,
      settings: t.settings.title,
    };
    for (const [row, heading] of Object.entries(headings))
      expect([row, heading]).toEqual([row, frame.screens[row as Row]]);
    expect(t.contactInformation.title).toBe(frame.screens.profile);
  });
});
