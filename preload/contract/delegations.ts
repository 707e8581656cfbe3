// Delegations (platform.md, Roles and rights): who holds roles and rights of a party, giving, taking back, own ones.
import { headingLine, hiddenRows, savedList } from './files.ts';
import { email } from './contact-information.ts';
import { userName } from './enterprise-users.ts';
import { read, write } from './operation.ts';
import { failure, fieldProblem } from '../result.ts';
import { identityNumber, maskedNumber } from './reportees.ts';
import { right, roleDefinition, serviceCode, serviceEdition } from './role-definitions.ts';
import { hasIdentityNumber } from './rules.ts';
import {
  completeness,
  exactLine,
  id,
  instant,
  language,
  line,
  listProgress,
  onlyRows,
  organisationNumber,
  party,
  readHandle,
  resourceId,
  saveTarget,
  shownText,
  listOf,
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

/** What one holder has, small enough to be kept of each in a long list: the rights that roles give are left out. */
export const heldInBrief = z.object({
  /** RightHolderId. */
  holder: z.string(),
  roles: z.array(
    roleDefinition.pick({ id: true, name: true }).extend({
      /** Not one that follows from another role. */
      given: z.boolean(),
    }),
  ),
  /** Those given by themselves. */
  rights: z.array(right.pick({ serviceCode: true, serviceEdition: true, action: true })),
});
export type HeldInBrief = z.infer<typeof heldInBrief>;

/** Words of actions differ from service to service: as its role requirements spell them (platform.md, Values). */
export const actionWord = exactLine(100);

const organisation = z.strictObject({
  kind: z.literal('organisation'),
  organisationNumber,
  name: line(200),
});
const enterpriseUser = z.strictObject({ kind: z.literal('enterprise-user'), userName });
/** Who signs in with a user name and password. */
const personByUserName = z.strictObject({
  kind: z.literal('person-by-user-name'),
  userName,
  lastName: line(200),
});
/** Persons and organisations are named as the registers have them: a last name beside the number, the whole name beside the other. */
export const receiver = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('person'), identityNumber, lastName: line(200) }),
  organisation,
  enterpriseUser,
  personByUserName,
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
const MOST_HOLDERS = 10_000;
const roleDefinitionId = z
  .number()
  .int('not-a-number')
  .min(0, 'out-of-range')
  .max(Number.MAX_SAFE_INTEGER, 'out-of-range');

/** One role or one right. */
export const delegated = z.union([
  z.strictObject({
    role: roleDefinitionId,
    /** As it was shown, for the list of rows. */
    name: shownText.optional(),
  }),
  givenServiceRight,
]);
export type Delegated = z.infer<typeof delegated>;

/** Jobs are stored, and national identity numbers never are: nobody is named by one here. */
export const changedReceiver = z.discriminatedUnion('kind', [
  organisation,
  enterpriseUser,
  personByUserName,
  /** By the id in the list of holders, for taking back only: nobody is given anything by it. */
  z.strictObject({ kind: z.literal('holder'), holder: resourceId, name: shownText.optional() }),
]);
export type ChangedReceiver = z.infer<typeof changedReceiver>;

/** One role or right that is given to one receiver or taken back. */
export const delegationChange = z
  .strictObject({ action: z.enum(['give', 'take']), to: changedReceiver, what: delegated })
  .superRefine(({ action, to, what }, context) => {
    // The list of holders has no user name of a person, so who is meant cannot be told.
    const unfit = action === 'give' ? 'holder' : 'person-by-user-name';
    if (to.kind === unfit)
      context.addIssue({ code: 'custom', message: 'not-a-choice', path: ['to', 'kind'] });
    for (const [part, fields] of Object.entries({ to, what }))
      for (const [field, value] of Object.entries(fields))
        if (typeof value === 'string' && hasIdentityNumber(value))
          context.addIssue({
            code: 'custom',
            message: 'holds-identity-number',
            path: [part, field],
          });
  });
export type DelegationChange = z.infer<typeof delegationChange>;

/** One line of a file of changes, and what would become of it. */
export const plannedDelegation = z.object({
  /** Line of the file, from 1. */
  line: z.number().int(),
  action: z.enum(['give', 'take']),
  /** As `jobs.startDelegations` takes it; null where the line is refused. */
  change: delegationChange.nullable(),
  /** Receiver and what, or what stands in a line that is refused, cut to 100 signs and without national identity numbers. */
  text: z.string(),
  /** `twice`: an earlier line says the same. `there-already` and `not-there`: nothing to do. */
  verdict: z.enum(['give', 'take', 'there-already', 'not-there', 'twice', 'refused']),
  problem: fieldProblem.nullable(),
  /** It gives to an enterprise user that is neither a holder nor in the list of them that was read last: there may be none of that name. */
  isUnknownUser: z.literal(true).optional(),
});
export type PlannedDelegation = z.infer<typeof plannedDelegation>;

