// What ends a script ends the program that it runs, once: a terminal's keys reach both. Runs on older Node.js too.

/** The script itself waits for the program's end. */
export function passSignals(child) {
  // A terminal sends its signals to the whole group: passed on, they would come twice, and the second one ends what tidies up after
  // the first. Those sent to this process alone are passed on.
  const atTerminal = [process.stdin, process.stdout, process.stderr].some(({ isTTY }) => isTTY);
  for (const signal of ['SIGINT', 'SIGHUP'])
    process.on(signal, () => atTerminal || child.kill(signal));
  process.on('SIGTERM', () => child.kill('SIGTERM'));
}
