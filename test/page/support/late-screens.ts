// What happened to the screens that `LateScreen.svelte` and `FaultyScreen.svelte` are.
export const lateScreens = { made: 0, pressed: 0, faulty: false };
