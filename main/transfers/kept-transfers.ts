// What is kept of files that were sent, sealed beside the drafts: each one, and how a service's last was described.
import {
  keptDescription,
  type KeptDescription,
  sentFile,
  type SentFile,
} from '../../preload/contract/file-transfer.ts';
import { z } from '../../preload/contract/schema.ts';
import type { KeptFiles } from '../messages/kept-files.ts';

interface ServiceOf {
  readonly connection: string;
  readonly code: string;
  readonly edition: number;
}

/** Problem file{...}, keychain{...}; then nothing has changed. */
export interface KeptTransfers {
  description(of: ServiceOf): Promise<KeptDescription | undefined>;
  /** Undefined takes it away. */
  keep(of: ServiceOf, description: KeptDescription | undefined): Promise<void>;
  /** Newest first. */
  sent(connection: string): Promise<readonly SentFile[]>;
  addSent(connection: string, file: SentFile): Promise<void>;
}

/** The oldest go first. */
const MOST_SENT = 1000;
const sentFiles = z.array(sentFile);

export function createKeptTransfers(files: Pick<KeptFiles, 'read' | 'change'>): KeptTransfers {
  const descriptionOf = ({ connection, code, edition }: ServiceOf) => ({
    connection,
    of: ['file-description', code, edition] as const,
  });
  const sentOf = (connection: string) => ({ connection, of: ['sent-files'] as const });
  return {
    description: (of) => files.read(descriptionOf(of), keptDescription),
    keep: (of, description) => files.change(descriptionOf(of), keptDescription, () => description),
    sent: async (connection) => (await files.read(sentOf(connection), sentFiles)) ?? [],
    addSent: (connection, file) =>
      files.change(sentOf(connection), sentFiles, (before = []) => [
        file,
        ...before.filter(({ reference }) => reference !== file.reference).slice(0, MOST_SENT - 1),
      ]),
  };
}
