// The whole program in a process of its own, with the real keychain and real files, killed before a chosen write.
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { setFlagsFromString, writeHeapSnapshot } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Worker } from 'node:worker_threads';
import { createApp } from '../../main/app.ts';
import { createSystemKeychain, type Keychain } from '../../main/secrets/keychain.ts';
import { Problem } from '../../main/problem.ts';
import type { Shell } from '../../main/shell/shell.ts';
import type { HandOverPart } from '../../preload/contract/hand-over-parts.ts';
import type { Job, JobKind, JobOf, JobRow, MessageChange } from '../../preload/contract/jobs.ts';
import type { OneTimeSecret } from '../../preload/contract/one-time-secrets.ts';
import type { CopyState, Scope } from '../../preload/contract/reference.ts';
import type { Result } from '../../preload/result.ts';
import { connect } from '../../renderer/client.ts';
import { createPorts } from '../support/ports.ts';

/**
 * What a person would do. `killAt` counts writes to files and to the keychain from then on, from 1; `killAtRename` is the name of a
 * file that is about to be put to its place.
 */
export type Order = {
  readonly killAt?: number | undefined;
  readonly killAtRename?: string | undefined;
} & (
  | { readonly do: 'connect'; readonly platform: Record<string, string> }
  | { readonly do: 'look' }
  | { readonly do: 'call'; readonly operation: string; readonly input: object }
  | { readonly do: 'rotate'; readonly connection: string; readonly userName: string }
  | {
      readonly do: 'job';
      readonly connection: string;
      readonly userNames: string[];
      /** Without one its secrets are kept in the keychain. */
      readonly file?: string;
      readonly passphrase?: string;
    }
  | { readonly do: 'go on' }
  | {
      readonly do: 'contacts';
      readonly connection: string;
      readonly organisationNumber: string;
      readonly emails: readonly string[];
    }
  | {
      readonly do: 'delegations';
      readonly connection: string;
      readonly who: string;
      /** Each gets this role. */
      readonly userNames: readonly string[];
      readonly role: number;
    }
  | {
      readonly do: 'messages';
      readonly connection: string;
      readonly change: MessageChange;
      readonly messages: readonly string[];
    }
  | { readonly do: 'consents'; readonly connection: string; readonly table: string }
  | {
      readonly do: 'forms';
      readonly connection: string;
      readonly who: string;
      readonly of: {
        readonly code: string;
        readonly edition: number;
        readonly dataFormatId: string;
        readonly dataFormatVersion: string;
      };
      readonly table: string;
      readonly template: string;
    }
  | {
      readonly do: 'delete users';
      readonly connection: string;
      readonly userNames: readonly string[];
    }
  | {
      readonly do: 'download files';
      readonly connection: string;
      readonly who: string;
      readonly folder: string;
    }
  | {
      readonly do: 'send files';
      readonly connection: string;
      readonly who: string;
      readonly recipient: string;
      readonly paths: readonly string[];
    }
  | {
      readonly do: 'look up';
      readonly connection: string;
      readonly organisationNumbers: string[];
    }
  | { readonly do: 'look at batch' | 'go on with batch'; readonly kind: JobKind }
  | {
      readonly do: 'hand over';
      readonly connection: string;
      readonly organisationNumber: string;
      readonly folder: string;
      readonly parts: readonly HandOverPart[];
    }
  | { readonly do: 'export'; readonly connection: string; readonly folder: string }
  | { readonly do: 'look at export' | 'go on with export' }
  | {
      readonly do: 'make backup' | 'bring back';
      readonly file: string;
      readonly passphrase: string;
    }
  | { readonly do: 'lock' }
  | { readonly do: 'heap snapshot'; readonly file: string }
  | { readonly do: 'copy'; readonly connection: string; readonly scope: Scope }
  | { readonly do: 'look at copy' | 'go on with copy'; readonly connection: string }
);

export type Rotation = JobOf<'rotate-secrets'> & { readonly rows: readonly JobRow[] };

