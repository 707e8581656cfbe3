// Contact information of an organisation: one e-mail address or mobile number at a time, without duplicates.
import type { ContactEntry } from '../../preload/contract/contact-information.ts';
import type { Handlers } from '../../preload/contract/contract.ts';
import type { Api } from '../platform/api.ts';
import type { PlatformClient } from '../platform/client.ts';
import {
  CONTACT_TABLE,
  contactKey,
  contactsCsv,
  plannedChanges,
} from '../file-formats/contact-changes.ts';
import { onlyRows } from '../file-formats/only-rows.ts';
import { fromHeadings } from '../file-formats/headings.ts';
import type { ReadTable } from '../file-formats/table.ts';
import { encoded } from '../http/addresses.ts';
import { itemReaders, readWholeList } from '../http/complete-list.ts';
import type { ResourceReader } from '../http/reader.ts';
import { newSince, reconciled, switchedOff } from '../platform/reconcile.ts';
import type { FileHandles } from '../storage/files.ts';
import { conflict } from '../problems.ts';

type Service = Handlers<'contactInformation'>;
type Wanted = Pick<Parameters<Service['add']>[0], 'email' | 'mobileNumber'>;

interface Context {
  readonly client: PlatformClient;
  readonly path: string;
}

export interface ContactInformationNeeds {
  readonly api: Api;
  readonly handles: FileHandles;
  readonly readTable: ReadTable;
}

export function contactInformationService({
  api,
  handles,
  readTable,
}: ContactInformationNeeds): Service {
  const contextOf = async (given: { connection: string; organisationNumber: string }) => ({
    client: await api.client(given.connection),
    path: encoded`api/${given.organisationNumber}/profile/contactinformation`,
  });
  return {
    async readFile({ file, ...given }, { signal }) {
      // First of all: a file that cannot be read is no reason to ask the server.
      const { rows, hiddenRows, headingLine } = fromHeadings(
        await readTable(file, signal),
        CONTACT_TABLE,
      );
      const { items, completeness } = (await readAll(await contextOf(given), signal)).shown();
      return { rows: plannedChanges(rows, items), completeness, hiddenRows, headingLine };
    },
    async exportList({ target, only, ...given }, { signal }) {
      const name = handles.targetName(target, 'target');
      const { items, completeness } = (await readAll(await contextOf(given), signal)).shown();
      const taken = onlyRows(items, ({ id }) => String(id), only);
      const text = contactsCsv(taken, completeness);
      await handles.write(target, text, 'target');
      return { name, bytes: Buffer.byteLength(text), rows: taken.length, completeness };
    },
    async list(given, { signal }) {
      return (await readAll(await contextOf(given), signal)).as('entries');
    },
    add: async (given, { signal }) => add(await contextOf(given), given, signal),
    remove: async (given, { signal }) => remove(await contextOf(given), given.entry, signal),
  };
}

const readAll = ({ client, path }: Context, signal?: AbortSignal) =>
  readWholeList({
    load: (query) => client.load({ path, query, signal }),
    read: (value) =>
      itemReaders(value, 'the contact information', ['contactinformation'], ['Id']).map(readEntry),
    key: ({ id }) => String(id),
  });

function readEntry(reader: ResourceReader): ContactEntry {
  const email = reader.text('Email', 'EMailAddress');
  const mobileNumber = reader.text('MobileNumber');
  return {
    id: reader.requiredInteger('Id'),
    name: reader.text('Name') ?? email ?? mobileNumber ?? '',
    email,
    mobileNumber,
    notified: reader.boolean('IsSelectedForNotification'),
  };
}

async function add(context: Context, wanted: Wanted, signal: AbortSignal) {
  const { client, path } = context;
  const before = await readAll(context, signal);
  // What a cut list does not show is left to the platform, which refuses what it has.
  if (before.shown().items.some(isFor(wanted))) throw known(wanted);
  const newIn = newSince(before, ({ id }) => id);
  const find = async () => newIn(await readAll(context)).find(isFor(wanted));
  // Exactly one key (platform.md, Profiles and contact information).
  const body =
    wanted.email === undefined
      ? { MobileNumber: wanted.mobileNumber?.replaceAll(/\s/g, '') ?? '' }
      : { Email: wanted.email };
  const send = async () => {
    const call = { path, body, signal };
    const { reason } = await client.send('POST', call);
    // There is no Location: what is new in the list is it. Done is done, also when the list cannot be had.
    return { entry: (await find().catch(() => undefined)) ?? null, reason };
  };
  const proof = async () => {
    const entry = await find();
    return entry && { entry, reason: '' };
  };
  try {
    return await reconciled(send, proof);
  } catch (error) {
    throw await switchedOff(error, { method: 'POST', path }, () => readAll(context));
  }
}

async function remove(context: Context, id: number, signal: AbortSignal) {
  const path = context.path + encoded`/${id}`;
  const send = async () => {
    const { reason } = await context.client.send('DELETE', { path, signal });
    return { reason };
  };
  const proof = async () => {
    const entry = (await readAll(context)).find((one) => one.id === id);
    return entry === undefined ? { reason: '' } : undefined;
  };
  try {
    return await reconciled(send, proof);
  } catch (error) {
    throw await switchedOff(error, { method: 'DELETE', path }, async () => {
      const entry = (await readAll(context)).find((one) => one.id === id);
      // A 404 about an entry that is not there says what it says.
      if (entry === undefined) throw error;
    });
  }
}

/** The same mobile number with and without its country code, the same e-mail in any letter case. */
const isFor = ({ email, mobileNumber }: Wanted) => {
  const key = contactKey({ email: email ?? null, mobileNumber: mobileNumber ?? null });
  return (entry: ContactEntry) => contactKey(entry) === key;
};

const known = (wanted: Wanted) =>
  conflict('The organisation has this contact information already.', {
    field: wanted.email === undefined ? 'mobileNumber' : 'email',
  });
