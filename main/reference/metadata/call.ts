// How the open metadata is asked for: in which language, in which form, until when.
import type { ApiCall } from '../../platform/requests.ts';

export interface MetadataCall extends Pick<ApiCall, 'accept'> {
  /** The connection's where none is named. */
  readonly language?: number | undefined;
  readonly signal: AbortSignal;
}
export type Progress = (step: { items: number; calls: number }) => void;

/** Always sent: the defaults of the endpoints differ (platform.md, Language). */
export const inLanguage = (language: number | undefined): Pick<ApiCall, 'language' | 'query'> =>
  language === undefined ? { language: true } : { query: { language: String(language) } };
