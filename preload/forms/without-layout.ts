// XML without what is no content of it: its declaration, line ends, and blanks between tags.

export const withoutLayout = (xml: string): string =>
  xml
    .replace(/^\ufeff/, '')
    .replace(/^\s*<\?xml[^>]*\?>/, '')
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/>\s+</g, '><')
    .trim();
