// The parameters of calls for open metadata: language, format and abort signal.
import type { ListStep } from '../../http/complete-list.ts';
import type { ApiCall } from '../../platform/requests.ts';

export interface MetadataCall extends Pick<ApiCall, 'accept'> {
  /** The connection's where none is named. */
  readonly language?: number | undefined;
  readonly signal: AbortSignal;
}
/** The call for a list, which reports its progress. */
export interface ListCall extends MetadataCall {
  readonly report?: ((step: ListStep) => void) | undefined;
}

/** The media type of every document in a copy, since connections of different media types share it. */
export const COPY_FORM = 'application/hal+json' as const;

export const inLanguage = (language: number | undefined): Pick<ApiCall, 'query'> =>
  language === undefined ? {} : { query: { language: String(language) } };
