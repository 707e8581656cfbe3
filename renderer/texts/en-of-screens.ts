// Words in English that screens alone say, loaded with the first of them.
import { firstRun } from './en/first-run.ts';
import { about } from './en/about.ts';
import { storedData } from './en/stored-data.ts';
import { today } from './en/today.ts';
import { activity } from './en/activity.ts';
import { explorer } from './en/explorer.ts';
import { scopes } from './en/scopes.ts';
import { roleDefinitions } from './en/role-definitions.ts';
import { roleEditor } from './en/role-editor.ts';
import { changeFile } from './en/change-file.ts';
import { consents } from './en/consents.ts';
import { delegations } from './en/delegations.ts';
import { fileTransfer } from './en/file-transfer.ts';
import { lookups } from './en/lookups.ts';
import { reportees } from './en/reportees.ts';
import { partyAccess } from './en/party-access.ts';
import { places } from './en/places.ts';
import { ownerRequests } from './en/owner-requests.ts';
import { ownerEvents } from './en/owner-events.ts';
import { serviceOwner } from './en/service-owner.ts';
import { serviceRights } from './en/service-rights.ts';
import { services } from './en/services.ts';
import { codeLists } from './en/code-lists.ts';
import { roles } from './en/roles.ts';
import { xsd } from './en/xsd.ts';
import { bulkRotation } from './en/bulk-rotation.ts';
import { messagePane } from './en/message-pane.ts';
import { messageBody } from './en/message-body.ts';
import { formDesk } from './en/form-desk.ts';
import { formEditor } from './en/form-editor.ts';
import { formFields } from './en/form-fields.ts';
import { formStart } from './en/form-start.ts';
import { manyForms } from './en/many-forms.ts';
import { signing } from './en/signing.ts';
import { messageExport } from './en/message-export.ts';

export const enOfScreens = {
  firstRun,
  about,
  storedData,
  today,
  activity,
  explorer,
  scopes,
  roleDefinitions,
  roleEditor,
  changeFile,
  consents,
  delegations,
  fileTransfer,
  lookups,
  reportees,
  partyAccess,
  places,
  ownerRequests,
  ownerEvents,
  serviceOwner,
  serviceRights,
  services,
  codeLists,
  roles,
  xsd,
  bulkRotation,
  messagePane,
  messageBody,
  formDesk,
  formEditor,
  formFields,
  formStart,
  manyForms,
  signing,
  messageExport,
};
export type TextsOfScreens = typeof enOfScreens;
