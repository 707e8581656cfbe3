// The age of what is shown: of the innermost that says one, gone with its component, whatever was made later.
import { flushSync } from 'svelte';
import { expect, it } from 'vitest';
import { show } from './support/browser.ts';
import { dataAge, type DataAge } from '../../renderer/state/data-age.svelte.ts';
import AgeProbe from './support/AgeProbe.svelte';
import { makeProps } from './support/effects.svelte.ts';

const of = (fetched: string): DataAge => ({
  fetched,
  state: 'live',
  busy: false,
  refresh: () => undefined,
});
const said = () => dataAge.now?.fetched;

it('is that of the part that says one, else that of its screen', () => {
  const props = makeProps<{ age: DataAge | undefined; part: DataAge | undefined }>({
    age: of('screen'),
    part: undefined,
  });
  show(AgeProbe, props);
  expect(said()).toBe('screen');
  props.part = of('part');
  flushSync();
  expect(said()).toBe('part');
  props.age = of('screen, read again');
  flushSync();
  expect(said()).toBe('part');
  props.part = undefined;
  flushSync();
  expect(said()).toBe('screen, read again');
  props.age = undefined;
  expect(said()).toBeUndefined();
});

it('goes with its screen, and never takes that of the next screen with it', () => {
  const first = show(AgeProbe, { age: of('first') });
  const second = show(AgeProbe, { age: of('second') });
  first.remove();
  expect(said()).toBe('second');
  second.remove();
  expect(dataAge.now).toBeUndefined();
});
