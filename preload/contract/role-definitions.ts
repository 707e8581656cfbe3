// Role definitions of a party (platform.md, Roles and rights): external, platform and local; only local ones change.
import { headingLine, hiddenRows, savedFile } from './files.ts';
import { read, write } from './operation.ts';
import { fieldProblem } from '../result.ts';
import {
  completeness,
  id,
  language,
  line,
  listProgress,
  optionalLine,
  party,
  readHandle,
  saveTarget,
  listOf,
  z,
} from './schema.ts';

/** Actions a local role may be made of (platform.md, Roles and rights). */
export const localAction = z.enum([
  'Read',
  'Write',
  'Delete',
  'Sign',
  'ReadArchive',
  'DeleteArchive',
]);
export type LocalAction = z.infer<typeof localAction>;

/** An action as the server spelt it, and which known one that is: `Archive-Read` is `ReadArchive` (platform.md, Values). */
export const action = z.object({
  word: z.string(),
  known: z.enum([...localAction.options, 'Access', 'unknown']),
});
export type Action = z.infer<typeof action>;

/** `platform`: the platform's own roles, whose word is named after the platform and so not known beforehand. */
export const roleKind = z.enum(['external', 'platform', 'local']);
export type RoleKind = z.infer<typeof roleKind>;

export const roleDefinition = z.object({
  /** RoleDefinitionId. */
  id: z.number().int(),
  kind: roleKind,
  /** RoleType as the server wrote it. */
  type: z.string(),
  name: z.string(),
  description: z.string(),
  /** RoleDefinitionCode; null where the server gives none. */
  code: z.string().nullable(),
});
export type RoleDefinition = z.infer<typeof roleDefinition>;

export const right = z.object({
  /** RightID. */
  id: z.string().nullable(),
  /** RightType, e.g. `Service`. */
  type: z.string().nullable(),
  serviceCode: z.string(),
  serviceEdition: z.number().int().nullable(),
  action,
  /** RightSourceType, e.g. `RoleTypeRights`. */
  source: z.string().nullable(),
  delegable: z.boolean().nullable(),
});
export type Right = z.infer<typeof right>;

export const roleWithRights = roleDefinition.extend({ rights: z.array(right) });
export type RoleWithRights = z.infer<typeof roleWithRights>;

/** A code of a service; zeros at its beginning belong to it. */
export const serviceCode = line(60);
export const serviceEdition = z
  .number()
  .int('not-a-number')
  .min(0, 'out-of-range')
  .max(2_147_483_647, 'out-of-range');

const givenRight = z.strictObject({ serviceCode, serviceEdition, action: localAction });
export type GivenRight = z.infer<typeof givenRight>;

export const mostRights = 2_000;
export const roleName = line(200);
export const roleDescription = optionalLine(1_000);
/** What a role shall be; a right given twice is refused at its place. */
const wanted = {
  name: roleName,
  description: roleDescription,
  rights: z
    .array(givenRight)
    .max(mostRights, 'too-many')
    .superRefine((rights, context) => {
      const met = new Set<string>();
      rights.forEach((one, at) => {
        const key = JSON.stringify([one.serviceCode, one.serviceEdition, one.action]);
        if (met.has(key))
          context.addIssue({ code: 'custom', message: 'same-as-before', path: [at] });
        met.add(key);
      });
    }),
  /** Language of the texts; the connection's when left out. */
  language: language.optional(),
};

/** The server's own text, which may have line breaks; it is compared, never sent. */
const shownText = (max: number) => z.string({ error: 'wrong-type' }).max(max, 'too-long');
/** A role as a person was last shown it: a change is made to that and to nothing newer. */
const shownRole = z.strictObject({
  name: shownText(2_000),
  description: shownText(10_000),
  rights: z
    .array(
      z.strictObject({
        serviceCode: optionalLine(200),
        serviceEdition: z.number().int().nullable(),
        /** The server's word. */
        action: optionalLine(200),
      }),
    )
    .max(mostRights, 'too-many'),
});

const ofParty = z.strictObject({ connection: id, who: party });
const roleId = z
  .number()
  .int('not-a-number')
  .min(0, 'out-of-range')
  .max(Number.MAX_SAFE_INTEGER, 'out-of-range');
const ofRole = ofParty.extend({ role: roleId });

