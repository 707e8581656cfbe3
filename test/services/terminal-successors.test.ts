// Scripts of version 0.1 on the built command line: old names answer live, in their old shape, and say the new name.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureBuilt } from '../../build/build.mjs';
import { z } from '../../preload/contract/schema.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';
import { rolesFor } from '../platform/role-requirements.ts';
import { root } from '../support/imports.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { inEnglish } from '../support/service-words.ts';
import { endsWithUs } from '../support/ends-with-us.ts';

let platform: Platform;
beforeAll(async () => {
  await ensureBuilt({ only: ['main'], logLevel: 'silent' });
  platform = await startPlatform({ users: 1, services: 8, seed: 7 });
});
afterAll(() => platform.stop());

async function steward(args: readonly string[], cwd = tempFolder()) {
  const env = {
    ...process.env,
    STEWARD_BASE_ADDRESS: platform.address,
    STEWARD_ORGANISATION_NUMBER: platform.organisationNumber,
    STEWARD_CERTIFICATE: platform.certificateFile,
    STEWARD_CERTIFICATE_PASSPHRASE: platform.passphrase,
    STEWARD_API_KEY: platform.apiKey,
    STEWARD_CA: platform.caFile,
    STEWARD_ENVIRONMENT: 'test',
  };
  const entry = path.join(root, 'dist/main/terminal.js');
  const child = endsWithUs(spawn(process.execPath, [entry, ...args], { env, cwd }));
  let [out, err] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
  child.stdin.end();
  const [code] = (await once(child, 'close')) as [number];
  const lines = out.split('\n').filter(Boolean);
  return { code, out, lines, notes: err.split('\n').filter((line) => / is now /.test(line)), err };
}

/** A command line of several calls. */
const calls = (...steps: readonly (readonly [name: string, input: object])[]) => [
  'call',
  ...steps.flatMap(([name, input], i) => [...(i ? ['then'] : []), name, JSON.stringify(input)]),
];

const int = z.number().int();
const summary = {
  ownerCode: z.string(),
  ownerName: z.string(),
  name: z.string(),
  code: z.string(),
  edition: int,
  validFrom: z.string().nullable(),
  validTo: z.string().nullable(),
  kind: z.string().nullable(),
  type: z.string(),
  restEnabled: z.boolean().nullable(),
};
const completeness = z.strictObject({
  complete: z.literal(true),
  because: z.null(),
  calls: int.min(2),
});
const role = z.strictObject({
  id: int,
  kind: z.string(),
  type: z.string(),
  code: z.string(),
  name: z.string(),
  description: z.string(),
  parents: z.array(int),
  children: z.array(int),
});
const head = { name: z.string(), version: int, language: z.literal(1033) };
const code = z.strictObject({
  code: z.string(),
  value1: z.string(),
  value2: z.string(),
  value3: z.string(),
});
const step = z.strictObject({ name: z.string(), securityLevel: int.nullable() });
const requirement = z.strictObject({
  role: int,
  code: z.string().nullable(),
  name: z.string(),
  parents: z.array(int),
  delegable: z.boolean().nullable(),
  operations: z.array(
    z.strictObject({
      action: z.strictObject({ word: z.string(), known: z.string() }),
      name: z.string().nullable(),
      appliesTo: z.array(step.extend({ sequence: int.nullable() })),
    }),
  ),
});

/** The answers of version 0.1, written down by hand: nothing less, nothing more. */
const SHAPES = {
  'metadata.list': z.strictObject({
    services: z.array(z.strictObject(summary)).length(8),
    completeness,
    fetched: z.iso.datetime(),
  }),
  'metadata.get': z.strictObject({
    ...summary,
    eusEnabled: z.boolean().nullable(),
    enterpriseUserEnabled: z.boolean().nullable(),
    forms: z
      .array(
        z.strictObject({
          formId: int.nullable(),
          name: z.string(),
          dataFormatProvider: z.string(),
          dataFormatId: z.string(),
          dataFormatVersion: z.string(),
          formType: z.string(),
          onlyXsdValidation: z.boolean().nullable(),
        }),
      )
      .min(1),
    steps: z.array(step).min(1),
    attachmentRules: z.array(
      z.strictObject({
        id: int.nullable(),
        typeName: z.string(),
        typeNameLanguage: z.string(),
        allowedFileTypes: z.string(),
        endings: z.array(z.string()),
        checkSumAllowed: z.boolean().nullable(),
        maxFileSize: int.nullable(),
        xsdValidationRequired: z.boolean().nullable(),
        minCount: int.nullable(),
        maxCount: int.nullable(),
      }),
    ),
  }),
  'metadata.xsd': z.strictObject({ text: z.string(), bytes: int }),
  'metadata.saveXsd': z.strictObject({ name: z.literal('form.xsd'), bytes: int }),
  'metadata.roleDefinitions': z.strictObject({ roles: z.array(role).length(59), completeness }),
  'metadata.roleDefinition': role,
  'codeLists.list': z.strictObject({ lists: z.array(z.strictObject(head)).min(51), completeness }),
  'codeLists.get': z.strictObject({ ...head, codes: z.array(code).min(1) }),
  'roleRequirements.get': z.strictObject({
    requirements: z.array(requirement).min(2),
    completeness,
  }),
} as const;

/** What the platform is asked for, in this order; pages of a list, and a service for itself and for its form, count once. */
const ASKED = [
  ...['metadata.list', 'metadata.get', 'metadata.xsd', 'metadata.get', 'metadata.xsd'],
  ...['openRoles.list', 'openRoles.get', 'codeLists.list', 'codeLists.get'],
  ...['roleRequirements.get'],
];

