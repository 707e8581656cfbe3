// Words in English that a window needs before any screen: of its frame, failures and jobs.
import { words } from './en/words.ts';
import { frame } from './en/frame.ts';
import { failures } from './en/failures.ts';
import { fields } from './en/fields.ts';
import { connections } from './en/connections.ts';
import { connectionFile } from './en/connection-file.ts';
import { credentials } from './en/credentials.ts';
import { dates } from './en/dates.ts';
import { backup } from './en/backup.ts';
import { settings } from './en/settings.ts';
import { onThisComputer } from './en/on-this-computer.ts';
import { managed } from './en/managed.ts';
import { updates } from './en/updates.ts';
import { enterpriseUsers } from './en/enterprise-users.ts';
import { oneTimeSecrets } from './en/one-time-secrets.ts';
import { jobs } from './en/jobs.ts';
import { signIn } from './en/sign-in.ts';
import { contactInformation } from './en/contact-information.ts';
import { profile } from './en/profile.ts';
import { acting } from './en/acting.ts';
import { drafts } from './en/drafts.ts';
import { fileReading } from './en/file-reading.ts';
import { reference } from './en/reference.ts';
import { limits } from './en/limits.ts';
import { messages } from './en/messages.ts';
import { handOver } from './en/hand-over.ts';

export const enAtStart = {
  words,
  frame,
  failures,
  fields,
  connections,
  connectionFile,
  credentials,
  dates,
  backup,
  settings,
  onThisComputer,
  managed,
  updates,
  enterpriseUsers,
  oneTimeSecrets,
  jobs,
  signIn,
  contactInformation,
  profile,
  acting,
  drafts,
  fileReading,
  reference,
  limits,
  messages,
  handOver,
};
export type TextsAtStart = typeof enAtStart;
