// What the form benchmark works in: the local platform with two large forms to fill in, and a window connected to it.
import type { Page } from 'playwright-core';
import { goToPlace } from '../../test/pages/navigation.ts';
import { startPlatform } from '../../test/platform/platform.ts';
import { everythingOn } from '../../test/platform/shape.ts';
import { type LargeForm, longForm, wideForm } from '../../test/support/large-forms.ts';
import { connectWindow } from './connected-window.ts';

export interface Wanted {
  /** Of the form that has many. */
  readonly fields: number;
  /** Of the form whose repeat has many. */
  readonly rows: number;
}

/** Connects the window, and makes a form task of each of the two forms. */
export async function openForms(page: Page, { fields, rows }: Wanted) {
  const platform = await startPlatform({ users: 1, messages: 4, switches: everythingOn });
  const connection = await connectWindow(page, platform);
  const { messages } = platform.control;
  const forms = { wide: wideForm(fields), long: longForm(rows) };
  const openerOf = (form: LargeForm) => {
    const service = messages.serviceFor(form);
    const { id } = messages.make({ kind: 'FormTask', state: 'filling', service });
    return () => goToPlace(page, 'work-list', `${id}+forms`, connection);
  };
  return {
    open: { wide: openerOf(forms.wide), long: openerOf(forms.long) },
    /** The XML that the page has of each. */
    data: { wide: forms.wide.data, long: forms.long.data },
    stop: () => platform.stop(),
  };
}
