// What the parts of a hand-over and the rows of its job are called.
import type { SignInWay } from '../../../preload/contract/connections.ts';
import type { JobRow } from '../../../preload/contract/jobs.ts';
import type { IconName } from '../../components/icons.ts';
import type { Texts } from '../../texts/en.ts';

/** A manifest may be of a version with other parts: these keep the name that they have there. */
export function partName(part: string, { handOver: t }: Texts): string {
  return isPart(part, t.parts) ? t.parts[part].name : part;
}
const isPart = <P extends object>(part: string, parts: P): part is keyof P & string =>
  Object.hasOwn(parts, part);

/** The list of a part by the part's name, a thing in it by its own. */
export const titleOfRow = ({ title = '', subject }: JobRow, texts: Texts): string =>
  title || partName(subject, texts);

/** Who reads: an organisation, a system or a person. */
export const READERS = {
  certificate: 'certificate',
  'machine-token': 'certificate',
  'enterprise-user': 'robot',
  'enterprise-user-token': 'robot',
  'pasted-token': 'person',
  password: 'person',
  person: 'person',
  none: 'connection',
} as const satisfies Record<SignInWay, IconName>;
