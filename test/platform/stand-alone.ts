// The platform as a process of its own: the same server, and a second loopback port through which it is steered.
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Control } from './control.ts';
import type { GoneForm } from './errors.ts';
import type { Fault } from './faults.ts';
import type { FileTransferControl, FileWish } from './file-transfer.ts';
import { serveIdentity } from './identity-channel.ts';
import type { Person } from './persons.ts';
import type { MessageControl, MessageWish } from './message-control.ts';
import { startPlatform, type Platform, type PlatformOptions } from './platform.ts';
import { everythingOn, type Shape } from './shape.ts';
import type { SignInFacts } from './sign-in-sites.ts';

/** What is printed as one JSON line when the platform is ready. */
export interface Announcement {
  readonly address: string;
  readonly caFile: string;
  readonly certificateFile: string;
  readonly passphrase: string;
  readonly apiKey: string;
  readonly organisationNumber: string;
  readonly organisation: string;
  /** Where to sign in otherwise than by certificate, and as whom. */
  readonly identity: SignInFacts & { readonly persons: readonly Person[] };
  /** Base of the control channel, with a word in its path that nobody can guess. */
  readonly control: string;
}

export interface StandAlone {
  readonly announcement: Announcement;
  readonly control: Platform['control'];
  stop(): Promise<void>;
}

export async function startStandAlone(options: PlatformOptions): Promise<StandAlone> {
  // Addresses that a saved connection finds again, when the platform has a port of its choice.
  const identity = options.port ? { firstPort: options.port + 1 } : true;
  const platform = await startPlatform({ identity, switches: everythingOn, ...options });
  // Whose certificate it is manages the access of the organisation.
  platform.control.held.managers.add('');
  const channel = await openChannel(platform.control);
  return {
    announcement: {
      address: platform.address,
      caFile: platform.caFile,
      certificateFile: platform.certificateFile,
      passphrase: platform.passphrase,
      apiKey: platform.apiKey,
      organisationNumber: platform.organisationNumber,
      organisation: platform.organisation.name,
      identity: { ...platform.identity, persons: platform.control.identity.persons },
      control: channel.address,
    },
    control: platform.control,
    async stop() {
      await Promise.all([channel.stop(), platform.stop()]);
    },
  };
}

interface Settings {
  readonly latencyMs?: number;
  readonly signIn?: Control['signIn'];
}

interface Retirement {
  readonly area: string;
  readonly form: GoneForm;
  readonly calls?: 'writes' | 'all';
}

/** The control channel: JSON over plain HTTP on loopback. Undefined means 404. */
function serve(control: Platform['control'], what: string, body: unknown): unknown {
  switch (what) {
    case 'GET state':
      return {
        users: control.users,
        counters: control.counters,
        calls: control.requests.length,
        latencyMs: control.latencyMs,
        signIn: control.signIn,
        credentialsAtOpen: control.credentialsAtOpen,
        unfilteredLookups: control.unfilteredLookups,
        ...control.shape,
      };
    case 'PUT settings': {
      const wanted = body as Settings & Partial<Shape>;
      if (wanted.latencyMs !== undefined) control.latencyMs = wanted.latencyMs;
      if (wanted.signIn !== undefined) control.signIn = wanted.signIn;
      const shape = Object.keys(control.shape).flatMap((key) => {
        const value = wanted[key as keyof Shape];
        return value === undefined ? [] : [[key, value] as const];
      });
      Object.assign(control.shape, Object.fromEntries(shape));
      return {};
    }
    case 'POST faults':
      control.fault(body as Fault);
      return {};
    case 'DELETE faults':
      control.clearFaults();
      return {};
    case 'GET requests':
      return control.requests;
    case 'DELETE requests':
      control.forget();
      return {};
    case 'GET secrets':
      return {
        now: Object.fromEntries(control.users.map((name) => [name, control.secretOf(name)])),
        given: control.secretsGiven,
      };
    case 'POST api-keys':
      return { apiKey: control.addApiKey(body as { owner?: string; resources?: string[] }) };
    case 'GET messages':
      return { markedRead: control.messages.markedRead, messages: messagesOf(control.messages) };
    case 'POST messages':
      return control.messages.make(wishOf(body));
    case 'GET consents':
      return control.consents.all;
    case 'POST consents': {
      const { code, status } = body as ConsentAnswer;
      return { returnAddress: control.consents.answer(code, status) };
    }
    case 'POST holders':
      return { holders: giveHolders(control, body as HolderWish) };
    case 'GET files':
      return filesOf(control.fileTransfer);
    case 'POST files': {
      const { sent, ends, content, ...wish } = body as FileWish;
      const file = control.fileTransfer.put({
        ...wish,
        ...(typeof content === 'number' ? { content } : {}),
        ...(sent === undefined ? {} : { sent: new Date(sent) }),
        ...(ends === undefined ? {} : { ends: new Date(ends) }),
      });
      return { reference: file.reference };
    }
    case 'POST retired': {
      const { area, form, calls } = body as Retirement;
      control.retire(area, form, calls);
      return {};
    }
    case 'DELETE retired':
      control.restore();
      return {};
    default:
      return serveIdentity(control.identity, what, body);
  }
}