/** What became of a local role; `role` is null when it could not be read back: it was done all the same. */
/** Why a right of a file is not compared, and where it stands. */
const refusedInRoles = z.object({
  role: z.string(),
  /** Of a table, from 1; a workbook has it as its row. Null for JSON. */
  line: z.number().int().nullable(),
  /** Of JSON, in the role's list of rights, from 1. Null for a table. */
  position: z.number().int().nullable(),
  /** By its heading in a table; null where it is about the whole right. */
  column: z.enum(['role', 'service code', 'service edition', 'action']).nullable(),
  /** Cut to 100 signs. */
  text: z.string(),
  problem: fieldProblem,
});
export type RefusedInRoles = z.infer<typeof refusedInRoles>;

const written = z.object({ id: roleId, role: roleWithRights.nullable() });

/** How many roles are read, of how many. */
const rolesRead = z.object({ done: z.number().int(), of: z.number().int() });

export const roleDefinitions = {
  /** GET /api/{who}/authorization/roledefinitions: all three kinds, without rights. */
  list: read({
    approval: 'none',
    input: ofParty,
    output: listOf('roles', roleDefinition),
    progress: listProgress,
  }),
  /** GET /api/{who}/authorization/roledefinitions/{roledefinitionid}. */
  get: read({ approval: 'none', input: ofRole, output: roleWithRights }),
  /** Writes a role as a JSON file that `readFile` reads: name, description, rights. */
  exportRole: read({
    approval: 'none',
    input: ofRole.extend({ target: saveTarget }),
    output: savedFile,
  }),
  /**
   * Dry run of such a file: what it holds, what in it cannot be taken over and why, and the local role of the same name
   * as it is now. Changes nothing. Problem invalid-input{file} when it is no role at all. At most 1 MiB.
   */
  readFile: read({
    approval: 'none',
    input: ofParty.extend({ file: readHandle }),
    output: z.object({
      name: z.string(),
      description: z.string(),
      rights: z.array(givenRight),
      refused: z.array(
        z.object({
          /** Position in the file's list of rights, from 1. */
          position: z.number().int(),
          /** Cut to 100 signs. */
          text: z.string(),
          problem: fieldProblem,
        }),
      ),
      existing: roleWithRights.nullable(),
    }),
  }),
  /**
   * All local roles with their rights in one file, which `compareFile` reads: JSON, or a table with a line for each right. One call
   * for each role.
   */
  exportAll: read({
    approval: 'none',
    input: ofParty.extend({ target: saveTarget, format: z.enum(['json', 'csv', 'xlsx']) }),
    output: savedFile.extend({ roles: z.number().int(), completeness }),
    progress: rolesRead,
  }),
  /**
   * The roles of such a file, of this party or another, beside all local roles as they are now. Changes nothing. At most 16 MiB.
   * Problem invalid-input{file} when it is no such file; `required` for a table whose first line names no columns.
   */
  compareFile: read({
    approval: 'none',
    input: ofParty.extend({ file: readHandle }),
    output: z.object({
      inFile: z.array(
        z.object({
          name: z.string(),
          description: z.string(),
          rights: z.array(givenRight),
          /** Rights of the file that no local role can have. */
          refused: z.number().int(),
        }),
      ),
      /** The first of all of these, at most 100. */
      refused: z.array(refusedInRoles),
      /** Absent where no row of the file is hidden. */
      hiddenRows: hiddenRows.optional(),
      /** Absent where the first row has them, or none. */
      headingLine: headingLine.optional(),
      now: z.array(roleWithRights),
      completeness,
    }),
    progress: rolesRead,
  }),
  /**
   * POST /api/{who}/authorization/roledefinitions/: a new local role. It gives rights only after it is delegated.
   * `conflict` with field `name` when a local role has that name.
   */
  create: write({
    approval: 'none',
    input: ofParty.extend({ ...wanted, rights: wanted.rights.min(1, 'required') }),
    output: written,
    subject: (input) => ({ connection: input.connection, object: `local role ${input.name}` }),
  }),
  /**
   * PUT /api/{who}/authorization/roledefinitions/{roledefinitionid}: name, description and rights become what is given.
   * `expected` is the role as it was shown: `conflict` when the server has another one by now, or when it is not local.
   */
  replace: write({
    approval: 'none',
    input: ofRole.extend({ ...wanted, expected: shownRole }),
    output: written,
    subject: (input) => ({
      connection: input.connection,
      object: `local role ${input.role} ${input.name}`,
    }),
  }),
  /** DELETE /api/{who}/authorization/roledefinitions/{roledefinitionid}: local roles only, else `conflict`. */
  remove: write({
    approval: 'none',
    /** `name`: as it was shown, for the journal. */
    input: ofRole.extend({ name: z.string().max(200, 'too-long').optional() }),
    output: z.object({}),
    subject: (input) => ({
      connection: input.connection,
      object: ['local role', input.role, input.name ?? ''].join(' ').trim(),
    }),
  }),
};
