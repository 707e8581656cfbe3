// The places of the Services screen in the address: list, copy, service with its tabs, schemas, comparison.
import type { ServiceKind } from '../../../preload/contract/metadata.ts';

export interface ServiceReference {
  /** `other`: a type that the open metadata has no path for; only its line of the list is known. */
  readonly kind: ServiceKind | 'other';
  readonly code: string;
  readonly edition: number;
}
interface FormReference {
  readonly dataFormatId: string;
  readonly dataFormatVersion: string;
}
export type Tab = 'overview' | 'requirements' | 'lists' | 'raw';
/** What a service is compared with: another edition, or what it was before the last synchronisation. */
export type Other = number | 'before';

export type ServicePlace =
  | { readonly kind: 'list' | 'copy' | 'changes' }
  | { readonly kind: 'service'; readonly service: ServiceReference; readonly tab: Tab }
  | {
      readonly kind: 'xsd' | 'validate';
      readonly service: ServiceReference;
      readonly form: FormReference;
    }
  | {
      readonly kind: 'compare';
      readonly service: ServiceReference;
      readonly other: Other | undefined;
    };

const SERVICE = /^(formtask|correspondence|other)\/([A-Za-z0-9_-]{1,40})\/(\d{1,9})$/;
const FORM = /^(xsd|validate)\/(.+)\/([^/]+)$/s;
const COMPARE = /^compare(?:\/(before|\d{1,9}))?$/;
const TABS = ['requirements', 'lists', 'raw'] as const;
const LIST: ServicePlace = { kind: 'list' };

/** What is no place of ours is the list: an address may be typed or kept from another version. */
export function placeOf(id: string | null): ServicePlace {
  if (id === '+copy') return { kind: 'copy' };
  if (id === '+changes') return { kind: 'changes' };
  const [reference = '', ...behind] = (id ?? '').split('+');
  const [, kind, code, edition] = SERVICE.exec(reference) ?? [];
  if (kind === undefined || code === undefined) return LIST;
  const service = { kind: kind as ServiceReference['kind'], code, edition: Number(edition) };
  // A data format may have a plus in its name.
  return ofService(service, behind.join('+')) ?? LIST;
}

function ofService(service: ServiceReference, rest: string): ServicePlace | undefined {
  if (rest === '') return { kind: 'service', service, tab: 'overview' };
  const tab = TABS.find((one) => one === rest);
  if (tab !== undefined) return { kind: 'service', service, tab };
  const [compare, other] = COMPARE.exec(rest) ?? [];
  if (compare !== undefined) return { kind: 'compare', service, other: otherOf(other) };
  const [, kind, dataFormatId, dataFormatVersion] = FORM.exec(rest) ?? [];
  if (dataFormatId === undefined || dataFormatVersion === undefined) return undefined;
  const form = { dataFormatId, dataFormatVersion };
  return { kind: kind === 'xsd' ? 'xsd' : 'validate', service, form };
}

const otherOf = (text: string | undefined): Other | undefined =>
  text === undefined || text === 'before' ? text : Number(text);

export function idOf(place: ServicePlace): string | null {
  switch (place.kind) {
    case 'list':
      return null;
    case 'copy':
    case 'changes':
      return `+${place.kind}`;
    case 'service':
      return place.tab === 'overview'
        ? pathOf(place.service)
        : `${pathOf(place.service)}+${place.tab}`;
    case 'xsd':
    case 'validate': {
      const { dataFormatId, dataFormatVersion } = place.form;
      return `${pathOf(place.service)}+${place.kind}/${dataFormatId}/${dataFormatVersion}`;
    }
    case 'compare': {
      const other = place.other === undefined ? '' : `/${place.other}`;
      return `${pathOf(place.service)}+compare${other}`;
    }
  }
}

const pathOf = ({ kind, code, edition }: ServiceReference) => `${kind}/${code}/${edition}`;

/** `4628/7`, as people and the platform write it. */
export const referenceText = ({
  code,
  edition,
}: Pick<ServiceReference, 'code' | 'edition'>): string => `${code}/${edition}`;

export const referenceOf = (service: {
  readonly kind: ServiceKind | null;
  readonly code: string;
  readonly edition: number;
}): ServiceReference => ({
  kind: service.kind ?? 'other',
  code: service.code,
  edition: service.edition,
});

export const isSame = (a: ServiceReference, b: ServiceReference): boolean =>
  pathOf(a) === pathOf(b);

/** The service that a place is about; undefined for the list and the copy. */
export const serviceOf = (place: ServicePlace): ServiceReference | undefined =>
  'service' in place ? place.service : undefined;
