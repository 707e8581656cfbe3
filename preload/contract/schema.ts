// The one door to zod (without its code generator, which the strict CSP forbids), and shapes all features share.
import { z } from 'zod';
import {
  cleanLine,
  cleanWord,
  isOrganisationNumber,
  isListedNumber,
  isParty,
  isResourceId,
  mostOnly,
  organisationNumberOf,
  withoutUnseen,
} from './rules.ts';

z.config({ jitless: true });

export { z };

/** On shapes of texts into which the command line puts variables and earlier answers; anywhere else `$` is plain text (ATK-15). */
const SECRET = { takes: 'secret' } as const;
export const REFERENCE = { takes: 'id' } as const;

/**
 * The only texts of an answer that may hold a secret which main holds: a person asked to see it. In all others, and in every event and
 * failure, main takes out what it holds, however it is spelt (ATK-04). A field of the answer itself, not of something inside it.
 */
const REVEALED = { reveals: true } as const;
export const revealedText = z.string().meta(REVEALED);

/** C0, C1 and bidirectional control characters: never valid in a name a person types. */
const CONTROL = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/** One line of text a person types or pastes, cleaned; refused with a FieldProblem code as the message. */
export const line = (max: number) =>
  z
    .string({ error: 'wrong-type' })
    .overwrite(cleanLine)
    .min(1, 'required')
    .max(max, 'too-long')
    .refine((value) => !CONTROL.test(value), 'control-characters');

/** Like line, but may be empty. */
export const optionalLine = (max: number) =>
  z
    .string({ error: 'wrong-type' })
    .overwrite(cleanLine)
    .max(max, 'too-long')
    .refine((value) => !CONTROL.test(value), 'control-characters');

/** A name out of a list or a file, which is compared with what is there sign by sign: never cleaned. */
export const exactLine = (max: number) =>
  z
    .string({ error: 'wrong-type' })
    .min(1, 'required')
    .max(max, 'too-long')
    .refine((value) => !CONTROL.test(value), 'control-characters');

/** What the platform has, as it has it: rules for typing guard what is new. */
export const existingText = z
  .string({ error: 'wrong-type' })
  .max(2000, 'too-long')
  .refine((text) => !/[^\P{Cc}\t\r\n]/u.test(text), 'control-characters');

/** A name as the platform said it: it names what is acted on, in questions and lists, where no sign of it may turn or hide the others. */
export const shownText = existingText.overwrite((text) =>
  text.replaceAll(new RegExp(CONTROL, 'gu'), ' ').slice(0, 200),
);

/** The rows that an export takes, by their keys in the list, in its order; all of them where it is left out. */
export const onlyRows = z
  .array(z.string({ error: 'wrong-type' }).min(1, 'required').max(2000, 'too-long'))
  .max(mostOnly, 'too-many')
  .optional();

/** What a file is to be called, which may be a name of the platform's: made fit, and never refused for it. */
export const suggestedName = z
  .string({ error: 'wrong-type' })
  .min(1, 'required')
  .max(2000, 'too-long')
  .overwrite((name) => {
    const clean = name.replaceAll(new RegExp(CONTROL, 'gu'), ' ').trim();
    const ending = /\.[^.]{1,16}$/.exec(clean)?.[0] ?? '';
    return clean.length > 120 ? clean.slice(0, 120 - ending.length) + ending : clean || '-';
  });

/** Text on its way into the keychain. Sent by the page once, never sent back. */
export const secretText = (max: number) =>
  z
    .string({ error: 'wrong-type' })
    .min(1, 'required')
    .max(max, 'too-long')
    .refine((value) => !CONTROL.test(value), 'control-characters')
    .meta(SECRET);

/** The same of a key or token that is pasted, with blanks and line breaks around it (CLP-04). What is unseen within is told, never taken out. */
export const pastedSecret = (max: number) =>
  z
    .string({ error: 'wrong-type' })
    .trim()
    .pipe(secretText(max).refine((value) => withoutUnseen(value) === value, 'control-characters'))
    .meta(SECRET);

/** Opens a file that somebody made. */
export const filePassphrase = z.string().max(1024, 'too-long').meta(SECRET);

/** Which of the keys in a file, from 1, where several could be used. */
export const keyNumber = z.number().int().min(1, 'too-low').max(64, 'too-high');

