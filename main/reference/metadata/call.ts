// The parameters of calls for open metadata: language, format and abort signal.
import type { ListStep } from '../../http/complete-list.ts';
import type { ApiCall } from '../../platform/requests.ts';

export interface MetadataCall extends Pick<ApiCall, 'accept'> {
  /** The connection's where none is named. */
  readonly language?: number | undefined;
  readonly signal: AbortSignal;
}
/** A list also says how far it is. */
export interface ListCall extends MetadataCall {
  readonly report?: ((step: ListStep) => void) | undefined;
}

/** Copies of one platform are of one form, whatever the connection asks for otherwise. */
export const COPY_FORM = 'application/hal+json' as const;

/** Always sent: the defaults of the endpoints differ (platform.md, Language). */
export const inLanguage = (language: number | undefined): Pick<ApiCall, 'language' | 'query'> =>
  language === undefined ? { language: true } : { query: { language: String(language) } };
