// The time of day as state, a step each half minute: ages and days left follow it without asking.
const STEP = 30_000;

let now = $state.raw(new Date());
setInterval(() => {
  now = new Date();
}, STEP);

export const clock = {
  get now(): Date {
    return now;
  },
};
