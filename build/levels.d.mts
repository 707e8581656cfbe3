// Types of levels.mjs for the tests and settings that import it.
export interface Campaign {
  readonly what: string;
  readonly minutes: number;
  readonly tests?: readonly string[];
  readonly journeys?: RegExp[];
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
export function journeysOf(name: string): { grep: RegExp[] } | { grepInvert: RegExp[] };
export function campaignsOfJourney(title: string): string[];
