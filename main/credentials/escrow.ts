// Never loses a one-time secret: intent before the call, the sealed raw answer before parsing, then the vault (checks.md 3.12).
import type { OneTimeSecret } from '../../preload/contract/one-time-secrets.ts';
import type { Environment } from '../../preload/contract/schema.ts';
import type { ExchangeResponse } from '../http/transport.ts';
import type { Secret } from '../secret.ts';

/** One create or rotate, as the service knows it. */
export interface AttemptPlan {
  readonly connection: string;
  readonly environment: Environment;
  readonly userName: string;
  readonly operation: 'create' | 'rotateSecret';
  readonly job?: string | undefined;
  readonly report: (step: { readonly step: 'preparing' | 'asking' | 'keeping' }) => void;
  readonly warmUp: () => Promise<void>;
  /** Sends exactly once; `arrived` must be awaited before anything looks at the answer. */
  readonly send: (
    arrived: (answer: ExchangeResponse) => Promise<void>,
  ) => Promise<ExchangeResponse>;
  /** Finds the secret in the answer; throws Problem unexpected-answer when it is not what was asked for (PAR-09). */
  readonly read: (body: Buffer) => { readonly secret: Secret; readonly created: string | null };
}

export interface Escrow {
  /** Steps 0 to 7: preflight, intent, warm-up, send, seal, parse, vault, note. See checks.md 3.12 for the order. */
  run(
    plan: AttemptPlan,
  ): Promise<{ readonly entry: OneTimeSecret; readonly created: string | null }>;
  /** Open entries and confirmed ones that are still held, newest first. */
  list(): readonly OneTimeSecret[];
  reveal(id: string): Promise<Secret>;
  /** The kept bytes of an answer-unclear entry as text. */
  look(id: string): Promise<string>;
  keep(id: string): Promise<OneTimeSecret>;
  confirmStored(id: string): Promise<void>;
  resolve(id: string, how: 'rotated-again' | 'old-one-works' | 'dropped'): Promise<void>;
  /** At start, before anything else: finishes what a crash left and marks what cannot be known. */
  recover(): Promise<void>;
  close(): Promise<void>;
}
