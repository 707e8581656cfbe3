// Words in Norwegian bokmål that a window needs before any screen: of its frame, failures and jobs.
import type { TextsAtStart } from './en-at-start.ts';
import { words } from './nb/words.ts';
import { frame } from './nb/frame.ts';
import { failures } from './nb/failures.ts';
import { fields } from './nb/fields.ts';
import { connections } from './nb/connections.ts';
import { connectionFile } from './nb/connection-file.ts';
import { credentials } from './nb/credentials.ts';
import { dates } from './nb/dates.ts';
import { backup } from './nb/backup.ts';
import { settings } from './nb/settings.ts';
import { onThisComputer } from './nb/on-this-computer.ts';
import { managed } from './nb/managed.ts';
import { updates } from './nb/updates.ts';
import { enterpriseUsers } from './nb/enterprise-users.ts';
import { oneTimeSecrets } from './nb/one-time-secrets.ts';
import { jobs } from './nb/jobs.ts';
import { signIn } from './nb/sign-in.ts';
import { contactInformation } from './nb/contact-information.ts';
import { profile } from './nb/profile.ts';
import { acting } from './nb/acting.ts';
import { drafts } from './nb/drafts.ts';
import { fileReading } from './nb/file-reading.ts';
import { reference } from './nb/reference.ts';
import { limits } from './nb/limits.ts';
import { messages } from './nb/messages.ts';
import { handOver } from './nb/hand-over.ts';

export const nbAtStart: TextsAtStart = {
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
