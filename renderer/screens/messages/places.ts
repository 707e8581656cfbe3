// The places of the message box in the address: a list with a message, a form, a start, an export and its job.
import { batchAt } from '../../state/job-place.ts';

export type Folder = 'inbox' | 'work-list' | 'archive' | 'trash';
/** In the order a person goes through them. */
export const STEPS = ['forms', 'attachments', 'check', 'sign'] as const;
export type Step = (typeof STEPS)[number];
export interface ServiceReference {
  readonly code: string;
  readonly edition: number;
}

export type Place =
  | { readonly kind: 'list'; readonly message: string | null }
  | { readonly kind: 'form'; readonly message: string; readonly step: Step }
  | {
      readonly kind: 'start';
      readonly service: ServiceReference | null;
      /** The message whose values it begins with. */
      readonly again?: string | undefined;
    }
  | { readonly kind: 'export' }
  | { readonly kind: 'job'; readonly job: string };

const FORM = /^([^+].*)\+(forms|attachments|check|sign)$/;
const START = /^\+start(?:\/([A-Za-z0-9_.-]{1,40})\/(\d{1,9})(?:\/(.+))?)?$/;

/** What is no place of ours is the list: an address may be typed or kept from another version. */
export function placeAt(id: string | null): Place {
  const job = batchAt(id);
  if (job !== undefined) return { kind: 'job', job };
  if (id === '+export') return { kind: 'export' };
  const start = START.exec(id ?? '');
  if (start !== null) {
    const [, code, edition, again] = start;
    return {
      kind: 'start',
      service: code === undefined ? null : { code, edition: Number(edition) },
      again,
    };
  }
  const [, message, step] = FORM.exec(id ?? '') ?? [];
  if (message !== undefined) return { kind: 'form', message, step: step as Step };
  return { kind: 'list', message: id === null || id.startsWith('+') ? null : id };
}

export const formId = (message: string, step: Step): string => `${message}+${step}`;
export const startId = (service: ServiceReference | null, again?: string): string =>
  ['+start', ...(service === null ? [] : [service.code, String(service.edition)]), again ?? []]
    .flat()
    .join('/');
