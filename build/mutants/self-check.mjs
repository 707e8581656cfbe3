// Modules and tests of the campaign's own, on which it shows that it tells its answers apart before it is believed.
import { findGuards } from './guards.mjs';

const MODULE = {
  file: 'main/mutants-self-check.ts',
  text: `export function half(count?: number): number {
  if (count === undefined) return 0;
  if (count < 0) throw new Error('below');
  if (count > 1_000_000) throw new Error('above');
  return Math.abs(count) / 2;
}
`,
  test: 'test/unit/main/mutants-self-check.test.ts',
  testText: `import { expect, it } from 'vitest';
import { half } from '../../../main/mutants-self-check.ts';
it('refuses what is below zero', () => {
  expect(half(4)).toBe(2);
  expect(() => half(-4)).toThrow('below');
});
`,
  checks: [
    {
      kind: 'killed',
      of: 'leaves early',
      taken: "if (count < 0) throw new Error('below');",
    },
    {
      kind: 'survived',
      of: 'leaves early',
      taken: "if (count > 1_000_000) throw new Error('above');",
    },
    { kind: 'not viable', of: 'leaves early', taken: 'if (count === undefined) return 0;' },
  ],
};

const COMPONENT = {
  file: 'renderer/components/MutantsSelfCheck.svelte',
  text: `<script lang="ts">
  const { count, name }: { count: number; name: string | undefined } = $props();
</script>

{#if count > 3}<p>many</p>{/if}
{#if name !== undefined}<p>{name.length}</p>{/if}
<button type="button" disabled={count > 1_000_000}>go</button>
`,
  test: 'test/page/mutants-self-check.browser.test.ts',
  testText: `import { expect, it } from 'vitest';
import { show } from './support/browser.ts';
import MutantsSelfCheck from '../../renderer/components/MutantsSelfCheck.svelte';
it('says when there are many', () => {
  expect(show(MutantsSelfCheck, { count: 4, name: 'a' }).target.textContent).toContain('many');
});
`,
  checks: [
    { kind: 'killed', of: 'shown never', taken: '{#if count > 3}' },
    { kind: 'survived', of: 'disabled', taken: 'disabled={count > 1_000_000}' },
    { kind: 'not viable', of: 'shown always', taken: '{#if name !== undefined}' },
  ],
};

/** Puts the modules and their tests into the copy; a browser is started only where guards of the page are wanted. */
export function placeChecks(tree, { withPage }) {
  const placed = withPage ? [MODULE, COMPONENT] : [MODULE];
  for (const { file, text, test, testText } of placed) {
    tree.write(file, text);
    tree.write(test, testText);
  }
  const isOwn = (file) => placed.some((one) => one.file === file);

  /** `judge(guard)` answers what the campaign says of it. How many answers were right, and what to say of the others. */
  async function check(judge) {
    const wrong = [];
    let passed = 0;
    for (const { file, text, checks } of placed) {
      const guards = findGuards(file, text);
      for (const { kind, of, taken } of checks) {
        const guard = guards.find((one) => one.kind === of && one.taken === taken);
        const found = guard === undefined ? { kind: 'not found' } : await judge(guard);
        if (found.kind === kind) passed += 1;
        else wrong.push(`Without ${taken} it should say "${kind}": ${JSON.stringify(found)}`);
      }
    }
    return { passed, wrong };
  }
  return { isOwn, check };
}