/** Enterprise users as they were last read here; a whole list alone says who is missing. */
export const knownUsers = z.object({ userNames: z.array(z.string()), read: instant });
export type KnownUsers = z.infer<typeof knownUsers>;

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
    approval: 'none',
    input: ofParty.extend({
      service: z.strictObject({ code: serviceCode, edition: serviceEdition }).optional(),
    }),
    output: listOf('holders', rightHolder),
    progress: listProgress,
  }),
  /** GET /api/{who}/authorization/delegations/{receiverId}: one holder with all it holds, which may be nothing. */
  get: read({
    approval: 'none',
    input: ofHolder.extend({ language: language.optional() }),
    output: holding,
  }),
  /**
   * What each of these holders has, in brief: one call for each, a few at once. `unread` are those of whom it could not be read, and
   * why; `arrived` those of whom it was, as they come.
   */
  holdings: read({
    approval: 'none',
    input: ofParty.extend({ holders: z.array(resourceId).max(MOST_HOLDERS, 'too-many') }),
    output: z.object({
      held: z.array(heldInBrief),
      unread: z.array(z.object({ holder: z.string(), failure })),
    }),
    progress: listProgress.extend({ arrived: z.array(heldInBrief) }),
  }),
  /**
   * The enterprise users of the connection's organisation as one of its connections to this platform read them last; null where none
   * has. Nobody is asked.
   */
  knownUsers: read({
    approval: 'none',
    input: z.strictObject({ connection: id }),
    output: z.object({ users: knownUsers.nullable() }),
  }),
  /** GET /api/{who}/authorization/roles and GET /api/{who}/authorization/rights: what the one who is signed in holds for the party. */
  own: read({
    approval: 'none',
    input: ofParty,
    output: listOf('roles', heldRole, { rights: z.array(heldRight) }),
    progress: listProgress,
  }),
  /**
   * What a holder could not do any more without these roles and rights; without both lists, without all it holds. One call per role.
   */
  loss: read({
    approval: 'none',
    input: ofHolder.extend({
      roles: z.array(resourceId).max(MOST_AT_ONCE, 'too-many').optional(),
      rights: z.array(resourceId).max(MOST_AT_ONCE, 'too-many').optional(),
    }),
    output: loss,
    progress: listProgress,
  }),
  /**
   * Dry run of a table, CSV or XLSX, against what its receivers hold now: the list of holders is read once, and each holder that is named. Changes
   * nothing; `jobs.startDelegations` does. Columns, in English or Norwegian: `action` (give, take); the receiver by `user name`, by
   * `user name` and `last name`, by `organisation number` and `name`, or for taking back by `holder` (its id), perhaps with its `kind`;
   * `role` (id, code or exact name), or `service code`, `edition` and `right` (the word of the action). At most 2 000 lines, 1 MiB.
   */
  readFile: read({
    approval: 'none',
    input: ofParty.extend({ file: readHandle }),
    output: z.object({
      rows: z.array(plannedDelegation),
      completeness,
      hiddenRows: hiddenRows.optional(),
      /** Absent where the first row has them, or none. */
      headingLine: headingLine.optional(),
      /** When the list that `isUnknownUser` was looked up in was read; absent where there is none. */
      usersRead: instant.optional(),
    }),
    progress: listProgress,
  }),
  /** Holders as a table, CSV unless it is said; with `holdings` a line for each role and right, which takes a call per holder. `only`: ids of holders. */
  exportList: read({
    approval: 'none',
    input: ofParty.extend({
      target: saveTarget,
      format: z.enum(['csv', 'xlsx']).optional(),
      holdings: z.boolean(),
      only: onlyRows,
    }),
    output: savedList,
    progress: listProgress,
  }),
  /**
   * POST /api/{who}/authorization/delegations: roles and rights at once. The platform sends the receiver a notice. `holder` is
   * null where the receiver cannot be found among the holders afterwards; `missing` names what the receiver does not hold then.
   */
  give: write({
    approval: 'grant',
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
  /** DELETE /api/{who}/authorization/delegations/{receiverId}/roles/{roleId}: `conflict` for one that follows from another or comes from a register. */
  takeRole: write({
    approval: 'none',
    input: ofHolder.extend({
      role: resourceId,
      /** As it was shown, for the journal. */
      name: shownText.optional(),
    }),
    output: z.object({}),
    subject: ({ connection, receiver: from, role, name }) => ({
      connection,
      object: ['role', role, name ?? '', 'of', from].filter((part) => part !== '').join(' '),
    }),
  }),
  /** DELETE /api/{who}/authorization/delegations/{receiverId}/rights/{rightId}: `conflict` for one that a role gives. */
  takeRight: write({
    approval: 'none',
    input: ofHolder.extend({ right: resourceId }),
    output: z.object({}),
    subject: ({ connection, receiver: from, right: which }) => ({
      connection,
      object: `right ${which} of ${from}`,
    }),
  }),
};
