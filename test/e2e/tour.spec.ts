// The demo's tour as `npm run demo` runs it without a display: the same code, with separate folders, keyring and ports.
import { openDemo } from './demo.ts';
import { expect, test } from './program.ts';

test(
  'CSP-02 the tour of the demo works in every step, and the page complains of nothing',
  { tag: '@first' },
  async ({}, info) => {
    const demo = await openDemo(info.outputDir);
    const lines: string[] = [];
    try {
      const isDrawn = process.env['STEWARD_SHOTS'] !== undefined;
      const steps = await demo.tour((line) => lines.push(line), { isDrawn });
      const failed = steps.find((step) => !step.ok);
      expect(failed, lines.join('\n')).toBeUndefined();
      expect(steps.at(-1)?.name).toBe('speaks Norwegian and shows itself dark');
    } finally {
      await demo.stop();
    }
  },
);