interface ConsentAnswer {
  readonly code: string;
  readonly status: 'Opened' | 'Accepted' | 'Rejected';
}

interface HolderWish {
  readonly organisationNumber: string;
  readonly count: number;
}

/** So many hold something of the organisation, as far as there are users and other parties: a role, and each third of them two. */
function giveHolders(
  { held, named, messages, users }: Platform['control'],
  { organisationNumber: key, count }: HolderWish,
): number {
  const party = { kind: 'organisation' as const, key, name: '' };
  const ids = [
    ...users.map((name) => named.idOfUser(name)),
    ...messages.parties.map(({ id }) => id),
  ];
  const all = ids
    .flatMap((id) => named.find(id) ?? [])
    .filter(({ kind, organisationNumber: of }) => kind === 'enterprise-user' || of !== key);
  const since = new Date('2024-03-11T09:30:00Z');
  const role = (definition: number) => ({ id: held.nextId(), definition, delegator: '', since });
  let holders = held.of(party).length;
  for (const [at, receiver] of all.entries()) {
    if (holders >= count) break;
    const { roles, rights } = held.find(party, receiver);
    if (roles.length + rights.length > 0) continue;
    roles.push(...(at % 3 === 0 ? [role(4), role(27)] : [role(27)]));
    holders += 1;
  }
  return holders;
}

/** Without the bytes. */
const filesOf = (control: FileTransferControl): unknown =>
  control.files.map(({ bytes, ...rest }) => ({ ...rest, available: bytes !== undefined }));

/** Without the data of forms, of which there may be many. */
const messagesOf = (control: MessageControl): unknown =>
  control.of().map(({ forms, attachments, ...rest }) => ({
    ...rest,
    forms: forms.map(({ id, type, formatId }) => ({ id, type, formatId })),
    attachments: attachments.map(({ id, fileName, size }) => ({ id, fileName, size })),
  }));

/** Times come as text. */
function wishOf(body: unknown): MessageWish {
  const { changed, created, ...rest } = body as MessageWish;
  return {
    ...rest,
    ...(changed === undefined ? {} : { changed: new Date(changed) }),
    ...(created === undefined ? {} : { created: new Date(created) }),
  };
}

async function openChannel(
  control: Platform['control'],
): Promise<{ address: string; stop(): Promise<void> }> {
  const word = randomBytes(12).toString('hex');
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const [, given, name] = (request.url ?? '').split('/');
      const known = given === word && body !== 'unreadable';
      const answer = known ? serve(control, `${request.method} ${name}`, body) : undefined;
      response.writeHead(answer === undefined ? 404 : 200, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify(answer ?? {}));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/${word}/`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString('utf8');
    return text === '' ? {} : (JSON.parse(text) as unknown);
  } catch {
    return 'unreadable';
  }
}
