// Builds rows of a message list for tests.
import type { MessageSummary } from '../../../../../preload/contract/messages.ts';

export const summary = (part: Partial<MessageSummary> = {}): MessageSummary => ({
  id: 'a1',
  subject: 'Vedtak',
  status: { state: 'read', word: 'Lest' },
  type: { kind: 'correspondence', word: 'Correspondence' },
  lastChanged: '2026-03-01T10:00:00Z',
  lastChangedBy: null,
  serviceOwner: 'Fyrtilsynet',
  sender: 'Fyrtilsynet',
  serviceCode: '4628',
  serviceEdition: 7,
  replyOptions: [],
  ...part,
});
