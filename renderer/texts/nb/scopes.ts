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
    enduser: 'Alt en sluttbruker kan gjøre. Begrenses bare av API-nøkkelen.',
    endusernoconsent:
      'Alt en sluttbruker kan gjøre, uten å be om samtykke. Bare for tjenesteeieres eldre systemer med informasjonskapsler.',
    serviceowner: 'Alt for tjenesteeiere.',
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
    reportees: 'Se aktørene brukeren kan opptre for.',
    'instances.meta': 'Se listen over meldinger, men ikke åpne dem.',
    'instances.read': 'Åpne meldinger, skjemaer og vedlegg.',
    'instances.write': 'Opprette, endre, signere og slette meldinger, skjemaer og vedlegg.',
    'profiles.read': 'Se profiler og kontaktopplysninger.',
    'profiles.write': 'Legge til og slette kontaktopplysninger.',
    'roledefinitions.read': 'Se rolledefinisjonene til en aktør.',
    'roledefinitions.write': 'Opprette, endre og slette lokale roller.',
    'rolesandrights.read': 'Se roller og rettigheter.',
    'rolesandrights.write': 'Ta tilbake roller og rettigheter.',
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
    'serviceowner/delegations.write': 'Gi og ta tilbake roller som tjenesteeier.',
  },
  standard: {
    openid: 'Lar Steward vite hvem som logget inn.',
    profile: 'Lar Steward vite navnet på brukeren.',
    offline_access: 'Lar Steward fornye innloggingen.',
  },
  unknown: 'Ikke i plattformens dokumentasjon.',
  label: 'Scope',
  hint: 'Skill flere scope med mellomrom. Et scope gir aldri mer tilgang enn virksomheten og API-nøkkelen har.',
  pick: 'Velg fra listen',
  suggest: 'Bruk det minste settet',
  suggestHint: {
    'machine-token': 'Nok til å administrere virksomhetsbrukere.',
    'enterprise-user-token': 'Nok til å lese meldingsboksen og profiler.',
    person: 'Nok til å lese meldingsboksen og profiler.',
  },
  prefix: (prefix) =>
    `Valgte scope får prefikset ${prefix}. Hvis plattformen bruker et annet prefiks, skriver du først ett scope med det.`,
};
