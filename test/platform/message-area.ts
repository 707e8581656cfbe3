// Reportees and the message box, assembled, and what tests may read and change of them.
import { createSpool } from './attachment-content.ts';
import { attachmentRoutes } from './attachments.ts';
import type { Route } from './call.ts';
import { formRoutes } from './form-parts.ts';
import { createMessageBox } from './message-box.ts';
import { createMessageControl, type MessageControl } from './message-control.ts';
import { inventedMessages } from './message-data.ts';
import { messageRoutes } from './messages.ts';
import type { Metadata } from './metadata.ts';
import type { Parties } from './parties.ts';
import type { Named } from './register.ts';
import { reporteeRoutes } from './reportees.ts';
import { submissionRoutes } from './submission.ts';

export interface MessageAreaOptions {
  readonly seed: number;
  readonly messages: number;
  readonly years: number;
  readonly organisationNumber: string;
  readonly now: () => Date;
}

export interface MessageArea {
  readonly routes: readonly Route[];
  readonly control: { readonly messages: MessageControl };
  /** Removes the files of large attachments. */
  clear(): void;
}

export function createMessageArea(
  parties: Parties,
  metadata: Metadata,
  named: Named,
  options: MessageAreaOptions,
): MessageArea {
  const { organisationNumber, now } = options;
  const spool = createSpool();
  const box = createMessageBox(parties, (ids) =>
    inventedMessages({ ...options, now: now().getTime() }, parties, metadata, ids),
  );
  const parts = { box, parties, metadata, spool, now };
  return {
    routes: [
      ...reporteeRoutes(parties, metadata, named),
      ...messageRoutes(parts),
      ...submissionRoutes(parts),
      ...formRoutes(parts),
      ...attachmentRoutes(parts),
    ],
    control: {
      messages: createMessageControl({ box, parties, metadata, organisationNumber, now }),
    },
    clear: () => spool.clear(),
  };
}
