// Types of levels.mjs for the tests and settings that import it.
export interface Campaign {
  readonly what: string;
  readonly minutes: number;
  readonly tests?: readonly string[];
  readonly journeys?: boolean;
  readonly drawn?: boolean;
  readonly mediaTypes?: boolean;
  readonly command?: readonly string[];
  readonly firstIfChanged?: RegExp;
}
export const campaigns: Readonly<Record<string, Campaign>>;
export function matching(pattern: string): string[];
export function testsOf(campaign: Campaign): { files: string[]; titles: string | undefined };
export const NEEDS_ROOT: RegExp;
export function filesNeedingRoot(): string[];
export function campaignFiles(): string[];
interface Changed {
  readonly present: readonly string[];
  readonly removed: readonly string[];
}
export function isInFirst(campaign: Campaign, changed?: Changed): boolean;
export function filesOutsideFirst(changed?: Changed): string[];
export interface Journeys {
  readonly grep?: RegExp;
  readonly grepInvert?: RegExp;
}
export function journeysOf(
  level: string,
  screens?: readonly string[],
):
  | Journeys
  | { projects: (Journeys & { readonly name: string; readonly use?: { colorScheme: 'dark' } })[] };
export function screensOfTable(): { readonly id: string; readonly folder: string }[];
/** Undefined is `npm test`. */
export function levelsOfTags(tags: readonly string[]): (string | undefined)[];
export interface Journey {
  readonly file: string;
  readonly title: string;
  readonly tags: readonly string[];
}
export function listJourneys(): Journey[];
