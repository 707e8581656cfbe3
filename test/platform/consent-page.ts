// The page of the portal behind the relation gui: where the giver answers a consent request, for the demo and journeys.
import type { Answer, Call } from './call.ts';
import { consentServiceOf, type Consent, type ConsentControl } from './consents.ts';
import type { Acts } from './door.ts';
import { escapeXml } from './xml.ts';

const words = {
  en: {
    title: 'Consent',
    asks: 'asks for your consent to',
    give: 'Give consent',
    refuse: 'Refuse',
  },
  'nb-NO': { title: 'Samtykke', asks: 'ber om samtykke til', give: 'Gi samtykke', refuse: 'Avslå' },
  'nn-NO': {
    title: 'Samtykke',
    asks: 'ber om samtykke til',
    give: 'Gje samtykke',
    refuse: 'Avslå',
  },
} as const;
type Language = keyof typeof words;

const isLanguage = (text: string): text is Language => Object.hasOwn(words, text);
const messageIn: Readonly<Record<Language, string>> = {
  en: 'en',
  'nb-NO': 'no-nb',
  'nn-NO': 'no-nn',
};

export function consentPageActs(control: ConsentControl) {
  const openOne = (act: (call: Call, consent: Consent) => Answer) => (call: Call) => {
    const consent = control.find(call.parts['authCode'] ?? '');
    const isOpen = consent && ['Unopened', 'Opened'].includes(consent.status);
    return isOpen ? act(call, consent) : page(404, 'nb-NO', '404');
  };
  return {
    // Who looks at it has opened it.
    'consentPage.show': openOne((call, consent) => {
      if (consent.status === 'Unopened') control.answer(consent.id, 'Opened');
      const wanted = call.given.get('languageCode') ?? '';
      return question(consent, isLanguage(wanted) ? wanted : 'nb-NO');
    }),
    'consentPage.answer': openOne((call, consent) => {
      const given = new URLSearchParams(call.body.toString('utf8')).get('answer');
      const status = given === 'give' ? 'Accepted' : 'Rejected';
      const Location = control.answer(consent.id, status);
      return { status: 302, reason: 'Found', headers: { Location } };
    }),
  } satisfies Partial<Acts>;
}

function question(consent: Consent, language: Language): Answer {
  const { asks, give, refuse } = words[language];
  const services = consent.resources
    .map(({ code, edition }) => consentServiceOf(code, edition)?.name ?? code)
    .map((name) => `<li>${escapeXml(name)}</li>`)
    .join('');
  const message = consent.message?.[messageIn[language]] ?? '';
  return page(
    200,
    language,
    `<p>${escapeXml(consent.coveredBy)} ${asks}</p><ul>${services}</ul><p>${escapeXml(message)}</p>
    <form method="post"><button name="answer" value="give">${give}</button> <button name="answer" value="refuse">${refuse}</button></form>`,
  );
}

const page = (status: number, language: Language, body: string): Answer => ({
  status,
  reason: status === 200 ? 'OK' : 'Not Found',
  headers: { 'Content-Type': 'text/html; charset=utf-8' },
  body: `<!DOCTYPE html><html lang="${language}"><head><title>${words[language].title}</title></head><body><h1>${words[language].title}</h1>${body}</body></html>`,
});
