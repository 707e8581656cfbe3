// Text as HTML: never a tag or a reference, whatever it holds.
const MARKS: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const marked = (sign: string): string => MARKS[sign] ?? sign;

/** Between tags, as the window's cleaner writes it. */
export const asText = (text: string): string => text.replaceAll(/[&<>]/g, marked);

/** Between tags, and in the quotes of an attribute. */
export const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, marked);
