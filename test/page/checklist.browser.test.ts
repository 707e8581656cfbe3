// A line of a list of next steps keeps within its list: nothing scrolls sideways.
import { createRawSnippet } from 'svelte';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { show } from './support/browser.ts';
import ChecklistLine from '../../renderer/screens/enterprise-users/ChecklistLine.svelte';

it('what stands below the words is no wider than the line', async () => {
  const children = createRawSnippet(() => ({ render: () => '<p>ERP, invoices by night</p>' }));
  show(ChecklistLine, { text: 'Add a note', done: true, children });
  await expect.element(page.getByText('ERP, invoices by night')).toBeVisible();
  const line = page.getByRole('listitem').element();
  expect(line.scrollWidth).toBeLessThanOrEqual(line.clientWidth);
});
