// The platform as a process of its own: the same server, and a second loopback port through which it is steered.
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Control } from './control.ts';
import type { GoneForm } from './errors.ts';
import type { Fault } from './faults.ts';
import { startPlatform, type Platform, type PlatformOptions } from './platform.ts';

/** What is printed as one JSON line when the platform is ready. */
export interface Announcement {
  readonly address: string;
  readonly caFile: string;
  readonly certificateFile: string;
  readonly passphrase: string;
  readonly apiKey: string;
  readonly organisationNumber: string;
  readonly organisation: string;
  /** Base of the control channel, with a word in its path that nobody can guess. */
  readonly control: string;
}

export interface StandAlone {
  readonly announcement: Announcement;
  readonly control: Control;
  stop(): Promise<void>;
}

export async function startStandAlone(options: PlatformOptions): Promise<StandAlone> {
  const platform = await startPlatform(options);
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
  readonly single?: Control['shape']['single'];
  readonly pageSize?: number;
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
        latencyMs: control.latencyMs,
        signIn: control.signIn,
        credentialsAtOpen: control.credentialsAtOpen,
        unfilteredLookups: control.unfilteredLookups,
        ...control.shape,
      };
    case 'PUT settings': {
      const wanted = body as Settings;
      if (wanted.latencyMs !== undefined) control.latencyMs = wanted.latencyMs;
      if (wanted.signIn !== undefined) control.signIn = wanted.signIn;
      if (wanted.single !== undefined) control.shape.single = wanted.single;
      if (wanted.pageSize !== undefined) control.shape.pageSize = wanted.pageSize;
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
      return { apiKey: control.addApiKey(body as { owner?: string; operations?: string[] }) };
    case 'POST retired': {
      const { area, form, calls } = body as Retirement;
      control.retire(area, form, calls);
      return {};
    }
    case 'DELETE retired':
      control.restore();
      return {};
    default:
      return undefined;
  }
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
