// How long a test waits for what is soon true: no measure, only an end for what hangs, for the machine may be busy.
export const PATIENCE_MS = 60_000;
