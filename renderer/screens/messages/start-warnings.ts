// Warnings before a form of a service is started. They forbid nothing, because the platform decides.
import type { SignInWay } from '../../../preload/contract/connections.ts';
import type { Service, ServiceSummary } from '../../../preload/contract/metadata.ts';

export type StartWarning =
  | 'unknown-service'
  | 'no-form-task'
  | 'not-rest'
  | 'rest-unsaid'
  | 'not-for-enterprise-users'
  | 'enterprise-users-unsaid'
  | 'not-yet'
  | 'ended';

/** `service`: null where the open metadata does not have it. The gravest first. */
export function startWarnings(
  service: Service | null,
  way: SignInWay,
  now: Date,
): readonly StartWarning[] {
  if (service === null) return ['unknown-service'];
  const warnings: (StartWarning | undefined)[] = [
    service.kind === 'formtask' ? undefined : 'no-form-task',
    restWarning(service),
    way === 'enterprise-user' || way === 'enterprise-user-token' ? userWarning(service) : undefined,
    timeWarning(service, now.getTime()),
  ];
  return warnings.filter((one) => one !== undefined);
}

const restWarning = ({ restEnabled }: Service): StartWarning | undefined =>
  restEnabled === null ? 'rest-unsaid' : restEnabled ? undefined : 'not-rest';

/** Two fields say it; the one that says no counts. */
function userWarning({ enterpriseUserEnabled, eusEnabled }: Service): StartWarning | undefined {
  const said = [enterpriseUserEnabled, eusEnabled];
  if (said.includes(false)) return 'not-for-enterprise-users';
  return said.includes(true) ? undefined : 'enterprise-users-unsaid';
}

function timeWarning(
  { validFrom, validTo }: Pick<ServiceSummary, 'validFrom' | 'validTo'>,
  now: number,
): StartWarning | undefined {
  if (validFrom !== null && Date.parse(validFrom) > now) return 'not-yet';
  const ends = validTo !== null && validTo !== 'for-ever';
  return ends && Date.parse(validTo) < now ? 'ended' : undefined;
}
