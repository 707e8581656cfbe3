// What is kept for the forms of a service: a template, and which columns go where.
import { z } from '../../preload/contract/schema.ts';
import type { KeptFiles, KeptFor } from './kept-files.ts';

/** Which form of which service. */
export interface FormKind {
  readonly connection: string;
  readonly code: string;
  readonly edition: number;
  readonly dataFormatId: string;
  readonly dataFormatVersion: string;
}

const keptForm = z.object({
  template: z.string().nullable(),
  mapping: z.array(z.object({ heading: z.string(), path: z.string() })),
});
export type KeptForm = z.infer<typeof keptForm>;
const NOTHING: KeptForm = { template: null, mapping: [] };

/** Problem file{...}, keychain{...}; then nothing has changed. */
export interface KeptForms {
  of(kind: FormKind): Promise<KeptForm>;
  keep(kind: FormKind, change: Partial<KeptForm>): Promise<void>;
}

export function createKeptForms(files: Pick<KeptFiles, 'read' | 'change'>): KeptForms {
  return {
    of: async (kind) => (await files.read(targetOf(kind), keptForm)) ?? NOTHING,
    keep: (kind, change) =>
      files.change(targetOf(kind), keptForm, (before = NOTHING) => {
        const next = { ...before, ...change };
        return next.template === null && next.mapping.length === 0 ? undefined : next;
      }),
  };
}

const targetOf = ({
  connection,
  code,
  edition,
  dataFormatId,
  dataFormatVersion,
}: FormKind): KeptFor => ({
  connection,
  of: ['kept-form', code, edition, dataFormatId, dataFormatVersion],
});
