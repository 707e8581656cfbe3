// Runs in a thread of its own: reads one certificate file with node-forge, which a hostile file may keep busy.
import forge from 'node-forge';
import { parentPort } from 'node:worker_threads';
import { CertificateFault, type CertificateProblem } from './certificate-fault.ts';
import {
  type CertificateContent,
  type CertificateFile,
  type KeyContent,
  readAuthorityFile,
  readCertificateFile,
  readKeyFile,
} from './certificate-file.ts';
import type { CertificateChoice } from '../../preload/result.ts';
import type { Der, Library } from './password-encryption.ts';

/** Bytes are plain Uint8Arrays, because a Buffer becomes one when it is posted. */
export interface WorkerQuestion {
  /** A certificate with its key, a key alone, or certificates alone. */
  readonly want: 'certificate' | 'key' | 'authorities';
  readonly file: Uint8Array;
  readonly keyFile?: Uint8Array | undefined;
  readonly passphrase?: string | undefined;
  /** Which of several, from 1. */
  readonly keyNumber?: number | undefined;
  /** Milliseconds since 1970: of several, the one in force is taken. */
  readonly now: number;
}
export type WorkerAnswer =
  | { readonly ok: true; readonly content: CertificateContent | KeyContent | string }
  | {
      readonly ok: false;
      readonly problem: CertificateProblem;
      readonly detail: string;
      readonly choices: readonly CertificateChoice[];
    };

const library: Library = {
  readDer: (bytes) =>
    derOf(
      forge.asn1.fromDer(forge.util.createBuffer(bytes.toString('binary')), {
        strict: true,
        parseAllBytes: false,
        decodeBitStrings: false,
      } as unknown as boolean),
    ),
  rc2: (key, iv, bits, data) => {
    const cipher = forge.rc2.createDecryptionCipher(binary(key), bits);
    cipher.start(binary(iv));
    return finished(cipher, data);
  },
  des: (key, iv, data) => {
    const name = key.length === 8 ? 'DES-CBC' : '3DES-CBC';
    const cipher = forge.cipher.createDecipher(name, binary(key));
    cipher.start({ iv: binary(iv) });
    return finished(cipher, data);
  },
};

const binary = (bytes: Buffer) => bytes.toString('binary');

interface Cipher {
  update(input: forge.util.ByteStringBuffer): unknown;
  finish(): boolean;
  readonly output: { getBytes(): string };
}

function finished(cipher: Cipher, data: Buffer): Buffer | undefined {
  cipher.update(forge.util.createBuffer(binary(data)));
  return cipher.finish() ? Buffer.from(cipher.output.getBytes(), 'binary') : undefined;
}

function derOf(node: forge.asn1.Asn1): Der {
  const children = Array.isArray(node.value) ? node.value.map(derOf) : [];
  const octets =
    typeof node.value === 'string'
      ? octetsOf(node.type, node.value)
      : Buffer.concat(children.map((child) => child.octets));
  return {
    type: node.type,
    universal: node.tagClass === forge.asn1.Class.UNIVERSAL,
    children,
    octets,
    oid: () => forge.asn1.derToOid(forge.util.createBuffer(binary(octets))),
    encoded: () => Buffer.from(forge.asn1.toDer(node).getBytes(), 'binary'),
  };
}

const READERS = {
  certificate: readCertificateFile,
  key: readKeyFile,
  authorities: readAuthorityFile,
};

/** The library has decoded a string of this one kind to the text itself; of every other kind it has the bytes. */
function octetsOf(type: number, value: string): Buffer {
  return type === (forge.asn1.Type.BMPSTRING as number)
    ? Buffer.from(value, 'utf16le').swap16()
    : Buffer.from(value, 'binary');
}

export function answer(question: WorkerQuestion): WorkerAnswer {
  const given: CertificateFile = {
    ...question,
    file: Buffer.from(question.file.buffer),
    keyFile: question.keyFile && Buffer.from(question.keyFile.buffer),
  };
  try {
    return { ok: true, content: READERS[question.want](library, given) };
  } catch (error) {
    if (error instanceof CertificateFault) {
      const { problem, detail, choices } = error;
      return { ok: false, problem, detail, choices };
    }
    // A library's message may quote the file, so it is not passed on.
    return { ok: false, problem: 'unreadable', detail: 'The file is damaged.', choices: [] };
  } finally {
    given.file.fill(0);
    given.keyFile?.fill(0);
  }
}

parentPort?.once('message', (question: WorkerQuestion) =>
  parentPort?.postMessage(answer(question)),
);
