// The time of day as state, a step each second: for what is counted down while somebody looks at it.
import { createSubscriber } from 'svelte/reactivity';

let now = new Date();

const subscribe = createSubscriber((update) => {
  now = new Date();
  const timer = setInterval(() => {
    now = new Date();
    update();
  }, 1000);
  return () => {
    clearInterval(timer);
  };
});

export const ticking = {
  /** Runs only while something that shows it is on the screen. */
  get now(): Date {
    subscribe();
    return now;
  },
};
