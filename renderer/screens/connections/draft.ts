// A connection being filled in: its text as typed, validated by the contract's own rules.
import {
  connections,
  type Connection,
  type ConnectionInput,
  type SetUpInput,
} from '../../../preload/contract/connections.ts';
import { boundElsewhere } from '../../../preload/contract/used-credentials.ts';
import {
  cleanWord,
  organisationNumberOf,
  plainBaseAddress,
} from '../../../preload/contract/rules.ts';
import type { FieldProblem } from '../../../preload/result.ts';
import { fieldProblem } from '../../../preload/result.ts';
import {
  emptySignIn,
  signInDraftOf,
  signInFieldOf,
  signInOf,
  type SignInDraft,
} from './sign-in-draft.ts';

export interface Draft extends SignInDraft {
  name: string;
  /** Empty while nobody has said which: it is never guessed. */
  environment: 'production' | 'test' | '';
  baseAddress: string;
  /** Name of the place of a file that the address came from; empty where it was typed. */
  place: string;
  organisationName: string;
  organisationNumber: string;
  /** Id of a credential; empty while none is chosen. */
  apiKey: string;
  highestTls: Connection['highestTls'];
  language: Connection['language'];
  mediaType: Connection['mediaType'];
  proxyUse: Connection['proxy']['use'];
  proxyHost: string;
  proxyPort: string;
  proxyUser: string;
  proxyPassword: string;
  /** One host per line. */
  formerHosts: string;
  /** What is to become of the extra CA: stay as it is, go, or be replaced by the file that was picked. */
  extraCa: 'as-it-is' | 'none' | { readonly handle: string; readonly name: string };
}
export type DraftField = keyof Draft;
/** Fields a person types a line into. */
export type TextOfDraft = Exclude<
  { [F in DraftField]: string extends Draft[F] ? F : never }[DraftField],
  'extraCa'
>;
export type Problems = Readonly<Partial<Record<DraftField, FieldProblem>>>;

export const emptyDraft = (language: 'en' | 'nb'): Draft => ({
  name: '',
  environment: '',
  baseAddress: 'https://',
  place: '',
  organisationName: '',
  organisationNumber: '',
  ...emptySignIn,
  apiKey: '',
  highestTls: 'TLSv1.3',
  language: language === 'nb' ? 1044 : 1033,
  mediaType: 'application/hal+json',
  proxyUse: 'system',
  proxyHost: '',
  proxyPort: '',
  proxyUser: '',
  proxyPassword: '',
  formerHosts: '',
  extraCa: 'as-it-is',
});

export function draftOf(connection: Connection): Draft {
  const manual = connection.proxy.use === 'manual' ? connection.proxy : undefined;
  return {
    name: connection.name,
    environment: connection.environment,
    baseAddress: connection.baseAddress,
    place: connection.place ?? '',
    organisationName: connection.organisationName,
    organisationNumber: connection.organisationNumber,
    ...signInDraftOf(connection.signIn),
    apiKey: connection.apiKey ?? '',
    highestTls: connection.highestTls,
    language: connection.language,
    mediaType: connection.mediaType,
    proxyUse: connection.proxy.use,
    proxyHost: manual?.host ?? '',
    proxyPort: manual === undefined ? '' : String(manual.port),
    proxyUser: manual?.userName ?? '',
    proxyPassword: manual?.password ?? '',
    formerHosts: connection.formerHosts.join('\n'),
    extraCa: 'as-it-is',
  };
}

/** What the contract is given. Surrounding blanks are a slip of the hand; an organisation number is often pasted with gaps. */
export function inputOf(draft: Draft): ConnectionInput {
  return {
    name: draft.name.trim(),
    // Without one it is refused before it is sent, as what the contract does not know.
    environment: draft.environment as ConnectionInput['environment'],
    baseAddress: draft.baseAddress.trim(),
    organisationName: draft.organisationName.trim(),
    organisationNumber: organisationNumberOf(draft.organisationNumber),
    signIn: signInOf(draft),
    // Where nobody signs in, a key would say who asks.
    apiKey: draft.way === 'none' ? null : draft.apiKey,
    highestTls: draft.highestTls,
    language: draft.language,
    mediaType: draft.mediaType,
    proxy: proxyOf(draft),
    formerHosts: hostsIn(draft.formerHosts),
    ...(draft.place !== '' && { place: draft.place }),
    ...(draft.extraCa === 'as-it-is'
      ? {}
      : { extraCaFile: draft.extraCa === 'none' ? null : draft.extraCa.handle }),
  };
}

/** As they were typed: on lines, or with commas. */
export const hostsIn = (typed: string): string[] => typed.split(/[\s,]+/).filter(Boolean);

