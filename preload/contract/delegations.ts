// Delegations (platform.md, Roles and rights): who holds roles and rights of a party, giving, taking back, own ones.
import { savedFile } from './files.ts';
import { email } from './contact-information.ts';
import { userName } from './enterprise-users.ts';
import { read, write } from './operation.ts';
import { identityNumber, maskedNumber } from './reportees.ts';
import { right, roleDefinition, serviceCode, serviceEdition } from './role-definitions.ts';
import {
  completeness,
  fileHandle,
  id,
  instant,
  language,
  line,
  listProgress,
  organisationNumber,
  party,
  resourceId,
  z,
} from './schema.ts';

/** Somebody who holds roles or rights for the party. What, one more call per holder says. */
export const rightHolder = z.object({
  /** RightHolderId: `r` of a person or an organisation, `u` of an enterprise user. */
  id: z.string(),
  kind: z.enum(['person', 'organisation', 'enterprise-user', 'unknown']),
  /** Of an enterprise user its user name. */
  name: z.string(),
  /** Persons only; the platform itself hides its last digits. */
  identityNumber: maskedNumber.nullable(),
  organisationNumber: z.string().nullable(),
});
export type RightHolder = z.infer<typeof rightHolder>;

export const heldRole = roleDefinition.extend({
  /** RoleId, by which it is taken back; null where it follows from another role, or stands for single rights. */
  held: z.string().nullable(),
  /** Who gave it; empty where nobody did. */
  delegator: z.string(),
  since: instant.nullable(),
});
export type HeldRole = z.infer<typeof heldRole>;

export const heldRight = right.extend({
  /** Given by itself, and not through a role: only such a one can be taken back. */
  direct: z.boolean(),
});
export type HeldRight = z.infer<typeof heldRight>;

export const holding = z.object({
  holder: rightHolder,
  roles: z.array(heldRole),
  rights: z.array(heldRight),
});
export type Holding = z.infer<typeof holding>;

/** Words of actions differ from service to service: as its role requirements spell them (platform.md, Values). */
export const actionWord = z
  .string({ error: 'wrong-type' })
  .regex(/^[A-Za-z][A-Za-z-]{0,39}$/, 'wrong-type');

/** Persons and organisations are named as the registers have them: a last name beside the number, the whole name beside the other. */
export const receiver = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('person'), identityNumber, lastName: line(200) }),
  z.strictObject({ kind: z.literal('organisation'), organisationNumber, name: line(200) }),
  z.strictObject({ kind: z.literal('enterprise-user'), userName }),
  /** Who signs in with a user name and password. */
  z.strictObject({ kind: z.literal('person-by-user-name'), userName, lastName: line(200) }),
]);
export type Receiver = z.infer<typeof receiver>;

/** A national identity number stays out of the journal. */
export function receiverObject(to: Receiver): string {
  switch (to.kind) {
    case 'person':
      return 'a person';
    case 'organisation':
      return to.organisationNumber;
    case 'enterprise-user':
    case 'person-by-user-name':
      return to.userName;
  }
}

export const givenServiceRight = z.strictObject({
  serviceCode,
  serviceEdition,
  action: actionWord,
});
export type GivenServiceRight = z.infer<typeof givenServiceRight>;

const MOST_AT_ONCE = 200;
const roleDefinitionId = z
  .number()
  .int('not-a-number')
  .min(0, 'out-of-range')
  .max(Number.MAX_SAFE_INTEGER, 'out-of-range');
const ofParty = z.strictObject({ connection: id, who: party });
const ofHolder = ofParty.extend({ receiver: resourceId });

/** What cannot be told is not lost: each role that could not be read is named. */
export const loss = z.object({
  /** Rights that nothing else gives. */
  lost: z.array(right),
  /** Rights of what goes that another role, or a right given by itself, gives as well. */
  kept: z.array(right),
  /** Names of roles whose rights could not be read. */
  unread: z.array(z.string()),
});
export type Loss = z.infer<typeof loss>;

export const delegations = {
  /** GET /api/{who}/authorization/delegations; with a service, those who may do something in it. */
  list: read({
    input: ofParty.extend({
      service: z.strictObject({ code: serviceCode, edition: serviceEdition }).optional(),
    }),
    output: z.object({ holders: z.array(rightHolder), completeness }),
    progress: listProgress,
  }),
  /** GET .../delegations/{receiverId}: one holder with all it holds, which may be nothing. */
  get: read({ input: ofHolder.extend({ language: language.optional() }), output: holding }),
  /** GET /api/{who}/authorization/roles and /rights: what the one who is signed in holds for the party. */
  own: read({
    input: ofParty,
    output: z.object({
      roles: z.array(heldRole),
      rights: z.array(heldRight),
      completeness,
    }),
    progress: listProgress,
  }),
  /**
   * What a holder could not do any more without these roles and rights; without both lists, without all it holds. One call per role.
   */
  loss: read({
    input: ofHolder.extend({
      roles: z.array(resourceId).max(MOST_AT_ONCE, 'too-many').optional(),
      rights: z.array(resourceId).max(MOST_AT_ONCE, 'too-many').optional(),
    }),
    output: loss,
    progress: listProgress,
  }),
  /** Holders as CSV; with `holdings` a line for each role and right, which takes a call per holder. */
  exportList: read({
    input: ofParty.extend({ target: fileHandle, holdings: z.boolean() }),
    output: savedFile.extend({ rows: z.number().int() }),
    progress: listProgress,
  }),
  /**
   * POST /api/{who}/authorization/delegations: roles and rights at once. The platform sends the receiver a notice. `holder` is
   * null where the receiver cannot be found among the holders afterwards; `missing` names what the receiver does not hold then.
   */
  give: write({
    input: ofParty
      .extend({
        to: receiver,
        roles: z.array(roleDefinitionId).max(MOST_AT_ONCE, 'too-many'),
        rights: z.array(givenServiceRight).max(MOST_AT_ONCE, 'too-many'),
        /** Where the notice goes if the platform has no address. */
        email: email.optional(),
      })
      .superRefine(({ roles, rights }, context) => {
        if (roles.length + rights.length === 0)
          context.addIssue({ code: 'custom', message: 'required', path: ['roles'] });
      }),
    output: z.object({
      holder: rightHolder.nullable(),
      missing: z.object({ roles: z.array(z.number()), rights: z.array(givenServiceRight) }),
    }),
    subject: ({ connection, who, to }) => ({
      connection,
      object: `roles and rights of ${who} to ${receiverObject(to)}`,
    }),
  }),
  /** DELETE .../{receiverId}/roles/{roleId}: `conflict` for one that follows from another or comes from a register. */
  takeRole: write({
    input: ofHolder.extend({
      role: resourceId,
      /** As it was shown, for the journal. */
      name: z.string().max(200, 'too-long').optional(),
    }),
    output: z.object({}),
    subject: ({ connection, receiver: from, role, name }) => ({
      connection,
      object: ['role', role, name ?? '', 'of', from].filter((part) => part !== '').join(' '),
    }),
  }),
  /** DELETE .../{receiverId}/rights/{rightId}: `conflict` for one that a role gives. */
  takeRight: write({
    input: ofHolder.extend({ right: resourceId }),
    output: z.object({}),
    subject: ({ connection, receiver: from, right: which }) => ({
      connection,
      object: `right ${which} of ${from}`,
    }),
  }),
};
