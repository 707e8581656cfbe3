// Reportees and the message box, assembled, and what tests may read and change of them.
import { createSpool } from './attachment-content.ts';
import { attachmentActs } from './attachments.ts';
import { formActs } from './form-parts.ts';
import { createMessageBox } from './message-box.ts';
import { createMessageControl } from './message-control.ts';
import { inventedMessages } from './message-data.ts';
import { messageActs } from './messages.ts';
import type { Metadata } from './metadata.ts';
import type { Parties } from './parties.ts';
import type { Named } from './register.ts';
import { reporteeActs } from './reportees.ts';
import { submissionActs } from './submission.ts';

export interface MessageAreaOptions {
  readonly seed: number;
  readonly messages: number;
  readonly years: number;
  readonly organisationNumber: string;
  readonly now: () => Date;
}

export function createMessageArea(
  parties: Parties,
  metadata: Metadata,
  named: Named,
  options: MessageAreaOptions,
) {
  const { organisationNumber, now } = options;
  const spool = createSpool();
  const box = createMessageBox(parties, (ids) =>
    inventedMessages({ ...options, now: now().getTime() }, parties, metadata, ids),
  );
  const parts = { box, parties, metadata, spool, now };
  return {
    acts: {
      ...reporteeActs(parties, metadata, named),
      ...messageActs(parts),
      ...submissionActs(parts),
      ...formActs(parts),
      ...attachmentActs(parts),
    },
    control: {
      messages: createMessageControl({ box, parties, metadata, organisationNumber, now }),
    },
    /** Removes the files of large attachments. */
    clear: () => spool.clear(),
  };
}
