// What happened to the screens that `LateScreen.svelte` is.
export const lateScreens = { made: 0, pressed: 0 };