export interface Told {
  readonly failed?: string;
  readonly writes: string[];
  readonly connection?: string;
  readonly secrets?: { readonly entry: OneTimeSecret; readonly secret: string | null }[];
  readonly jobs?: Rotation[];
  readonly again?: string[];
  readonly batch?: Job | undefined;
  readonly found?: number;
  readonly exported?: JobOf<'export-messages'> | undefined;
  readonly synchronised?: JobOf<'synchronise'> | undefined;
  readonly copy?: CopyState;
  /** What a called operation answered. */
  readonly value?: unknown;
}

let writes: string[] = [];
/** Of its start, where one is given. */
let killAt = Number(process.env['KILL_AT'] ?? Infinity);
let killAtRename: string | undefined;
const before = (name: string) => {
  writes.push(name);
  if (writes.length === killAt) process.kill(process.pid, 'SIGKILL');
};

/** Every change of a file passes here, whichever part of the program makes it. */
const { open, rename, rm, link, unlink } = fs;
const CHANGES = ['write', 'writeFile', 'datasync', 'sync', 'truncate'] as const;
fs.open = async (...given: Parameters<typeof open>) => {
  const handle = await open(...given);
  for (const name of CHANGES) {
    const real = handle[name].bind(handle) as (...args: unknown[]) => unknown;
    Object.assign(handle, {
      [name]: (...args: unknown[]) => {
        before(name);
        return real(...args);
      },
    });
  }
  return handle;
};
fs.rename = (...given) => {
  if (path.basename(String(given[1])) === killAtRename) process.kill(process.pid, 'SIGKILL');
  // Where a rotation's secrets are put to their place.
  before(String(given[1]).endsWith('.age') ? 'rename of the age file' : 'rename');
  return rename(...given);
};
fs.rm = (...given) => {
  before('rm');
  return rm(...given);
};
fs.unlink = (...given) => {
  before('unlink');
  return unlink(...given);
};
fs.link = (...given) => {
  before('link');
  return link(...given);
};
syncBuiltinESMExports();

function killable(keychain: Keychain): Keychain {
  return {
    kind: keychain.kind,
    read: (account) => keychain.read(account),
    write(account, value) {
      before('keychain write');
      return keychain.write(account, value);
    },
    remove(account) {
      before('keychain remove');
      return keychain.remove(account);
    },
  };
}

const shell: Shell = {
  name: 'terminal',
  version: '0.0.0-test',
  dataFolder: process.env['DATA_FOLDER'] ?? '',
  osLanguage: 'en-GB',
  keychain: 'system',
  installed: false,
  materialsFolder: '',
  managed: null,
  untrustedSettings: null,
  can: { hideFromScreenSharing: false, saveDialog: false },
  dialogs: {
    open: async () => undefined,
    save: async () => undefined,
    folder: async () => undefined,
  },
  clipboard: {
    write: async () => undefined,
    writeText: async () => undefined,
    holds: async () => false,
    clear: async () => undefined,
  },
  // Its person started it to be killed.
  ask: async () => true,
  openExternal: async () => undefined,
  showInFolder: async () => undefined,
  bodyAddress: (name) => `app-msg://${name}/`,
  hideFromScreenSharing: () => undefined,
  systemProxy: async () => undefined,
  quit: () => undefined,
};
/** Name of a thread -> its built file. */
const threads = JSON.parse(process.env['THREADS'] ?? '{}') as Readonly<Record<string, string>>;
const app = await createApp(shell, {
  keychain: killable(createSystemKeychain({ service: 'Steward' })),
  startThread: (name) => new Worker(threads[name] ?? '', { env: {} }),
});
// What was told to the page is the page's: it is another process in truth, and nothing of it stays here.
const ports = createPorts({ kept: false });
app.serve(ports.main);
const { client, on } = connect(ports.page);

async function valueOf<T>(result: Promise<Result<T>>): Promise<T> {
  const given = await result;
  if (given.ok) return given.value;
  throw new Problem(given.failure);
}

type Operations = Readonly<Record<string, (input: object) => Promise<Result<unknown>>>>;

/** Any operation of the contract, by its name. */
async function call(operation: string, input: object): Promise<unknown> {
  const [feature = '', name = ''] = operation.split('.');
  const run = (client as unknown as Readonly<Record<string, Operations>>)[feature]?.[name];
  if (!run) throw new Error(`There is no operation ${operation}.`);
  return valueOf(run(input));
}

