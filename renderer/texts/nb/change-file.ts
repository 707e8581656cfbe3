// Norwegian texts of a file of changes, whatever is changed.
import type { Texts } from '../en.ts';
import { counted, number } from '../formats.ts';

export const changeFile: Texts['changeFile'] = {
  choose: 'Velg fil …',
  other: 'Velg en annen fil …',
  chooseFailed: 'Kunne ikke åpne filen',
  readFailed: 'Kunne ikke lese filen',
  reading: 'Leser filen og listen …',
  lines: (n) => counted('nb', n, 'linje', 'linjer'),
  hidden: (n, shown) => {
    const rows = counted('nb', n, 'skjult rad', 'skjulte rader');
    if (shown > 1) return `Arbeidsboken har ${rows}.`;
    const all = shown === 0 ? 'Ingenting i arbeidsboken er synlig' : 'Bare én rad er synlig';
    return `${all}: Den har ${rows}. Ta dem med, eller vis dem i regnearkprogrammet og velg filen på nytt.`;
  },
  headings: (line) =>
    `Linje ${number('nb', line)} er brukt som overskrifter. Linjene over den blir ikke lest.`,
  takeHidden: 'Ta med skjulte og filtrerte rader',
  list: 'Linjene i filen',
  show: 'Linjer som vises',
  shown: { all: 'Alle', changes: 'Endringer', refused: 'Avvist' },
  line: (line) => `Linje ${number('nb', line)}`,
  why: (words) => `Avvist: ${words}`,
  empty: 'Filen har ingen linjer',
  noneShown: 'Ingen linjer å vise',
  nothing: 'Ingenting å gjøre: ingen linje i filen endrer noe.',
  make: (n) => `Utfør ${counted('nb', n, 'endring', 'endringer')}`,
  jobOpen: 'En jobb for denne aktøren er fortsatt åpen. Fullfør eller stopp den først.',
  starting: 'Kunne ikke starte jobben',
};
