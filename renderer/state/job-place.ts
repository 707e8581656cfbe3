// The address at which a job is shown: a place on the screen of its feature.
import type { Job } from '../../preload/contract/jobs.ts';

const ROTATION = '/job/';
const BATCH = 'job+';
/** Of the copy of the open metadata, and of its synchronisation. */
export const COPY_PLACE = '+copy';
/** Where a hand-over begins; after the id of a connection it is that one's, else of the one in use. */
export const HAND_OVER_PLACE = '+hand-over';
/** Where connections are taken over from a file. */
export const TAKE_OVER_PLACE = '+take-over';

/** Of a job about enterprise users, as the id of a route. No user name holds a slash. */
export const jobPlace = (job: string): string => `${ROTATION}${job}`;

/** The job about enterprise users that a route's id names; undefined for anything else. */
export const jobAt = (id: string | null): string | undefined =>
  id?.startsWith(ROTATION) === true ? id.slice(ROTATION.length) : undefined;

/** Of a job with a tally, as the id of a route. */
export const batchPlace = (job: string): string => `${BATCH}${job}`;

/** The job with a tally that a route's id names. */
export const batchAt = (id: string | null): string | undefined =>
  id?.startsWith(BATCH) === true ? id.slice(BATCH.length) : undefined;

/** Screen and id where any job is shown. */
export function placeOf(job: Pick<Job, 'id' | 'kind'>): {
  readonly screen: string;
  readonly id: string;
} {
  switch (job.kind) {
    case 'rotate-secrets':
    case 'delete-users':
      return { screen: 'enterprise-users', id: jobPlace(job.id) };
    case 'change-contact-entries':
      return { screen: 'contact-information', id: batchPlace(job.id) };
    case 'change-delegations':
      return { screen: 'delegations', id: batchPlace(job.id) };
    case 'request-consents':
      return { screen: 'consents', id: batchPlace(job.id) };
    case 'look-up':
      return { screen: 'service-owner', id: batchPlace(job.id) };
    case 'send-forms':
      return { screen: 'work-list', id: batchPlace(job.id) };
    case 'download-files':
    case 'send-files':
      return { screen: 'file-transfer', id: batchPlace(job.id) };
    case 'change-messages':
    case 'export-messages':
      return { screen: 'inbox', id: batchPlace(job.id) };
    case 'hand-over':
      return { screen: 'connections', id: batchPlace(job.id) };
    case 'synchronise':
      return { screen: 'services', id: COPY_PLACE };
  }
}