/** When no job runs. */
const rested = () =>
  new Promise<Job[]>((resolve) => {
    const isAtRest = (jobs: readonly Job[]) =>
      jobs.every(({ state }) => !/running|pausing/.test(state));
    const stop = on('jobsChanged', ({ changed }) => {
      if (!isAtRest(changed)) return;
      stop();
      // As they all are now.
      void valueOf(client.jobs.list({})).then(resolve);
    });
  });

async function perform(order: Order): Promise<Partial<Told>> {
  switch (order.do) {
    case 'connect':
      return { connection: await makeConnection(order.platform) };
    case 'look':
      return look();
    case 'call':
      return { value: await call(order.operation, order.input) };
    case 'rotate': {
      const { connection, userName } = order;
      await valueOf(client.enterpriseUsers.rotateSecret({ connection, userName }));
      return {};
    }
    case 'job': {
      const { connection, userNames, file, passphrase = '' } = order;
      const destination =
        file === undefined
          ? ({ kind: 'keychain' } as const)
          : ({ kind: 'file', target: app.targetFor(file), passphrase } as const);
      const end = rested();
      await valueOf(client.jobs.startRotation({ connection, userNames, destination }));
      return { jobs: await rotations(await end) };
    }
    case 'make backup': {
      const { file, passphrase } = order;
      await valueOf(client.backup.make({ target: app.targetFor(file), passphrase }));
      return {};
    }
    case 'bring back': {
      const { file, passphrase } = order;
      await valueOf(client.backup.bringBack({ file: app.handleFor(file), passphrase }));
      return {};
    }
    case 'lock':
      app.lock();
      return {};
    case 'heap snapshot':
      await collected();
      writeHeapSnapshot(order.file);
      return {};
    case 'go on':
      return goOn();
    case 'export':
    case 'look at export':
    case 'go on with export':
      return performExport(order);
    case 'copy':
    case 'look at copy':
    case 'go on with copy':
      return performCopy(order);
    default:
      return performBatch(order);
  }
}

/** What nobody holds any more is gone: what is told of it, when it goes, may hold it once more. */
async function collected(): Promise<void> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  for (let round = 0; round < 10; round++) {
    collect();
    await new Promise((resolve) => setImmediate(resolve));
  }
}

type BatchOrder = Extract<
  Order,
  {
    readonly do:
      | 'contacts'
      | 'delegations'
      | 'messages'
      | 'forms'
      | 'consents'
      | 'download files'
      | 'send files'
      | 'delete users'
      | 'look up'
      | 'hand over'
      | 'look at batch'
      | 'go on with batch';
  }
>;

