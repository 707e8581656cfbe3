// What saving and signing need of the open form: its address, its message, its draft, and the types of attachments.
import type { FormDraft } from '../../../preload/contract/form-drafts.ts';
import type { AttachmentLink, Message } from '../../../preload/contract/messages.ts';
import type { Failure } from '../../../preload/result.ts';
import type { Query } from '../../state/query.svelte.ts';
import type { Rule, SentAttachment, typeOfAttachment } from './attachment-rules.ts';

export interface OpenForm {
  readonly id: string;
  /** The name that is typed to sign it: of the party it is signed for, as a person can type it. */
  readonly signer: string;
  readonly target: { readonly connection: string; readonly who: string; readonly message: string };
  readonly message: Query<Message>;
  readonly draft: Query<FormDraft | null>;
  readonly rules: readonly Rule[];
  readonly attachments: readonly AttachmentLink[];
  /** Somebody else changed the message after the draft was begun. */
  readonly stale: boolean;
  /** Resolves when typed texts are on the disk; its failure when they could not be. */
  readonly flush: () => Promise<Failure | undefined>;
  typeOf(attachment: AttachmentLink): ReturnType<typeof typeOfAttachment>;
  tellTypes(sent: readonly SentAttachment[]): void;
  /** Every form was checked and found good, as it is here now. */
  readonly areFormsValid: boolean;
  /** Reads the message again after a write of ours, which is no change of somebody else. */
  afterOwnWrite(known?: { readonly wereValid: boolean }): Promise<void>;
  /** What was typed here is at the platform, or not wanted any more. */
  dropDraft(): Promise<Failure | undefined>;
  /** Signed to the end: the archive's number, null where the platform did not say it. */
  signed(id: string | null): void;
}
