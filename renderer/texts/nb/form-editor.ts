// Norwegian (bokmål) texts of the forms of a message and the editor of their XML.
import type { formEditor as en } from '../en/form-editor.ts';

export const formEditor: typeof en = {
  title: 'Skjemaer',
};
