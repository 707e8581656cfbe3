// What all operations on messages share: the message of a call, its words and links, and refusals.
import type { Call } from './call.ts';
import { inLanguage, languageOf, type Texts } from './code-lists.ts';
import { refusals, refusalWith, refuse } from './errors.ts';
import type { Spool } from './attachment-content.ts';
import type { FormFault } from './form-validation.ts';
import type { Message, MessageBox, MessageState } from './message-box.ts';
import type { Metadata } from './metadata.ts';
import type { Parties, Party } from './parties.ts';
import { Reply } from './representation.ts';
import type { ServiceDetail } from './service-data.ts';
import { localTime } from './timestamps.ts';

export interface MessageParts {
  readonly box: MessageBox;
  readonly parties: Parties;
  readonly metadata: Metadata;
  readonly spool: Spool;
  readonly now: () => Date;
}

export const notFound = refusalWith(404, 'The message was not found.');
export const notOpen = refusalWith(403, 'The message cannot be changed in its present state.');

/** Names who changes something: LastChangedBy. */
export function changerOf(call: Call, parts: MessageParts): string {
  return call.caller.user ?? parts.parties.representedBy(call.caller)[0]?.name ?? '';
}

/** The party whose box a path names. */
export const boxOwner = ({ parties }: MessageParts, call: Call): Party =>
  parties.partyOf(call) ?? refuse(refusals.notAllowedToAct);

/** The message that a path names. `binned`: also from the trash bin. */
export function messageOf(parts: MessageParts, call: Call, binned = false): Message {
  const message = parts.box.find(boxOwner(parts, call), call.parts['messageId'] ?? '');
  if (!message || (message.binned && !binned)) return refuse(notFound);
  return mayRead(call, message.level) ? message : refuse(refusals.levelTooLow);
}

type MessageAct = (call: Call, message: Message, parts: MessageParts) => unknown;

/** What is done with the message that a path names. */
export const reading =
  (parts: MessageParts) =>
  (act: MessageAct, binned = false) =>
  (call: Call): unknown =>
    act(call, messageOf(parts, call, binned), parts);

/** The same while it is being filled in. */
export const changing = (parts: MessageParts) => (act: MessageAct) =>
  reading(parts)((call, message) =>
    message.state === 'filling' ? act(call, message, parts) : notOpen,
  );

export const mayRead = (call: Call, level: number): boolean =>
  call.caller.level === undefined || call.caller.level >= level;

export const pathOf = (message: { readonly id: string; readonly box: Party }): string =>
  `/api/${message.box.id}/messages/${encodeURIComponent(message.id)}`;

export function detailOf(parts: MessageParts, message: Message): ServiceDetail | undefined {
  const service = parts.metadata.find(message.serviceCode, message.edition);
  return service && parts.metadata.detail(service);
}

const words: Readonly<Record<MessageState | 'binned', Texts>> = {
  filling: ['Completion', 'Utfylling', 'Utfylling'],
  signing: ['Signing', 'Signering', 'Signering'],
  sent: ['Sent and archived', 'Sendt og arkivert', 'Sendt og arkivert'],
  unread: ['Unread', 'Ulest', 'Ulesen'],
  read: ['Read', 'Lest', 'Lesen'],
  filed: ['Archived', 'Arkivert', 'Arkivert'],
  binned: ['Deleted', 'Slettet', 'Sletta'],
};

/** Status words follow `language` (section 11). */
export const statusOf = (call: Call, message: Message): string =>
  inLanguage(words[message.binned ? 'binned' : message.state], languageOf(call));

export const printed = (call: Call, message: Message, at: number): string =>
  localTime(new Date(at), message.fraction, call.shape.zonelessTimes);

/** After any change but reading. */
export function changed(parts: MessageParts, call: Call, message: Message): void {
  message.changed = parts.now().getTime();
  message.changedBy = changerOf(call, parts);
  parts.box.touched(message);
}

/** The address of what was made; some services give none (platform.md, States of a message). */
export const located = ({ shape }: Call, path: string, reason?: string): Reply =>
  new Reply({
    location: shape.locations === 'never' ? undefined : path,
    ...(reason === undefined ? {} : { reason }),
  });

/** What `validate` tells. */
export const validation = (faults: readonly FormFault[]): object => ({
  Success: faults.length === 0,
  ValidationErrors: faults,
  ValidationWarnings: [],
});

/** A query parameter that is true unless it says false. */
export const notFalse = (call: Call, name: string): boolean =>
  (call.given.get(name) ?? 'true').toLowerCase() !== 'false';
