// What a page complains about, in one place for journeys and page tests; none of it may happen in either.
//
// Three sources. What the window tells (`hearWindow`): errors nobody caught, rejections nobody caught, loops of ResizeObserver and
// violations of the content security policy. What the console is told (`isComplaint`): every error and every warning, among them
// those of Svelte and of the browser itself. Where the console is heard from inside the page, `hearConsole` does both steps.
// A journey hears the console from outside, and the window by a script that comes before the page; a page test calls
// `hearWindow` and `hearConsole` with the same `tell`, and expects after each test that nothing was told.

/** What a page says and nobody has to mend. */
const HARMLESS: readonly { readonly said: RegExp; readonly why: string }[] = [];

/** Whether a line of the console is one that fails whoever made it. Types as the browser has them: `warning` or `warn`. */
export const isComplaint = (type: string, text: string): boolean =>
  /^(error|warn|warning|assert)$/.test(type) && !HARMLESS.some(({ said }) => said.test(text));

/** Runs in the page, also as a script by itself: it uses nothing from around it. */
export function hearWindow(tell: (complaint: string) => void): void {
  const told = (error: unknown) => (error instanceof Error ? error.message : String(error));
  // A loop of ResizeObserver comes this way too, without an error, and in no console.
  addEventListener('error', ({ message, error }) => {
    tell(`error: ${error === null || error === undefined ? message : told(error)}`);
  });
  addEventListener('unhandledrejection', ({ reason }) => {
    tell(`error: ${told(reason)}`);
  });
  document.addEventListener('securitypolicyviolation', (event) => {
    tell(`csp: ${event.effectiveDirective} ${event.blockedURI} ${event.sample}`);
  });
}

/** From now on, what is a complaint is told besides being printed. */
export function hearConsole(tell: (complaint: string) => void): void {
  for (const type of ['error', 'warn'] as const) {
    const print = console[type].bind(console);
    console[type] = (...given: readonly unknown[]) => {
      print(...given);
      const text = given.map(String).join(' ');
      if (isComplaint(type, text)) tell(text);
    };
  }
}
