// What the page's state complains about without a window fails its test too.
import { it } from 'vitest';

it.fails('a test fails by a warning', () => {
  console.warn('Something is odd.');
});
it.fails('a test fails by an error in the console', () => {
  console.error('Something is wrong.');
});
