// Reads certificate files in a worker with a limit of effort, and computes their validity today.
import type { Worker } from 'node:worker_threads';
import type {
  CertificateFacts,
  Credential,
  InspectedCertificate,
} from '../../preload/contract/credentials.ts';
import { isOrganisationNumber } from '../../preload/contract/rules.ts';
import { pause } from '../cancel.ts';
import { Secret } from '../secret.ts';
import { startBuiltThread, type StartThread } from '../threads.ts';
import { certificateTrouble } from './certificate-fault.ts';
import type { CertificateContent, KeyContent } from './certificate-file.ts';
import type { Attribute } from './certificate-names.ts';
import type { WorkerAnswer, WorkerQuestion } from './certificate-worker.ts';

export interface CertificateSource {
  /** PKCS#12 or PEM, at most 64 KB; overwritten with zeros after reading. */
  readonly file: Buffer;
  readonly keyFile?: Buffer | undefined;
  readonly passphrase?: Secret | undefined;
  /** Which of several, from 1. */
  readonly keyNumber?: number | undefined;
}

export type DatelessFacts = Omit<CertificateFacts, 'daysLeft'>;

export interface ImportedCertificate {
  /** PKCS#8 PEM. The passphrase is not kept anywhere (SAR-07). */
  readonly key: Secret;
  readonly certificateChainPem: string;
  readonly facts: DatelessFacts;
  /** What else the file holds, and why it is not this that was taken. */
  readonly leftOut: InspectedCertificate['leftOut'];
}

/** A key without a certificate; its public half is registered somewhere. */
export interface ImportedKey {
  /** PKCS#8 PEM. */
  readonly key: Secret;
  readonly keyType: string;
}

export interface Certificates {
  /**
   * Problem certificate{wrong-passphrase, no-private-key, several-keys, unreadable, too-costly, ...}. Of several the one in force is taken; one alone
   * is read whatever its dates are.
   */
  read(source: CertificateSource): Promise<ImportedCertificate>;
  /** One RSA key of 2048 bits or more, as PEM or PKCS#12. Problem certificate{...} as above. */
  readKey(source: Omit<CertificateSource, 'keyFile'>): Promise<ImportedKey>;
  /** All certificates of a PEM, DER or PKCS#7 file, as PEM; keys in it are left out. Problem certificate{...} as above. */
  readAuthorities(file: Buffer): Promise<string>;
}

export interface CertificatesOptions {
  readonly startThread?: StartThread;
  readonly effortLimitMs?: number;
  readonly now?: () => Date;
}

/** Of the processor, not by the clock: a file is not costly because the computer is busy. */
const EFFORT_LIMIT_MS = 5000;
/** By the clock a file may take so many times its limit. */
const MOST_TIMES = 12;
/** The field of the newer profile first: the older one may hold another number of nine digits. */
const ORGANISATION_FIELDS = ['2.5.4.97', '2.5.4.5', '2.5.4.11', '2.5.4.3'];
const NINE_DIGITS = /(?<!\d)\d{9}(?!\d)/g;
const DAY_MS = 24 * 60 * 60 * 1000;

export function createCertificates({
  startThread = startBuiltThread,
  effortLimitMs = EFFORT_LIMIT_MS,
  now = () => new Date(),
}: CertificatesOptions = {}): Certificates {
  const contentOf = async (want: WorkerQuestion['want'], source: CertificateSource) => {
    const worker = await startThread('certificate-worker');
    const asked = { want, now: now().getTime(), ...question(source) };
    const answer = await requestAnswer(worker, asked, effortLimitMs);
    if (!answer.ok) {
      const choices = [...answer.choices];
      const more = choices.length > 0 ? { choices } : {};
      throw certificateTrouble(answer.problem, answer.detail, more);
    }
    return answer.content;
  };
  return {
    async read(source) {
      const content = await contentOf('certificate', source);
      const { key, certificateChainPem, facts, subject, leftOut } = content as CertificateContent;
      const organisationNumber = organisationNumberIn(subject);
      return {
        key: new Secret(key),
        certificateChainPem,
        facts: { ...facts, organisationNumber },
        leftOut,
      };
    },
    async readKey(source) {
      const { key, keyType } = (await contentOf('key', source)) as KeyContent;
      return { key: new Secret(key), keyType };
    },
    readAuthorities: async (file) => (await contentOf('authorities', { file })) as string,
  };
}

