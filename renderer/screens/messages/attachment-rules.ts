// The attachment rules of a service: types, file extensions and counts, checked before the platform is asked.
import type { AttachmentLink } from '../../../preload/contract/messages.ts';
import { isSameName } from '../../../preload/contract/rules.ts';
import type { Service } from '../../../preload/contract/metadata.ts';

export type Rule = Service['attachmentRules'][number];
/** A type that a person chose, by the id of the attachment. */
export type Types = ReadonlyMap<string, string>;

export interface Candidate {
  readonly name: string;
  /** Null: no ordinary file. Undefined: nobody looked. */
  readonly bytes?: number | null | undefined;
  readonly type: string | undefined;
}
export type Problem = 'no-file' | 'empty' | 'type-needed' | 'type-unknown' | 'ending' | 'too-many';

export function endingOf(name: string): string {
  return /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
}

/** A rule that names no endings says nothing about them. */
const allows = ({ endings }: Rule, name: string): boolean =>
  endings.length === 0 || endings.includes('*') || endings.includes(endingOf(name));

export const fitting = (rules: readonly Rule[], name: string): readonly Rule[] =>
  rules.filter((rule) => allows(rule, name));

/** The type that a new file gets without a question: the only one that takes it. */
export function presetType(rules: readonly Rule[], name: string): string | undefined {
  const [only, second] = fitting(rules, name);
  return second === undefined ? only?.typeName : undefined;
}

/**
 * The platform does not say of which type an attachment is: told in this session, or there is only one type. `isSure` is
 * false where the ending alone speaks for it.
 */
export function typeOfAttachment(
  rules: readonly Rule[],
  told: Types,
  { id, fileName }: Pick<AttachmentLink, 'id' | 'fileName'>,
): { readonly type: string | undefined; readonly isSure: boolean } {
  const said = id === null ? undefined : told.get(id);
  if (said !== undefined) return { type: said, isSure: true };
  const [only, second] = rules;
  if (only !== undefined && second === undefined) return { type: only.typeName, isSure: true };
  return { type: presetType(rules, fileName), isSure: false };
}

/** Without known rules the platform alone decides. */
export function problemOf(
  rules: readonly Rule[],
  { name, bytes, type }: Candidate,
  /** Types of what the message has and of what comes before this one; undefined where it is not known. */
  present: readonly (string | undefined)[],
): Problem | undefined {
  if (bytes === null) return 'no-file';
  if (bytes === 0) return 'empty';
  if (type === undefined || type.trim() === '') return 'type-needed';
  if (rules.length === 0) return undefined;
  const rule = rules.find(({ typeName }) => typeName === type);
  if (rule === undefined) return 'type-unknown';
  if (!allows(rule, name)) return 'ending';
  const count = present.filter((one) => one === type).length;
  return rule.maxCount !== null && count >= rule.maxCount ? 'too-many' : undefined;
}

const MIB = 1024 * 1024;
/** A limit of so much can hardly be meant in anything larger than bytes. */
const SURELY_BYTES = 100_000;

/** Larger than the limit in whatever unit it can be meant; only ever a warning, as no unit is documented. */
export function mayBeTooLarge(rule: Rule | undefined, bytes: number | null | undefined): boolean {
  const most = rule?.maxFileSize ?? 0;
  if (most <= 0 || typeof bytes !== 'number') return false;
  return bytes > (most >= SURELY_BYTES ? most : most * MIB);
}

export interface Missing {
  readonly rule: Rule;
  readonly needed: number;
  /** Attachments of a type that is not known could be of this one. */
  readonly perhaps: boolean;
}

export function missing(
  rules: readonly Rule[],
  present: readonly (string | undefined)[],
): readonly Missing[] {
  const unknown = present.filter((type) => type === undefined).length;
  return rules.flatMap((rule) => {
    const count = present.filter((type) => type === rule.typeName).length;
    const needed = (rule.minCount ?? 0) - count;
    return needed > 0 ? [{ rule, needed, perhaps: needed <= unknown }] : [];
  });
}

export interface SentAttachment {
  readonly fileName: string;
  readonly bytes: number | null;
  readonly type: string;
}

/** A message that was replaced has attachments under new ids: the types they were sent with, where name and length are one's own. */
export function typesOfSent(
  sent: readonly SentAttachment[],
  now: readonly Pick<AttachmentLink, 'id' | 'fileName' | 'bytes'>[],
): Types {
  return new Map(
    now.flatMap(({ id, fileName, bytes }): readonly (readonly [string, string])[] => {
      const alike = sent.filter((one) => isSameName(one.fileName, fileName) && one.bytes === bytes);
      const types = new Set(alike.map(({ type }) => type));
      const [type] = types;
      return id === null || type === undefined || types.size > 1 ? [] : [[id, type]];
    }),
  );
}
