// The reply options of a message as actions, or as plain text where no safe action fits.
import type { Message, ReplyOption } from '../../../preload/contract/messages.ts';
import { neutralLine } from './body-text.ts';
import { placeAt, startId, type ServiceReference } from './places.ts';

export type Reply =
  | { readonly kind: 'start'; readonly text: string; readonly service: ServiceReference }
  | { readonly kind: 'archived'; readonly text: string; readonly wanted: readonly Wanted[] }
  /** `host` is what is opened, whatever the text says. */
  | {
      readonly kind: 'link';
      readonly text: string;
      readonly address: string;
      readonly host: string;
    }
  | { readonly kind: 'text'; readonly text: string; readonly address: string };

/** What an archived element is found by. */
export type Wanted =
  | { readonly by: 'message'; readonly id: string }
  | { readonly by: 'reference'; readonly reference: string };

/** As they came, each once: some services repeat them. */
export function repliesTo(message: Pick<Message, 'replyOptions'>): readonly Reply[] {
  const replies = message.replyOptions.map(replyOf);
  const seen = new Set<string>();
  return replies.filter((one) => {
    const key = JSON.stringify(one);
    return !seen.has(key) && seen.add(key);
  });
}

function replyOf(option: ReplyOption): Reply {
  const text = neutralLine(option.text).trim();
  const address = option.url.trim();
  const plain: Reply = { kind: 'text', text: text || neutralLine(option.word).trim(), address };
  switch (option.kind) {
    case 'service': {
      const service = serviceIn(option);
      return service === undefined ? plain : { kind: 'start', text, service };
    }
    case 'archive-reference': {
      const wanted = wantedIn(text, address);
      return wanted.length === 0 ? plain : { kind: 'archived', text, wanted };
    }
    case 'url': {
      const host = hostOf(address);
      return host === undefined ? plain : { kind: 'link', text, address, host };
    }
    case 'unknown':
      return plain;
  }
}

/** Only what is a place where a form can be started. */
function serviceIn({ serviceCode: code, serviceEdition: edition }: ReplyOption) {
  if (code === null || edition === null) return undefined;
  const place = placeAt(startId({ code, edition }));
  return place.kind === 'start' ? (place.service ?? undefined) : undefined;
}

/** Of an address that may be opened: https, and nothing before the host that could be taken for it. */
function hostOf(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { protocol, host, username, password } = new URL(address);
  return protocol === 'https:' && username === '' && password === '' ? host : undefined;
}

const MESSAGE = /\/messages\/([A-Za-z]\d{1,18})(?![A-Za-z0-9])/;
/** Letters and digits, more than a year has: `AR418000`, `4180000`. */
const REFERENCE = /(?<![A-Za-z0-9])[A-Za-z]{0,4}\d{5,18}(?![A-Za-z0-9])/g;

/** What looks like a name of something archived, what the address says first. */
export function wantedIn(text: string, address: string): readonly Wanted[] {
  const message = MESSAGE.exec(address)?.[1];
  // A host or a port names nothing that is archived.
  const place = URL.canParse(address)
    ? address.slice(address.indexOf(new URL(address).host) + new URL(address).host.length)
    : address;
  const references = [...place.matchAll(REFERENCE), ...text.matchAll(REFERENCE)]
    .map(([reference]) => reference)
    .filter((reference) => reference !== message);
  return [
    ...(message === undefined ? [] : [{ by: 'message' as const, id: message }]),
    ...[...new Set(references)]
      .slice(0, 3)
      .map((reference) => ({ by: 'reference' as const, reference })),
  ];
}

export const nameOfWanted = (wanted: Wanted): string =>
  wanted.by === 'message' ? wanted.id : wanted.reference;
