// Headings below a title: found where one row alone is the headings, and never so that a line is left out in silence.
import { describe, expect, it } from 'vitest';
import { CONSENT_TABLE } from '../../../../main/file-formats/consent-requests.ts';
import { CONTACT_TABLE } from '../../../../main/file-formats/contact-changes.ts';
import { DELEGATION_TABLE } from '../../../../main/file-formats/delegation-changes.ts';
import { fromHeadings, type HeadingRule } from '../../../../main/file-formats/headings.ts';
import { NUMBER_TABLE, numberList } from '../../../../main/file-formats/number-list.ts';
import { ROLE_TABLE } from '../../../../main/file-formats/role-file.ts';
import { readCsv } from '../../../../main/storage/csv-reading.ts';

/** As the reader of tables hands it over: rows with anything in them, each by its line. */
const tableOf = (text: string) => ({
  rows: (readCsv(Buffer.from(text)) ?? []).filter(({ cells }) => cells.join('').trim() !== ''),
});
const lineIn = (text: string, rule: HeadingRule) => fromHeadings(tableOf(text), rule).headingLine;

interface Kind {
  readonly rule: HeadingRule;
  readonly head: string;
  readonly line: string;
}
const KINDS: Readonly<Record<string, Kind>> = {
  numbers: { rule: NUMBER_TABLE, head: 'Navn;Org.nr.', line: 'Fjord AS;974 760 673' },
  delegations: {
    rule: DELEGATION_TABLE,
    head: 'Handling;Brukernavn;Rolle',
    line: 'gi;svc-havn;27',
  },
  contacts: { rule: CONTACT_TABLE, head: 'Handling;E-post', line: 'ny;post@fjord.example' },
  consents: {
    rule: CONSENT_TABLE,
    head: 'Fødselsnummer;Etternavn;Tjeneste;Gyldig til',
    line: '01017012345;Vik;K103/1;2030-12-31',
  },
  roles: {
    rule: ROLE_TABLE,
    head: 'role;service code;service edition;action',
    line: 'Lønn;1234;1;Read',
  },
};
const kinds = Object.entries(KINDS);

describe.each(kinds)('FLD-17 a table of %s', (_name, { rule, head, line }) => {
  it.each([
    ['a title', `Vår liste\n${head}\n${line}`, 2],
    ['a merged title and an empty row', `Vår liste;;;\n;;;\n${head}\n${line}`, 3],
    ['a title with a date beside it', `Liste;Skrevet ut 1.2.2026\n\n${head}\n${line}`, 3],
    ['a title over more than one line', `"Vår\nliste"\n${head}\n${line}`, 3],
    ['several rows', `Liste\nAv: Kari\nDato: 2026-02-01\nSide 1\n\n\n${head}\n${line}`, 7],
    ['ten rows', `${'Tekst\n'.repeat(10)}${head}\n${line}`, 11],
    ['nothing below', `Vår liste\n${head}`, 2],
  ])('is found below %s', (_what, text, expected) => {
    const found = fromHeadings(tableOf(text), rule);
    expect(found.headingLine).toBe(expected);
    expect(found.rows[0]?.cells).toEqual(head.split(';'));
  });

  it.each([
    ['it has its headings first', `${head}\n${line}`],
    ['it has them twice', `Vår liste\n${head}\n${head}\n${line}`],
    ['it has them first and once more', `${head}\n${line}\n${head}`],
    ['it has them below a line', `${line}\n${head}\n${line}`],
    ['it has them below a title and a line', `Vår liste\n${line}\n${head}\n${line}`],
    ['it has them too far down', `${'Tekst\n'.repeat(11)}${head}\n${line}`],
    ['it has none', `Vår liste\n${line}`],
    ['it has nothing', ''],
  ])('is as it was where %s', (_what, text) => {
    const table = tableOf(text);
    expect(fromHeadings(table, rule)).toBe(table);
  });
});

it('FLD-17 a title that is the word of a heading gives way to the row that names more', () => {
  expect(lineIn('Organisasjonsnummer\nNavn;Orgnr\nFjord AS;974760673', NUMBER_TABLE)).toBe(2);
  expect(lineIn('Rolle\nHandling;Bruker;Rolle\ngi;erp;1', DELEGATION_TABLE)).toBe(2);
  expect(lineIn('Mottaker;;Tjeneste\nHandling;Bruker;Rolle\ngi;erp;1', DELEGATION_TABLE)).toBe(2);
});

it('FLD-17 lines keep their places in the file', () => {
  const { rows } = fromHeadings(tableOf('Kunder\n\nOrg.nr.\n974760673\n123456789'), NUMBER_TABLE);
  expect(numberList(rows)).toEqual({
    organisationNumbers: ['974760673'],
    repeated: 0,
    refused: [{ line: 5, text: '123456789', problem: 'organisation-number' }],
  });
});