/** For a file that Steward makes. */
export const newPassphrase = z
  .string()
  .min(12, 'passphrase-too-short')
  .max(256, 'too-long')
  .meta(SECRET);

/** An instant: ISO 8601 in UTC with Z. What servers send in other forms is turned into this in main. */
export const instant = z.string();

export const id = z
  .string()
  .regex(/^[a-z0-9-]{1,64}$/, 'wrong-type')
  .meta(REFERENCE);

/** A file or folder that the shell has a path for; the page holds only this. */
const handle = z.string().regex(/^file-[A-Za-z0-9_-]{16,43}$/, 'unknown-handle');

/** One that was picked to be read. Nothing is written there. */
export const readHandle = handle.brand<'read'>().meta({ handle: 'read' });
export type ReadHandle = z.infer<typeof readHandle>;

/** A place that was picked to be written. Nothing that lies there can be read by it (ATK-25). */
export const saveTarget = handle.brand<'save'>().meta({ handle: 'save' });
export type SaveTarget = z.infer<typeof saveTarget>;

export const organisationNumber = z
  .string({ error: 'wrong-type' })
  .overwrite(organisationNumberOf)
  .refine(isOrganisationNumber, 'organisation-number')
  .meta(REFERENCE);

/** The number of an organisation that the platform has named: rules for typing guard what nobody has named yet. */
export const listedNumber = z
  .string({ error: 'wrong-type' })
  .overwrite(organisationNumberOf)
  .refine(isListedNumber, 'organisation-number')
  .meta(REFERENCE);

export const environment = z.enum(['production', 'test']);
export type Environment = z.infer<typeof environment>;

export const party = z
  .string({ error: 'wrong-type' })
  .overwrite((who) => {
    const number = organisationNumberOf(who);
    return isOrganisationNumber(number) ? number : who;
  })
  .refine(isParty, 'party')
  .meta(REFERENCE);

/** An id of the platform's, as it stands in a path. */
export const resourceId = z
  .string({ error: 'wrong-type' })
  .overwrite(cleanWord)
  .refine(isResourceId, 'resource-id')
  .meta(REFERENCE);

/** Language ids of the platform: English, bokmål, nynorsk (platform.md, Language). */
export const language = z.union([z.literal(1033), z.literal(1044), z.literal(2068)]);
export type Language = z.infer<typeof language>;

/** `https://host` with a path, no user name, no query; a server of a provider, not of the platform. */
export const serverAddress = z
  .string({ error: 'wrong-type' })
  .overwrite(cleanWord)
  .max(300, 'too-long')
  .refine(isServerAddress, 'server-address');

function isServerAddress(value: string): boolean {
  if (!/^https:\/\/[A-Za-z0-9.-]+(:\d{1,5})?(\/[A-Za-z0-9._~%/-]*)?$/.test(value)) return false;
  return URL.canParse(value) && !value.includes('..') && !new URL(value).hostname.endsWith('.');
}

/** One OAuth scope (RFC 6749 3.3). */
export const scope = z
  .string({ error: 'wrong-type' })
  .overwrite(cleanWord)
  .regex(/^[\x21\x23-\x5b\x5d-\x7e]{1,120}$/, 'scope');

/** Whether a list holds all there is (platform.md, Limits); when it does not, why. */
export const completeness = z.object({
  complete: z.boolean(),
  /** `limit`: the platform holds back; `endless`: given up at Steward's own limit of calls; `asked`: only so many were asked for. */
  because: z.enum(['limit', 'endless', 'asked']).nullable(),
  /** Calls that were made for it. */
  calls: z.number().int(),
});
/**
 * A list of the platform, under its name: the one shape in which it crosses to the page, which so always gets to know whether it is all
 * there is. `more` is what stands beside it.
 */
export const listOf = <
  N extends string,
  I extends z.ZodType,
  M extends z.ZodRawShape = Record<never, never>,
>(
  name: N,
  item: I,
  more?: M,
) => {
  const shape: unknown = { [name]: z.array(item), ...more, completeness };
  return z.object(
    shape as Record<N, z.ZodArray<I>> & M & { readonly completeness: typeof completeness },
  );
};

export const listProgress = z.object({ items: z.number().int(), calls: z.number().int() });

/** How far a stream of bytes is; `total` is null where nobody says. */
export const byteProgress = z.object({ bytes: z.number(), total: z.number().nullable() });