describe('a script of version 0.1', () => {
  it('gets its old answers from the platform although a copy is there, and is told each new name once', async () => {
    const { control } = platform;
    const { metadata } = control;
    const service = metadata.services.find((one) => metadata.detail(one).forms.length > 0);
    const format = service && metadata.detail(service).forms[0]?.format;
    if (!service || !format) throw new Error('The platform has a form.');
    const [data, cwd] = [tempFolder(), tempFolder()];
    const here = ['--keychain', 'memory', '--data', data];
    const connection = 'env';
    const scope = { what: 'everything' };
    const made = await steward([
      ...calls(['jobs.startSynchronise', { connection, scope }]),
      ...here,
    ]);
    expect(made.code, made.err).toBe(0);

    control.forget();
    const of = { code: service.code, edition: service.edition };
    const form = { ...of, dataFormatId: format.id, dataFormatVersion: String(format.version) };
    const place = metadata.services.indexOf(service);
    const first = { code: `$1.services.${place}.code`, edition: `$1.services.${place}.edition` };
    const {
      code: exit,
      lines,
      notes,
      err,
    } = await steward(
      [
        ...calls(
          ['metadata.list', { connection }],
          // What one answered is at its old place for the next.
          ['metadata.get', { connection, kind: 'formtask', ...first }],
          ['metadata.xsd', { connection, ...form }],
          ['metadata.saveXsd', { connection, ...form, target: '@form.xsd' }],
          ['metadata.roleDefinitions', { connection, language: 1044 }],
          ['metadata.roleDefinition', { connection, role: 4, language: 1044 }],
          ['codeLists.list', { connection }],
          ['codeLists.get', { connection, name: 'Units', version: 2 }],
          ['roleRequirements.get', { connection, of: { service: of } }],
        ),
        ...here,
      ],
      cwd,
    );
    expect(exit, err).toBe(0);
    const names = Object.keys(SHAPES);
    expect(notes.map((note) => note.split(' ')[0])).toEqual(names);
    const answers = lines.map((line) => JSON.parse(line) as unknown);
    for (const [i, shape] of Object.values(SHAPES).entries()) {
      const answer = z.strictObject({ ok: z.literal(true), value: shape }).safeParse(answers[i]);
      expect(answer.error?.issues, names[i]).toBeUndefined();
    }
    // Values, not shapes alone.
    const schema = metadata.schema(service, format);
    expect(answers).toMatchObject(
      [
        { services: metadata.services.map(({ code: own, edition }) => ({ code: own, edition })) },
        { ...of, kind: 'formtask', steps: inEnglish(metadata.detail(service).steps) },
        { text: schema, bytes: Buffer.byteLength(schema) },
        { name: 'form.xsd', bytes: Buffer.byteLength(schema) },
        { roles: control.openRoles.all.map(({ id }) => ({ id })) },
        { id: 4, code: 'DAGL', name: 'Daglig leder' },
        {},
        { name: 'Units', version: 2, language: 1033 },
        { requirements: rolesFor(`${of.code}/${of.edition}`).map(({ id }) => ({ role: id })) },
      ].map((value) => ({ ok: true, value })),
    );
    const listed = (answers[6] as { value: { lists: { name: string; version: number }[] } }).value;
    const nameOf = (one: { readonly name: string; readonly version: number }) =>
      `${one.name}/${one.version}`;
    expect(listed.lists.map(nameOf).sort()).toEqual(control.codeLists.all.map(nameOf).sort());
    expect(listed.lists.filter(({ name }) => name === 'Units').map(nameOf)).toEqual([
      ...['Units/1', 'Units/2', 'Units/3'],
    ]);
    expect(readFileSync(path.join(cwd, 'form.xsd'), 'utf8')).toBe(schema);

    // Live: each one asked the platform, and showed it nothing of us.
    const asked = control.requests.map(({ operation }) => operation);
    expect(asked.filter((operation, place) => operation !== asked[place - 1])).toEqual(ASKED);
    expect(asked.filter((operation) => operation === 'metadata.get')).toHaveLength(3);
    expect(control.requests.every(({ certificate }) => certificate === undefined)).toBe(true);
    expect(control.credentialsAtOpen).toBe(0);
  });

  it('gets schemes and apps as well, and a refusal as before: in words, with exit code 1', async () => {
    const connection = 'env';
    const app = { org: 'fyr', name: 'havneavgift' };
    const { code: exit, lines } = await steward([
      ...calls(
        ['roleRequirements.get', { connection, of: { delegationScheme: 418 } }],
        ['roleRequirements.get', { connection, of: { app } }],
        ['metadata.roleDefinition', { connection, role: 999_999 }],
        ['metadata.list', { connection }],
      ),
      ...['--keychain', 'memory'],
    ]);
    const answers = lines.map((line) => JSON.parse(line) as unknown);
    const value = SHAPES['roleRequirements.get'];
    for (const answer of answers.slice(0, 2))
      expect(z.strictObject({ ok: z.literal(true), value }).safeParse(answer).success).toBe(true);
    expect(answers.slice(2)).toMatchObject([{ ok: false, failure: { kind: 'not-found' } }]);
    expect(exit).toBe(1);
  });

  it('is shown the input of the new name when it asks for that of the old one', async () => {
    const { code: exit, out, notes } = await steward(['operations', 'codeLists.get']);
    expect(exit).toBe(0);
    expect(out).toMatch(/^read {3}reference\.codeList {2}\{ connection: id/);
    expect(notes).toHaveLength(1);
    const all = await steward(['operations']);
    expect([all.code, all.notes]).toEqual([0, []]);
  });
});
