// English texts of how the text of a picked file is read.

export const fileReading = {
  title: 'How is this file to be read?',
  text: (name: string, n: number) =>
    n === 1
      ? `“${name}” is not in the character encoding that it declares. It reads like this:`
      : `“${name}” is not in the character encoding that it declares. Choose the one in which the letters are right:`,
  use: 'Read it like this',
  sent: 'The file stays as it is. What is sent is in UTF-8.',
  told: (name: string, charset: string) => `“${name}” is in ${charset}. It is sent in UTF-8.`,
  charset: (name: string) => NAMES[name] ?? name.toUpperCase(),
};

const NAMES: Readonly<Record<string, string>> = {
  'windows-1252': 'Windows-1252 (Western European)',
  'iso-8859-15': 'ISO-8859-15 (Latin-9)',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
};
