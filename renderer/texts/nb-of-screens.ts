// Words in Norwegian bokmål that screens alone say, loaded with the first of them.
import type { TextsOfScreens } from './en-of-screens.ts';
import { firstRun } from './nb/first-run.ts';
import { about } from './nb/about.ts';
import { storedData } from './nb/stored-data.ts';
import { today } from './nb/today.ts';
import { activity } from './nb/activity.ts';
import { explorer } from './nb/explorer.ts';
import { scopes } from './nb/scopes.ts';
import { roleDefinitions } from './nb/role-definitions.ts';
import { roleEditor } from './nb/role-editor.ts';
import { changeFile } from './nb/change-file.ts';
import { consents } from './nb/consents.ts';
import { delegations } from './nb/delegations.ts';
import { fileTransfer } from './nb/file-transfer.ts';
import { lookups } from './nb/lookups.ts';
import { reportees } from './nb/reportees.ts';
import { partyAccess } from './nb/party-access.ts';
import { places } from './nb/places.ts';
import { ownerRequests } from './nb/owner-requests.ts';
import { ownerEvents } from './nb/owner-events.ts';
import { serviceOwner } from './nb/service-owner.ts';
import { serviceRights } from './nb/service-rights.ts';
import { services } from './nb/services.ts';
import { codeLists } from './nb/code-lists.ts';
import { roles } from './nb/roles.ts';
import { xsd } from './nb/xsd.ts';
import { bulkRotation } from './nb/bulk-rotation.ts';
import { messagePane } from './nb/message-pane.ts';
import { messageBody } from './nb/message-body.ts';
import { formDesk } from './nb/form-desk.ts';
import { formEditor } from './nb/form-editor.ts';
import { formFields } from './nb/form-fields.ts';
import { formStart } from './nb/form-start.ts';
import { manyForms } from './nb/many-forms.ts';
import { signing } from './nb/signing.ts';
import { messageExport } from './nb/message-export.ts';

export const nbOfScreens: TextsOfScreens = {
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
