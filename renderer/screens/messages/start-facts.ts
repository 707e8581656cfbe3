// The facts about a service before a form of it is started, as labels and values.
import type { Service } from '../../../preload/contract/metadata.ts';
import type { Texts } from '../../texts/en.ts';
import type { Locale } from '../../../preload/contract/locale.ts';
import { createFormats } from '../../texts/formats.ts';

interface Words {
  readonly t: Texts;
  readonly locale: Locale;
}
/** The platform's times are Norwegian ones: its days are the same days on every computer. */
const ZONE = 'Europe/Oslo';

export function startFacts(service: Service, { t: texts, locale }: Words) {
  const t = texts.formStart.facts;
  const { date } = createFormats(locale, ZONE);
  const said = (yes: boolean | null) => (yes === null ? t.unsaid : yes ? t.yes : t.no);
  const { validFrom: from, validTo: to, enterpriseUserEnabled: own, eusEnabled: eus } = service;
  const validity = [
    ...(from === null ? [] : [t.from(date(from))]),
    ...(to === null ? [] : [to === 'for-ever' ? t.noEnd : t.until(date(to))]),
  ];
  const steps = service.steps.map(({ name, securityLevel }) =>
    securityLevel === null ? name : `${name} (${t.level(securityLevel)})`,
  );
  return [
    { label: t.rest, value: said(service.restEnabled) },
    { label: t.users, value: said(own === false || eus === false ? false : (own ?? eus)) },
    { label: t.validity, value: validity.length === 0 ? t.unsaid : validity.join(', ') },
    ...(steps.length === 0 ? [] : [{ label: t.steps, value: steps.join(', ') }]),
  ];
}
