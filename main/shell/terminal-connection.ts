// The connection `env`: made from STEWARD_* variables by the ordinary operations, for one process.
import type { AnswerOf, SentTo } from '../../preload/contract/contract.ts';
import type { Result } from '../../preload/result.ts';
import type { Caller } from './caller.ts';
import { InputError } from './terminal-input.ts';

type Creating = 'credentials.importCertificate' | 'credentials.addApiKey' | 'connections.create';
type Variables = Readonly<Record<string, string | undefined>>;

export interface EnvironmentConnection {
  readonly id: string;
  /** Takes it and its credentials away again: the data folder may outlive the process. */
  remove(): Promise<void>;
}

/** A failure of one of the steps, to be printed as the call's Result. */
export type Made = { readonly ok: true; readonly value: EnvironmentConnection } | Refused;
type Refused = Extract<Result<unknown>, { ok: false }>;

const NEEDED = [
  'STEWARD_BASE_ADDRESS',
  'STEWARD_ORGANISATION_NUMBER',
  'STEWARD_CERTIFICATE',
  'STEWARD_API_KEY',
];

/** Throws InputError naming the variables that are missing. */
export async function connectionFromVariables(
  caller: Caller,
  env: Variables,
  handleFor: (path: string) => string,
  keyNumber?: number,
): Promise<Made> {
  const missing = NEEDED.filter((name) => (env[name] ?? '') === '');
  if (missing.length > 0) throw new InputError(`Set these variables first: ${missing.join(', ')}`);
  const file = (name: string) => (env[name] ? handleFor(env[name]) : undefined);

  const certificate = await create(caller, 'credentials.importCertificate', {
    name: 'env certificate',
    file: file('STEWARD_CERTIFICATE'),
    keyFile: file('STEWARD_CERTIFICATE_KEY'),
    passphrase: env['STEWARD_CERTIFICATE_PASSPHRASE'],
    keyNumber,
  });
  if (!certificate.ok) return certificate;
  const apiKey = await create(caller, 'credentials.addApiKey', {
    name: 'env API key',
    key: env['STEWARD_API_KEY'],
  });
  if (!apiKey.ok) return apiKey;
  const connection = await create(caller, 'connections.create', {
    ...addressOf(env),
    signIn: { way: 'certificate', certificate: certificate.value },
    apiKey: apiKey.value,
    extraCaFile: file('STEWARD_CA') ?? null,
  });
  if (!connection.ok) return connection;

  const remove = async () => {
    await caller.call('connections.remove', { connection: connection.value });
    await caller.call('credentials.remove', { credential: certificate.value });
    await caller.call('credentials.remove', { credential: apiKey.value });
  };
  return { ok: true, value: { id: connection.value, remove } };
}

function addressOf(env: Variables) {
  return {
    name: 'env',
    // Production unless said otherwise: the more careful of the two.
    environment: env['STEWARD_ENVIRONMENT'] ?? 'production',
    baseAddress: env['STEWARD_BASE_ADDRESS'],
    organisationName: `Organisation ${env['STEWARD_ORGANISATION_NUMBER'] ?? ''}`,
    organisationNumber: env['STEWARD_ORGANISATION_NUMBER'],
    highestTls: env['STEWARD_HIGHEST_TLS'] ?? 'TLSv1.3',
    language: 1033,
    mediaType: 'application/hal+json',
    proxy: { use: 'system' },
    formerHosts: [],
  };
}

/** The values are as the variables have them. */
async function create<N extends Creating>(
  caller: Caller,
  name: N,
  input: { readonly [K in keyof SentTo<N>]?: unknown },
): Promise<{ readonly ok: true; readonly value: string } | Refused> {
  const written: unknown = JSON.parse(JSON.stringify(input));
  const result = (await caller.callAsWritten(name, written)) as Result<AnswerOf<Creating>>;
  return result.ok ? { ok: true, value: result.value.id } : result;
}
