// Copies a text that is not secret to the clipboard when a person asks. Main copies secrets, and clears them again.

/** The shells give the page no permission for the clipboard; the older way needs none, only the person's press. */
export function copyText(text: string): boolean {
  const put = (event: ClipboardEvent) => {
    event.preventDefault();
    event.stopPropagation();
    event.clipboardData?.setData('text/plain', text);
  };
  document.addEventListener('copy', put, { capture: true });
  try {
    return document.execCommand('copy');
  } finally {
    document.removeEventListener('copy', put, { capture: true });
  }
}