async function performBatch(order: BatchOrder): Promise<Partial<Told>> {
  const batch = async (kind: JobKind, begin: () => Promise<unknown>) => {
    const end = rested();
    await begin();
    return { batch: newestBatch(kind, await end) };
  };
  switch (order.do) {
    case 'contacts': {
      const { connection, organisationNumber, emails } = order;
      const changes = emails.map((email) => ({ action: 'add' as const, email }));
      const about = { connection, organisationNumber, organisationName: 'Fjordtrafikk AS' };
      return batch('change-contact-entries', () =>
        valueOf(client.jobs.startContactEntries({ ...about, changes })),
      );
    }
    case 'delegations': {
      const { connection, who, userNames, role } = order;
      const changes = userNames.map((userName) => ({
        action: 'give' as const,
        to: { kind: 'enterprise-user' as const, userName },
        what: { role },
      }));
      const about = { connection, who, organisationName: 'Fjordtrafikk AS' };
      return batch('change-delegations', () =>
        valueOf(client.jobs.startDelegations({ ...about, changes })),
      );
    }
    case 'messages': {
      const { connection, change, messages } = order;
      const about = { connection, who: 'my', organisationName: 'Fjordtrafikk AS' };
      return batch('change-messages', () =>
        valueOf(
          client.jobs.startMessageChanges({
            ...about,
            change,
            messages: messages.map((message) => ({ message })),
          }),
        ),
      );
    }
    case 'consents': {
      const asked = { connection: order.connection, file: app.handleFor(order.table) };
      return batch('request-consents', async () => {
        const { digest, count } = await valueOf(client.consents.readFile(asked));
        return valueOf(client.jobs.startConsentRequests({ ...asked, digest, count }));
      });
    }
    case 'forms': {
      const { connection, who, of, table, template } = order;
      const asked = {
        ...{ connection, who, ...of, file: app.handleFor(table) },
        template: { from: 'file' as const, file: app.handleFor(template) },
      };
      return batch('send-forms', async () => {
        const { mapping, digest, valid } = await valueOf(client.manyForms.plan(asked));
        return valueOf(
          client.jobs.startForms({
            ...asked,
            ...{ mapping, digest, count: valid, then: 'fill-in' },
            ...{ organisationName: 'Fjordtrafikk AS', serviceName: '' },
          }),
        );
      });
    }
    case 'delete users': {
      const { connection, userNames } = order;
      const { users } = await valueOf(client.enterpriseUsers.list({ connection }));
      const shown = users.filter(({ userName }) => userNames.includes(userName));
      return batch('delete-users', () =>
        valueOf(
          client.jobs.startUserDeletion({
            connection,
            users: shown.map(({ userName, created }) => ({ userName, created })),
          }),
        ),
      );
    }
    case 'download files': {
      const { connection, who } = order;
      const about = { connection, who, organisationName: 'Fjordtrafikk AS' };
      const folder = app.targetFor(order.folder);
      return batch('download-files', () =>
        valueOf(client.jobs.startFileDownload({ ...about, folder })),
      );
    }
    case 'send files': {
      const { connection, who, recipient, paths } = order;
      return batch('send-files', () =>
        valueOf(
          client.jobs.startFileSending({
            ...{ connection, who, organisationName: 'Fjordtrafikk AS' },
            ...{ code: 'B102', edition: 1, sendersReference: 'R-7', recipients: [recipient] },
            sources: paths.map((one) => app.handleFor(one)),
          }),
        ),
      );
    }
    case 'look up': {
      const { connection, organisationNumbers } = order;
      const ask = { connection, organisationNumbers, officialContacts: true };
      return batch('look-up', () =>
        valueOf(client.jobs.startLookUp({ ...ask, personalContacts: true })),
      );
    }
    case 'hand over': {
      const { connection, organisationNumber, parts } = order;
      const folder = app.targetFor(order.folder);
      return batch('hand-over', () =>
        valueOf(
          client.handOver.start({
            ...{ connection, organisationNumber, organisationName: 'Fjordtrafikk AS', folder },
            parts: parts.map((part) => ({ part, connection })),
          }),
        ),
      );
    }
    case 'look at batch':
      return lookAtBatch(order.kind);
    case 'go on with batch': {
      const job = (await lookAtBatch(order.kind)).batch?.id ?? '';
      return batch(order.kind, () => valueOf(client.jobs.resume({ job })));
    }
  }
}

type CopyOrder = Extract<Order, { readonly do: 'copy' | 'look at copy' | 'go on with copy' }>;

async function performCopy(order: CopyOrder): Promise<Partial<Told>> {
  const { connection } = order;
  const newest = (jobs: readonly Job[]) => jobs.find((job) => job.kind === 'synchronise');
  if (order.do === 'look at copy') {
    const copy = await valueOf(client.reference.state({ connection }));
    return { copy, synchronised: newest(await valueOf(client.jobs.list({}))) };
  }
  if (order.do === 'copy') {
    await valueOf(client.jobs.startSynchronise({ connection, scope: order.scope }));
  } else {
    const job = newest(await valueOf(client.jobs.list({})))?.id ?? '';
    await valueOf(client.jobs.resume({ job }));
  }
  // Not before: the one that is taken off the list leaves nothing running behind.
  const end = rested();
  const now = newest(await valueOf(client.jobs.list({})));
  const isOver = now?.state === 'finished' || now?.state === 'paused';
  return { synchronised: isOver ? now : newest(await end) };
}

type ExportOrder = Extract<
  Order,
  { readonly do: 'export' | 'look at export' | 'go on with export' }
>;

