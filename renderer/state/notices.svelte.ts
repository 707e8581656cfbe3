// The page's part in notifications of the system: main knows whether Today is shown, and a click on one leads there.
import { client, on } from './main-process.ts';
import { router } from './router.svelte.ts';
import { TODAY } from './today-items.ts';

/** To be used once, in the window. */
export function followNotices(): void {
  let told = false;
  $effect(() => {
    const shown = router.route.screen === TODAY;
    if (shown === told) return;
    told = shown;
    void client.today.noteShown({ shown });
  });
  $effect(() => on('noticeOpened', () => router.go({ screen: TODAY })));
}
