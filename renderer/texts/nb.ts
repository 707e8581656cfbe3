// Every visible word in Norwegian bokmål; a missing or surplus text is a compile error.
import type { Texts } from './en.ts';
import { roleDefinitions } from './nb/role-definitions.ts';
import { roleEditor } from './nb/role-editor.ts';
import { changeFile } from './nb/change-file.ts';
import { consents } from './nb/consents.ts';
import { contactInformation } from './nb/contact-information.ts';
import { delegations } from './nb/delegations.ts';
import { profile } from './nb/profile.ts';
import { reportees } from './nb/reportees.ts';
import { partyAccess } from './nb/party-access.ts';
import { places } from './nb/places.ts';
import { ownerRequests } from './nb/owner-requests.ts';
import { ownerEvents } from './nb/owner-events.ts';
import { serviceOwner } from './nb/service-owner.ts';
import { serviceRights } from './nb/service-rights.ts';
import { acting } from './nb/acting.ts';
import { drafts } from './nb/drafts.ts';
import { reference } from './nb/reference.ts';
import { services } from './nb/services.ts';
import { codeLists } from './nb/code-lists.ts';
import { roles } from './nb/roles.ts';
import { xsd } from './nb/xsd.ts';
import { limits } from './nb/limits.ts';
import { messages } from './nb/messages.ts';
import { messagePane } from './nb/message-pane.ts';
import { messageBody } from './nb/message-body.ts';
import { fileTransfer } from './nb/file-transfer.ts';
import { lookups } from './nb/lookups.ts';
import { formDesk } from './nb/form-desk.ts';
import { formEditor } from './nb/form-editor.ts';
import { formFields } from './nb/form-fields.ts';
import { formStart } from './nb/form-start.ts';
import { manyForms } from './nb/many-forms.ts';
import { signing } from './nb/signing.ts';
import { messageExport } from './nb/message-export.ts';
import { handOver } from './nb/hand-over.ts';
import { bulkRotation } from './nb/bulk-rotation.ts';
import { activity } from './nb/activity.ts';
import { connectionFile } from './nb/connection-file.ts';
import { connections } from './nb/connections.ts';
import { credentials } from './nb/credentials.ts';
import { dates } from './nb/dates.ts';
import { enterpriseUsers } from './nb/enterprise-users.ts';
import { explorer } from './nb/explorer.ts';
import { failures } from './nb/failures.ts';
import { fields } from './nb/fields.ts';
import { fileReading } from './nb/file-reading.ts';
import { backup } from './nb/backup.ts';
import { firstRun } from './nb/first-run.ts';
import { frame } from './nb/frame.ts';
import { jobs } from './nb/jobs.ts';
import { oneTimeSecrets } from './nb/one-time-secrets.ts';
import { scopes } from './nb/scopes.ts';
import { settings } from './nb/settings.ts';
import { signIn } from './nb/sign-in.ts';
import { today } from './nb/today.ts';
import { updates } from './nb/updates.ts';
import { managed } from './nb/managed.ts';
import { onThisComputer } from './nb/on-this-computer.ts';
import { storedData } from './nb/stored-data.ts';
import { about } from './nb/about.ts';
import { words } from './nb/words.ts';

export const nb: Texts = {
  words,
  frame,
  failures,
  fields,
  connections,
  connectionFile,
  credentials,
  dates,
  backup,
  firstRun,
  settings,
  about,
  onThisComputer,
  storedData,
  managed,
  today,
  updates,
  enterpriseUsers,
  oneTimeSecrets,
  jobs,
  activity,
  explorer,
  signIn,
  scopes,
  roleDefinitions,
  roleEditor,
  changeFile,
  consents,
  contactInformation,
  delegations,
  fileTransfer,
  lookups,
  profile,
  reportees,
  partyAccess,
  places,
  ownerRequests,
  ownerEvents,
  serviceOwner,
  serviceRights,
  acting,
  drafts,
  fileReading,
  reference,
  services,
  codeLists,
  roles,
  xsd,
  bulkRotation,
  limits,
  messages,
  messagePane,
  messageBody,
  formDesk,
  formEditor,
  formFields,
  formStart,
  manyForms,
  signing,
  messageExport,
  handOver,
};
