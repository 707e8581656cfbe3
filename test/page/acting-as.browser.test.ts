// The card of the party acted for: its parties are read once, whatever else of the window's layout changes meanwhile.
import { flushSync } from 'svelte';
import { expect, it } from 'vitest';
import { eventually, main, show } from './support/browser.ts';
import App from '../../renderer/App.svelte';
import { startWindow } from '../../renderer/start.ts';
import { layout } from '../../renderer/state/layout.svelte.ts';
import { emptyLayout, makeConnection, makeStart } from './support/samples.ts';

it('the first reading of the parties is not begun anew by a change of the layout', async () => {
  main.always('app.start', () =>
    makeStart({
      connections: [makeConnection('c-1')],
      chosen: 'c-1',
      layout: {
        ...emptyLayout,
        parties: { 'c-1': { acting: 'r2', recent: [], starred: [] } },
        actsAsUser: { 'c-1': true },
      },
    }),
  );
  show(App, {});
  await startWindow();
  await eventually(() => {
    expect(main.calls('reportees.list')).toHaveLength(1);
  });
  for (const width of [300, 320]) {
    layout.setInspectorWidth('settings', width);
    flushSync();
  }
  expect(main.calls('reportees.list')).toHaveLength(1);
});
