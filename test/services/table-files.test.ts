// Every place that takes a table takes workbooks, finds the headings, leaves out hidden rows, and tells what is none.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Result } from '../../preload/result.ts';
import { everythingOn } from '../platform/shape.ts';
import { workbookOfRows } from '../support/made-workbook.ts';
import { openReading } from '../support/open-reading.ts';
import { valueOf } from '../support/steward.ts';
import { tempFolder } from '../support/temp-folder.ts';

const world = openReading({ users: 2, services: 20, messages: 2, switches: everythingOn });

function desk() {
  const { steward, platform } = world();
  const who = platform.organisationNumber;
  const connection = world().in('application/hal+json');
  const fileOf = (name: string, content: string | Buffer) => {
    const file = path.join(tempFolder(), name);
    writeFileSync(file, content);
    return steward.app.handleFor(file);
  };
  return { client: steward.client, who, connection, fileOf };
}
type Desk = ReturnType<typeof desk>;

/** Of a person who manages access of the organisation. */
async function managersConnection(): Promise<string> {
  const { steward, platform } = world();
  const name = `Manager ${String((managers += 1))}`;
  const connection = await world().connect({ name, signIn: { way: 'pasted-token' } });
  const token = platform.control.identity.addToken({ person: 'person-1' });
  await valueOf(steward.client.signIn.pasteToken({ connection, token }));
  return connection;
}
let managers = 0;

interface Place {
  readonly rows: readonly (readonly string[])[];
  /** What is read of such a table; `lines` of it, without the headings. */
  readonly ask: (desk: Desk, file: string) => Promise<Result<object>>;
  readonly lines: (value: never) => number;
}

const rowsIn = ({ rows }: { readonly rows: readonly unknown[] }) => rows.length;
const PLACES: Readonly<Record<string, Place>> = {
  'numbers to look up': {
    rows: [['orgnr'], ['974760673'], ['910514318']],
    ask: ({ client }, file) => client.serviceOwner.readNumbers({ file }),
    lines: ({ organisationNumbers }: { readonly organisationNumbers: readonly string[] }) =>
      organisationNumbers.length,
  },
  'contact entries': {
    rows: [
      ['action', 'value'],
      ['add', 'vakt@fjord.example'],
      ['add', 'post@fjord.example'],
    ],
    ask: ({ client, who, connection }, file) =>
      client.contactInformation.readFile({ connection, organisationNumber: who, file }),
    lines: rowsIn,
  },
  'changes of delegations': {
    rows: [
      ['action', 'user name', 'role'],
      ['give', 'erp', '1'],
      ['give', 'lønn', '1'],
    ],
    ask: async ({ client, who }, file) =>
      client.delegations.readFile({ connection: await managersConnection(), who, file }),
    lines: rowsIn,
  },
  'requests for consent': {
    rows: [
      ['organisation number', 'name', 'service', 'valid to', 'return address'],
      ['974760673', 'Fjord AS', 'K107/1', '2030-12-31', 'https://fjord.example/'],
      ['889640782', 'Båt AS', 'K107/1', '2030-12-31', 'https://fjord.example/'],
    ],
    ask: ({ client, connection }, file) => client.consents.readFile({ connection, file }),
    lines: rowsIn,
  },
  'local roles': {
    rows: [
      ['role', 'description', 'service code', 'service edition', 'action'],
      ['Lønn', '', '1234', '1', 'Read'],
      ['Post', '', '1234', '1', 'Read'],
    ],
    ask: ({ client, who, connection }, file) =>
      client.roleDefinitions.compareFile({ connection, who, file }),
    lines: ({ inFile }: { readonly inFile: readonly unknown[] }) => inFile.length,
  },
};
const places = Object.entries(PLACES);

describe.each(places)('FLD-17 %s', (_name, { rows, ask, lines }) => {
  const countIn = (value: object) => lines(value as never);

  it('come out of a workbook', async () => {
    const at = desk();
    const value = await valueOf(ask(at, at.fileOf('liste.xlsx', workbookOfRows(rows))));
    expect(countIn(value)).toBe(2);
    expect(value).not.toHaveProperty('hiddenRows');
  });

  it('leave out hidden rows, say how many, and take them once they are ticked', async () => {
    const at = desk();
    const file = at.fileOf('liste.xlsx', workbookOfRows(rows, [2]));
    const read = async () => {
      const value = await valueOf(ask(at, file));
      return [countIn(value), (value as { hiddenRows?: unknown }).hiddenRows];
    };
    expect(await read()).toEqual([1, { count: 1, shown: 2, taken: false }]);
    await valueOf(at.client.files.takeHidden({ file, taken: true }));
    expect(await read()).toEqual([2, { count: 1, shown: 2, taken: true }]);
    await valueOf(at.client.files.takeHidden({ file, taken: false }));
    expect(await read()).toEqual([1, { count: 1, shown: 2, taken: false }]);
  });

  it.each([
    ['headings too', 0],
    ['all but the headings', 1],
  ])(
    'say so where all are hidden, %s, and take them once they are ticked',
    async (_what, shown) => {
      const at = desk();
      const hidden = [0, 1, 2].slice(shown);
      const file = at.fileOf('liste.xlsx', workbookOfRows(rows, hidden));
      const read = async () => {
        const value = await valueOf(ask(at, file));
        return [countIn(value), (value as { hiddenRows?: unknown }).hiddenRows];
      };
      const count = hidden.length;
      expect(await read()).toEqual([0, { count, shown, taken: false }]);
      await valueOf(at.client.files.takeHidden({ file, taken: true }));
      expect(await read()).toEqual([2, { count, shown, taken: true }]);
    },
  );

  it('are found below a title, and the line of their headings is said', async () => {
    const at = desk();
    const above = [['Liste fra lønn'], ['Skrevet ut', '1.2.2026'], [], ['Ekstra']];
    const lined = [...above, ...rows];
    const read = async (file: string) => {
      const value = await valueOf(ask(at, file));
      return [countIn(value), (value as { headingLine?: number }).headingLine];
    };
    expect(await read(at.fileOf('liste.xlsx', workbookOfRows(lined)))).toEqual([2, 5]);
    const csv = lined.map((cells) => cells.join(';')).join('\n');
    expect(await read(at.fileOf('liste.csv', csv))).toEqual([2, 5]);
    expect(await read(at.fileOf('plain.xlsx', workbookOfRows(rows)))).toEqual([2, undefined]);
  });

  it('are not read from headings that stand below a line: nothing is left out in silence', async () => {
    const at = desk();
    const [head = [], first = [], ...others] = rows;
    const answer = await ask(
      at,
      at.fileOf('sorted.xlsx', workbookOfRows([first, head, ...others])),
    );
    const taken = answer.ok ? (answer.value as { headingLine?: number }).headingLine : undefined;
    expect(taken).toBeUndefined();
    if (answer.ok) expect(countIn(answer.value)).toBeGreaterThanOrEqual(2);
    else
      expect(answer.failure).toMatchObject({
        fields: { file: expect.stringMatching(/^(?:required|no-headings)$/) as string },
      });
  });

  it('are refused by its name where the file is a web page called .xls', async () => {
    const at = desk();
    const page = '<html><table><tr><td>orgnr</td></tr></table></html>';
    expect(await ask(at, at.fileOf('liste.xls', page))).toMatchObject({
      ok: false,
      failure: { kind: 'invalid-input', fields: { file: 'web-page' } },
    });
  });
});