/** Copies the file into buffers of its own, which are transferred; the originals are overwritten with zeros. */
function question({
  file,
  keyFile,
  passphrase,
  keyNumber,
}: CertificateSource): Omit<WorkerQuestion, 'want' | 'now'> {
  const asked = {
    file: Uint8Array.from(file),
    keyFile: keyFile && Uint8Array.from(keyFile),
    passphrase: passphrase?.expose(),
    keyNumber,
  };
  file.fill(0);
  keyFile?.fill(0);
  return asked;
}

async function requestAnswer(
  worker: Worker,
  asked: WorkerQuestion,
  limitMs: number,
): Promise<WorkerAnswer> {
  const answer = new Promise<WorkerAnswer>((resolve, reject) => {
    const fail = () => {
      reject(certificateTrouble('unreadable', 'The file could not be read.'));
    };
    worker.once('message', resolve).once('error', fail).once('exit', fail);
    const bytes = [asked.file, asked.keyFile].flatMap((one) =>
      one ? [one.buffer as ArrayBuffer] : [],
    );
    worker.postMessage(asked, bytes);
  });
  const over = new AbortController();
  try {
    return await Promise.race([answer, tooCostly(limitMs, over.signal)]);
  } finally {
    over.abort();
    void worker.terminate();
  }
}

/** Fails when this process has spent so much processor time since it was called, with whatever else it did meanwhile. */
async function tooCostly(limitMs: number, signal: AbortSignal): Promise<never> {
  const before = process.cpuUsage();
  const end = performance.now() + MOST_TIMES * limitMs;
  const spentMs = () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
  while (spentMs() < limitMs && performance.now() < end) await pause(limitMs / 20, signal);
  throw certificateTrouble('too-costly', 'Reading took too long.');
}

/** `NTRNO-910514318`, `910514318`, or digits inside a name; only with a valid check digit. */
export function organisationNumberIn(subject: readonly Attribute[]): string | null {
  for (const field of ORGANISATION_FIELDS) {
    const values = subject.filter(({ oid }) => oid === field).map(({ value }) => value);
    const numbers = values.flatMap((value) => value.match(NINE_DIGITS) ?? []);
    const found = numbers.find(isOrganisationNumber);
    if (found !== undefined) return found;
  }
  return null;
}

export function daysLeft(validTo: string, now: Date): number {
  return Math.floor((Date.parse(validTo) - now.getTime()) / DAY_MS);
}

export const factsAt = (facts: DatelessFacts, now: Date): CertificateFacts => ({
  ...facts,
  daysLeft: daysLeft(facts.validTo, now),
});

export type Expiry = Extract<Credential, { kind: 'certificate' }>['expiry'];

/** Warnings come at 60, 30 and 7 days. */
export function expiryOf(facts: DatelessFacts, now: Date): Expiry {
  const time = now.getTime();
  if (time >= Date.parse(facts.validTo)) return 'expired';
  if (time < Date.parse(facts.validFrom)) return 'not-yet-valid';
  const left = daysLeft(facts.validTo, now);
  if (left < 7) return 'within-7-days';
  if (left < 30) return 'within-30-days';
  return left < 60 ? 'within-60-days' : 'ok';
}

/** A certificate outside its time is never offered to a server (TLS-13). */
export function refuseOutsideValidity(facts: DatelessFacts, now: Date): void {
  const expiry = expiryOf(facts, now);
  if (expiry !== 'expired' && expiry !== 'not-yet-valid') return;
  const dates = { now: now.toISOString(), from: facts.validFrom, until: facts.validTo };
  throw certificateTrouble(expiry, facts.commonName, { dates });
}
