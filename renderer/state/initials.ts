// Two letters that stand for an organisation in the sidebar.
const FORMS_OF_COMPANY = /^(as|asa|sa|ans|da|ba|iks|kf|hf|nuf|enk)$/i;

/** Of the first two words, or the first two letters of a single one; what kind of company it is says nothing. */
export function initialsOf(name: string): string {
  const words = name
    .split(/[\s-]+/)
    .filter((word) => /^[\p{L}\p{N}]/u.test(word) && !FORMS_OF_COMPANY.test(word));
  const [first = '', second] = words;
  const letters = second === undefined ? [...first].slice(0, 2) : [[...first][0], [...second][0]];
  return letters.join('').toLocaleUpperCase('nb');
}
