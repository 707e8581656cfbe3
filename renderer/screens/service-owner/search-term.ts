// Classifies what was typed into the one search field: as what it can be searched, or why not. Pure.
import { email, phoneNumber } from '../../../preload/contract/contact-information.ts';
import {
  cleanWord,
  isOrganisationNumber,
  organisationNumberOf,
} from '../../../preload/contract/rules.ts';

export type By = 'organisationNumber' | 'email' | 'phoneNumber';
export interface Term {
  readonly by: By;
  /** As it is sent: without blanks, dots and what a paste brought along. */
  readonly value: string;
}

/** `taken`: searched as that. The others say why nothing is searched by Enter. */
export type TypedKind =
  | 'empty'
  | 'taken'
  /** Nine digits that fit an organisation number, but begin as none of the register does. */
  | 'either'
  | 'wrong-check-digit'
  | 'short-number'
  | 'unfinished-number'
  | 'unfinished-email'
  | 'identity-number'
  | 'long-number'
  | 'unclear';

export interface Typed {
  readonly kind: TypedKind;
  /** What Enter may search, the likeliest first. */
  readonly terms: readonly Term[];
  /** Searched only when a person says that it is this after all. */
  readonly offered?: Term;
}

const PREFIX = /^(?:org(?:anisasjons)?\.?\s?(?:nr|no|nummer)|tlf|tel|mob)\.?\s*:?\s*/i;
/** As in invoices: `NO 910 514 318 MVA`. */
const VAT = /^(?:NO)?\s*(\d[\d\s.]*\d)\s*(?:MVA)?$/i;
const BETWEEN = /[\s./()\u2010-\u2015-]/g;

const no = (kind: TypedKind): Typed => ({ kind, terms: [] });
const taken = (...terms: readonly Term[]): Typed => ({ kind: 'taken', terms });
const asPhone = (value: string): Term => ({ by: 'phoneNumber', value });

export function readTyped(typed: string): Typed {
  const text = cleanWord(typed);
  if (text === '') return no('empty');
  if (text.includes('@')) return readEmail(text);
  const organisation = organisationNumberOf(text);
  if (isOrganisationNumber(organisation)) return readNine(organisation);
  const bare = text.replace(PREFIX, '');
  const number = (VAT.exec(bare)?.[1] ?? bare).replaceAll(BETWEEN, '');
  return /^\+?\d*$/.test(number) ? readNumber(number) : no('unclear');
}

/** An address as mail programs give it too: `mailto:...`, `Name <address>`. */
function readEmail(text: string): Typed {
  const value = text
    .replace(/^mailto:/i, '')
    .replace(/^[^<>]*<([^<>]*)>$/, '$1')
    .trim();
  return email.safeParse(value).success ? taken({ by: 'email', value }) : no('unfinished-email');
}

/** Eleven digits that say nothing about a country are taken for a national identity number: never sent, whatever its check digits. */
function readNumber(number: string): Typed {
  if (/^(?:\+|00)/.test(number)) return readForeign(number);
  const { length } = number;
  if (length < 5) return no('unfinished-number');
  if (length < 8) return { ...no('short-number'), offered: asPhone(number) };
  if (length === 9) return readNine(number);
  if (length === 8) return taken(asPhone(number));
  if (length === 10) return taken(asPhone(number.startsWith('47') ? `+${number}` : number));
  return no(length === 11 ? 'identity-number' : 'long-number');
}

/** No country code begins with a zero: `+01...` is something else. */
function readForeign(number: string): Typed {
  const digits = number.replace(/^(?:\+|00)/, '');
  if (digits.startsWith('0')) return no(digits.length === 11 ? 'identity-number' : 'unclear');
  if (digits.length < 6) return no('unfinished-number');
  if (digits.length > 15) return no('long-number');
  return phoneNumber.safeParse(number).success ? taken(asPhone(number)) : no('unclear');
}

function readNine(number: string): Typed {
  if (!isOrganisationNumber(number))
    return { ...no('wrong-check-digit'), offered: asPhone(number) };
  const organisation: Term = { by: 'organisationNumber', value: number };
  // Numbers of the register begin with 8 or 9; those of test data with anything.
  if (/^[89]/.test(number)) return taken(organisation);
  return { kind: 'either', terms: [organisation, asPhone(number)] };
}

/** The input of a search; exactly one thing is asked for. */
export function inputOf({ by, value }: Term): {
  readonly organisationNumber?: string;
  readonly email?: string;
  readonly phoneNumber?: string;
} {
  switch (by) {
    case 'organisationNumber':
      return { organisationNumber: value };
    case 'email':
      return { email: value };
    case 'phoneNumber':
      return { phoneNumber: value };
  }
}
