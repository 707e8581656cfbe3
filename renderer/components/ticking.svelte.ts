// The current time as state, updated every second, for countdowns while they are visible.
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
