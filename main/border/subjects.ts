// What the journal calls the subject of a write, where only main knows its name, or the value that goes.
import type { GivenTo } from '../../preload/contract/contract.ts';
import type { Credential } from '../../preload/contract/credentials.ts';
import type { Job } from '../../preload/contract/jobs.ts';
import type { OneTimeSecret } from '../../preload/contract/one-time-secrets.ts';
import type { Subject } from '../../preload/contract/operation.ts';
import type { Settings } from '../../preload/contract/settings.ts';

/** The subject as the contract says it, and what it is called at this moment. */
export type NameSubject = (operation: string, given: unknown, subject: Subject) => Subject;

export interface SubjectNeeds {
  readonly settings: () => Settings;
  readonly credentials: () => readonly Credential[];
  readonly secret: (id: string) => OneTimeSecret | undefined;
  readonly jobs: () => readonly Job[];
  /** Name of a file that a person picked. */
  readonly fileName: (handle: string) => string;
}

/** As the operations that add one say it. */
const CREDENTIAL = {
  certificate: 'certificate',
  'api-key': 'API key',
  'proxy-password': 'proxy password',
  password: 'password',
  'private-key': 'private key',
} as const satisfies Record<Credential['kind'], string>;

/**
 * What is not known keeps the words of the contract. Each text is one that `renderer/screens/activity/journal-words.ts` reads.
 */
export function createNameSubject(needs: SubjectNeeds): NameSubject {
  return (operation, given, subject) => {
    switch (operation) {
      case 'settings.change':
        return { ...subject, object: changes(needs.settings(), given as Partial<Settings>) };
      case 'credentials.replace': {
        const replaced = given as GivenTo<'credentials', 'replace'>;
        const { object, ...rest } = credential(needs, replaced, subject);
        return {
          ...rest,
          object: object === subject.object ? object : `${object} -> ${replaced.name}`,
        };
      }
      case 'credentials.remove':
        return credential(needs, given as GivenTo<'credentials', 'remove'>, subject);
      case 'signIn.verifySecret':
      case 'oneTimeSecrets.keep':
      case 'oneTimeSecrets.saveEncrypted':
      case 'oneTimeSecrets.confirmStored':
      case 'oneTimeSecrets.resolve':
        return secret(needs, given as SecretGiven, subject);
      case 'jobs.retry':
      case 'jobs.resume':
      case 'jobs.stop':
      case 'jobs.forget':
      case 'jobs.resolveRow':
        return job(needs, given as JobGiven, subject);
      case 'attachments.add':
      case 'attachments.stream': {
        const { file } = given as GivenTo<'attachments', 'add'>;
        return { ...subject, object: `${subject.object} ${needs.fileName(file)}` };
      }
      case 'backup.make': {
        const { target } = given as GivenTo<'backup', 'make'>;
        return { ...subject, object: `${subject.object}, file ${needs.fileName(target)}` };
      }
      case 'backup.bringBack': {
        const { file } = given as GivenTo<'backup', 'bringBack'>;
        return { ...subject, object: `${subject.object}, file ${needs.fileName(file)}` };
      }
      case 'serviceOwner.exportResults': {
        const { target } = given as GivenTo<'serviceOwner', 'exportResults'>;
        return { ...subject, object: `${subject.object}, file ${needs.fileName(target)}` };
      }
      default:
        return subject;
    }
  };
}

/** `idleLockMinutes: 10 -> 5`; what stays as it was only where nothing changes. */
function changes(before: Settings, given: Partial<Settings>): string {
  const all = Object.entries(given).filter(([, to]) => to !== undefined);
  const changed = all.filter(([name, to]) => before[name as keyof Settings] !== to);
  return (changed.length > 0 ? changed : all)
    .map(([name, to]) => `${name}: ${value(before[name as keyof Settings])} -> ${value(to)}`)
    .join(', ');
}

const value = (of: Settings[keyof Settings]): string => (of === null ? 'none' : String(of));

function credential(
  needs: SubjectNeeds,
  given: Pick<GivenTo<'credentials', 'remove'>, 'credential'>,
  subject: Subject,
): Subject {
  const found = needs.credentials().find(({ id }) => id === given.credential);
  if (found === undefined) return subject;
  return { ...subject, object: `${CREDENTIAL[found.kind]} ${found.name}` };
}

type SecretGiven = { readonly secret: string; readonly target?: string; readonly how?: string };

function secret(needs: SubjectNeeds, given: SecretGiven, subject: Subject): Subject {
  const found = needs.secret(given.secret);
  if (found === undefined) return subject;
  const how = given.how === undefined ? '' : `: ${given.how}`;
  const file = given.target === undefined ? '' : `, file ${needs.fileName(given.target)}`;
  return { connection: found.connection, object: `secret of ${found.userName}${how}${file}` };
}

type JobGiven = { readonly job: string; readonly userName?: string };

function job(needs: SubjectNeeds, given: JobGiven, subject: Subject): Subject {
  const found = needs.jobs().find(({ id }) => id === given.job);
  if (found === undefined) return subject;
  const row = given.userName === undefined ? '' : `: ${given.userName}`;
  return { connection: found.connection, object: `job ${found.kind}${row}` };
}
