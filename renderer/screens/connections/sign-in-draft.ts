// The sign-in part of a connection draft: what was typed for one method stays while another is shown.
import type { ConnectionInput, SignIn, SignInWay } from '../../../preload/contract/connections.ts';
import { organisationNumberOf } from '../../../preload/contract/rules.ts';

/** The organisation's own ways first, then those of a person, then the bare ones; a way that is missing does not compile. */
const ORDER: Readonly<Record<SignInWay, number>> = {
  certificate: 1,
  'machine-token': 2,
  person: 3,
  'enterprise-user': 4,
  'enterprise-user-token': 5,
  password: 6,
  'pasted-token': 7,
  none: 8,
};
/** The ways that the form offers, in the order of its cards. */
export const offeredWays = (Object.keys(ORDER) as SignInWay[]).sort(
  (one, other) => ORDER[one] - ORDER[other],
);

export interface SignInDraft {
  way: SignInWay;
  /** Ids of credentials; empty while none is chosen. */
  certificate: string;
  password: string;
  key: string;
  userName: string;
  clientId: string;
  /** Separated by blanks, as OAuth writes them; line breaks and commas do no harm. */
  scopes: string;
  tokenEndpoint: string;
  audience: string;
  resource: string;
  consumerOrg: string;
  exchangeEndpoint: string;
  proofBy: 'certificate' | 'registered-key';
  keyId: string;
  found: 'discovery' | 'typed';
  issuer: string;
  authorizeEndpoint: string;
  jwksAddress: string;
  revocationEndpoint: string;
  endSessionEndpoint: string;
  acrValues: string;
  callbackPath: string;
}

export const emptySignIn: SignInDraft = {
  way: 'certificate',
  certificate: '',
  password: '',
  key: '',
  userName: '',
  clientId: '',
  scopes: '',
  tokenEndpoint: '',
  audience: '',
  resource: '',
  consumerOrg: '',
  exchangeEndpoint: '',
  proofBy: 'certificate',
  keyId: '',
  found: 'discovery',
  issuer: '',
  authorizeEndpoint: '',
  jwksAddress: '',
  revocationEndpoint: '',
  endSessionEndpoint: '',
  acrValues: '',
  callbackPath: '',
};

export function signInDraftOf(signIn: SignIn): SignInDraft {
  return { ...emptySignIn, way: signIn.way, ...partOf(signIn) };
}

function partOf(signIn: SignIn): Partial<SignInDraft> {
  switch (signIn.way) {
    case 'certificate':
      return { certificate: signIn.certificate };
    case 'machine-token':
    case 'enterprise-user-token': {
      const { tokenEndpoint, audience, clientId, resource = '', consumerOrg = '', proof } = signIn;
      return {
        ...(signIn.way === 'enterprise-user-token' && {
          userName: signIn.userName,
          password: signIn.password,
        }),
        exchangeEndpoint: signIn.exchangeEndpoint ?? '',
        tokenEndpoint,
        audience,
        clientId,
        resource,
        consumerOrg,
        scopes: signIn.scopes.join(' '),
        ...(proof.by === 'certificate'
          ? { proofBy: 'certificate', certificate: proof.certificate }
          : { proofBy: 'registered-key', key: proof.key, keyId: proof.keyId }),
      };
    }
    case 'person': {
      const { provider, clientId, scopes, acrValues, callbackPath = '' } = signIn;
      const typed = provider.found === 'typed' ? provider : undefined;
      return {
        found: provider.found,
        issuer: provider.issuer,
        authorizeEndpoint: typed?.authorizeEndpoint ?? '',
        tokenEndpoint: typed?.tokenEndpoint ?? '',
        jwksAddress: typed?.jwksAddress ?? '',
        revocationEndpoint: typed?.revocationEndpoint ?? '',
        endSessionEndpoint: typed?.endSessionEndpoint ?? '',
        clientId,
        scopes: scopes.join(' '),
        acrValues,
        callbackPath,
      };
    }
    case 'password':
      return { userName: signIn.userName, password: signIn.password };
    case 'enterprise-user': {
      const { userName, password, certificate } = signIn;
      return { userName, password, certificate };
    }
    case 'pasted-token':
    case 'none':
      return {};
  }
}

/** What the contract is given: the fields of the chosen way alone. */
export function signInOf(draft: SignInDraft): ConnectionInput['signIn'] {
  const { way, certificate, password } = draft;
  const userName = draft.userName.trim();
  switch (way) {
    case 'certificate':
      return { way, certificate };
    case 'machine-token':
      return {
        way,
        ...machineTokenOf(draft),
        ...given('exchangeEndpoint', draft.exchangeEndpoint),
      };
    case 'enterprise-user-token': {
      const exchangeEndpoint = draft.exchangeEndpoint.trim();
      return { way, ...machineTokenOf(draft), exchangeEndpoint, userName, password };
    }
    case 'person':
      return personOf(draft);
    case 'password':
      return { way, userName, password };
    case 'enterprise-user':
      return { way, userName, password, certificate };
    case 'pasted-token':
    case 'none':
      return { way };
  }
}

export const scopesIn = (typed: string): string[] => [
  ...new Set(typed.split(/[\s,]+/).filter(Boolean)),
];

function machineTokenOf(
  draft: SignInDraft,
): Omit<Extract<SignIn, { way: 'machine-token' }>, 'way' | 'exchangeEndpoint'> {
  return {
    tokenEndpoint: draft.tokenEndpoint.trim(),
    audience: draft.audience.trim(),
    clientId: draft.clientId.trim(),
    scopes: scopesIn(draft.scopes),
    ...given('resource', draft.resource),
    // Often pasted with gaps, like that of the organisation.
    ...given('consumerOrg', organisationNumberOf(draft.consumerOrg)),
    proof:
      draft.proofBy === 'certificate'
        ? { by: 'certificate', certificate: draft.certificate }
        : { by: 'registered-key', key: draft.key, keyId: draft.keyId.trim() },
  };
}

function personOf(draft: SignInDraft): ConnectionInput['signIn'] {
  const issuer = draft.issuer.trim();
  return {
    way: 'person',
    provider:
      draft.found === 'discovery'
        ? { found: 'discovery', issuer }
        : {
            found: 'typed',
            issuer,
            authorizeEndpoint: draft.authorizeEndpoint.trim(),
            tokenEndpoint: draft.tokenEndpoint.trim(),
            jwksAddress: draft.jwksAddress.trim(),
            ...given('revocationEndpoint', draft.revocationEndpoint),
            ...given('endSessionEndpoint', draft.endSessionEndpoint),
          },
    clientId: draft.clientId.trim(),
    scopes: scopesIn(draft.scopes),
    acrValues: draft.acrValues.trim(),
    ...given('callbackPath', draft.callbackPath),
  };
}

/** A field that is left out when nothing was typed. */
function given<Key extends string>(key: Key, typed: string): { [K in Key]?: string } {
  const value = typed.trim();
  return value === '' ? {} : ({ [key]: value } as { [K in Key]: string });
}

/** Which field of the form the contract means; the way itself when it means none. */
export function signInFieldOf(path: string): keyof SignInDraft {
  const [first = '', second = ''] = path.split('.').slice(1);
  if (first === 'proof') return second === 'by' || second === '' ? 'proofBy' : asField(second);
  if (first === 'provider') return second === '' ? 'found' : asField(second);
  return asField(first);
}

const asField = (name: string): keyof SignInDraft =>
  Object.hasOwn(emptySignIn, name) ? (name as keyof SignInDraft) : 'way';
