// The part of everything.ts for the open metadata: making the offline copy, and looking things up without the platform.
import { writeFileSync } from 'node:fs';
import { expect } from 'vitest';
import type { Platform } from '../platform/platform.ts';
import { type Steward, valueOf } from './steward.ts';
import { eventually } from './eventually.ts';

type Call = <T>(name: string, input: unknown, expected?: string) => Promise<T>;
interface ReferenceDoings {
  readonly call: Call;
  readonly steward: Pick<Steward, 'client'>;
  readonly platform: Pick<Platform, 'control'>;
  readonly connection: string;
  /** A path and a handle for a file of the test's own. */
  readonly file: (name: string) => { readonly path: string; readonly handle: string };
}

/** Every operation on the copy once: what is listed before there is one, what changed between two, what it says then. */
export async function lookUpEverything(doings: ReferenceDoings): Promise<void> {
  const { call, platform, connection } = doings;
  const { metadata } = platform.control;
  const found = metadata.services.find((one) => metadata.detail(one).forms.length > 0);
  if (!found) throw new Error('The platform has no form.');
  const { kind, code, edition } = found;
  const page = { filters: { validNow: true }, from: 0, count: 50 };

  await call('reference.search', { connection, typed: found.name.trim(), ...page });
  await synchronise(doings);
  metadata.change.line(found, { name: 'Melding om noe annet' });
  await synchronise(doings);
  await call('reference.state', { connection });
  await call('reference.changes', { connection });
  await call('reference.failures', { connection });
  await call('reference.services', { connection, fresh: true });
  await call('reference.owners', { connection });
  await call('reference.named', { connection, services: [{ code, edition }] });
  await call('reference.service', { connection, kind, code, edition, was: 'before' });
  await call('reference.requirements', { connection, code, edition });
  await call('reference.requirements', { connection, delegationScheme: 418 });
  await call('reference.roles', { connection });
  await call('reference.role', { connection, role: 4 });
  await call('reference.roleServices', { connection, role: 28 });
  const [form] = metadata.detail(found).forms;
  if (form) await checkForm(doings, { code, edition }, form.format);
  await lookUpCodes(doings);
  await call('reference.remove', { connection });
}

async function synchronise({ call, steward, connection }: ReferenceDoings): Promise<void> {
  const scope = { what: 'everything' };
  await call('reference.estimate', { connection, scope });
  const { id } = await call<{ id: string }>('jobs.startSynchronise', { connection, scope });
  await eventually(async () => {
    const all = await valueOf(steward.client.jobs.list({}));
    expect(all.find((job) => job.id === id)).toMatchObject({ state: 'finished' });
  });
}

async function checkForm(
  { call, platform, connection, file }: ReferenceDoings,
  service: { readonly code: string; readonly edition: number },
  format: Parameters<Platform['control']['metadata']['sampleForm']>[0],
): Promise<void> {
  const { id: dataFormatId, version } = format;
  const form = { connection, ...service, dataFormatId, dataFormatVersion: String(version) };
  await call('xsd.view', form);
  await call('xsd.save', { ...form, target: file('everything.xsd').handle });
  await call('xsd.save', { ...form, target: file('as-given.xsd').handle, exact: true });
  const checked = file('checked.xml');
  writeFileSync(checked.path, platform.control.metadata.sampleForm(format), { mode: 0o600 });
  await call('xsd.validate', { ...form, file: checked.handle });
}

async function lookUpCodes({ call, connection, file }: ReferenceDoings): Promise<void> {
  const list = { connection, name: 'Units', version: 2 };
  await call('reference.codeLists', { connection });
  await call('reference.codeList', list);
  await call('reference.saveCodeList', {
    ...list,
    format: 'csv',
    target: file('units.csv').handle,
    headings: ['Code', 'Value 1', 'Value 2', 'Value 3'],
  });
}
