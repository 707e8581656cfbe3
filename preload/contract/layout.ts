// The saved state of the window: positions, widths, sorting, and the party acted for.
// It holds nothing that was typed and nothing personal.
import { read } from './operation.ts';
import { eventOffset } from './owner-events.ts';
import { id, party, z } from './schema.ts';

const pixels = z.number().int('not-a-number').min(120, 'out-of-range').max(900, 'out-of-range');
const screenName = z.string({ error: 'wrong-type' }).regex(/^[a-z][a-z-]{0,39}$/, 'wrong-type');
/** What is open on a screen: a user name, a role, an organisation number; never a search. */
const openId = z.string({ error: 'wrong-type' }).max(256, 'too-long');

const fields = {
  sidebarWidth: pixels.nullable(),
  /** By screen. */
  inspectorWidths: z.record(screenName, pixels),
  sorting: z.record(screenName, z.strictObject({ column: screenName, rising: z.boolean() })),
  /** Where the window was last, by connection; `none` is the place without one. */
  places: z.record(id, z.strictObject({ screen: screenName, id: openId.nullable() })),
  /** By connection. `acting`: who calls are made for; null is the connection's own organisation. */
  parties: z.record(
    id,
    z.strictObject({
      acting: party.nullable(),
      /** Newest first. */
      recent: z.array(party).max(5, 'too-many'),
      starred: z.array(party).max(200, 'too-many'),
    }),
  ),
  /** By connection: a person has said that its platform takes the organisation for a user. */
  actsAsUser: z.record(id, z.literal(true)),
  /** By connection: whether it is a service owner's, as a person said or as a call proved. */
  serviceOwners: z.record(id, z.boolean()),
  /** The groups of the sidebar that are folded. */
  folded: z.array(screenName).max(20, 'too-many'),
  /** By connection: the offset of the last event of a service owner's that is done with. */
  eventOffsets: z.record(id, eventOffset),
};

export const layout = z.strictObject(fields);
export type Layout = z.infer<typeof layout>;

export const layoutOperations = {
  get: read({ approval: 'none', input: z.strictObject({}), output: layout }),
  /** What is named replaces what was kept under that name. A read for the journal: nothing is done to anybody's data. */
  remember: read({
    approval: 'none',
    input: z.strictObject(fields).partial(),
    output: z.object({}),
  }),
};
