// A small valid PDF document of one page of text.

/** Signs that Latin-1 does not have are shown as question marks. */
export function pdfOf(lines: readonly string[]): Buffer {
  const shown = lines.map((line) => `(${escaped(line)}) Tj T*`).join('\n');
  const content = `BT /F1 11 Tf 14 TL 56 780 Td\n${shown}\nET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 5 0 R >> >> /Contents 4 0 R >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, at) => {
    const offset = text.length;
    text += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const start = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`;
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}

const escaped = (line: string): string =>
  line.replace(/[^\u0020-\u00ff]/g, '?').replace(/[\\()]/g, (sign) => `\\${sign}`);
