// What a platform still offers: each group of the endpoint table, as it answered when a person had it asked.
import { failure, successor } from '../result.ts';
import { instant, z } from './schema.ts';

/** The groups of the endpoint table (`endpoints.ts`), in its order. */
export const endpointGroup = z.enum([
  'messages',
  'parties',
  'profiles',
  'enterprise-users',
  'role-definitions',
  'delegations',
  'roles',
  'rights',
  'app-rights',
  'look-ups',
  'file-transfer',
  'consent-requests',
  'consent-tokens',
  'delegation-requests',
  'owner-organizations',
  'owner-reportees',
  'owner-access',
  'owner-app-rights',
  'owner-delegations',
  'owner-delegation-requests',
  'owner-consents',
  'service-rights',
  'owner-events',
  'owner-notifications',
  'owner-role-definitions',
  'metadata',
  'signing-in',
]);
export type EndpointGroup = z.infer<typeof endpointGroup>;

const group = endpointGroup;

export const offer = z.discriminatedUnion('state', [
  /** Also with a refusal of what was asked: who judges the question is there. */
  z.object({ state: z.literal('answers'), group }),
  /** 401 or 403: the failure names the key's resource, the scope and the right that may be lacking. */
  z.object({ state: z.literal('not-allowed'), group, failure }),
  z.object({
    state: z.literal('switched-off'),
    group,
    /** As the documentation has it; null where it knows of none. */
    since: z.string().nullable(),
    instead: successor.nullable(),
    failure,
  }),
  z.object({ state: z.literal('not-reached'), group, failure }),
  /** There is no harmless question, or the connection does not sign in. */
  z.object({
    state: z.literal('not-asked'),
    group,
    because: z.enum(['only-changes', 'needs-service', 'needs-code', 'signs-in-not']),
  }),
]);
export type Offer = z.infer<typeof offer>;

export const offers = z.object({
  asked: instant,
  /** One of each group, in the order of the table. */
  groups: z.array(offer),
});
export type Offers = z.infer<typeof offers>;
