// Bodies of letters as agencies write them: HTML of headings, lists, tables and links; the signing text of a form.
import { inLanguage, type Language } from './code-lists.ts';

export function letterBody(subject: string, sender: string, receiver: string): string {
  const title = escaped(subject.trim());
  return [
    `<h1>${title}</h1>`,
    `<p>Til ${escaped(receiver)}</p>`,
    `<p>${escaped(sender)} har behandlet saken. Fristen for å klage er <strong>tre uker</strong> fra brevet kom fram.</p>`,
    '<ul><li>Les vedtaket nøye.</li><li>Ta vare på referansen.</li></ul>',
    '<table border="1"><tr><th>År</th><th>Beløp</th></tr><tr><td>2025</td><td align="right">418&nbsp;000</td></tr></table>',
    '<p>Se <a href="https://veiledning.example/klage?sak=1&amp;m=2">veiledningen</a> for mer.</p>',
    `<p>Med hilsen<br />${escaped(sender)}</p>`,
  ].join('\n');
}

export function signingText(service: string, receiver: string, language: Language): string {
  const [by, form] = [receiver.trim(), service.trim()];
  return inLanguage(
    [
      `I confirm on behalf of ${by} that the information in “${form}” is correct and complete.`,
      `Jeg bekrefter på vegne av ${by} at opplysningene i «${form}» er riktige og fullstendige.`,
      `Eg stadfestar på vegner av ${by} at opplysningane i «${form}» er rette og fullstendige.`,
    ],
    language,
  );
}

export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
