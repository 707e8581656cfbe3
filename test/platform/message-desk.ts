// What all operations on messages share: the message of a call, its words and links, and refusals.
import type { Answer, Call } from './call.ts';
import { inLanguage, languageOf, type Texts } from './code-lists.ts';
import { refusals, refusalWith } from './errors.ts';
import type { Spool } from './attachment-content.ts';
import type { FormFault } from './form-validation.ts';
import type { Message, MessageBox, MessageState } from './message-box.ts';
import type { Metadata } from './metadata.ts';
import type { Parties, Party } from './parties.ts';
import { represent } from './representation.ts';
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

/** The party of a call and the message its path names, or why not. `binned`: also from the trash bin. */
export function messageOf(
  parts: MessageParts,
  call: Call,
  binned = false,
): Message | { readonly refused: Answer } {
  const party = parts.parties.partyOf(call);
  if ('refused' in party) return party;
  const message = parts.box.find(party, call.parts['messageId'] ?? '');
  if (!message || (message.binned && !binned)) return { refused: notFound };
  return mayRead(call, message.level) ? message : { refused: refusals.levelTooLow };
}

type MessageAct<A> = (call: Call, message: Message) => A;

/** What is done with the message that a path names. */
export const reading =
  <A>(parts: MessageParts, act: MessageAct<A>, binned = false) =>
  (call: Call): A | Answer => {
    const message = messageOf(parts, call, binned);
    return 'refused' in message ? message.refused : act(call, message);
  };

/** The same while it is being filled in. */
export const changing = <A>(parts: MessageParts, act: MessageAct<A>) =>
  reading<A | Answer>(parts, (call, message) =>
    message.state === 'filling' ? act(call, message) : notOpen,
  );

export const mayRead = (call: Call, level: number): boolean =>
  call.caller.level === undefined || call.caller.level >= level;

export const pathOf = (message: { readonly id: string; readonly box: Party }): string =>
  `/api/${message.box.id}/messages/${message.id}`;

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

/** 201 or 200 with the address of what was made; some services give no address (platform.md, States of a message). */
export function located(call: Call, status: number, reason: string, path: string): Answer {
  const headers = call.shape.locations === 'never' ? {} : { Location: call.links.to(path) };
  return { status, reason, headers };
}

/** The entries of `validate`, with 400 (section 4). */
export function validationRefusal(call: Call, faults: readonly FormFault[]): Answer {
  const value = { Success: false, ValidationErrors: faults, ValidationWarnings: [] };
  return represent(call, value, {
    name: 'ValidationResult',
    status: 400,
    reason: 'Form validation failed, see the attached validation details',
  });
}

/** A query parameter that is true unless it says false. */
export const notFalse = (call: Call, name: string): boolean =>
  (new URLSearchParams(call.query).get(name) ?? 'true').toLowerCase() !== 'false';
