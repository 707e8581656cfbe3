// Code lists (platform.md, Open metadata): named lists of values in several versions and languages.
import { read } from './operation.ts';
import { completeness, id, listProgress, z } from './schema.ts';

/** English, bokmål, nynorsk: the language ids of the platform. */
export const apiLanguage = z.union([z.literal(1033), z.literal(1044), z.literal(2068)]);

/** As it stands in a path of the API: no sign that would end the path or start another part of it. */
export const codeListName = z
  .string({ error: 'wrong-type' })
  .min(1, 'required')
  .max(100, 'too-long')
  .regex(/^(?!\.{1,2}$)[^\p{C}/\\?#%]+$/u, 'wrong-type');

const codeListVersion = z.number({ error: 'not-a-number' }).int().min(0).max(1_000_000);

export const codeListHead = z.object({
  name: z.string(),
  version: z.number().int(),
  /** Null where the platform does not say. */
  language: z.number().int().nullable(),
});
export type CodeListHead = z.infer<typeof codeListHead>;

/** All four are text: leading zeros count. */
export const code = z.object({
  code: z.string(),
  value1: z.string(),
  value2: z.string(),
  value3: z.string(),
});
export type Code = z.infer<typeof code>;

export const codeList = codeListHead.extend({ codes: z.array(code) });
export type CodeList = z.infer<typeof codeList>;

/** Nobody signs in for these, whatever the connection has. Without `language`, the connection's is asked for. */
export const codeLists = {
  list: read({
    input: z.strictObject({ connection: id, language: apiLanguage.optional() }),
    output: z.object({ lists: z.array(codeListHead), completeness }),
    progress: listProgress,
  }),
  get: read({
    input: z.strictObject({
      connection: id,
      name: codeListName,
      version: codeListVersion,
      language: apiLanguage.optional(),
    }),
    output: codeList,
  }),
};
