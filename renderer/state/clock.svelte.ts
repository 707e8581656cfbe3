// The current time as state, updated every half minute, for ages and days left.
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
