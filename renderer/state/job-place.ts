// Where a job is shown: a place on the Enterprise users screen, so that every screen can lead there.
const JOB = '/job/';

/** As the id of a route. No user name holds a slash. */
export const jobPlace = (job: string): string => `${JOB}${job}`;

/** The job a route's id names; undefined for anything else. */
export const jobAt = (id: string | null): string | undefined =>
  id?.startsWith(JOB) === true ? id.slice(JOB.length) : undefined;
