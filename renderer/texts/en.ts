// Every visible word in English: the source of truth for which texts there are.
import { roleDefinitions } from './en/role-definitions.ts';
import { roleEditor } from './en/role-editor.ts';
import { changeFile } from './en/change-file.ts';
import { consents } from './en/consents.ts';
import { contactInformation } from './en/contact-information.ts';
import { delegations } from './en/delegations.ts';
import { profile } from './en/profile.ts';
import { reportees } from './en/reportees.ts';
import { partyAccess } from './en/party-access.ts';
import { places } from './en/places.ts';
import { ownerRequests } from './en/owner-requests.ts';
import { ownerEvents } from './en/owner-events.ts';
import { serviceOwner } from './en/service-owner.ts';
import { serviceRights } from './en/service-rights.ts';
import { acting } from './en/acting.ts';
import { drafts } from './en/drafts.ts';
import { reference } from './en/reference.ts';
import { services } from './en/services.ts';
import { codeLists } from './en/code-lists.ts';
import { roles } from './en/roles.ts';
import { xsd } from './en/xsd.ts';
import { limits } from './en/limits.ts';
import { messages } from './en/messages.ts';
import { messagePane } from './en/message-pane.ts';
import { messageBody } from './en/message-body.ts';
import { fileTransfer } from './en/file-transfer.ts';
import { lookups } from './en/lookups.ts';
import { formDesk } from './en/form-desk.ts';
import { formEditor } from './en/form-editor.ts';
import { formFields } from './en/form-fields.ts';
import { formStart } from './en/form-start.ts';
import { manyForms } from './en/many-forms.ts';
import { signing } from './en/signing.ts';
import { messageExport } from './en/message-export.ts';
import { handOver } from './en/hand-over.ts';
import { bulkRotation } from './en/bulk-rotation.ts';
import { activity } from './en/activity.ts';
import { connectionFile } from './en/connection-file.ts';
import { connections } from './en/connections.ts';
import { credentials } from './en/credentials.ts';
import { dates } from './en/dates.ts';
import { enterpriseUsers } from './en/enterprise-users.ts';
import { explorer } from './en/explorer.ts';
import { failures } from './en/failures.ts';
import { fields } from './en/fields.ts';
import { fileReading } from './en/file-reading.ts';
import { backup } from './en/backup.ts';
import { firstRun } from './en/first-run.ts';
import { frame } from './en/frame.ts';
import { jobs } from './en/jobs.ts';
import { oneTimeSecrets } from './en/one-time-secrets.ts';
import { scopes } from './en/scopes.ts';
import { settings } from './en/settings.ts';
import { signIn } from './en/sign-in.ts';
import { today } from './en/today.ts';
import { updates } from './en/updates.ts';
import { managed } from './en/managed.ts';
import { onThisComputer } from './en/on-this-computer.ts';
import { storedData } from './en/stored-data.ts';
import { about } from './en/about.ts';
import { words } from './en/words.ts';

export const en = {
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
export type Texts = typeof en;