/** In place of the id of a credential that comes along with the connection. */
export const BROUGHT = 'brought';

/** What a first connection by certificate is made with: what is `brought` goes along, what was kept before is named. */
export function setUpOf(
  { signIn, apiKey, ...given }: ConnectionInput,
  brought: {
    readonly certificate: SetUpInput['certificate'];
    readonly apiKey: SetUpInput['apiKey'];
  },
): SetUpInput {
  const certificate = signIn.way === 'certificate' ? signIn.certificate : '';
  return {
    ...given,
    certificate: certificate === BROUGHT ? brought.certificate : { kept: certificate },
    apiKey: apiKey === BROUGHT ? brought.apiKey : { kept: apiKey ?? '' },
  };
}

/** What surrounds an address, `https://` in front of it and `/api` behind it are no reason to refuse it. */
export function tidyAddress(typed: string): string {
  const address = cleanWord(typed);
  if (address === '' || address === 'https://') return address;
  return plainBaseAddress(
    /^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? address : `https://${address}`,
  );
}

function proxyOf(draft: Draft): ConnectionInput['proxy'] {
  if (draft.proxyUse !== 'manual') return { use: draft.proxyUse };
  const userName = draft.proxyUser.trim();
  return {
    use: 'manual',
    host: draft.proxyHost.trim(),
    port: Number(draft.proxyPort),
    ...(userName === '' ? {} : { userName }),
    ...(draft.proxyPassword === '' ? {} : { password: draft.proxyPassword }),
  };
}

/**
 * The same rules as in main, so that a person sees them before sending; main stays the judge. `all`: the connections there are, the
 * one that is changed among them, whose credentials cannot go to another place.
 */
export function problemsOf(draft: Draft, all: readonly Connection[] = []): Problems {
  const input = inputOf(draft);
  const parsed = connections.create.input.safeParse(input);
  const foreign = draft.environment === '' ? [] : all.flatMap((one) => boundElsewhere(input, one));
  const bound = problemsByField(
    Object.fromEntries(foreign.map((field) => [field, 'other-place' as const])),
    draft,
  );
  if (parsed.success) return bound;
  const codes = parsed.error.issues.map((issue) => {
    const code = fieldProblem.safeParse(issue.message);
    return [issue.path.join('.'), code.success ? code.data : 'wrong-type'] as const;
  });
  return { ...bound, ...problemsByField(Object.fromEntries([...codes].reverse()), draft) };
}

/** Problems by the contract's field names turned into problems by the form's. */
export function problemsByField(
  fields: Readonly<Record<string, FieldProblem>>,
  draft: Draft,
): Problems {
  const found: Partial<Record<DraftField, FieldProblem>> = {};
  for (const [path, problem] of Object.entries(fields)) {
    const field = fieldOf(path);
    if (field === undefined) continue;
    // A choice nobody made yet is an empty id: say that it is missing, not that it is malformed.
    found[field] = isEmpty(draft[field]) ? 'required' : problem;
  }
  return found;
}

const PATHS: readonly (readonly [path: string, field: DraftField])[] = [
  ['proxy.host', 'proxyHost'],
  ['proxy.port', 'proxyPort'],
  ['proxy.userName', 'proxyUser'],
  ['proxy.password', 'proxyPassword'],
  ['proxy', 'proxyUse'],
  ['formerHosts', 'formerHosts'],
  ['extraCaFile', 'extraCa'],
  // Of a certificate and a key that come along.
  ['certificate', 'certificate'],
  ['file', 'certificate'],
  ['keyFile', 'certificate'],
  ['key', 'apiKey'],
  ['name', 'name'],
  ['environment', 'environment'],
  ['baseAddress', 'baseAddress'],
  ['place', 'place'],
  ['organisationName', 'organisationName'],
  ['organisationNumber', 'organisationNumber'],
  ['apiKey', 'apiKey'],
  ['highestTls', 'highestTls'],
  ['language', 'language'],
  ['mediaType', 'mediaType'],
];

function fieldOf(path: string): DraftField | undefined {
  const dotted = path.replaceAll('[', '.').replaceAll(']', '');
  const isIn = (start: string) => dotted === start || dotted.startsWith(`${start}.`);
  return isIn('signIn') ? signInFieldOf(dotted) : PATHS.find(([start]) => isIn(start))?.[1];
}

const isEmpty = (value: Draft[DraftField]): boolean =>
  typeof value === 'string' && (value.trim() === '' || value === 'https://');

export const sameDraft = (a: Draft, b: Draft): boolean => JSON.stringify(a) === JSON.stringify(b);
