// Norwegian texts of screens that a connection cannot use: why, what they require, and the way to get it.
import { createFormats } from '../formats.ts';
import type { limits as en } from '../en/limits.ts';

/** In the reader's own time zone: when a person asked. */
const { date } = createFormats('nb');

const organisation = 'Denne tilkoblingen logger inn som virksomheten.';
const person = 'Denne tilkoblingen logger inn som en person.';
const user = 'Denne tilkoblingen logger inn som virksomhetsbruker.';

export const limits: typeof en = {
  title: 'Ikke tilgjengelig med denne tilkoblingen',
  offTitle: 'Ikke lenger tilbudt av plattformen',
  ways: {
    certificate: organisation,
    'machine-token': organisation,
    person,
    password: person,
    'enterprise-user': user,
    'enterprise-user-token': user,
    'pasted-token': 'Denne tilkoblingen bruker et innlimt token.',
    none: 'Denne tilkoblingen logger ikke inn.',
  },
  requires: (screen, what) => `${screen} krever ${what}.`,
  screens: {
    'enterprise-users': 'Virksomhetsbrukere',
    delegations: 'Å se hvem som har tilgang',
    'role-definitions': 'Lokale roller',
    'contact-information': 'Kontaktinformasjon',
    profile: 'Profilen',
    reportees: 'Listen over aktører',
    consents: 'Samtykker',
    lookups: 'Innsyn i data',
    inbox: 'Meldinger',
    'work-list': 'Meldinger',
    archive: 'Meldinger',
    trash: 'Meldinger',
    'file-transfer': 'Filoverføring',
    'service-owner': 'Adresser til virksomheter',
    'party-access': 'Oppslag av tilgang',
    'service-rights': 'Rettighetsregisteret',
    'owner-requests': 'Forespørsler til brukere',
    'owner-events': 'Hendelser',
  },
  signIns: {
    organisation: 'virksomhetssertifikat eller maskintoken',
    user: 'innlogging som person eller virksomhetsbruker',
    'service-owner':
      'sertifikatet til en virksomhet som eier tjenester, eller et token med scopet serviceowner',
  },
  scope: (scope) => `scopet ${scope}, som tilkoblingen ikke ber om`,
  apiKey: 'en API-nøkkel, og tilkoblingen har ingen',
  off: (asked) => `Plattformen tilbyr ikke lenger dette. Steward spurte ${date(asked)}.`,
  expired: (name) => `Sertifikatet ${name} er utløpt. Plattformen avviser det.`,
  documented:
    'Ifølge dokumentasjonen avviser plattformen virksomheter her. Gjør ikke din det, kan du åpne skjermbildet likevel.',
  fixes: {
    way: 'Endre innloggingsmetoden',
    scopes: 'Endre scope',
    apiKey: 'Velg en API-nøkkel',
    certificate: 'Velg et annet sertifikat',
  },
  signInAs: {
    organisation: 'Bruk et sertifikat',
    user: 'Logg inn som person',
    'service-owner': 'Bruk et sertifikat',
  },
  tryAnyway: 'Åpne likevel',
  whatIsOffered: 'Vis hva plattformen tilbyr',
};