async function performExport(order: ExportOrder): Promise<Partial<Told>> {
  const newest = (jobs: readonly Job[]) => jobs.find((job) => job.kind === 'export-messages');
  const now = async () => newest(await valueOf(client.jobs.list({})));
  if (order.do === 'look at export') return { exported: await now() };
  const end = rested();
  if (order.do === 'export') {
    const { connection } = order;
    await valueOf(
      client.jobs.startMessageExport({
        connection,
        who: 'my',
        partyName: 'Fjordtrafikk AS',
        folders: ['inbox', 'archive'],
        from: null,
        to: null,
        forms: true,
        attachments: true,
        print: true,
        folder: app.targetFor(order.folder),
      }),
    );
  } else {
    await valueOf(client.jobs.resume({ job: (await now())?.id ?? '' }));
  }
  return { exported: newest(await end) };
}

async function lookAtBatch(kind: JobKind): Promise<Partial<Told>> {
  const batch = newestBatch(kind, (await valueOf(client.app.start({}))).jobs);
  if (batch?.kind !== 'look-up') return { batch };
  const ask = { job: batch.id, from: 0, count: 1 };
  return { batch, found: (await valueOf(client.serviceOwner.results(ask))).total };
}

const BATCHES: readonly JobKind[] = [
  'change-contact-entries',
  'change-delegations',
  'change-messages',
  'send-forms',
  'request-consents',
  'download-files',
  'send-files',
  'delete-users',
  'look-up',
  'hand-over',
];

const newestBatch = (kind: JobKind, jobs: readonly Job[]): Job | undefined =>
  jobs.filter((job) => BATCHES.includes(job.kind)).find((job) => job.kind === kind);

const rotations = (jobs: readonly Job[]): Promise<Rotation[]> =>
  Promise.all(
    jobs
      .filter((job) => job.kind === 'rotate-secrets')
      .map(async (job) => {
        const asked = await client.jobs.rows({ job: job.id, from: 0, count: 500 });
        return { ...job, rows: asked.ok ? asked.value.rows : [] };
      }),
  );

/** A person who settles every unknown row by rotating again. */
async function goOn(): Promise<Partial<Told>> {
  const [job] = await rotations(await valueOf(client.jobs.list({})));
  const unknown = (job?.rows ?? []).filter(({ state }) => state === 'unknown');
  const again = unknown.map(({ subject }) => subject);
  for (const userName of again)
    await valueOf(client.jobs.resolveRow({ job: job?.id ?? '', userName, how: 'rotate-again' }));
  const end = rested();
  await valueOf(client.jobs.resume({ job: job?.id ?? '' }));
  return { again, jobs: await rotations(await end) };
}

async function look(): Promise<Partial<Told>> {
  const { secrets } = await valueOf(client.app.start({}));
  const jobs = await valueOf(client.jobs.list({}));
  const shown = secrets.map(async (entry) => {
    const seen = await client.oneTimeSecrets.reveal({ secret: entry.id });
    return { entry, secret: seen.ok ? seen.value.secret : null };
  });
  return { secrets: await Promise.all(shown), jobs: await rotations(jobs) };
}

async function makeConnection(platform: Record<string, string>): Promise<string> {
  const of = (name: string) => platform[name] ?? '';
  const certificate = await valueOf(
    client.credentials.importCertificate({
      name: 'Certificate',
      file: app.handleFor(of('certificateFile')),
      passphrase: of('passphrase'),
    }),
  );
  const key = await valueOf(client.credentials.addApiKey({ name: 'Key', key: of('apiKey') }));
  const made = await valueOf(
    client.connections.create({
      name: 'Local platform',
      environment: 'test',
      baseAddress: of('address'),
      organisationName: 'Fjordtrafikk AS',
      organisationNumber: of('organisationNumber'),
      signIn: { way: 'certificate', certificate: certificate.id },
      apiKey: key.id,
      highestTls: 'TLSv1.3',
      language: 1033,
      mediaType: 'application/json',
      proxy: { use: 'none' },
      formerHosts: [],
      extraCaFile: app.handleFor(of('caFile')),
    }),
  );
  return made.id;
}

process.on('message', (order: Order) => {
  writes = [];
  killAt = order.killAt ?? Infinity;
  ({ killAtRename } = order);
  void perform(order)
    .catch((error: unknown) => ({ failed: String(error) }))
    .then((told) => process.send?.({ writes, ...told } satisfies Told));
});
process.on('disconnect', () => process.exit(0));
process.send?.({ writes } satisfies Told);
