// Norwegian sentences for every documented scope: what it gives access to.
import type { scopes as en } from '../en/scopes.ts';

export const scopes: typeof en = {
  groups: {
    general: 'Alt på én gang',
    organisation: 'Virksomheten selv',
    person: 'Krever en person eller en virksomhetsbruker',
    serviceOwner: 'Bare for tjenesteeiere',
  },
  opens: {
    enduser: 'Alt en sluttbruker kan gjøre. Bare API-nøkkelen begrenser.',
    endusernoconsent:
      'Alt en sluttbruker kan gjøre, uten å be om samtykke. Bare for tjenesteeieres eldre systemer med informasjonskapsler.',
    serviceowner: 'Hele tjenesteeierdelen.',
    'enterpriseusers.read': 'Se virksomhetens virksomhetsbrukere.',
    'enterpriseusers.write':
      'Opprette, gi nytt navn til og slette virksomhetsbrukere, og rotere hemmelighetene deres.',
    'consenttokens.read': 'Lese samtykketoken.',
    'consenttokens.write': 'Opprette og slette samtykketoken.',
    'consentrequests.read': 'Lese samtykkeforespørsler.',
    'consentrequests.write': 'Opprette og slette samtykkeforespørsler.',
    'delegationrequests.read': 'Lese forespørsler om delegering.',
    'delegationrequests.write': 'Opprette og slette forespørsler om delegering.',
    'enduser/consentrequest.read': 'Lese samtykkeforespørsler, under et utdatert navn.',
    'enduser/consentrequest.write':
      'Opprette og slette samtykkeforespørsler, under et utdatert navn.',
    reportees: 'Se aktørene man kan handle for.',
    'instances.meta': 'Se listen over meldinger, men ikke åpne dem.',
    'instances.read': 'Åpne meldinger, skjemaer og vedlegg.',
    'instances.write': 'Opprette, endre, signere og slette meldinger, skjemaer og vedlegg.',
    'profiles.read': 'Se profiler og kontaktopplysninger.',
    'profiles.write': 'Legge til og slette kontaktopplysninger.',
    'roledefinitions.read': 'Se rolledefinisjonene til en aktør.',
    'roledefinitions.write': 'Opprette, endre og slette lokale roller.',
    'rolesandrights.read': 'Se roller og rettigheter.',
    'rolesandrights.write': 'Ta bort roller og rettigheter.',
    'delegations.read': 'Se delegeringer.',
    'delegations.write': 'Opprette og slette delegeringer.',
    lookup: 'Slå opp aktører.',
    'brokerservice.read': 'Lese fra formidlingstjenesten.',
    'brokerservice.write': 'Sende til formidlingstjenesten.',
    'serviceowner/organizations': 'Slå opp virksomheter og kontaktpunktene deres.',
    'serviceowner/reportees': 'Se aktører som tjenesteeier.',
    'serviceowner/rolesandrights': 'Se roller og rettigheter som tjenesteeier.',
    'serviceowner/events': 'Lese hendelser.',
    'serviceowner/srr.read': 'Lese tjenestens rettighetsregister.',
    'serviceowner/srr.write': 'Endre tjenestens rettighetsregister.',
    'serviceowner/consents': 'Lese samtykker.',
    'serviceowner/delegationrequests.read': 'Lese forespørsler om delegering som tjenesteeier.',
    'serviceowner/delegationrequests.write':
      'Opprette og slette forespørsler om delegering som tjenesteeier.',
    'serviceowner/notifications.read': 'Lese varsler.',
    'serviceowner/delegations.write': 'Gi og ta bort roller som tjenesteeier.',
  },
  standard: {
    openid: 'Lar leverandøren fortelle hvem som logget inn.',
    profile: 'Lar leverandøren fortelle navnet.',
    offline_access: 'Lar innloggingen fornye seg selv.',
  },
  unknown: 'Ikke et av plattformens dokumenterte omfang.',
  label: 'Omfang (scopes)',
  hint: 'Skilles med mellomrom. Et omfang bare begrenser: Det åpner aldri noe virksomheten eller API-nøkkelen ikke har tilgang til.',
  pick: 'Velg fra listen',
  suggest: 'Bruk det minste settet',
  suggestHint: {
    'machine-token': 'Nok til å administrere virksomhetsbrukere.',
    'enterprise-user-token': 'Nok til å lese meldingsboksen og profiler.',
    person: 'Nok til å lese meldingsboksen og profiler.',
  },
  prefix: (prefix) =>
    `Omfang du krysser av, skrives med ${prefix} foran navnet. Bruker plattformen et annet prefiks, skriver du først ett omfang med det.`,
};
