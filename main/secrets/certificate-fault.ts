// The reason why a certificate cannot be used: one of the contract's codes, with a detail for the person.
import type { CertificateChoice, Failure } from '../../preload/result.ts';
import { Problem } from '../problem.ts';
import { clockHint } from '../problems.ts';

export type CertificateProblem = Extract<Failure, { kind: 'certificate' }>['problem'];

/** Thrown in the worker, because a Problem cannot be posted to the main thread. The detail has no secrets of the file. */
export class CertificateFault extends Error {
  override readonly name = 'CertificateFault';
  readonly problem: CertificateProblem;
  readonly detail: string;
  /** Of several, those that may be chosen. */
  readonly choices: readonly CertificateChoice[];

  constructor(
    problem: CertificateProblem,
    detail: string,
    choices: readonly CertificateChoice[] = [],
  ) {
    super(detail);
    this.problem = problem;
    this.detail = detail;
    this.choices = choices;
  }
}

const SENTENCES: Partial<Record<CertificateProblem, string>> = {
  missing: 'The certificate is not in the keychain any more. Import it again.',
  expired: 'The certificate has expired.',
  'not-yet-valid': 'The certificate is not valid yet.',
  'wrong-passphrase': 'The passphrase does not fit.',
  'no-private-key': 'There is no private key for this certificate.',
  'several-keys': 'The file holds several keys that could be used. Say which: --key N.',
  unreadable: 'The file is not a certificate that Steward can read.',
  'unknown-encryption': 'The file is encrypted in a way that Steward cannot read.',
  'unknown-key': 'The key in the file is of a kind that Steward cannot use.',
  'too-costly': 'The file takes too long to open.',
  weak: 'The certificate is too weak.',
  'not-for-client-authentication': 'The certificate is not made for signing in.',
};

type More = Pick<Extract<Failure, { kind: 'certificate' }>, 'dates' | 'choices'>;

export function certificateTrouble(
  problem: CertificateProblem,
  detail = '',
  more: More = {},
): Problem {
  const sentence = SENTENCES[problem] ?? 'The certificate cannot be used.';
  const message = more.dates === undefined ? sentence : sentence + clockHint(more.dates);
  return new Problem({ kind: 'certificate', problem, message, detail, ...more });
}
